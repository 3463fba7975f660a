import { codedError, VitrineError } from '@shared/errors';
import type { TaskAgent } from '@shared/prompt/agent-config';
import { oneLine } from '@shared/prompt/prompt-layout';
import { inLanguage } from '@shared/words/index';
import { unused, type WhyUnused } from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../../agents';
import type { TableShape, TypedTable } from '../../calculation';
import { answerLanguage } from '../../chat';
import type { Calculated } from '../../stages';
import type { AnswerParts } from '../way';
import { stepTexts } from './calculation-answer';
import { checkedCalculation, isTelling, type ReadTable, typedTablesOf } from './calculation-plan';

const none = '-';

/** The flat form that a model fills in, columns by their names. */
const reply = z.object({
  do: z.enum(['none', 'list', 'count', 'distinct', 'sum', 'mean', 'min', 'max']),
  column: z.string(),
  by: z.string(),
  order: z.enum(['highest', 'lowest', none]),
  filters: z.array(z.object({ column: z.string(), is: z.string(), value: z.string().trim() })).max(5),
});
type Reply = z.infer<typeof reply>;

interface Proposing {
  readonly runner: AgentRunner;
  readonly agent: TaskAgent;
  /** ISO 639-3, of the question. */
  readonly language: string;
  /** 0–1, for a proposed plan: the share of right ones was not measured. */
  readonly confidence: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A calculation that a model proposes for a table whose question no reading is sure of. Its form becomes a plan, which is
 * parsed, held against the table and run once as one that a person has written: nothing of it is executed as it came.
 */
export async function proposedCalculation(
  parts: Pick<AnswerParts, 'library'>,
  question: string,
  read: ReadTable,
  { runner, agent, language, confidence, signal }: Proposing,
): Promise<Calculated | null> {
  const opened = typedTablesOf(parts.library, read.documentId);
  const asked = opened.tables[read.table];
  if (!asked) return null;
  const names = asked.table.columns.map(({ name }) => name);
  const columns = names.filter((name) => name !== '' && names.indexOf(name) === names.lastIndexOf(name));
  if (columns.length === 0) return null;
  const values = {
    question: { data: question },
    columns: { data: asked.table.columns.map(columnLine).join('\n') },
    rows: { items: rowsToShow(asked.sample, read.nearest, agent) },
  };
  const answer = await runner.ask(agent.agent_name, { values, choices: { columns }, read: reply }, signal);
  const { calls } = answer;
  const { documentId, table } = read;
  const told = { model: calls.at(-1)?.model ?? runner.model, documentId, calls };
  const refused = (why: WhyUnused) => ({ calculation: null, asked: { ...told, steps: null, refused: why } });
  if (!answer.ok) return refused(answer.reason);
  if (answer.output.do === 'none') return refused(unused('no-plan'));
  try {
    const text = JSON.stringify(planOf(answer.output));
    const { plan, result, ...planned } = checkedCalculation(parts, { documentId, table }, text);
    // A sum over no rows is no answer, whatever words a value of it is made of.
    const isOfRows = result.values.some(({ rowCount }) => rowCount > 0);
    if (!isOfRows || !isTelling(plan, result)) return refused(unused('few-rows'));
    const steps = await inLanguage(answerLanguage(language), () => stepTexts(plan, [asked.table]).join('; '));
    const calculation = { documentId, table, plan, ...planned, confidence, proposedBy: told.model };
    return { calculation, asked: { ...told, steps, refused: null } };
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'edit-invalid') throw error;
    return refused(codedError(error));
  }
}

const columnLine = ({ name, type, unit }: TableShape['columns'][number]): string =>
  `${oneLine(name)} (${[type, ...(unit === null ? [] : [unit])].join(', ')})`;

/** Those whose cells the question names, then the first. */
function rowsToShow(
  { columns, rows }: TypedTable,
  nearest: readonly number[],
  { maxItems, itemCharacters }: TaskAgent,
) {
  const first = rows.slice(0, maxItems).keys();
  const shown = [...new Set([...nearest, ...first])].slice(0, maxItems);
  return shown.map((row) => {
    const cells = columns.map(({ name }, at) => `${oneLine(name)}: ${oneLine(rows[row]?.[at] ?? '')}`);
    return { label: `row ${row + 1}`, text: cells.join('\n').slice(0, itemCharacters) };
  });
}

/** Returns the form as JSON of the algebra, columns by their names. It may still be no valid plan. */
function planOf({ do: operation, column, by, order, filters }: Reply): unknown {
  const all = filters.map(({ value, ...condition }) => ({ ...condition, values: [value] }));
  return { ...(all.length > 0 ? { filter: { all } } : {}), answer: answerOf() };

  function answerOf(): unknown {
    if (operation === 'list') {
      if (by === none) return { do: 'select', columns: [column], distinct: true };
      return { do: 'top', by, order, take: 1, columns: [column] };
    }
    if (by !== none) {
      const of = operation === 'count' ? {} : { column };
      return { do: 'group', by, with: operation, ...of, ...(order === none ? {} : { order, take: 1 }) };
    }
    if (operation === 'count') return { do: 'count' };
    return operation === 'distinct' ? { do: 'count', distinct: column } : { do: 'aggregate', with: operation, column };
  }
}
