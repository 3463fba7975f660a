import type { PromptSchema } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys } from '@shared/super-prompt';
import type { Embedder } from '../models';
import { normaliseHeader } from './prompt-headers';

type Embedding = Pick<Embedder, 'id' | 'embed'>;

export interface NearestKey {
  readonly key: BodyKey;
  /** The name or alias of the key that the header is nearest to. */
  readonly phrase: string;
  /** Cosine of header and phrase. */
  readonly cosine: number;
}

interface Phrase {
  readonly key: BodyKey;
  readonly phrase: string;
}

/** Vectors of the schema's phrases: they are the same for every prompt, and take longer than all of A0. */
const embedded = new WeakMap<Embedding, { readonly text: string; readonly vectors: Promise<Float32Array[]> }>();

function phraseVectors(embedder: Embedding, phrases: readonly Phrase[]): Promise<Float32Array[]> {
  const text = phrases.map(({ phrase }) => phrase).join('\n');
  const known = embedded.get(embedder);
  if (known?.text === text) return known.vectors;
  const vectors = embedder.embed(
    phrases.map(({ phrase }) => phrase),
    'query',
  );
  embedded.set(embedder, { text, vectors });
  vectors.catch(() => embedded.delete(embedder));
  return vectors;
}

/**
 * The keys that headers are nearest to in meaning, by the embedding model: a header is mapped where the cosine with a
 * name or alias of the key reaches `semantic.threshold` and lies `semantic.margin` above that of every other key.
 * Measured on 40 headers (28 with a meaning, 12 with none): the bundled model maps 4 rightly and 1 wrongly,
 * all-MiniLM-L6-v2 8 and 1, and neither any of the 12. Errors: those of the model.
 */
export async function nearestKeys(
  headers: readonly string[],
  schema: PromptSchema,
  embedder: Embedding,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, NearestKey>> {
  const phrases = bodyKeys.flatMap((key) =>
    [key.replaceAll('_', ' '), ...(schema.aliases[key] ?? [])].map((phrase) => ({ key, phrase })),
  );
  const known = await phraseVectors(embedder, phrases);
  const names = headers.map(normaliseHeader);
  const vectors = await embedder.embed(names, 'query', signal);
  const { threshold, margin } = schema.semantic;
  return new Map(
    headers.flatMap((header, at): [string, NearestKey][] => {
      const ranked = rankedKeys(vectors[at] ?? new Float32Array(), phrases, known);
      const [first, second] = ranked;
      if (!first || first.cosine < threshold || first.cosine - (second?.cosine ?? 0) < margin) return [];
      return [[header, first]];
    }),
  );
}

function rankedKeys(vector: Float32Array, phrases: readonly Phrase[], known: readonly Float32Array[]): NearestKey[] {
  const best = new Map<BodyKey, NearestKey>();
  phrases.forEach(({ key, phrase }, at) => {
    const other = known[at] ?? new Float32Array();
    const cosine = vector.reduce((sum, value, position) => sum + value * (other[position] ?? 0), 0);
    if (cosine > (best.get(key)?.cosine ?? Number.NEGATIVE_INFINITY)) best.set(key, { key, phrase, cosine });
  });
  return [...best.values()].sort((a, b) => b.cosine - a.cosine || (a.key < b.key ? -1 : 1));
}
