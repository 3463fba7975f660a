import type { Block } from './blocks';

/**
 * A chunk: a span of one document's text, the unit that is embedded, retrieved, judged and cited.
 * Immutable: scores, ranks and verdicts live beside it, keyed by its id.
 */
export interface Chunk {
  /** Its source; a document if absent. A chunk of a conversation is never evidence and never cited. */
  readonly source?: 'conversation';
  readonly conversationId?: string;
  readonly messageId?: string;
  /** 16 hex digits of sha256(content, chunk profile, span): the same input gives the same id. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly path: string;
  /** sha256 of the file's bytes, hex. */
  readonly checksum: string;
  /** 0-based position of the chunk in its document. */
  readonly index: number;
  readonly text: string;
  /** Span in the document's extracted text, UTF-16 code units; `text === source.slice(startChar, endChar)`. */
  readonly startChar: number;
  readonly endChar: number;
  /** Tokens of `text` by the embedding model's tokenizer. */
  readonly tokenCount: number;
  /** 1-based pages that the span touches, ascending; empty where the format has no pages. */
  readonly pages: readonly number[];
  readonly headings: readonly string[];
  /** The line before its first items or the head of its first rows, if that is before its span; otherwise ''. */
  readonly lead: string;
  /** First heading of the path, or `Unknown`. */
  readonly chapter: string;
  /** The number at the beginning of that heading, as in “2 Kinematics” or “Chapter 2: Kinematics”; null where it has none. */
  readonly chapterNumber: number | null;
  /** Last heading of the path, or `N/A`. */
  readonly section: string;
  readonly collection: string;
  readonly mime: string;
  /** `vitrine://document/<id>#<page and span>` (shared/address.ts): opens the source at this place. */
  readonly url: string;
  readonly wordCount: number;
  readonly hasCode: boolean;
  readonly hasEquations: boolean;
  /** When its document was added, ISO 8601. */
  readonly createdAt: string;
  /** ISO 639-3 code, or `und` where the text is too short to tell. */
  readonly language: string;
  /** The parts of the document's structure that it covers, also partly, in order; empty if unknown. */
  readonly blocks: readonly Block[];
}

/** A chunk alone, without its document. */
export type ChunkContent = Pick<
  Chunk,
  | 'text'
  | 'startChar'
  | 'endChar'
  | 'tokenCount'
  | 'pages'
  | 'headings'
  | 'lead'
  | 'wordCount'
  | 'hasCode'
  | 'hasEquations'
  | 'language'
  | 'blocks'
>;

/** The source of a chunk, in the form of hits and citations. */
export interface ChunkSource
  extends Pick<Chunk, 'documentId' | 'title' | 'path' | 'pages' | 'headings' | 'chapter' | 'section' | 'url'> {
  readonly chunkId: string;
  readonly chunkIndex: number;
}

export function sourceOf(chunk: Chunk): ChunkSource {
  const { id, index, documentId, title, path, pages, headings, chapter, section, url } = chunk;
  return { chunkId: id, chunkIndex: index, documentId, title, path, pages, headings, chapter, section, url };
}

export const fromConversation = (chunk: Chunk | undefined): boolean => chunk?.source === 'conversation';

/** A score never travels without its kind; a threshold for one kind is never applied to another. */
export type ScoreKind = 'cosine' | 'logavgexp' | 'bm25' | 'rrf' | 'weighted' | 'relevance' | 'graph';

export interface Score {
  readonly kind: ScoreKind;
  readonly value: number;
}

/** Everything measured about one candidate of one search; absent lanes are `null`. */
export interface CandidateScores {
  /** Aggregated cosine over the query pieces (LogAvgExp), or null when the vector lane did not find it. */
  readonly vector: number | null;
  /** BM25 with the title and definition boosts, or null when the keyword lane did not find it. */
  readonly keyword: number | null;
  /** 1-based rank in each lane. */
  readonly vectorRank: number | null;
  readonly keywordRank: number | null;
  readonly fused: Score;
  /** Cosine of the whole query to the chunk, or null without vectors. */
  readonly cosine: number | null;
  /** Share of the query's idf mass that occurs in the chunk, title and headings included, 0–1. */
  readonly coverage: number;
  /** BM25 without boosts over the most it could be for this query, 0–1. */
  readonly saturation: number;
  /** Calibrated probability that the chunk answers the query, 0–1. */
  readonly relevance: number;
  /** The shares of `fused` from each lane (`meaning`, `words`), exact matches and features; they sum to it. */
  readonly contributions?: Readonly<Record<string, number>>;
  /** The fused score before features had a say, where they had: what thresholds of fused scores hold for (R4). */
  readonly fusion?: number;
  /** Without an answer of the index: the number of searches that had the chunk among their best (R14). */
  readonly uses?: number;
  /** For a chunk that no lane found: its neighbour among the candidates, whose scores its own are shares of (R8). */
  readonly beside?: { readonly chunkId: string; readonly by: 'neighbour' | 'section' | 'document' };
}
