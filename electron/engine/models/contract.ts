/** Abilities of every model, whatever runs it: onnxruntime, Ollama or an OpenAI-compatible server. */

import { VitrineError } from '@shared/errors';
import type { TokenCounter } from './token-counter';

export type EmbeddingKind = 'query' | 'passage';

export interface Embedder {
  readonly id: string;
  readonly dimension: number;
  /** Tokens the model sees at once; longer texts are embedded by windows and averaged (I8). */
  readonly maxTokens: number;
  /** Texts that one call may carry at no loss; one where not set (a CPU model runs one at a time anyway). */
  readonly textsPerCall?: number;
  /** Tokens of `text` by the model's own tokenizer, without special tokens; an estimate for a server's model. */
  countTokens(text: string): number;
  /** Set where `countTokens` can only estimate. */
  readonly estimatesTokens?: true;
  /**
   * One vector a text, in order: `Float32Array[dimension]`, L2-normalised. The vector of a text does not depend on
   * its neighbours (I9): a CPU model sees one text, or one window of it, a call.
   * Errors: `model-failed`, `cancelled`.
   */
  embed(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}

export interface Reranker {
  readonly id: string;
  /** One logit a text, in order. Errors: `model-failed`, `model-timeout`, `cancelled`. */
  score(query: string, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array>;
  dispose(): Promise<void>;
}

export interface NliScores {
  readonly entailment: number;
  readonly neutral: number;
  readonly contradiction: number;
}

export interface NliModel {
  readonly id: string;
  /** One result a pair, in order. Errors: `model-missing`, `model-damaged`, `model-failed`, `cancelled`. */
  classify(
    pairs: readonly (readonly [premise: string, hypothesis: string])[],
    signal?: AbortSignal,
  ): Promise<NliScores[]>;
  dispose(): Promise<void>;
}

/** The best range of a passage for a question, UTF-16, as a reader sees it. */
export interface Reading {
  readonly start: number;
  readonly end: number;
  /** Sum of the logits of its first and its last token. */
  readonly score: number;
  /** The score that it must beat to be an answer: that of there being none. */
  readonly none: number;
}

export interface Reader {
  readonly id: string;
  /**
   * One reading a text, in order; null for a text without words.
   * Errors: `model-missing`, `model-damaged`, `model-failed`, `model-timeout`, `cancelled`.
   */
  read(question: string, texts: readonly string[], signal?: AbortSignal): Promise<(Reading | null)[]>;
  dispose(): Promise<void>;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A server's counts for one answer; null if it does not give them. */
export interface ChatUsage {
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
}

export interface ChatOptions {
  readonly temperature: number;
  readonly seed: number;
  readonly maxTokens: number;
  readonly contextTokens: number;
  readonly stop?: readonly string[];
  /** JSON schema that the answer must follow, where the server can enforce one. */
  readonly format?: object;
  /** Called before an answer that the server writes without `format`, since it refused it. */
  readonly onFormatRefused?: () => void;
  /** Called at most once, at the end of an answer, by servers that count. */
  readonly onUsage?: (usage: ChatUsage) => void;
  /** Called at the end of an answer that the server cut at `maxTokens`. */
  readonly onCut?: () => void;
  /** Called before a wait that is not the server's (a turn, a pause), and when the server is asked after it. */
  readonly onTurn?: (state: 'waiting' | 'asked') => void;
}

export interface ChatModel {
  readonly id: string;
  readonly contextTokens: number;
  /** Tokens of a prompt as its server gets it: its text's, and what a chat template may add. */
  countTokens(text: string): Promise<number>;
  /** Counts texts alone, by the model's own tokenizer where it can be had. Never rejects. */
  tokenCounter(): Promise<TokenCounter>;
  chat(messages: readonly ChatMessage[], options: ChatOptions, signal?: AbortSignal): AsyncIterable<string>;
}

/** The same model, asked in another way. */
export const withChat = (model: ChatModel, chat: ChatModel['chat']): ChatModel => ({
  id: model.id,
  contextTokens: model.contextTokens,
  countTokens: (text) => model.countTokens(text),
  tokenCounter: () => model.tokenCounter(),
  chat,
});

/** Between two runs of a model: throws `model-timeout` when the signal's time is up, `cancelled` when aborted. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    throw new VitrineError('model-timeout', { why: 'local' });
  }
  throw new VitrineError('cancelled');
}
