/** A TIFF with the first page of another one (little endian) so many times, each with a directory of its own. */
export function manyPages(bytes: Uint8Array, pages: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const from = view.getUint32(4, true);
  const length = 2 + view.getUint16(from, true) * 12 + 4;
  const start = bytes.length + (bytes.length % 2);
  const made = new Uint8Array(start + pages * length);
  made.set(bytes);
  const out = new DataView(made.buffer);
  out.setUint32(4, start, true);
  for (let page = 0; page < pages; page += 1) {
    const at = start + page * length;
    made.set(bytes.subarray(from, from + length), at);
    out.setUint32(at + length - 4, page === pages - 1 ? 0 : at + length, true);
  }
  return made;
}
