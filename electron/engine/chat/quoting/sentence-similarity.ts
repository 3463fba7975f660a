import { deadline } from '../../async';
import { cosine, isForeign, type QueryEmbedder, queryLanguage, sentenceVectors } from '../../retrieval';

/**
 * The nearness in meaning of sentences, by their text, to a question, relative to each other: 0 the farthest, 1 the
 * nearest.
 */
export type Meaning = ReadonlyMap<string, number>;

/**
 * Cosines of one model lie between .3 and .6, those of another between .7 and .9: what they say is which sentence is
 * nearer. Null where they are not known, or all alike.
 */
export function meaningOf(sentences: readonly string[], cosines: readonly number[] | null): Meaning | null {
  if (cosines === null || cosines.length < sentences.length) return null;
  const lowest = Math.min(...cosines);
  const range = Math.max(...cosines) - lowest;
  if (!(range > 0)) return null;
  return new Map(sentences.map((sentence, position) => [sentence, ((cosines[position] ?? lowest) - lowest) / range]));
}

/**
 * Cosines of a question to sentences, by the embedding model that the library uses; null where it cannot be had, does
 * not read the question's language or takes too long: a quoted answer then goes by words alone.
 * Errors: the signal's reason.
 *
 * @param patienceMs after which a server that does not answer holds up an answer no longer
 */
export async function nearnessOfSentences(
  model: { load(): Promise<QueryEmbedder> },
  question: string,
  sentences: readonly string[],
  patienceMs: number,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  try {
    const { embedder, entry } = await model.load();
    if (isForeign(queryLanguage(question), entry)) return null;
    const inTime = deadline(patienceMs, signal);
    const [asked] = await embedder.embed([question], 'query', inTime);
    const vectors = await sentenceVectors(embedder, sentences, inTime);
    return asked ? vectors.map((vector) => cosine(asked, vector)) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
