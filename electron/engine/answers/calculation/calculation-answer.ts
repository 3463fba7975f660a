import type { Calculation } from '@shared/contract';
import { inLanguage, t } from '@shared/words/index';
import {
  type FilterPart,
  type Plan,
  PlanError,
  type PlanResult,
  type PlanStep,
  type PlanValue,
  parsePlan,
  planSql,
  planSteps,
  type ScalarStep,
  type TableShape,
} from '../../calculation';
import { answerLanguage, builtPrompt, citationOfPlace, type Draft, escapedMarkdown, quotedSentences } from '../../chat';
import type { Drafting } from '../way';
import { calculatedTables, type FoundCalculation, isTelling } from './calculation-plan';

const mostValues = 50;
const mostCited = 20;

type CalculatedAnswer = Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> &
  Required<Pick<Draft, 'calculation'>>;

/** Carries a calculation out and says what comes of it, with the rows that it rests on. Null where the table is gone. */
export async function calculatedAnswer(
  { parts: { library }, run, limits }: Drafting,
  found: FoundCalculation,
): Promise<CalculatedAnswer | null> {
  const over = calculatedTables(library, found);
  const [table] = over?.tables ?? [];
  if (!over || !table) return null;
  const plan = parsePlan(found.plan);
  const result = ranOrNull(() => over.run(plan));
  if (!result || !isTelling(plan, result, found.byHand)) return null;
  const shown = result.values.slice(0, mostValues);
  const documents = over.documentIds.map((documentId) => library.documents.byId(documentId));
  const marks = marksOf(shown);
  const citations = documents
    .flatMap((document, side) => {
      const places = over.places(side, [...(marks[side]?.keys() ?? [])]);
      return [...(marks[side]?.values() ?? [])].flatMap((marker, at) => {
        const place = places[at];
        if (!place || !document) return [];
        const span = { startChar: place.start, endChar: place.end };
        const citation = citationOfPlace(library, document, span, place.start, { marker, snippet: null });
        return citation ? { ...citation, snippet: citation.snippet.slice(0, limits.answer.snippetCharacters) } : [];
      });
    })
    .sort((a, b) => a.marker - b.marker);
  const language = answerLanguage(builtPrompt(run).extras.query?.language);
  const steps = await inLanguage(language, () => stepTexts(plan, over.tables, documents[1]?.title));
  const calculation: Calculation = {
    documentId: found.documentId,
    title: documents[0]?.title ?? '',
    page: table.page,
    ...(table.cells && { cells: table.cells }),
    steps,
    sql: planSql(plan, over.tables),
    plan: JSON.stringify(plan),
    rows: Math.max(0, ...result.values.map(({ rowCount }) => rowCount)),
    totalsLeftOut: result.totalsLeftOut.length,
    ...(found.proposedBy === undefined ? {} : { proposedBy: found.proposedBy }),
  };
  const answer = await inLanguage(language, () => textOf(result, calculation, marks));
  return { answer, citations, cited: quotedSentences(citations), confidence: found.confidence, calculation };
}

/** Null for a plan that does not fit the table, which may have changed since. */
function ranOrNull<T>(run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof PlanError) return null;
    throw error;
  }
}

/** The rows that a value rests on, of its own table and of the joined one. */
const rowsOf = ({ cell, rows, joined }: PlanValue): [own: readonly number[], joined: readonly number[]] => [
  cell?.table === 0 ? [cell.row] : rows,
  joined,
];

/** Markers of the rows that are cited, from 1 on: of each table, by row. */
type Marks = readonly ReadonlyMap<number, number>[];

function marksOf(values: readonly PlanValue[]): Marks {
  const marks = [new Map<number, number>(), new Map<number, number>()];
  let cited = 0;
  for (const value of values) {
    for (const [side, rows] of rowsOf(value).entries()) {
      for (const row of rows) {
        if (cited < mostCited && !marks[side]?.has(row)) marks[side]?.set(row, ++cited);
      }
    }
  }
  return marks;
}

