import type {
  AnswerFigures,
  EvaluationComparison,
  EvaluationResult,
  ExportedFile,
  MeasureName,
} from '@shared/contract';
import { inEnglish, t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import { type CsvCell, csvOf, type DecimalSign } from '../text/table-rows';
import { assertSameSet, compareConfigurations, leadingMeasure } from './compare';

const shownDifferences = 5;

/**
 * A result as a file: Markdown for people, JSON with every question for programs. Without times (and dates and ids)
 * it is a function of set, models, configurations and version alone: the same again gives the same bytes.
 */
export function evaluationReport(result: EvaluationResult, format: 'md' | 'json', times: boolean): ExportedFile {
  const whole = format === 'md' ? markdownLines(result, times) : jsonReport(result, times);
  return reportFile(`evaluation-${result.set.name}`, format, whole);
}

/** Lines of Markdown, an object, or CSV as it is, as a file of this name. */
function reportFile(name: string, format: 'md' | 'json' | 'csv', whole: object | string): ExportedFile {
  const fileName = `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.${format}`;
  if (typeof whole === 'string') return { fileName, mime: 'text/csv', content: whole };
  return Array.isArray(whole)
    ? { fileName, mime: 'text/markdown', content: `${whole.join('\n')}\n` }
    : { fileName, mime: 'application/json', content: `${JSON.stringify(whole, null, 2)}\n` };
}

/** Every pair of configurations, each earlier one before each later one. */
function pairs(result: EvaluationResult): EvaluationComparison[] {
  const names = result.configurations.map(({ name }) => name);
  return names.flatMap((before, at) =>
    names.slice(at + 1).map((after) => compareConfigurations(result, before, after)),
  );
}

function jsonReport(result: EvaluationResult, times: boolean): object {
  const comparisons = pairs(result).map(
    ({ evaluationId: _id, afterEvaluationId: _other, queries: _queries, ...comparison }) => comparison,
  );
  if (times) return { ...result, comparisons };
  const { evaluationId: _evaluation, createdAt: _date, ms: _duration, setKey: _key, set, ...others } = result;
  const { configurations, queries, ...rest } = others;
  const { path: _path, ...facts } = set;
  return {
    ...rest,
    set: facts,
    configurations: configurations.map(({ latency: _latency, ...figures }) => figures),
    queries: queries.map(({ outcomes, ...query }) => ({
      ...query,
      outcomes: outcomes.map(({ ms: _ms, ...outcome }) => outcome),
    })),
    comparisons,
  };
}

type Latency = EvaluationResult['configurations'][number]['latency'];
const latencyCells = ({ p50, p95, max }: Latency): string[] => [p50, p95, max].map((ms) => ms.toFixed(1));

/** @param rows what names a row, then `latencyCells` */
const latencySection = (named: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  '',
  '## Latency',
  '',
  'Milliseconds of one search, query embedding and reranking included.',
  '',
  ...table([...named, 'p50', 'p95', 'max'], rows),
];

const figure = (value: number): string => value.toFixed(4);
const signed = (value: number): string => `${value > 0 ? '+' : ''}${figure(value)}`;
/** One cell of a table: on one line, no bar in it. */
const cell = (text: string): string => text.replace(/\s+/gu, ' ').replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(header),
  row(header.map(() => '---')),
  ...rows.map(row),
];

function markdownLines(result: EvaluationResult, times: boolean): string[] {
  const { set, measures, configurations, answers } = result;
  const comparisons = pairs(result);
  return [
    `# Evaluation of ${set.name}`,
    '',
    ...(times ? [`Made ${result.createdAt}, in ${(result.ms / 1000).toFixed(1)} s.`, ''] : []),
    ...setLines([result], `, ${result.chunks} chunks`),
    `* Embedding model: ${result.model}${result.reranker === null ? '' : `; cross-encoder: ${result.reranker}`}`,
    '',
    '## Quality',
    '',
    ...table(
      ['configuration', ...measures],
      configurations.map(({ name, figures }) => [name, ...measures.map((measure) => figure(figures[measure] ?? 0))]),
    ),
    ...noticeSection(configurations),
    ...(times
      ? latencySection(
          ['configuration'],
          configurations.map(({ name, latency }) => [name, ...latencyCells(latency)]),
        )
      : []),
    ...answerSection([], answers ? [answerRow(answers)] : []),
    ...differenceLines(
      comparisons.map((comparison) => ({ comparison, before: comparison.before, after: comparison.after })),
      leadingMeasure(measures),
    ),
  ];
}

