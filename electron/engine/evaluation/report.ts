import type {
  AnswerFigures,
  EvaluationComparison,
  EvaluationResult,
  ExportedFile,
  MeasureName,
} from '@shared/contract';
import { t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import { type CsvCell, csvOf, type DecimalSign } from '../text/table-rows';
import { assertSameSet, compareConfigurations, leadingMeasure } from './compare';

const shownDifferences = 5;

type Results = readonly [EvaluationResult, ...EvaluationResult[]];

interface Named {
  readonly result: EvaluationResult;
  readonly name: string;
}

interface Difference {
  readonly comparison: EvaluationComparison;
  readonly before: string;
  readonly after: string;
}

/**
 * One result as a file, or several of one set, such as of several embedding models, side by side: Markdown for people,
 * in the language spoken, JSON with every question for programs. Without times (and dates and ids) it is a function of
 * set, models, configurations and version alone: the same again gives the same bytes. Errors: `bad-request` for results
 * of two sets.
 */
export function evaluationReport(results: Results, format: 'md' | 'json', times: boolean): ExportedFile {
  const [result, ...others] = results;
  const measures = sharedMeasures(results);
  const named = namedResults(results);
  const name = `${others.length === 0 ? 'evaluation' : 'comparison'}-${result.set.name}`;
  if (format === 'json' && others.length === 0) return reportFile(name, format, jsonReport(result, times));
  const compared = pairsOf(named, measures);
  return reportFile(
    name,
    format,
    format === 'json' ? jsonOf(named, compared, times) : markdownLines(results, named, measures, compared, times),
  );
}

/** Lines of Markdown, an object, or CSV as it is, as a file of this name. */
function reportFile(name: string, format: 'md' | 'json' | 'csv', whole: object | string): ExportedFile {
  const fileName = `${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}.${format}`;
  if (typeof whole === 'string') return { fileName, mime: 'text/csv', content: whole };
  return Array.isArray(whole)
    ? { fileName, mime: 'text/markdown', content: `${whole.join('\n')}\n` }
    : { fileName, mime: 'application/json', content: `${JSON.stringify(whole, null, 2)}\n` };
}

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

const figure = (value: number): string => value.toFixed(4);
const signed = (value: number): string => `${value > 0 ? '+' : ''}${figure(value)}`;
const cell = (text: string): string => text.replace(/\s+/gu, ' ').replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(header),
  row(header.map(() => '---')),
  ...rows.map(row),
];

