import { estimateTokens } from './estimate-tokens';

/** Counts tokens as one model does, or as nearly as can be. */
export interface TokenCounter {
  /** Whose tokens are counted: `provider:model`, or an embedding model's id. */
  readonly model: string;
  /** Whether they are counted by the model's own tokenizer. */
  readonly exact: boolean;
  /** Why they are only estimated; null where they are counted. */
  readonly reason: string | null;
  /** Tokens of the text alone, without special tokens and chat template. */
  count(text: string): number;
}

/** Counts by kinds of characters, for a model whose tokenizer cannot be had. */
export const estimatedCounter = (model: string, reason: string): TokenCounter => ({
  model,
  exact: false,
  reason,
  count: estimateTokens,
});
