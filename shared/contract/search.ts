import type { CandidateScores, ScoreKind } from '../chunk';

export interface Notice {
  /** Machine-readable, such as `keyword-only`, `default-used`, `no-reranker`. */
  readonly code: string;
  readonly message: string;
  /** What the message names, for saying it in another language; absent where it names nothing. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Milliseconds. */
export interface SearchTimings {
  readonly embedding: number;
  readonly vector: number;
  readonly keyword: number;
  readonly fusion: number;
  readonly rerank: number;
  readonly total: number;
  /** Candidates found by each lane before fusion. */
  readonly vectorCandidates: number;
  readonly keywordCandidates: number;
}

export interface SearchHit {
  readonly rank: number;
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly path: string;
  readonly pages: readonly number[];
  readonly headings: readonly string[];
  readonly text: string;
  readonly startChar: number;
  readonly endChar: number;
  readonly score: number;
  readonly scoreKind: ScoreKind;
  readonly scores: CandidateScores;
}

export interface SearchAnswer {
  readonly results: readonly SearchHit[];
  readonly timings: SearchTimings;
  readonly notices: readonly Notice[];
  /** True when nothing reached the relevance threshold (R5). */
  readonly outOfScope: boolean;
  /** Topics of the library to try instead; filled only when out of scope. */
  readonly suggestions: readonly string[];
}
