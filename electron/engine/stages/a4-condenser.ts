import type { Chunk } from '@shared/chunk';
import type { StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { askCondenser } from './condenser-agent';
import { queryOf, quotedLines, renderContext } from './context-lines';
import { defaultNotice, notUsed } from './model-use';
import { chunksById, type Stage, type StageServices } from './stage';

/**
 * A4_Condenser: what the kept chunks say, in a few lines that are each tied to their chunks.
 *
 * Reads   final_selection_ids, base_context_chunks, body, extras.{query, rerank_relevance}
 * Writes  S_CTX_MD, final_selection_ids, views_by_stage.a4, extras.dropped_for_budget
 * Model   a writer, of whose lines only those stay that their chunks bear out; without one: sentences quoted from
 *         the chunks, never rephrased
 * Source  seeds/001.md §5.6; requirements S7
 *
 * The final selection is the longest prefix by rank that has at most N3 chunks and fits `build.tokenBudget`, so that
 * nothing is sent in the place of something better (C2). A chunk that alone exceeds the budget is passed over: it
 * could never be sent, and would bar the way for all behind it.
 */
export const a4Condenser: Stage = {
  id: 'A4_Condenser',
  kind: 'agent',
  from: 'a3',
  to: 'a4',
  reads: ['final_selection_ids', 'base_context_chunks', 'body', 'extras.query', 'extras.rerank_relevance'],
  writes: ['S_CTX_MD', 'final_selection_ids', 'views_by_stage.a4', 'extras.dropped_for_budget'],
  async run(prompt, services, { limits, agents }) {
    const chunks = chunksById(prompt);
    const { selected, dropped } = selectWithin(prompt, chunks, services, limits);
    const byNumber = selected.flatMap((id, position) => {
      const chunk = chunks.get(id);
      return chunk ? [{ chunk, number: position + 1 }] : [];
    });
    const asked =
      services.agent && byNumber.length > 0
        ? await askCondenser(services.agent, prompt, byNumber, agents.A4_Condenser, services.signal)
        : null;
    const byModel = asked !== null && asked.lines.length > 0;
    const reason = asked ? asked.reason : 'no chunk was kept';
    const quoted = quotedLines(prompt, byModel ? asked.silent : byNumber, byNumber, limits);
    const lines = byModel ? [...asked.lines, ...quoted] : quoted;
    return {
      prompt: {
        ...prompt,
        S_CTX_MD: renderContext(queryOf(prompt), lines, byNumber, services, limits),
        final_selection_ids: selected,
        views_by_stage: { ...prompt.views_by_stage, a4: selected },
        extras: { ...prompt.extras, dropped_for_budget: dropped.map(({ subject }) => subject) },
      },
      by: byModel ? 'model' : 'default',
      decisions: [...notUsed(services.agent, reason), ...(asked?.refused ?? []), ...dropped],
      notices: [
        ...(byModel ? [] : [defaultNotice(services.agent, reason, 'the context was condensed by quoting sentences.')]),
        ...(dropped.length > 0
          ? [
              {
                code: 'dropped-for-budget',
                message: `${dropped.length} of the kept chunks did not fit and were left out.`,
              },
            ]
          : []),
      ],
      calls: asked?.calls ?? [],
      candidatesIn: prompt.final_selection_ids.length,
      candidatesOut: selected.length,
    };
  },
};

/** What fits, in rank order, and what does not, lowest rank first. */
function selectWithin(
  prompt: SuperPrompt,
  chunks: ReadonlyMap<string, Chunk>,
  services: StageServices,
  limits: PipelineLimits,
): { selected: string[]; dropped: StageDecision[] } {
  const selected: string[] = [];
  const dropped: StageDecision[] = [];
  const budget = limits.build.tokenBudget;
  let tokens = 0;
  let full = false;
  for (const id of prompt.final_selection_ids) {
    const size = services.countTokens(chunks.get(id)?.text ?? '');
    const overCap = selected.length >= limits.N3_FINAL_SELECTION_MAX;
    full ||= size <= budget && tokens + size > budget;
    if (!overCap && !full && size <= budget) {
      selected.push(id);
      tokens += size;
      continue;
    }
    const reason = overCap
      ? `over the cap of ${limits.N3_FINAL_SELECTION_MAX} chunks`
      : `its ${size} tokens do not fit what better ranked chunks leave of the budget of ${budget}`;
    dropped.push({ subject: id, decision: 'dropped', reason, by: 'default' });
  }
  return { selected, dropped: dropped.reverse() };
}
