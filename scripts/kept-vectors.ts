import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../electron/engine/models';

const keyBytes = 32;

/**
 * An embedder that keeps every vector in a file of a folder, so that the next fit on the same sets embeds nothing.
 * The file is a row of sha256(kind, text) and Float32Array[dimension]; without a folder the embedder is returned.
 */
export function keptVectors(embedder: Embedder, folder: string | undefined): Embedder {
  if (folder === undefined) return embedder;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${embedder.id.replaceAll(/[^\w.-]/gu, '_')}.vectors`);
  const known = new Map<string, Float32Array>();
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const size = keyBytes + embedder.dimension * Float32Array.BYTES_PER_ELEMENT;
  for (let start = 0; start + size <= bytes.length; start += size) {
    const vector = Uint8Array.from(bytes.subarray(start + keyBytes, start + size));
    known.set(bytes.toString('hex', start, start + keyBytes), new Float32Array(vector.buffer));
  }
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    maxTokens: embedder.maxTokens,
    countTokens: (text) => embedder.countTokens(text),
    async embed(texts, kind, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const key = createHash('sha256').update(`${kind}\0${text}`).digest();
        let vector = known.get(key.toString('hex'));
        if (!vector) {
          [vector] = await embedder.embed([text], kind, signal);
          if (!vector) throw new TypeError('an embedder without a vector');
          known.set(key.toString('hex'), vector);
          appendFileSync(file, Buffer.concat([key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]));
        }
        vectors.push(vector);
      }
      return vectors;
    },
    dispose: () => embedder.dispose(),
  };
}
