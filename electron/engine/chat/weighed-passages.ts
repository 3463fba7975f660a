import type { Citation } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { asksForWhole, type SuperPrompt } from '@shared/prompt/super-prompt';
import type { QueryEmbedder } from '../retrieval';
import type { CitableChunk } from './citations';
import {
  answerConfidence,
  bandOf,
  type ConfidenceWeights,
  evidenceOf,
  hasSufficientContext,
  isElsewhere,
} from './confidence';
import { nearestPlaces, quotedFrom } from './quoting/extractive-answer';
import { scoredUnits } from './quoting/score-sentences';
import { meaningOf, nearnessOfSentences } from './quoting/sentence-similarity';

/** The embedding model of the library, as far as passages are weighed with it. */
interface WeighingModel {
  load(): Promise<QueryEmbedder>;
  readonly entry: { readonly confidence: ConfidenceWeights };
}

/** Returns what the passages of a prompt hold for its question, and whether that is enough to answer from. */
export async function weighedPassages(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  model: WeighingModel,
  signal: AbortSignal,
) {
  const citable = citableChunks(prompt);
  const top = citable.slice(0, limits.rerank.chatTopN).map(({ score }) => score);
  const hasContext = hasSufficientContext(top, limits.retrieval.thresholds.relevance, limits.answer.minChunks);
  const { passages, meant, question, texts } = quotedFrom(prompt, citable, limits);
  const cosines =
    hasContext && texts.length > 0
      ? await nearnessOfSentences(model, meant, texts, limits.retrieval.meaningPatienceMs, signal)
      : null;
  const ranked = scoredUnits(passages, question, meaningOf(texts, cosines));
  const [best] = ranked;
  const nearest = best ? (cosines?.[texts.indexOf(best.unit.text)] ?? null) : null;
  const evidence = evidenceOf(prompt, citable, question, nearest);
  const value = answerConfidence(evidence, model.entry.confidence);
  // Passages of a whole document are near to no question.
  const isTold = citable.length > 0 && asksForWhole(prompt);
  const { bands, leastCoverage } = limits.answer;
  const elsewhere = isElsewhere(evidence, citable, prompt.extras.query?.language, leastCoverage);
  const isEnough = isTold || (hasContext && !elsewhere && bandOf(value, bands) !== 'very-low');
  return { ranked, evidence, confidence: value, isEnough, isTold };
}

/** The best passages that the stages have found, kept or not, none that overlaps another or says the same. */
export function nearestPassages(prompt: SuperPrompt, limits: PipelineLimits): Citation[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const ids = new Set([...prompt.final_selection_ids, ...(prompt.views_by_stage.reranked ?? []), ...chunks.keys()]);
  const taken: CitableChunk[] = [];
  for (const id of ids) {
    if (taken.length === limits.answer.nearestPassages) break;
    const chunk = chunks.get(id);
    if (!chunk || taken.some((other) => isSamePlace(other.chunk, chunk))) continue;
    taken.push({ chunk, number: taken.length + 1, score: relevanceOf(prompt, id) });
  }
  return nearestPlaces(prompt, taken, limits);
}

const isSamePlace = (one: Chunk, other: Chunk): boolean =>
  one.text === other.text ||
  (one.documentId === other.documentId && one.startChar < other.endChar && other.startChar < one.endChar);

/** The chunks that were sent, in the order of their numbers, with their relevance. */
export function citableChunks(prompt: SuperPrompt): CitableChunk[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  return prompt.final_selection_ids.flatMap((id, position) => {
    const chunk = chunks.get(id);
    return chunk ? [{ chunk, number: position + 1, score: relevanceOf(prompt, id) }] : [];
  });
}

/**
 * Relevance 0–1 of a passage that the gate has let through. A cross-encoder's sigmoid is no calibrated probability and
 * may be low throughout: then the calibrated relevance of Retrieval counts, as in A3 (docs/adr/0014).
 */
function relevanceOf({ extras }: SuperPrompt, id: string): number {
  return Math.max(extras.rerank_relevance?.[id] ?? 0, extras.retrieval_scores?.[id]?.relevance ?? 0);
}
