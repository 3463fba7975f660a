import type { Notice, StageDecision } from '@shared/contract';
import { codedError } from '@shared/errors';
import { asksForWhole, type CorrectedName, emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import { rounded } from '@shared/ranking';
import { asReason, notice, reasoned, tooSlow } from '@shared/words/sayings';
import { deadline } from '../async';
import type { Candidate, Retrieved } from '../retrieval';
import { misspeltNamesIn, renderRerankQuery, withNames } from './builder/render-blocks';
import { readBest } from './reading';
import { queryFound } from './retrieval';
import { chunksById, type Stage, type StageConfig, type StageServices } from './stage';

/**
 * ReRanker: the order of the best candidates, by reading query and chunk together.
 *
 * Reads   views_by_stage.retrieval (at most N2 ids), base_context_chunks, body, extras.{query, retrieval_scores}
 * Writes  views_by_stage.reranked, extras.{rerank_query, rerank_relevance, rerank_distribution, reading}
 * Model   a cross-encoder; without one, or when it takes too long: the fused order, with a notice. Beside it a reader,
 *         where the limits name one
 * Source  seeds/001.md §5.4; requirements S5, R10
 */
export const reRanker: Stage = {
  id: 'ReRanker',
  writes: [
    'views_by_stage.reranked',
    'extras.rerank_query',
    'extras.rerank_relevance',
    'extras.rerank_distribution',
    'extras.reading',
  ],
  async run(prompt, services, { limits }) {
    const view = prompt.views_by_stage.retrieval ?? [];
    const ids = view.slice(0, limits.N2_RERANK_TOP_K);
    const fused = new Map(ids.map((id) => [id, prompt.extras.retrieval_scores?.[id]?.relevance ?? 0]));
    const question = questionMeant(prompt);
    // A passage chosen by its place in a document keeps it: it is near to no question.
    const scored = asksForWhole(prompt)
      ? { relevance: null, notice: null }
      : await crossEncode(prompt, question.text, ids, services, limits.rerank.timeoutMs);
    const names = scored.relevance ? question.names : [];
    const relevance = scored.relevance ?? fused;
    const ordered = scored.relevance
      ? [...ids].sort((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0) || (a < b ? -1 : 1))
      : ids;
    const read = await readBest(prompt, question.task, ordered, services, limits);
    const values = [...relevance.values()];
    return {
      prompt: {
        ...prompt,
        views_by_stage: { ...prompt.views_by_stage, reranked: read.ordered },
        extras: {
          ...prompt.extras,
          ...(names.length > 0 ? { rerank_query: question.text } : {}),
          ...(read.reading ? { reading: read.reading } : {}),
          rerank_relevance: Object.fromEntries(ordered.map((id) => [id, relevance.get(id) ?? 0])),
          rerank_distribution: {
            min: values.length > 0 ? Math.min(...values) : 0,
            max: values.length > 0 ? Math.max(...values) : 0,
            mean: rounded(values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)),
          },
        },
      },
      by: scored.relevance ? 'model' : 'default',
      decisions: [...names.map(nameDecision), ...read.decisions],
      notices: [...(scored.notice ? [scored.notice] : []), ...read.notices],
      candidatesIn: view.length,
      candidatesOut: ordered.length,
    };
  },
};

/** The typed question with corrected names, also without what is told beside the task; and the names in it. */
function questionMeant(prompt: SuperPrompt): { text: string; task: string; names: readonly CorrectedName[] } {
  const names = misspeltNamesIn(prompt);
  const body = names.length > 0 ? withNames(prompt.body, names) : prompt.body;
  return { text: renderRerankQuery(body), task: body.task ?? '', names };
}

const nameDecision = ({ word, written }: CorrectedName): StageDecision => ({
  subject: word,
  decision: written,
  reason: reasoned('name-as-written'),
  by: 'deterministic',
});

async function crossEncode(
  prompt: SuperPrompt,
  question: string,
  ids: readonly string[],
  services: StageServices,
  timeoutMs: number,
) {
  const { reranker } = services;
  if (!reranker) return { relevance: null, notice: notice('no-reranker') };
  const chunks = chunksById(prompt);
  const signal = deadline(timeoutMs, services.signal);
  try {
    const texts = ids.map((id) => chunks.get(id)?.text ?? '');
    const logits = await reranker.score(question, texts, signal);
    const relevance = new Map(ids.map((id, position) => [id, rounded(1 / (1 + Math.exp(-(logits[position] ?? 0))))]));
    return { relevance, notice: null };
  } catch (error) {
    if (services.signal?.aborted) throw error;
    const why = signal.aborted ? tooSlow(timeoutMs) : codedError(error);
    return { relevance: null, notice: notice('rerank-failed', asReason(why)) };
  }
}

/** Search results in the order of a cross-encoder, outside a run. */
export interface RerankedFound {
  /** Those that it has read come first, each with its relevance for its score; the others keep their order. */
  readonly candidates: readonly Candidate[];
  readonly notices: readonly Notice[];
  readonly ms: number;
}

/** Orders what a search has found as the stage does in a run; without a cross-encoder nothing changes but the notices. */
export async function rerankFound(
  query: string,
  found: Retrieved,
  services: Pick<StageServices, 'reranker' | 'signal'>,
  config: StageConfig,
): Promise<RerankedFound> {
  const started = performance.now();
  const { candidates } = found;
  const raw = emptySuperPrompt(query);
  const ids = candidates.map(({ chunk }) => chunk.id);
  const prompt = {
    ...raw,
    body: { ...raw.body, task: query },
    base_context_chunks: candidates.map(({ chunk }) => chunk),
    views_by_stage: { ...raw.views_by_stage, retrieval: ids },
    extras: {
      ...raw.extras,
      query: queryFound(found),
      retrieval_scores: Object.fromEntries(candidates.map(({ chunk, scores }) => [chunk.id, scores])),
    },
  };
  const result = await reRanker.run(
    prompt,
    {
      ...services,
      agent: null,
      evidence: () => Promise.reject(new TypeError('the candidates are there already')),
      tokenCounter: () => Promise.reject(new TypeError('no prompt is built')),
    },
    config,
  );
  const first = result.prompt.views_by_stage.reranked ?? ids;
  const relevance = result.by === 'model' ? (result.prompt.extras.rerank_relevance ?? {}) : {};
  const place = new Map(first.map((id, position) => [id, position]));
  const placeOf = ({ chunk }: Candidate): number => place.get(chunk.id) ?? first.length;
  return {
    candidates: [...candidates]
      .sort((a, b) => placeOf(a) - placeOf(b))
      .map(({ chunk, scores }) => {
        const value = relevance[chunk.id];
        return value === undefined
          ? { chunk, scores }
          : { chunk, scores: { ...scores, fused: { kind: 'relevance' as const, value } } };
      }),
    notices: result.notices,
    ms: performance.now() - started,
  };
}
