import { deadline } from '../../async';
import type { Embedder } from '../../models';
import { sentences } from '../../text/sentences';
import type { EmbeddedQuery } from '../lanes';
import type { Candidate } from './rank-candidates';
import { cosine } from './relevance';

/** Vectors kept, of sentences that were looked at: at most some 8 MB. */
const vectorsKept = 4000;

/** For the last model, by sentence: follow-ups mostly ask the same passages. */
let kept = { model: '', vectors: new Map<string, Float32Array>() };

/** The vectors of sentences, those that are not known made by as many a call as the model takes. */
export async function sentenceVectors(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const model = `${embedder.id} ${embedder.dimension}`;
  if (kept.model !== model || kept.vectors.size + texts.length > vectorsKept) kept = { model, vectors: new Map() };
  const known = kept.vectors;
  const missing = texts.filter((text) => !known.has(text));
  const aCall = embedder.textsPerCall ?? 1;
  for (let start = 0; start < missing.length; start += aCall) {
    signal.throwIfAborted();
    const some = missing.slice(start, start + aCall);
    const vectors = await embedder.embed(some, 'passage', signal);
    for (const [position, vector] of vectors.entries()) known.set(some[position] ?? '', vector);
  }
  return texts.map((text) => known.get(text) ?? new Float32Array());
}

/** Candidates whose sentences are looked at: an answer quotes from these, and looks at their sentences anyway. */
const candidatesLooked = 10;
const share = 0.5;
/**
 * The difference between the nearest sentence of each of the best candidates and its passage's vector, by chunk id, for
 * candidates in another language than the query: there a sentence distinguishes a mixed passage from the right one
 * better than the whole. The mean is 0, so they stay before the others. Empty without any, or if the model takes too
 * long. Errors: the signal's reason.
 *
 * @param patienceMs time after which a silent server no longer holds up a search
 */
export async function nearerBySentences(
  { embedder, vectors: { across } }: EmbeddedQuery,
  candidates: readonly Candidate[],
  patienceMs: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const inTime = deadline(patienceMs, signal);
  const found: { readonly id: string; readonly nearer: number }[] = [];
  try {
    for (const { chunk, scores } of candidates.slice(0, candidatesLooked)) {
      const [asked] = across.get(chunk.language) ?? [];
      if (!asked || scores.vector === null) continue;
      const texts = sentences(chunk.text).map(({ text }) => text);
      const nearest = Math.max(...(await sentenceVectors(embedder, texts, inTime)).map((one) => cosine(asked, one)));
      if (Number.isFinite(nearest)) found.push({ id: chunk.id, nearer: share * (nearest - scores.vector) });
    }
  } catch {
    signal?.throwIfAborted();
    return new Map();
  }
  const mean = found.reduce((sum, { nearer }) => sum + nearer, 0) / found.length;
  return new Map(found.map(({ id, nearer }) => [id, nearer - mean]));
}
