import { type Chunk, fromConversation } from '@shared/chunk';
import type { Notice, StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import type { TokenCounter } from '../models';
import { askCondenser } from './condenser-agent';
import { queryOf, quotedLines, renderContext } from './context-lines';
import { defaultNotice, notUsed } from './model-use';
import { preferMoreFiles } from './more-files';
import { passageRoom, passageTokens } from './prompt-size';
import { chunksById, type Stage } from './stage';

/**
 * A4_Condenser: what the kept chunks say, in a few lines that are each tied to their chunks.
 *
 * Reads   final_selection_ids, base_context_chunks, body, extras, recentConversation
 * Writes  S_CTX_MD, final_selection_ids, views_by_stage.a4, extras.{dropped_for_budget, recalled, token_count}
 * Model   a writer, of whose lines only those stay that their chunks bear out; without one: sentences quoted from
 *         the chunks, never rephrased
 * Source  seeds/001.md §5.6; requirements S7
 *
 * The final selection is the longest prefix by rank, of comparable chunks one of another file first (R11), that has at
 * most N3 chunks and fits what `build.tokenBudget`
 * leaves beside the rest of the prompt, so that nothing is sent in the place of something better (C2). Tokens are counted
 * by the tokenizer of the model that answers, or of the embedding model where none does; an estimate is named one. A chunk that alone
 * exceeds that room is passed over: it could never be sent, and would bar the way for all behind it. Chunks of earlier
 * exchanges leave the selection here: they are no evidence, and go into the prompt beside it.
 */
export const a4Condenser: Stage = {
  id: 'A4_Condenser',
  kind: 'agent',
  from: 'a3',
  to: 'a4',
  reads: ['final_selection_ids', 'base_context_chunks', 'body', 'extras', 'recentConversation'],
  writes: [
    'S_CTX_MD',
    'final_selection_ids',
    'views_by_stage.a4',
    'extras.dropped_for_budget',
    'extras.recalled',
    'extras.token_count',
  ],
  async run(prompt, services, { limits, agents, system }) {
    const chunks = chunksById(prompt);
    const recalled = prompt.final_selection_ids.filter((id) => fromConversation(chunks.get(id)));
    const counter = await services.tokenCounter();
    const { room, frame } = passageRoom(prompt, counter, { limits, system });
    const { selected, dropped, tokens } = selectWithin(prompt, chunks, counter, limits, room);
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
        S_CTX_MD: renderContext(queryOf(prompt), lines, byNumber, counter, limits),
        final_selection_ids: selected,
        views_by_stage: { ...prompt.views_by_stage, a4: selected },
        extras: {
          ...prompt.extras,
          dropped_for_budget: dropped.map(({ subject }) => subject),
          ...recalledExtra(recalled),
          token_count: { model: counter.model, exact: counter.exact, passages: tokens, room, rest: frame },
        },
      },
      by: byModel ? 'model' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        ...(asked?.refused ?? []),
        ...recalled.map(recalledDecision),
        ...dropped,
        countDecision(counter, tokens, room),
      ],
      notices: [
        ...(byModel ? [] : [defaultNotice(services.agent, reason, 'the context was condensed by quoting sentences.')]),
        ...(dropped.length > 0
          ? [
              {
                code: 'dropped-for-budget',
                message: `${dropped.length} of the kept chunks did not fit and were left out.`,
                values: { chunks: dropped.length },
              },
            ]
          : []),
        ...(frame + tokens > limits.build.tokenBudget && selected.length > 0 ? [longPrompt(frame, limits)] : []),
      ],
      calls: asked?.calls ?? [],
      candidatesIn: prompt.final_selection_ids.length,
      candidatesOut: selected.length,
    };
  },
};

const recalledExtra = (recalled: readonly string[]): Pick<SuperPrompt['extras'], 'recalled'> =>
  recalled.length > 0 ? { recalled } : {};

const countDecision = ({ model, exact, reason }: TokenCounter, tokens: number, room: number): StageDecision => ({
  subject: 'extras.token_count',
  decision: exact ? 'counted exactly' : 'estimated',
  reason: `the passages have ${exact ? '' : 'about '}${tokens} of ${room} tokens of ${model}${reason === null ? '' : `: ${reason}`}`,
  reasonCode: exact ? 'tokens-counted' : 'tokens-estimated',
  reasonValues: { tokens, room, model },
  by: 'deterministic',
});

const recalledDecision = (subject: string): StageDecision => ({
  subject,
  decision: 'recalled',
  reason: 'an earlier exchange: it goes into the prompt beside the documents, and nothing rests on it',
  reasonCode: 'earlier-exchange',
  by: 'deterministic',
});

/** Said where passages and the rest may together exceed the budget: the rest counts as long as it may become. */
function longPrompt(frame: number, { build }: PipelineLimits): Notice {
  return {
    code: 'prompt-over-budget',
    message: `Question, conversation and context take up to ${frame} of the ${build.tokenBudget} tokens of a prompt; the passages may take half of them all the same.`,
    values: { frame, budget: build.tokenBudget },
  };
}

/** What fits, in rank order but for a preference for more files, and what does not, lowest rank first. */
function selectWithin(
  prompt: SuperPrompt,
  chunks: ReadonlyMap<string, Chunk>,
  counter: TokenCounter,
  limits: PipelineLimits,
  room: number,
): { selected: string[]; dropped: StageDecision[]; tokens: number } {
  const selected: string[] = [];
  const dropped: StageDecision[] = [];
  let tokens = 0;
  let full = false;
  const documents = prompt.final_selection_ids.flatMap((id) => {
    const chunk = chunks.get(id);
    if (fromConversation(chunk)) return [];
    return [{ id, documentId: chunk?.documentId ?? id, relevance: prompt.extras.rerank_relevance?.[id] ?? 0 }];
  });
  for (const { id } of preferMoreFiles(documents)) {
    const chunk = chunks.get(id);
    const size = chunk ? passageTokens(chunk, selected.length + 1, counter) : 0;
    const overCap = selected.length >= limits.N3_FINAL_SELECTION_MAX;
    full ||= size <= room && tokens + size > room;
    if (!overCap && !full && size <= room) {
      selected.push(id);
      tokens += size;
      continue;
    }
    const most = limits.N3_FINAL_SELECTION_MAX;
    const why: Pick<StageDecision, 'reason' | 'reasonCode' | 'reasonValues'> = overCap
      ? { reason: `over the cap of ${most} chunks`, reasonCode: 'over-cap', reasonValues: { most } }
      : {
          reason: `its ${size} tokens do not fit what better ranked chunks leave of the ${room} tokens for passages`,
          reasonCode: 'no-room',
          reasonValues: { tokens: size, room },
        };
    dropped.push({ subject: id, decision: 'dropped', ...why, by: 'default' });
  }
  return { selected, dropped: dropped.reverse(), tokens };
}
