import { z } from 'zod';
import type { CandidateScores, Chunk, ChunkSource, ScoreKind } from '../prompt/chunk';
import type { Notice } from '../words/sayings';
import { id, moment, name } from './values';

export type { Notice };

export interface TextSpan {
  readonly startChar: number;
  readonly endChar: number;
}

/** Milliseconds. */
export type SearchTimings = Readonly<
  Record<
    'embedding' | 'vector' | 'keyword' | 'fusion' | 'rerank' | 'total' | 'vectorCandidates' | 'keywordCandidates',
    number
  >
>;

export interface SearchHit extends ChunkSource, Pick<Chunk, 'text' | 'startChar' | 'endChar'> {
  readonly rank: number;
  readonly score: number;
  readonly scoreKind: ScoreKind;
  readonly scores: CandidateScores;
  /** Passages that say the same, best first: they take no place of their own. */
  readonly copies: readonly (Pick<Chunk, 'documentId' | 'title' | 'path' | 'pages'> & { readonly chunkId: string })[];
  /** Positions of the query's words in the document's text, within the hit. */
  readonly words: readonly TextSpan[];
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

export const searchModes = ['hybrid', 'vector', 'keyword'] as const;
export type SearchMode = (typeof searchModes)[number];

/** One way to search. The library's own limits fill absent members. */
export const evaluatedConfiguration = z.strictObject({
  /** How it is called in tables; made of its members where absent (`hybrid`, `hybrid rrf`, `hybrid + rerank`). */
  name: name.optional(),
  mode: z.enum(searchModes),
  /** How hybrid mode joins the lanes (`retrieval.fusion`). */
  fusion: z.enum(['weighted', 'rrf', 'rrf_rerank']).optional(),
  /** Weight of the vector lane, 0–1, in the fusion `weighted`, which it chooses; the keyword lane has the rest. */
  alpha: z.number().min(0).max(1).optional(),
  rrfK: z.number().min(1).max(10_000).optional(),
  /** The explainable reranker of hybrid mode (`retrieval.rankByFeatures`). */
  features: z.boolean().optional(),
  /** Whether the cross-encoder orders the first N2 candidates; false where absent. Errors: `model-missing`. */
  rerank: z.boolean().optional(),
});
export type EvaluatedConfiguration = z.output<typeof evaluatedConfiguration>;

const names = z.array(name).min(1).max(1000);
const page = z.number().int().min(1).max(1_000_000);

/** Documents that a question may use. An empty list names nothing; without both members it is the whole library. */
export const searchScope = z.strictObject({
  collections: z.array(name).max(1000).optional(),
  documentIds: z.array(id).max(10_000).optional(),
});
export type SearchScope = z.infer<typeof searchScope>;

/** Which chunks a search may find (R6): all members that are there hold, and of a list one value does. */
export const searchFilters = z.strictObject({
  collections: names.optional(),
  tags: names.optional(),
  documentIds: z.array(id).min(1).max(10_000).optional(),
  /** First heading of the chunk's heading path, word for word; `Unknown` for a chunk without one. */
  chapters: z.array(z.string().min(1).max(1000)).min(1).max(1000).optional(),
  hasCode: z.boolean().optional(),
  hasEquations: z.boolean().optional(),
  mimes: names.optional(),
  /** ISO 639-3 codes of the chunk, such as `eng`; `und` where the text is too short to tell. */
  languages: names.optional(),
  /** When the document was added, ISO 8601; a day alone counts whole, from its beginning (UTC) to its end. */
  from: moment.optional(),
  to: moment.optional(),
  /** When its file was last changed before it was read, in the same way. */
  modifiedFrom: moment.optional(),
  modifiedTo: moment.optional(),
  /** Chunks on these pages or slides, both counted, from 1; one without pages is on none. */
  pageFrom: page.optional(),
  pageTo: page.optional(),
});
export type SearchFilters = z.infer<typeof searchFilters>;

/** The parts of a request that say where to look. */
export const lookingFields = { scope: searchScope.optional(), filters: searchFilters.optional() } as const;
