import type { CodedReason, ModelCall, StageDecision } from '@shared/contract';
import type { SuperPrompt } from '@shared/super-prompt';
import { termSet, words } from '@shared/terms';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { type ContextLine, type Numbered, queryOf, quotable } from './context-lines';
import { batchesOf, shortened } from './model-use';
import { renderQuestion } from './render-blocks';
import type { StageConfig } from './stage';

const kinds = ['fact', 'constraint', 'open_issue'] as const satisfies readonly ContextLine['kind'][];
const answer = z.object({
  lines: z.array(z.object({ kind: z.string(), text: z.string(), ids: z.array(z.string()) })),
});
type WrittenLine = z.infer<typeof answer>['lines'][number];

/** Marks that a model sets by itself; those that count are set from its ids. */
const ownMarks = /[[(]\s*(?:citation\s*\d+|p\d+(?:\s*,\s*p\d+)*)\s*[\])]/giu;
/** Longest line that is taken over, characters. */
const longestLine = 400;

export interface CondenserAnswer {
  /** Lines that hold, one entry a line and chunk. */
  readonly lines: readonly ContextLine[];
  /** Chunks that the model was not shown, or about which it gave no usable line. */
  readonly silent: readonly Numbered[];
  /** Lines that were refused, with the reason. */
  readonly refused: readonly StageDecision[];
  readonly calls: readonly ModelCall[];
  /** Why a batch, or all it wrote, was not used; null where all was well. */
  readonly reason: string | null;
}

/** Has the writer condense the selected chunks, batch by batch in rank order, and keeps what the chunks bear out. */
export async function askCondenser(
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
  let reason: string | null = null;
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
    reason ??= reply.ok ? 'none of its lines is borne out by the chunks it cites' : reply.reason;
  }
  silent.sort((a, b) => a.number - b.number);
  return { lines, silent, refused, calls, reason };
}

/** Why a line was refused. */
type Problem = Pick<StageDecision, 'reason'> & CodedReason;

function check(
  line: WrittenLine,
  byLabel: ReadonlyMap<string, Numbered>,
  asked: ReadonlySet<string>,
  support: number,
): { lines: ContextLine[]; problem: Problem | null } {
  const refuse = (problem: Problem) => ({ lines: [], problem });
  const text = quotable(line.text.replace(ownMarks, ' '));
  const own = termSet(text);
  if (own.size === 0) return refuse({ reason: 'says nothing', reasonCode: 'line-empty' });
  if (text.length > longestLine) return refuse({ reason: 'is too long', reasonCode: 'line-too-long' });
  const cited = [...new Set(line.ids)].flatMap((id) => byLabel.get(id) ?? []);
  if (cited.length === 0) return refuse({ reason: 'cites no known chunk', reasonCode: 'line-cites-nothing' });
  const kind = kinds.find((one) => one === line.kind) ?? 'fact';
  // What is left open is said in the question's words as well as in the passages'.
  const allowed = kind === 'open_issue' ? asked : new Set<string>();
  const bearing = cited.filter(({ chunk }) => share(own, termSet(chunk.text), allowed) >= support);
  if (bearing.length === 0)
    return refuse({ reason: 'its words are hardly in the chunks it cites', reasonCode: 'line-not-borne-out' });
  const held = new Set(bearing.flatMap(({ chunk }) => words(chunk.text)));
  const invented = words(text).find((word) => /\p{N}/u.test(word) && !held.has(word));
  if (invented !== undefined) {
    return refuse({
      reason: `the chunks it cites do not hold ${invented}`,
      reasonCode: 'line-invents',
      reasonValues: { word: invented },
    });
  }
  const covers = new Set([...own].filter((term) => asked.has(term) && kind !== 'open_issue'));
  return { lines: bearing.map(({ chunk }) => ({ kind, text, chunkId: chunk.id, covers })), problem: null };
}

/** Share of a line's terms that a chunk, or else the question, holds. */
function share(own: ReadonlySet<string>, held: ReadonlySet<string>, allowed: ReadonlySet<string>): number {
  const found = [...own].filter((term) => held.has(term) || allowed.has(term));
  return found.length / own.size;
}

const refusal = (text: string, problem: Problem): StageDecision => ({
  subject: shortened(quotable(text), 120),
  decision: 'line refused',
  ...problem,
  by: 'deterministic',
});
