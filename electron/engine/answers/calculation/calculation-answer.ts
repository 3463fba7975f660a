import type { Calculation } from '@shared/contract';
import { inLanguage, locale, t } from '@shared/words/index';
import { languageTable } from '@shared/words/languages';
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
import { ofAll } from '../../languages';
import { folded } from '../../text/segmentation';
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
    rows: rowCountOf(result),
    totalsLeftOut: result.totalsLeftOut.length,
    ...(found.proposedBy === undefined ? {} : { proposedBy: found.proposedBy }),
  };
  const text = await inLanguage(language, () => textOf(plan, result, steps, over));
  // One row is cited; many are one source, and each of them a citation of its own.
  const answer = citations.length === 1 ? text.replace(/$/mu, ' [Citation 1]') : text;
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

/** Returns how many rows an answer rests on; a value of very many knows their number alone. */
const rowCountOf = ({ values }: PlanResult): number =>
  Math.max(new Set(values.flatMap(({ rows }) => rows)).size, ...values.map(({ rowCount }) => rowCount));

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

/** Returns the answer in sentences, and in a last line the filter and what a reader has to know of the rows. */
function textOf(plan: Plan, result: PlanResult, steps: readonly string[], over: Over): string {
  const values = result.values
    .slice(0, mostValues)
    .map((one, at) => ({ ...one, said: saidValue(one, at, plan, over) }));
  const [only, ...others] = values;
  const columns = columnsOf(over);
  const { answer } = plan;
  const operation =
    answer.do === 'select' ? answer.columns.map((at) => headWords(columns[at]?.name ?? '')) : steps.slice(-1);
  const asked = capital([...operation, ...steps.slice(0, -1)].join(', '));
  const named = only && others.length === 0 ? rowSaid(plan, only.said, over) : null;
  const isSaid = plan.answer.do === 'top' || only?.of != null || result.verdict !== null;
  const lines = [
    ...(result.verdict === null ? [] : [`**${verdictText(result.verdict)}**`]),
    ...values.map(({ said }) => said),
  ];
  const listed = lines.map((line) => `- ${line}`).join('\n');
  const isListed = lines.length > 1 || only === undefined;
  const rest = [
    ...(isSaid && !isListed ? steps.slice(0, -1) : []),
    ...(result.tied ? [t('chat.calculation.tied')] : []),
    ...(result.totalsLeftOut.length > 0 ? [t('chat.calculation.totals')] : []),
    ...(result.cut || result.values.length > mostValues ? [t('chat.calculation.more')] : []),
  ];
  return [
    ...(isListed && !isSaid ? [`${escapedMarkdown(asked)}:`] : []),
    isListed ? listed : (named ?? (isSaid ? only.said : `${escapedMarkdown(asked)}: ${only.said}`)),
    ...(rest.length > 0 ? [escapedMarkdown(rest.join(' · '))] : []),
  ].join('\n\n');
}

type Over = NonNullable<ReturnType<typeof calculatedTables>>;

/** Returns a value with the number that it was chosen by: “1976, with 276,994 deaths”. */
function saidValue({ text, unit, cell, of, number }: PlanValue, at: number, plan: Plan, over: Over): string {
  const columns = columnsOf(over);
  const { answer } = plan;
  const own = cell ? columns[cell.column + (cell.table === 0 ? 0 : (over.tables[0]?.columns.length ?? 0))] : undefined;
  const written = number !== null && !isNumbering(own) ? shownNumber(text) : text;
  const value = `**${escapedMarkdown(cell || unit === null || text.includes(unit) ? written : `${written} ${unit}`)}**`;
  if (of !== null) return `${value}: ${escapedMarkdown(shownNumber(of))}`;
  if (answer.do !== 'top' || answer.columns.includes(answer.by)) return value;
  const measured = over.run({ ...plan, answer: { ...answer, columns: [answer.by] } }).values[at];
  if (!measured) return value;
  const column = headWords(columns[answer.by]?.name ?? '');
  const amount = isNumbering(columns[answer.by]) ? measured.text : shownNumber(measured.text);
  const said = { value, amount: escapedMarkdown(amount), column: escapedMarkdown(column) };
  // “Deaths” counts things, “Revenue” names a measure. German plurals have no one ending.
  return /[^su]s$/u.test(column) && locale() !== languageTable.de.locale
    ? t('chat.calculation.with', said)
    : t('chat.calculation.withMeasure', said);
}

/** Returns a cell with its column and its row: “Ticker of Cobalt Grid: CBG”; null for all else. */
function rowSaid({ filter, join, answer }: Plan, value: string, over: Over): string | null {
  const parts = [filter ?? []].flat().flatMap((one) => ('all' in one ? one.all : [one]));
  const equal = parts.flatMap((part) => ('is' in part && part.is === '=' ? [part.column] : []));
  if (answer.do !== 'select' || answer.columns.length !== 1 || equal.length === 0 || equal.length < parts.length)
    return null;
  const of = { do: 'select', columns: equal, distinct: true } as const;
  const { values } = over.run({ ...(filter && { filter }), ...(join && { join }), answer: of });
  const row = values.map(({ text }) => text).join(', ');
  const column = headWords(columnsOf(over)[answer.columns[0] ?? -1]?.name ?? '');
  return values.length > equal.length
    ? null
    : t('chat.calculation.ofRow', { column: escapedMarkdown(capital(column)), row: escapedMarkdown(row), value });
}

const columnsOf = ({ tables }: Over) => tables.flatMap(({ columns }) => columns);
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Returns the words of a head as they are within a sentence. German nouns and names keep their capital. */
function headWords(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/\s+/gu, ' ').trim();
  const isWord = /^\p{Lu}\p{Ll}/u.test(words) && locale() !== languageTable.de.locale;
  return isWord ? words.charAt(0).toLocaleLowerCase() + words.slice(1) : words;
}

const numbering = new Set(ofAll(({ calculation }) => calculation.heads.rank).map(folded));

/** Tells whether a column numbers or names rows, as years and post codes do: its numbers have no groups of digits. */
const isNumbering = (column: { readonly name: string } | undefined): boolean =>
  column !== undefined &&
  folded(column.name)
    .split(/[^\p{L}\p{N}#]+/u)
    .some((word) => numbering.has(word));

/** Returns a plain number with the marks of the language between its digits; a year and any other text as it is. */
function shownNumber(text: string): string {
  const isYear = /^(?:1\d|20)\d\d$/u.test(text);
  if (isYear || !/^-?\d{1,15}(?:\.\d{1,6})?$/u.test(text)) return text;
  return Number(text).toLocaleString(locale(), { maximumFractionDigits: 6, useGrouping: 'always' });
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
    .map(({ joint, denied, column, is, values: stated }, at) => {
      const values = stated.map(shownNumber);
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
