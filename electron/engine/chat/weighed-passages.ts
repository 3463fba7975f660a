import type { PipelineLimits } from '@shared/limits';
import { type Chunk, fromConversation } from '@shared/prompt/chunk';
import { asksForWhole, type SuperPrompt } from '@shared/prompt/super-prompt';
import type { QueryEmbedder } from '../retrieval';
import type { CitableChunk } from './citations';
import { answerConfidence, type ConfidenceWeights, evidenceOf, hasSufficientContext, isSure } from './confidence';
import { bestPassages } from './quoting/best-passages';
import { quotedFrom } from './quoting/extractive-answer';
import { asRead, leadOf, withWords } from './quoting/read-passages';
import { scoredUnits } from './quoting/score-sentences';
import { meaningOf, nearnessOfSentences } from './quoting/sentence-similarity';

/** The embedding model of the library, as far as passages are weighed with it. */
interface WeighingModel {
  load(): Promise<QueryEmbedder>;
  readonly entry: { readonly confidence: ConfidenceWeights };
}

/** Relevance of the nearest passage below which nothing was found, 0–1. */
const leastRelevance = 0.05;

/**
 * Returns what the passages of a prompt hold for its question: the evidence for an answer, its confidence, the ranked
 * sentences of what the gate kept, and the passages that answer best, kept or not.
 */
export async function weighedPassages(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  model: WeighingModel,
  signal: AbortSignal,
) {
  const citable = citableChunks(prompt);
  const candidates = nearestChunks(prompt, citable, limits);
  const { question, meant, passages, texts } = quotedFrom(prompt, candidates);
  const cosines =
    texts.length > 0
      ? await nearnessOfSentences(model, meant, texts, limits.retrieval.meaningPatienceMs, signal)
      : null;
  const all = scoredUnits(passages, question, meaningOf(texts, cosines));
  const kept = new Set(citable.slice(0, limits.rerank.chatTopN).map(({ chunk }) => chunk.id));
  const ranked = all.filter(({ passage }) => kept.has(passage.chunk.id));
  const [best] = ranked;
  const nearest = best ? (cosines?.[texts.indexOf(best.unit.text)] ?? null) : null;
  const { reading } = prompt.extras;
  const lead = leadOf(reading);
  const evidence = {
    ...evidenceOf(prompt, citable, candidates, question, nearest),
    ...(lead === null ? {} : { reading: lead }),
  };
  const confidence = answerConfidence(evidence, model.entry.confidence);
  // Passages of a whole document are near to no question.
  const isTold = citable.length > 0 && asksForWhole(prompt);
  const top = citable.slice(0, limits.rerank.chatTopN).map(({ score }) => score);
  const hasContext = hasSufficientContext(top, limits.retrieval.thresholds.relevance, limits.answer.minChunks);
  const isAbout = hasContext && evidence.absent.length === 0;
  return {
    ranked,
    shown: bestPassages(
      (limits.rerank.readerDecides ? asRead(all, reading) : all).filter(
        ({ passage }) => !fromConversation(passage.chunk),
      ),
      limits.answer,
    ).map((one) => withWords(one, reading, candidates)),
    evidence,
    confidence,
    isTold,
    /** Something is near enough to be shown. */
    isFound: candidates.some(({ chunk, score }) => !fromConversation(chunk) && score >= leastRelevance),
    /** A model may write from the passages. */
    isEnough: isTold || (isAbout && confidence >= limits.answer.bands.low),
    /** A quotation is right often enough to be called an answer. */
    isSure: isAbout && isSure(question, confidence, limits.answer.bands, model.entry.confidence),
  };
}

/** The passages that may be shown: those that the gate kept, then the nearest of the others, each of another place. */
function nearestChunks(prompt: SuperPrompt, citable: readonly CitableChunk[], limits: PipelineLimits): CitableChunk[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const taken = citable.slice(0, limits.rerank.chatTopN);
  for (const id of [...(prompt.views_by_stage.reranked ?? []), ...chunks.keys()]) {
    if (taken.length >= 2 * limits.answer.shownPassages) break;
    const chunk = chunks.get(id);
    // An earlier exchange is no document.
    if (!chunk || fromConversation(chunk) || taken.some((other) => isSamePlace(other.chunk, chunk))) continue;
    taken.push({ chunk, number: taken.length + 1, score: relevanceOf(prompt, id) });
  }
  return taken;
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
