import type { Notice } from './search';

export type Outcome = 'answered' | 'fallback' | 'greeting' | 'incomplete';
export type Band = 'high' | 'medium' | 'low' | 'very-low';

export interface Citation {
  /** The N of `[Citation N]` in the answer. */
  readonly marker: number;
  readonly chunkId: string;
  readonly documentId: string;
  readonly title: string;
  readonly path: string;
  readonly pages: readonly number[];
  readonly headings: readonly string[];
  readonly checksum: string;
  /** At most 200 characters, cut at a sentence where one ends. */
  readonly snippet: string;
  /** The quoted or supporting span in the document's text. */
  readonly startChar: number;
  readonly endChar: number;
  /** Relevance of the chunk, 0–1. */
  readonly score: number;
}

export interface Answer {
  readonly messageId: string;
  readonly conversationId: string;
  readonly question: string;
  /** Markdown with `[Citation N]` markers; every marker has its entry in `citations`. */
  readonly answer: string;
  readonly outcome: Outcome;
  /** True when the answer is made of quoted sentences (no language model wrote it). */
  readonly quoted: boolean;
  readonly citations: readonly Citation[];
  /** Σ(score_i/i)/Σ(1/i) over the relevance of the selected chunks, 0–1. */
  readonly confidence: number;
  readonly band: Band;
  /** Why the confidence is what it is, in a sentence. */
  readonly reason: string;
  readonly timings: {
    readonly total: number;
    readonly stages: Readonly<Record<string, number>>;
    readonly answer: number;
  };
  readonly notices: readonly Notice[];
  readonly suggestions: readonly string[];
  readonly runId: string | null;
  readonly model: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface ConversationSummary {
  readonly conversationId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messages: number;
}

/** One exchange, as logged (C9). */
export interface QaLogEntry extends Answer {
  readonly requestId: string;
}