/** What was asked of what, with what was left out for want of its documents, and whether these changed meanwhile. */
function setLines(results: Results, chunks = ''): string[] {
  const { set } = results[0];
  const { documents, queries, judgements, split, unjudged, lacking, askers, kind, checksum } = set;
  const asked = `${queries} questions with ${judgements} judgements${split === null ? '' : ` (${split})`}`;
  return [
    `* Set: ${documents} documents${chunks}, ${asked}; ${unjudged} questions without any left out`,
    ...(set.leftOut ? [`* ${cell(inEnglish(() => saidLeftOut(set) ?? ''))}`] : []),
    ...(lacking === undefined
      ? []
      : [
          `* Not in ${kind === 'csv' ? 'this library' : 'the set'}, and so never found: the documents of ${lacking} judgements`,
        ]),
    ...(askers === undefined
      ? []
      : [`* Documents of the set themselves, and left out of what is found for them: ${askers} questions`]),
    ...(results.some(({ libraryChanged }) => libraryChanged)
      ? [`* ${inEnglish(() => t('evaluate.libraryChanged'))}`]
      : []),
    `* Checksum: ${checksum}`,
  ];
}

/** What searches had to say, such as that no reranking model is installed; nothing where they had not. */
function noticeSection(configurations: EvaluationResult['configurations']): string[] {
  const rows = configurations.flatMap(({ name, notices }) =>
    Object.entries(notices).map(([code, questions]) => [name, code, String(questions)]),
  );
  return rows.length === 0 ? [] : ['', '## Notices', '', ...table(['configuration', 'notice', 'questions'], rows)];
}

const answerHeader: readonly string[] = [
  'questions',
  'answered',
  'span in the answer',
  'first citation right',
  'abstention, balanced accuracy',
];

