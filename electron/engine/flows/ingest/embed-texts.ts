import type { Embedder } from '../../models';
import type { KeptVector } from '../../store';
import type { VectorCache } from './pending-vectors';

/** Vectors go into the cache this many at a time: one transaction each. */
const textsPerWrite = 64;

/** An embedder that may gain by calls beside each other. */
export interface IngestEmbedder extends Embedder {
  readonly callsAtOnce?: number;
}

/**
 * Vectors of passages, in order; what the cache has is not embedded again. Vectors of words go into the cache with them,
 * where the model gives them. `embedded` counts the texts that the
 * model saw. Errors: `model-failed`, `cancelled`; what was embedded before stays in the cache.
 */
export async function embedTexts(
  cache: VectorCache,
  embedder: IngestEmbedder,
  texts: readonly string[],
  signal: AbortSignal,
  onEach: () => void,
): Promise<{ vectors: Float32Array[]; embedded: number }> {
  const vectors: Float32Array[] = Array(texts.length);
  const { textsPerCall = 1, callsAtOnce = 1 } = embedder;
  const isWorded = embedder.withWords !== undefined;
  let fresh: KeptVector[] = [];
  let embedded = 0;
  let begun = 0;
  let failed = false;
  const write = () => {
    cache.put(embedder.id, fresh);
    fresh = [];
  };
  const nextCall = async (): Promise<void> => {
    const start = begun;
    begun += textsPerCall;
    const group = texts.slice(start, begun);
    const known = new Map(group.map((text) => [text, cache.get(embedder.id, text, embedder.dimension, isWorded)]));
    const missing = [...known.keys()].filter((text) => !known.get(text));
    const made = missing.length > 0 ? await passages(embedder, missing, signal) : [];
    missing.forEach((text, position) => {
      const { vector, words } = made[position] ?? { vector: new Float32Array(embedder.dimension) };
      known.set(text, vector);
      fresh.push({ text, vector, words });
    });
    embedded += missing.length;
    if (fresh.length >= textsPerWrite) write();
    for (const [position, text] of group.entries()) {
      vectors[start + position] = known.get(text) ?? new Float32Array(embedder.dimension);
      onEach();
    }
  };
  const lane = async (): Promise<void> => {
    while (begun < texts.length && !failed) {
      await nextCall().catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  try {
    // All of them, so that none writes into the cache after this has ended.
    const ends = await Promise.allSettled(Array.from({ length: callsAtOnce }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    write();
  }
  return { vectors, embedded };
}

async function passages(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Omit<KeptVector, 'text'>[]> {
  if (embedder.withWords) return embedder.withWords.passages(texts, signal);
  return (await embedder.embed(texts, 'passage', signal)).map((vector) => ({ vector }));
}
