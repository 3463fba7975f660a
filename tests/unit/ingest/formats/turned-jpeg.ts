/** A JPEG with the orientation of Exif in front of what it had. */
export function turnedJpeg(bytes: Uint8Array, orientation: number): Uint8Array {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const segment = [0xff, 0xe1, 0, body.length + 2, ...body];
  return Uint8Array.from([...bytes.slice(0, 2), ...segment, ...bytes.slice(2)]);
}
