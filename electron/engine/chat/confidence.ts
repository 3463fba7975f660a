import type { Band } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';

/**
 * Σ(score_i/i) / Σ(1/i): the mean of relevance with the better ranked counting more. 0 for no scores.
 * (seeds: confidence scoring.)
 *
 * @param scores relevance 0–1, in rank order
 */
export function confidence(scores: readonly number[]): number {
  const weight = scores.reduce((sum, _score, position) => sum + 1 / (position + 1), 0);
  const weighted = scores.reduce((sum, score, position) => sum + score / (position + 1), 0);
  return weight === 0 ? 0 : weighted / weight;
}

/** At least `minChunks` scores at or above the threshold (C6). */
export function hasSufficientContext(scores: readonly number[], threshold: number, minChunks: number): boolean {
  return scores.filter((score) => score >= threshold).length >= Math.max(minChunks, 1);
}

export function bandOf(value: number, bands: PipelineLimits['answer']['bands']): Band {
  if (value >= bands.high) return 'high';
  if (value >= bands.medium) return 'medium';
  return value >= bands.low ? 'low' : 'very-low';
}
