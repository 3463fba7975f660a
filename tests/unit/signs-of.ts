/** Signs of vectors as an ingest keeps them, bit by bit: `Uint8Array[vectors × dimension / 8]`. */
export function signsOf(vectors: readonly Float32Array[]): Uint8Array {
  return Uint8Array.from(
    vectors.flatMap((vector) =>
      Array.from({ length: Math.ceil(vector.length / 8) }, (_, place) =>
        [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte + ((vector[place * 8 + bit] ?? 0) > 0 ? 2 ** bit : 0), 0),
      ),
    ),
  );
}
