import type { EvaluationResult, ExportedFile, MeasureName } from '@shared/contract';
import { type CsvCell, csvOf, type DecimalSign } from '@shared/csv';
import { assertSameSet } from './compare-configurations';
import { namedResults } from './comparison-report';
import { reportFile } from './report';

/** By which spreadsheets know UTF-8; without it they read umlauts as two signs each. */
const byteOrderMark = '\ufeff';

/**
 * Each question in each configuration of one or several results of a set as a row of CSV: question, its id, the result
 * where there are several, configuration, place of the first right document (empty where none was found), the measures
 * that all of them have, and milliseconds of the search unless times are left out. Errors: `bad-request` for results of two sets.
 */
export function questionFigures(
  results: readonly [EvaluationResult, ...EvaluationResult[]],
  { times, decimal }: { readonly times: boolean; readonly decimal: DecimalSign },
): ExportedFile {
  const [first, ...others] = results;
  for (const other of others) assertSameSet(first, other);
  const measures = first.measures.filter((measure) => others.every((other) => other.measures.includes(measure)));
  const several = others.length > 0;
  const header = [
    'question',
    'question_id',
    ...(several ? ['result'] : []),
    'configuration',
    'first_right_rank',
    ...measures,
    ...(times ? ['ms'] : []),
  ];
  const rows = namedResults(results).flatMap(({ result, name }) =>
    rowsOf(result, { result: several ? name : null, measures, times }),
  );
  const named = `${several ? 'comparison' : 'evaluation'}-${first.set.name}-questions`;
  return reportFile(named, 'csv', `${byteOrderMark}${csvOf([header, ...rows], decimal)}`);
}

interface WantedCells {
  /** What the result is called; null where there is no other. */
  readonly result: string | null;
  readonly measures: readonly MeasureName[];
  readonly times: boolean;
}

function rowsOf(
  { queries, configurations, measures: measured }: EvaluationResult,
  { result, measures, times }: WantedCells,
): CsvCell[][] {
  const columns = measures.map((measure) => measured.indexOf(measure));
  return queries.flatMap(({ queryId, question, outcomes }) =>
    outcomes.map(({ values, firstRank, ms }, at) => [
      question,
      queryId,
      ...(result === null ? [] : [result]),
      configurations[at]?.name ?? '',
      firstRank,
      ...columns.map((column) => values[column] ?? 0),
      ...(times ? [ms] : []),
    ]),
  );
}
