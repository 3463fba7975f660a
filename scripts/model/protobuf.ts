/**
 * The few pieces of the protocol buffer wire format that an ONNX file is made of.
 * Source: https://protobuf.dev/programming-guides/encoding/
 */

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const tag = (field: number, wireType: number): Buffer => varint((field << 3) | wireType);

/** An integer or enum field; negative values take ten bytes, as two's complement of 64 bits. */
export const integer = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([tag(field, VARINT), varint(value)]);

/** A 32-bit float field. */
export function float(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([tag(field, FIXED_32), bytes]);
}

/** A bytes field, or a sub-message that is already encoded. */
export const bytes = (field: number, value: Buffer): Buffer =>
  Buffer.concat([tag(field, LENGTH_DELIMITED), varint(value.length), value]);

/** A string field, UTF-8. */
export const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value, 'utf8'));