const answerSection = (named: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', '## Quoted answers', '', ...table([...named, ...answerHeader], rows)];

const answerRow = (answers: AnswerFigures): readonly string[] => [
  String(answers.questions),
  ...[answers.answered, answers.spanInAnswer, answers.firstCitationRight].map(figure),
  answers.abstention === null ? '–' : figure(answers.abstention),
];

/** A comparison with the names that its two sides are read by. */
interface Difference {
  readonly comparison: EvaluationComparison;
  readonly before: string;
  readonly after: string;
}

/** Each pair on a line, then the questions on which it differs most; nothing without pairs. */
function differenceLines(differences: readonly Difference[], measure: string): string[] {
  const [first] = differences;
  if (!first) return [];
  return [
    '',
    `## Differences in ${measure}`,
    '',
    `Two-sided paired randomisation test, of each pair by itself, seed ${first.comparison.significance.seed}.`,
    '',
    ...table(
      ['before', 'after', 'difference', 'wins', 'losses', 'ties', 'p'],
      differences.map(({ before, after, comparison: { difference, wins, losses, ties, significance } }) => [
        before,
        after,
        signed(difference),
        ...[wins, losses, ties].map(String),
        figure(significance.pValue),
      ]),
    ),
    ...differences.flatMap(({ before, after, comparison: { queries } }) => {
      const won = queries.slice(0, shownDifferences).filter(({ difference }) => difference > 0);
      const lost = queries.slice(-shownDifferences).filter(({ difference }) => difference < 0);
      if (won.length + lost.length === 0) return [];
      return [
        '',
        `### From ${before} to ${after}`,
        '',
        ...table(
          ['question', 'before', 'after', 'difference'],
          [...won, ...lost].map((query) => [
            query.question,
            figure(query.before),
            figure(query.after),
            signed(query.difference),
          ]),
        ),
      ];
    }),
  ];
}

/** A result with the name that tells it from the others: its model, counted where several are of one model. */
interface Named {
  readonly result: EvaluationResult;
  readonly name: string;
}

/**
 * Several results of one set as a file, such as of several embedding models: what each measured side by side, and each
 * configuration that two of them share, question by question. Without times it is as much a function of what was
 * measured as the report of one. Errors: `bad-request` for results of two sets.
 */
export function comparisonReport(results: Results, format: 'md' | 'json', times: boolean): ExportedFile {
  const measures = sharedMeasures(results);
  const named = namedResults(results);
  const compared = pairsOf(named, measures);
  const whole =
    format === 'md' ? comparisonLines(results, named, measures, compared, times) : jsonOf(named, compared, times);
  return reportFile(`comparison-${results[0].set.name}`, format, whole);
}

type Results = readonly [EvaluationResult, ...EvaluationResult[]];

/** The measures that all of them have. Errors: `bad-request` for results of two sets. */
function sharedMeasures([first, ...others]: Results): MeasureName[] {
  for (const other of others) assertSameSet(first, other);
  return first.measures.filter((measure) => others.every((other) => other.measures.includes(measure)));
}

function namedResults(results: readonly EvaluationResult[]): readonly Named[] {
  return results.map((result, at) => {
    const same = results.filter(({ model }) => model === result.model);
    const place = results.slice(0, at + 1).filter(({ model }) => model === result.model).length;
    return { result, name: same.length === 1 ? result.model : `${result.model} (${place})` };
  });
}

/** Each earlier result before each later one; none where they have no measure in common. */
function pairsOf(named: readonly Named[], measures: readonly MeasureName[]): readonly Difference[] {
  if (measures.length === 0) return [];
  const measure = leadingMeasure(measures);
  return named.flatMap((before, at) =>
    named.slice(at + 1).flatMap((after) => {
      const shared = after.result.configurations.map(({ name }) => name);
      return before.result.configurations
        .filter(({ name }) => shared.includes(name))
        .map(({ name }) => ({
          before: before.name,
          after: after.name,
          comparison: compareConfigurations(before.result, name, name, { other: after.result, measure }),
        }));
    }),
  );
}

function jsonOf(named: readonly Named[], compared: readonly Difference[], times: boolean): object {
  return {
    results: named.map(({ result, name }) => ({ name, ...jsonReport(result, times) })),
    comparisons: compared.map(({ before, after, comparison }) => {
      const { evaluationId, afterEvaluationId, before: configuration, after: _same, ...figures } = comparison;
      const ids = times ? { evaluationId, afterEvaluationId } : {};
      return { before, after, configuration, ...ids, ...figures };
    }),
  };
}

function comparisonLines(
  results: Results,
  named: readonly Named[],
  measures: readonly MeasureName[],
  compared: readonly Difference[],
  times: boolean,
): readonly string[] {
  const answered = named.flatMap(({ result, name }) => (result.answers ? [[name, ...answerRow(result.answers)]] : []));
  const rows = <T>(of: (result: EvaluationResult['configurations'][number]) => T[]) =>
    named.flatMap(({ result, name }) => result.configurations.map((one) => [name, one.name, ...of(one)]));
  return [
    `# Comparison on ${results[0].set.name}`,
    '',
    ...setLines(results),
    '',
    '## Results',
    '',
    ...table(
      ['result', 'embedding model', 'cross-encoder', 'chunks', ...(times ? ['made', 'seconds'] : [])],
      named.map(({ result, name }) => [
        name,
        result.model,
        result.reranker ?? '–',
        String(result.chunks),
        ...(times ? [result.createdAt, (result.ms / 1000).toFixed(1)] : []),
      ]),
    ),
    '',
    '## Quality',
    '',
    ...table(
      ['result', 'configuration', ...measures],
      rows(({ figures }) => measures.map((measure) => figure(figures[measure] ?? 0))),
    ),
    ...(times
      ? latencySection(
          ['result', 'configuration'],
          rows(({ latency }) => latencyCells(latency)),
        )
      : []),
    ...answerSection(['result'], answered),
    ...differenceLines(
      compared.map(({ before, after, comparison }) => ({
        comparison,
        before: `${before}: ${comparison.before}`,
        after: `${after}: ${comparison.after}`,
      })),
      compared.length > 0 ? leadingMeasure(measures) : '',
    ),
  ];
}

/** By which spreadsheets know UTF-8; without it they read umlauts as two signs each. */
const byteOrderMark = '\ufeff';

/**
 * Each question in each configuration of one or several results of a set as a row of CSV: question, its id, the result
 * where there are several, configuration, place of the first right document (empty where none was found), the measures
 * that all of them have, and milliseconds of the search unless times are left out. Errors: `bad-request` for results of two sets.
 */
export function questionFigures(
  results: Results,
  { times, decimal }: { readonly times: boolean; readonly decimal: DecimalSign },
): ExportedFile {
  const measures = sharedMeasures(results);
  const several = results.length > 1;
  const header = [
    'question',
    'question_id',
    ...(several ? ['result'] : []),
    'configuration',
    'first_right_rank',
    ...measures,
    ...(times ? ['ms'] : []),
  ];
  const rows = namedResults(results).flatMap(({ result: { queries, configurations, measures: measured }, name }) =>
    queries.flatMap(({ queryId, question, outcomes }) =>
      outcomes.map(({ values, firstRank, ms }, at): CsvCell[] => [
        question,
        queryId,
        ...(several ? [name] : []),
        configurations[at]?.name ?? '',
        firstRank,
        ...measures.map((measure) => values[measured.indexOf(measure)] ?? 0),
        ...(times ? [ms] : []),
      ]),
    ),
  );
  const named = `${several ? 'comparison' : 'evaluation'}-${results[0].set.name}-questions`;
  return reportFile(named, 'csv', `${byteOrderMark}${csvOf([header, ...rows], decimal)}`);
}
