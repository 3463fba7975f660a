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
    for (const text of texts) {
      let vector = cache.get(embedder.id, text);
      if (!vector) {
        const [made] = await embedder.embed([text], 'passage', signal);
        vector = made ?? new Float32Array(embedder.dimension);
        embedded += 1;
        fresh.push({ text, vector });
        if (fresh.length >= textsPerWrite) write();
      }
      vectors.push(vector);
      onEach();
    }
  } finally {
    write();
  }
  return { vectors, embedded };
}
