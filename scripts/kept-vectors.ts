import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../electron/engine/models';

const keyBytes = 32;
const headBytes = keyBytes + Uint32Array.BYTES_PER_ELEMENT;

/**
 * An embedder that keeps what it has made in a file of a folder, so that the next fit on the same sets embeds nothing:
 * rows of sha256(kind, text), a length and so many bytes. Without a folder the embedder is returned.
 */
export function keptVectors(embedder: Embedder, folder: string | undefined): Embedder {
  if (folder === undefined) return embedder;
  mkdirSync(folder, { recursive: true });
  const kept = new KeptBytes(join(folder, `${embedder.id.replaceAll(/[^\w.-]/gu, '_')}.vectors`));
  const { dimension } = embedder;
  const vectorBytes = dimension * Float32Array.BYTES_PER_ELEMENT;
  const vectorOf = (bytes: Uint8Array): Float32Array =>
    new Float32Array(Uint8Array.from(bytes.subarray(0, vectorBytes)).buffer);
  return {
    id: embedder.id,
    dimension,
    maxTokens: embedder.maxTokens,
    countTokens: (text) => embedder.countTokens(text),
    async embed(texts, kind, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const make = async () =>
          bytesOf((await embedder.embed([text], kind, signal))[0] ?? new Float32Array(dimension));
        vectors.push(vectorOf(await kept.get(`${kind}\0${text}`, make)));
      }
      return vectors;
    },
    dispose: () => embedder.dispose(),
  };
}

const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Bytes by key, appended to one file. */
class KeptBytes {
  private readonly known = new Map<string, Uint8Array>();

  constructor(private readonly file: string) {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    for (let start = 0; start + headBytes <= bytes.length; ) {
      const size = bytes.readUInt32LE(start + keyBytes);
      const end = start + headBytes + size;
      if (end > bytes.length) break;
      this.known.set(bytes.toString('hex', start, start + keyBytes), bytes.subarray(start + headBytes, end));
      start = end;
    }
  }

  async get(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const key = createHash('sha256').update(name).digest();
    const known = this.known.get(key.toString('hex'));
    if (known) return known;
    const bytes = await make();
    const length = Buffer.alloc(Uint32Array.BYTES_PER_ELEMENT);
    length.writeUInt32LE(bytes.length);
    this.known.set(key.toString('hex'), bytes);
    appendFileSync(this.file, Buffer.concat([key, length, bytes]));
    return bytes;
  }
}
