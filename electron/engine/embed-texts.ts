import type { Embedder } from './models';
import type { EmbeddingCache } from './store';

/** Vectors go into the cache this many at a time: one transaction each. */
const textsPerWrite = 64;

/**
 * Vectors of passages, in order; what the cache has is not embedded again. `embedded` counts the texts that the
 * model saw. Errors: `model-failed`, `cancelled`; what was embedded before stays in the cache.
 */
export async function embedTexts(
  cache: EmbeddingCache,
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
  onEach: () => void,
): Promise<{ vectors: Float32Array[]; embedded: number }> {
  const vectors: Float32Array[] = [];
  let fresh: { text: string; vector: Float32Array }[] = [];
  let embedded = 0;
  const write = () => {
    cache.put(embedder.id, fresh);
    fresh = [];
  };
  try {
    const perCall = embedder.textsPerCall ?? 1;
    for (let start = 0; start < texts.length; start += perCall) {
      const group = texts.slice(start, start + perCall);
      const known = new Map(group.map((text) => [text, cache.get(embedder.id, text, embedder.dimension)]));
      const missing = [...known.keys()].filter((text) => !known.get(text));
      const made = missing.length > 0 ? await embedder.embed(missing, 'passage', signal) : [];
      missing.forEach((text, position) => {
        const vector = made[position] ?? new Float32Array(embedder.dimension);
        known.set(text, vector);
        fresh.push({ text, vector });
      });
      embedded += missing.length;
      if (fresh.length >= textsPerWrite) write();
      for (const text of group) {
        vectors.push(known.get(text) ?? new Float32Array(embedder.dimension));
        onEach();
      }
    }
  } finally {
    write();
  }
  return { vectors, embedded };
}