function textOf(result: PlanResult, calculation: Calculation, marks: Marks): string {
  const values = result.values.slice(0, mostValues).map((one) => {
    const { text, unit, cell, of } = one;
    const markers = rowsOf(one).flatMap((rows, side) => rows.flatMap((row) => marks[side]?.get(row) ?? []));
    const value = cell || unit === null || text.includes(unit) ? text : `${text} ${unit}`;
    const named =
      of === null ? `**${escapedMarkdown(value)}**` : `**${escapedMarkdown(value)}**: ${escapedMarkdown(of)}`;
    return `${named} ${markers.map((marker) => `[Citation ${marker}]`).join('')}`.trim();
  });
  const said = result.verdict === null ? [] : [`**${verdictText(result.verdict)}**`];
  const lines = [...said, ...values];
  const rest = result.cut || result.values.length > mostValues ? [t('chat.calculation.more')] : [];
  return [
    lines.length === 1 ? lines[0] : lines.map((line) => `- ${line}`).join('\n'),
    ...rest,
    [
      calculation.steps.map(escapedMarkdown).join('; '),
      t('document.tables.rows', { count: calculation.rows }),
      ...(calculation.cells ? [escapedMarkdown(calculation.cells)] : []),
      ...(result.tied ? [t('chat.calculation.tied')] : []),
      ...(calculation.totalsLeftOut > 0 ? [t('chat.calculation.totals')] : []),
    ].join(' · '),
  ].join('\n\n');
}

const verdictText = (verdict: NonNullable<PlanResult['verdict']>): string =>
  verdict === 'equal' ? t('chat.calculation.equal') : t(verdict === 'yes' ? 'tables.yes' : 'tables.no');

const columnsText = (columns: readonly string[]): string => columns.join(', ');

/**
 * Returns the steps of a plan in words of the current language. Errors: `PlanError`.
 *
 * @param joined title of the document whose table is joined
 */
export const stepTexts = (plan: Plan, tables: readonly TableShape[], joined = ''): string[] =>
  planSteps(plan, tables).map((step) => stepText(step, joined));

function stepText(step: PlanStep, joined: string): string {
  switch (step.step) {
    case 'join':
      return t('chat.calculation.step.join', { left: step.left, right: step.right, title: joined });
    case 'filter':
      return t('chat.calculation.step.filter', { conditions: conditionsText(step.parts) });
    case 'select':
      return columnsText(step.columns);
    case 'distinct':
      return t('chat.calculation.step.distinct', { columns: columnsText(step.columns) });
    case 'count':
      return step.distinct === null
        ? t('chat.calculation.step.count')
        : t('chat.calculation.step.countDistinct', { column: step.distinct });
    case 'sum':
    case 'mean':
    case 'min':
    case 'max':
      return t(`chat.calculation.step.${step.step}`, { column: step.column });
    case 'top':
      return t(`chat.calculation.step.${step.order}`, { by: step.by, columns: columnsText(step.columns) });
    case 'group':
      return t('chat.calculation.step.group', {
        with: withText(step.with, step.column),
        by: step.by,
      });
    case 'neighbour':
      return t(`chat.calculation.step.${step.rows > 0 ? 'after' : 'before'}`, {
        rows: Math.abs(step.rows),
        conditions: conditionsText(step.to),
        columns: columnsText(step.columns),
      });
    case 'place':
      return t(`chat.calculation.step.${step.from}`, { columns: columnsText(step.columns) });
    case 'difference':
      return step.of.map(scalarText).join(' − ');
    case 'compare':
      return t(`chat.calculation.step.compare.${step.order}`, {
        choices: step.of.map(({ label, ...of }) => `${label}: ${scalarText(of)}`).join('; '),
      });
    case 'test':
      return step.of.map(scalarText).join(` ${step.is} `);
  }
}

function withText(operation: string, column: string | null): string {
  if (operation === 'sum' || operation === 'mean' || operation === 'min' || operation === 'max') {
    return t(`chat.calculation.step.${operation}`, { column: column ?? '' });
  }
  return t('chat.calculation.step.count');
}

function scalarText({ of, column, value, filter }: ScalarStep): string {
  const where = filter.length > 0 ? ` (${conditionsText(filter)})` : '';
  if (of === 'constant') return value ?? '';
  if (of === 'cell') return `${column ?? ''}${where}`;
  if (of === 'distinct') return `${t('chat.calculation.step.countDistinct', { column: column ?? '' })}${where}`;
  return `${withText(of, column)}${where}`;
}

const signs: Readonly<Record<string, string>> = { '!=': '≠', '<=': '≤', '>=': '≥' };

function conditionsText(parts: readonly FilterPart[]): string {
  return parts
    .map(({ joint, denied, column, is, values }, at) => {
      const before = at === 0 ? '' : `${t(`chat.calculation.${joint}`)} `;
      const [first = '', second = ''] = values;
      const said =
        is === 'contains' || is === 'between' || is === 'empty'
          ? t(`chat.calculation.is.${is}`, { column, first, second })
          : `${column} ${signs[is] ?? is} ${first}`;
      return `${before}${denied ? t('chat.calculation.not', { said }) : said}`;
    })
    .join(' ');
}
