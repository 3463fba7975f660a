import type { Chunk } from '@shared/chunk';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { cosine, logAvgExp } from './log-avg-exp';
import type { QueryTerms } from './query-coverage';
import type { Candidate } from './rank-candidates';
import { bm25, type CountedText, countedText, relevance, saturation } from './relevance';

/** A chunk of an earlier exchange with its vector, null where no model can be had. */
export interface RememberedText {
  readonly chunk: Chunk;
  readonly vector: Float32Array | null;
  /** Goes along with the question anyway: read with a follow-up question, but no candidate. */
  readonly recent: boolean;
}

/** Six decimals, as every score. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** By chunk id, which is a function of the text: exchanges are compared with every question that follows. */
const countedTexts = new Map<string, CountedText>();
const textsKept = 2000;

function counted({ id, text }: Chunk): CountedText {
  const known = countedTexts.get(id);
  if (known) return known;
  const made = countedText(text);
  if (countedTexts.size >= textsKept) countedTexts.clear();
  countedTexts.set(id, made);
  return made;
}

/** Share of the query's idf mass that occurs in the text, as of documents. */
function coverageOf({ counts }: CountedText, { idf, total }: QueryTerms): number {
  if (total === 0) return 0;
  let sum = 0;
  for (const [term, weight] of idf) if (counts.has(term)) sum += weight;
  return sum / total;
}

/**
 * What earlier exchanges have to do with the query, most relevant first. Measured as documents are, by the same
 * calibrated relevance; BM25 is counted over these few texts with the library's own idf.
 *
 * @param pieces vectors of the query's pieces, the whole first; empty without a model
 */
export function recall(
  remembered: readonly RememberedText[],
  pieces: readonly Float32Array[],
  query: QueryTerms,
  entry: EmbeddingEntry,
  tau: number,
): (Candidate & { readonly recent: boolean })[] {
  const texts = new Map(remembered.map(({ chunk }) => [chunk.id, counted(chunk)]));
  const average = [...texts.values()].reduce((sum, { length }) => sum + length, 0) / Math.max(texts.size, 1);
  return remembered
    .flatMap(({ chunk, vector, recent }) => {
      const cosines = vector ? pieces.map((piece) => cosine(piece, vector)) : [];
      const aggregated = cosines.length > 0 ? logAvgExp(cosines, tau) : null;
      const text = counted(chunk);
      const covered = coverageOf(text, query);
      if (covered === 0 && (aggregated === null || aggregated < entry.cosineThreshold)) return [];
      const evidence = {
        cosine: cosines[0] ?? null,
        coverage: covered,
        saturation: saturation(bm25(text, query, average), query.total),
      };
      const value = rounded(relevance(evidence, entry.relevance));
      return [
        {
          chunk,
          recent,
          scores: {
            vector: aggregated === null ? null : rounded(aggregated),
            keyword: null,
            vectorRank: null,
            keywordRank: null,
            fused: { kind: 'relevance' as const, value },
            cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
            coverage: rounded(evidence.coverage),
            saturation: rounded(evidence.saturation),
            relevance: value,
          },
        },
      ];
    })
    .sort((a, b) => b.scores.relevance - a.scores.relevance || (a.chunk.id < b.chunk.id ? -1 : 1));
}

/**
 * Documents and earlier exchanges as one list, each chunk once, at most N1 (R7): the documents keep their order, and
 * an exchange stands before the first document that is less relevant. Fused scores of the documents are not touched,
 * so that what is remembered changes nothing about them.
 */
export function mergeRecalled(
  documents: readonly Candidate[],
  recalled: readonly Candidate[],
  limits: PipelineLimits,
): Candidate[] {
  const known = new Set(documents.map(({ chunk }) => chunk.id));
  const waiting = recalled
    .filter(({ chunk }) => !known.has(chunk.id))
    .slice(0, Math.min(limits.retrieval.memoryCandidates, limits.N1_RETR_MAX_CANDIDATES));
  // The last documents make room, so that the exchanges are not crowded out by a long tail.
  const kept = documents.slice(0, limits.N1_RETR_MAX_CANDIDATES - waiting.length);
  const merged: Candidate[] = [];
  for (const document of kept) {
    while (waiting[0] && waiting[0].scores.relevance > document.scores.relevance) merged.push(...waiting.splice(0, 1));
    merged.push(document);
  }
  return [...merged, ...waiting];
}
