/** A square of 100 points in the middle of a page of 200, as scanners of faxes write it: CCITT group 4, all black. */
const side = 16;

/** Each point of a white line is one bit, because it repeats the line before; then the end mark. */
const fax = Buffer.from([...new Array<number>(side / 8).fill(0xff), 0x00, 0x10, 0x01]);

/** A PDF of one page with a fax picture and a line of text, which is drawn and not only read. */
export function faxPdf(): Uint8Array {
  const drawing = 'q 100 0 0 100 50 50 cm /I Do Q BT /F 24 Tf 50 170 Td (Fax of the silk) Tj ET';
  const picture = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${side} /Rows ${side} /BlackIs1 true >>`;
  const parts = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> /Font << /F 6 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< ${picture} /Length ${fax.length} >>\nstream\n${fax.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const objects = parts.map((part, at) => `${at + 1} 0 obj\n${part}\nendobj\n`).join('');
  return new Uint8Array(
    Buffer.from(`%PDF-1.4\n${objects}trailer << /Root 1 0 R /Size 7 >>\nstartxref\n0\n%%EOF\n`, 'latin1'),
  );
}
