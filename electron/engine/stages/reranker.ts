import type { StageDecision } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { CorrectedName, SuperPrompt } from '@shared/super-prompt';
import { namesIn, withNames } from './corrected-names';
import { renderRerankQuery } from './render-blocks';
import { chunksById, type Stage, type StageServices } from './stage';

/**
 * ReRanker: the order of the best candidates, by reading query and chunk together.
 *
 * Reads   views_by_stage.retrieval (at most N2 ids), base_context_chunks, body, extras.{query, retrieval_scores}
 * Writes  views_by_stage.reranked, extras.{rerank_query, rerank_relevance, rerank_distribution}
 * Model   a cross-encoder; without one, or when it takes too long: the fused order, with a notice
 * Source  seeds/001.md §5.4; requirements S5, R10
 */
export const reRanker: Stage = {
  id: 'ReRanker',
  kind: 'function',
  from: 'retrieval',
  to: 'reranked',
  reads: ['views_by_stage.retrieval', 'base_context_chunks', 'body', 'extras.query', 'extras.retrieval_scores'],
  writes: ['views_by_stage.reranked', 'extras.rerank_query', 'extras.rerank_relevance', 'extras.rerank_distribution'],
  async run(prompt, services, { limits }) {
    const view = prompt.views_by_stage.retrieval ?? [];
    const ids = view.slice(0, limits.N2_RERANK_TOP_K);
    const fused = new Map(ids.map((id) => [id, prompt.extras.retrieval_scores?.[id]?.relevance ?? 0]));
    const question = questionMeant(prompt);
    const scored = await crossEncode(prompt, question.text, ids, services, limits.rerank.timeoutMs);
    const names = scored.relevance ? question.names : [];
    const relevance = scored.relevance ?? fused;
    const ordered = scored.relevance
      ? [...ids].sort((a, b) => (relevance.get(b) ?? 0) - (relevance.get(a) ?? 0) || (a < b ? -1 : 1))
      : ids;
    const values = [...relevance.values()];
    return {
      prompt: {
        ...prompt,
        views_by_stage: { ...prompt.views_by_stage, reranked: ordered },
        extras: {
          ...prompt.extras,
          ...(names.length > 0 ? { rerank_query: question.text } : {}),
          rerank_relevance: Object.fromEntries(ordered.map((id) => [id, relevance.get(id) ?? 0])),
          rerank_distribution: {
            min: values.length > 0 ? Math.min(...values) : 0,
            max: values.length > 0 ? Math.max(...values) : 0,
            mean: rounded(values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)),
          },
        },
      },
      by: scored.relevance ? 'model' : 'default',
      decisions: names.map(nameDecision),
      notices: scored.notice ? [scored.notice] : [],
      candidatesIn: view.length,
      candidatesOut: ordered.length,
    };
  },
};

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The question as it was typed, but for its misspelt names; and those of them that stand in it. */
function questionMeant(prompt: SuperPrompt): { text: string; names: readonly CorrectedName[] } {
  const names = namesIn(prompt);
  const body = names.length > 0 ? withNames(prompt.body, names) : prompt.body;
  return { text: renderRerankQuery(body), names };
}

const nameDecision = ({ word, written }: CorrectedName): StageDecision => ({
  subject: word,
  decision: written,
  reason: 'the question was read with the name as the documents write it',
  reasonCode: 'name-as-written',
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
  if (!reranker) {
    return {
      relevance: null,
      notice: { code: 'no-reranker', message: 'No reranking model is in use: the order of Retrieval was kept.' },
    };
  }
  const chunks = chunksById(prompt);
  const timeout = AbortSignal.timeout(Math.max(timeoutMs, 1));
  const signal = services.signal ? AbortSignal.any([services.signal, timeout]) : timeout;
  try {
    const texts = ids.map((id) => chunks.get(id)?.text ?? '');
    const logits = await reranker.score(question, texts, signal);
    const relevance = new Map(ids.map((id, position) => [id, rounded(1 / (1 + Math.exp(-(logits[position] ?? 0))))]));
    return { relevance, notice: null };
  } catch (error) {
    if (services.signal?.aborted) throw error;
    const reason = timeout.aborted ? `it took longer than ${timeoutMs} ms` : reportOf(error).message;
    return {
      relevance: null,
      notice: {
        code: 'rerank-failed',
        message: `The reranking model was not used (${reason}): the order of Retrieval was kept.`,
        values: { reason },
      },
    };
  }
}
