import type { PipelineLimits } from '@shared/limits';
import { reachesThreshold } from './fusion';
import type { Candidate } from './rank-candidates';

/** Whether a candidate reaches the thresholds of its scores: then the library has something to say (R4, R5). */
export function isInScope({ scores }: Candidate, { retrieval: { thresholds } }: PipelineLimits): boolean {
  const { kind, value } = scores.fused;
  return (
    reachesThreshold({ kind, value: Math.max(value, scores.fusion ?? value) }, thresholds) &&
    reachesThreshold({ kind: 'relevance', value: scores.relevance }, thresholds)
  );
}
