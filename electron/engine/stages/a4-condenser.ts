import type { ModelCall, StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { type Chunk, fromConversation } from '@shared/prompt/chunk';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import {
  type GivenValues,
  notice,
  type Reason,
  type ReasonCode,
  reasoned,
  unused,
  type WhyUnused,
} from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import type { TokenCounter } from '../models';
import { termSet, words } from '../text/terms';
import { renderQuestion, renderSoFar } from './builder/render-blocks';
import {
  type ContextLine,
  type Numbered,
  passageRoom,
  passageTokens,
  queryOf,
  quotable,
  quotedLines,
  renderContext,
} from './condenser/context-lines';
import { batchesOf, chunksById, defaultNotice, notUsed, type Stage, type StageConfig, shortened } from './stage';

/**
 * A4_Condenser: the content of the kept chunks, in a few lines that are each tied to their chunks.
 *
 * Reads   final_selection_ids, base_context_chunks, body, extras, recentConversation
 * Writes  S_CTX_MD, final_selection_ids, views_by_stage.a4, extras.{dropped_for_budget, recalled, token_count},
 *         prompt_ready
 * Model   a writer, of whose lines only those stay that their chunks support; without one: sentences quoted from
 *         the chunks, never rephrased
 * Source  seeds/001.md §5.6; requirements S7
 *
 * The final selection is the longest prefix by rank, of comparable chunks one of another file first (R11), that has at
 * most N3 chunks and fits the room that `build.tokenBudget` leaves beside the rest of the prompt: nothing is sent in
 * place of a better chunk (C2). The tokenizer of the answering model counts, or otherwise that of the embedding model;
 * an estimate is named one. A chunk that alone exceeds that room is skipped: it could never be sent, and would block
 * all later ones. Chunks of earlier exchanges leave the selection here: they are no evidence, and go into the prompt
 * beside it.
 */
export const a4Condenser: Stage = {
  id: 'A4_Condenser',
  writes: [
    'S_CTX_MD',
    'final_selection_ids',
    'views_by_stage.a4',
    'extras.dropped_for_budget',
    'extras.recalled',
    'extras.token_count',
    'prompt_ready',
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
    const reason = asked ? asked.reason : unused('none-kept');
    const quoted = quotedLines(prompt, byModel ? asked.silent : byNumber, byNumber, limits);
    const lines = byModel ? [...asked.lines, ...quoted] : quoted;
    const S_CTX_MD = renderContext(prompt, lines, byNumber, counter, limits);
    return {
      prompt: {
        ...prompt,
        S_CTX_MD,
        prompt_ready: renderSoFar({ ...prompt, S_CTX_MD }),
        final_selection_ids: selected,
        views_by_stage: { ...prompt.views_by_stage, a4: selected },
        extras: {
          ...prompt.extras,
          dropped_for_budget: dropped.map(({ subject }) => subject),
          ...(recalled.length > 0 ? { recalled } : {}),
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
        ...(byModel ? [] : [defaultNotice('A4_Condenser', services.agent, reason)]),
        ...(dropped.length > 0 ? [notice('dropped-for-budget', { chunks: dropped.length })] : []),
        // The rest counts as long as it may become: with the passages it may exceed the budget.
        ...(frame + tokens > limits.build.tokenBudget && selected.length > 0
          ? [notice('prompt-over-budget', { frame, budget: limits.build.tokenBudget })]
          : []),
      ],
      calls: asked?.calls ?? [],
      candidatesIn: prompt.final_selection_ids.length,
      candidatesOut: selected.length,
    };
  },
};

const countDecision = ({ model, exact }: TokenCounter, tokens: number, room: number): StageDecision => ({
  subject: 'extras.token_count',
  decision: exact ? 'counted exactly' : 'estimated',
  reason: reasoned(exact ? 'tokens-counted' : 'tokens-estimated', { tokens, room, model }),
  by: 'deterministic',
});

const recalledDecision = (subject: string): StageDecision => ({
  subject,
  decision: 'recalled',
  reason: reasoned('earlier-exchange'),
  by: 'deterministic',
});

/** The chunks that fit, in rank order but for a preference for more files, and the others, lowest rank first. */
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
  for (const { id } of diversifySources(documents)) {
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
    const reason = overCap ? reasoned('over-cap', { most }) : reasoned('no-room', { tokens: size, room });
    dropped.push({ subject: id, decision: 'dropped', reason, by: 'default' });
  }
  return { selected, dropped: dropped.reverse(), tokens };
}

const kinds = ['fact', 'constraint', 'open_issue'] as const satisfies readonly ContextLine['kind'][];
const answer = z.object({
  lines: z.array(z.object({ kind: z.string(), text: z.string(), ids: z.array(z.string()) })),
});
type WrittenLine = z.infer<typeof answer>['lines'][number];

/** Marks that a model sets itself; the real ones are set from its ids. */
const ownMarks = /[[(]\s*(?:citation\s*\d+|p\d+(?:\s*,\s*p\d+)*)\s*[\])]/giu;
/** Longest line that is taken over, characters. */
const longestLine = 400;

interface CondenserAnswer {
  /** Lines that hold, one entry a line and chunk. */
  readonly lines: readonly ContextLine[];
  /** Chunks that the model was not shown, or about which it gave no usable line. */
  readonly silent: readonly Numbered[];
  /** Lines that were refused, with the reason. */
  readonly refused: readonly StageDecision[];
  readonly calls: readonly ModelCall[];
  /** Why a batch, or all it wrote, was not used; null where all was well. */
  readonly reason: WhyUnused | null;
}

/** Has the writer condense the selected chunks, batch by batch in rank order, and keeps what the chunks bear out. */
async function askCondenser(
  agent: AgentRunner,
  prompt: SuperPrompt,
  selected: readonly Numbered[],
  config: StageConfig['agents']['A4_Condenser'],
  signal: AbortSignal | undefined,
): Promise<CondenserAnswer> {
  const asked = termSet(queryOf(prompt));
  const lines: ContextLine[] = [];
  const refused: StageDecision[] = [];
  const silent: Numbered[] = selected.slice(config.maxItems);
  const calls: ModelCall[] = [];
  let reason: WhyUnused | null = null;
  for (const batch of batchesOf(selected, config.batchSize, config.maxItems)) {
    const items = batch.map((one, position) => ({ ...one, label: `p${position + 1}` }));
    const reply = await agent.ask(
      'A4_Condenser',
      {
        values: {
          question: { data: renderQuestion(prompt) },
          passages: {
            items: items.map(({ label, chunk }) => ({
              label,
              about: shortened(chunk.title, 80),
              text: shortened(chunk.text, config.itemCharacters),
            })),
          },
          ids: { plain: items.map(({ label }) => label).join(', ') },
        },
        choices: { ids: items.map(({ label }) => label), kinds },
        read: answer,
      },
      signal,
    );
    calls.push(...reply.calls);
    const byLabel = new Map(items.map((item) => [item.label, item]));
    const before = lines.length;
    for (const line of reply.ok ? reply.output.lines : []) {
      const checked = check(line, byLabel, asked, config.support);
      if (checked.problem === null) lines.push(...checked.lines);
      else refused.push(refusal(line.text, checked.problem));
    }
    if (lines.length > before) continue;
    silent.push(...batch);
    reason ??= reply.ok ? unused('not-borne-out') : reply.reason;
  }
  silent.sort((a, b) => a.number - b.number);
  return { lines, silent, refused, calls, reason };
}

function check(
  line: WrittenLine,
  byLabel: ReadonlyMap<string, Numbered>,
  asked: ReadonlySet<string>,
  support: number,
): { lines: ContextLine[]; problem: Reason | null } {
  const refuse = (code: ReasonCode, values?: GivenValues) => ({ lines: [], problem: reasoned(code, values) });
  const text = quotable(line.text.replace(ownMarks, ' '));
  const own = termSet(text);
  if (own.size === 0) return refuse('line-empty');
  if (text.length > longestLine) return refuse('line-too-long');
  const cited = [...new Set(line.ids)].flatMap((id) => byLabel.get(id) ?? []);
  if (cited.length === 0) return refuse('line-cites-nothing');
  const kind = kinds.find((one) => one === line.kind) ?? 'fact';
  // The open points are in the question's words as well as in the passages'.
  const allowed = kind === 'open_issue' ? asked : new Set<string>();
  const bearing = cited.filter(({ chunk }) => share(own, termSet(chunk.text), allowed) >= support);
  if (bearing.length === 0) return refuse('line-not-borne-out');
  const held = new Set(bearing.flatMap(({ chunk }) => words(chunk.text)));
  const invented = words(text).find((word) => /\p{N}/u.test(word) && !held.has(word));
  if (invented !== undefined) return refuse('line-invents', { word: invented });
  const covers = new Set([...own].filter((term) => asked.has(term) && kind !== 'open_issue'));
  return { lines: bearing.map(({ chunk }) => ({ kind, text, chunkId: chunk.id, covers })), problem: null };
}

/** Share of a line's terms that a chunk, or else the question, holds. */
function share(own: ReadonlySet<string>, held: ReadonlySet<string>, allowed: ReadonlySet<string>): number {
  const found = [...own].filter((term) => held.has(term) || allowed.has(term));
  return found.length / own.size;
}

const refusal = (text: string, reason: Reason): StageDecision => ({
  subject: shortened(quotable(text), 120),
  decision: 'line refused',
  reason,
  by: 'deterministic',
});

/** Two relevances this near each other do not tell which passage is the better one. */
const comparable = 0.95;

/** A passage that may be selected. */
interface Selectable {
  readonly id: string;
  readonly documentId: string;
  /** 0–1. */
  readonly relevance: number;
}

/**
 * Passages in the order in which they are taken: the best one first, and where the next one is of a file that is taken
 * from already, one of another file before it whose relevance is comparable, at least 95 % of its (R11). Passages of
 * one file keep their order.
 *
 * @param passages best first
 */
export function diversifySources<P extends Selectable>(passages: readonly P[]): P[] {
  const left = [...passages];
  const taken: P[] = [];
  const files = new Set<string>();
  while (left.length > 0) {
    const [next] = left;
    if (!next) break;
    const place = files.has(next.documentId)
      ? left.findIndex(
          ({ documentId, relevance }) => !files.has(documentId) && relevance >= comparable * next.relevance,
        )
      : 0;
    const [one] = left.splice(Math.max(place, 0), 1);
    if (!one) break;
    files.add(one.documentId);
    taken.push(one);
  }
  return taken;
}