function markdownLines(
  results: Results,
  named: readonly Named[],
  measures: readonly MeasureName[],
  compared: readonly Difference[],
  times: boolean,
): string[] {
  const [result, ...others] = results;
  /** A row begins with the name of its result, where there are several. */
  const of = (name: string, cells: readonly string[]) => (others.length > 0 ? [name, ...cells] : cells);
  const ofEach = (rowsOf: (one: EvaluationResult['configurations'][number]) => readonly (readonly string[])[]) =>
    named.flatMap(({ name, result: { configurations } }) =>
      configurations.flatMap((one) => rowsOf(one).map((cells) => of(name, [one.name, ...cells]))),
    );
  const ways = of(t('library.model'), [t('evaluate.way')]);
  const section = (title: string, header: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : ['', ...(title === '' ? [] : [`## ${title}`, '']), ...table(header, rows)];
  return [
    `# ${cell(result.set.name)}`,
    '',
    ...setLines(results),
    ...named.map(({ name, result: { model, reranker, chunks, set, createdAt, ms } }) => {
      const counted = t('terminal.status.documents', { documents: set.documents, chunks });
      const told = `${t('palette.groups.documents')}: ${counted}`;
      const when = times ? [createdAt, `${(ms / 1000).toFixed(1)} s`] : [];
      return `* ${[...new Set([name, model, ...(reranker === null ? [] : [reranker]), told, ...when])].join(' · ')}`;
    }),
    ...section(
      t('evaluate.figures'),
      [...ways, ...measures, ...(times ? [t('evaluate.p50'), t('evaluate.p95'), t('evaluate.p99')] : [])],
      ofEach(({ figures, latency }) => [
        [
          ...measures.map((measure) => figure(figures[measure] ?? 0)),
          ...(times
            ? [latency.p50, latency.p95, latency.p99].map((ms) =>
                ms === undefined ? t('app.none') : `${ms.toFixed(1)} ms`,
              )
            : []),
        ],
      ]),
    ),
    // Notices of the searches, such as a missing reranking model.
    ...section(
      '',
      [...ways, '', t('terminal.column.questions')],
      ofEach(({ notices }) => Object.entries(notices).map(([code, questions]) => [code, String(questions)])),
    ),
    ...section(
      t('evaluate.answered.title'),
      of(t('library.model'), answerColumns()),
      named.flatMap(({ name, result: { answers } }) => (answers ? [of(name, answerCells(answers))] : [])),
    ),
    ...differenceLines(others.length === 0 ? differencesWithin(result) : differencesBetween(compared), measures),
  ];
}

const differencesWithin = (result: EvaluationResult): Difference[] =>
  pairs(result).map((comparison) => ({ comparison, before: comparison.before, after: comparison.after }));

const differencesBetween = (compared: readonly Difference[]): Difference[] =>
  compared.map(({ before, after, comparison }) => ({
    comparison,
    before: `${before}: ${comparison.before}`,
    after: `${after}: ${comparison.after}`,
  }));

const answerColumns = (): string[] => [
  t('evaluate.answered.questions'),
  t('insights.outcome.answered'),
  t('evaluate.answered.span'),
  t('evaluate.answered.citation'),
  t('evaluate.answered.abstention'),
];

function answerCells({ questions, answered, spanInAnswer, firstCitationRight, abstention }: AnswerFigures): string[] {
  const rates = [answered, spanInAnswer, firstCitationRight].map(figure);
  return [String(questions), ...rates, abstention === null ? '–' : figure(abstention)];
}

function setLines(results: Results): string[] {
  const { set } = results[0];
  const { queries, judgements, split, unjudged, lacking, askers, kind, checksum } = set;
  return [
    `${t('terminal.column.questions')}: ${queries}`,
    `${t('evaluate.facts.judgements')}: ${judgements}${split === null ? '' : ` (${split})`}`,
    unjudged > 0 ? t('evaluate.facts.unjudged', { count: unjudged }) : null,
    saidLeftOut(set),
    lacking === undefined ? null : t(`evaluate.lacking.${kind}`, { count: lacking }),
    askers === undefined ? null : t('evaluate.facts.askers', { count: askers }),
    results.some(({ libraryChanged }) => libraryChanged) ? t('evaluate.libraryChanged') : null,
    `SHA-256: ${checksum}`,
  ].flatMap((line) => (line === null ? [] : [`* ${cell(line)}`]));
}

/** Each pair on a line, then the questions on which it differs most; nothing without pairs. */
function differenceLines(differences: readonly Difference[], measures: readonly MeasureName[]): string[] {
  const [first] = differences;
  if (!first) return [];
  const { method, rounds } = first.comparison.significance;
  const tried = method === 'exact' ? t('evaluate.compare.exact') : t('evaluate.compare.sampled', { rounds });
  const difference = t('evaluate.compare.difference');
  return [
    '',
    `## ${difference}: ${leadingMeasure(measures)}`,
    '',
    t('evaluate.compare.notMeant', { method: tried }),
    '',
    ...table(
      [
        t('evaluate.compare.before'),
        t('evaluate.compare.after'),
        difference,
        t('evaluate.compare.wins'),
        t('evaluate.compare.losses'),
        t('evaluate.compare.ties'),
        'p',
      ],
      differences.map(({ before, after, comparison: { difference: gap, wins, losses, ties, significance } }) => [
        before,
        after,
        signed(gap),
        ...[wins, losses, ties].map(String),
        figure(significance.pValue),
      ]),
    ),
    ...differences.flatMap(({ before, after, comparison: { queries } }) => {
      const won = queries.slice(0, shownDifferences).filter((query) => query.difference > 0);
      const lost = queries.slice(-shownDifferences).filter((query) => query.difference < 0);
      const rows = [...won, ...lost].map((query) => [
        query.question,
        ...[query.before, query.after].map(figure),
        signed(query.difference),
      ]);
      const header = [t('chat.question'), before, after, difference];
      return rows.length === 0 ? [] : ['', `### ${before} → ${after}`, '', ...table(header, rows)];
    }),
  ];
}

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
