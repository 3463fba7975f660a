import type { EvaluationComparison, EvaluationResult, ExportedFile, MeasureName } from '@shared/contract';
import { assertSameSet, compareConfigurations, leadingMeasure } from './compare-configurations';
import {
  answerHeader,
  answerRow,
  askerLines,
  changedLines,
  differenceLines,
  figure,
  jsonReport,
  lackingLines,
  latencyCells,
  latencySection,
  reportFile,
  table,
} from './report';

/** A result with the name that tells it from the others: its model, counted where several are of one model. */
interface Named {
  readonly result: EvaluationResult;
  readonly name: string;
}

/** Two results in a configuration that both were measured in. */
interface NamedComparison {
  readonly before: Named;
  readonly after: Named;
  readonly comparison: EvaluationComparison;
}

/**
 * Several results of one set as a file, such as of several embedding models: what each measured side by side, and each
 * configuration that two of them share, question by question. Without times it is as much a function of what was
 * measured as the report of one. Errors: `bad-request` for results of two sets.
 */
export function comparisonReport(
  results: readonly [EvaluationResult, ...EvaluationResult[]],
  format: 'md' | 'json',
  times: boolean,
): ExportedFile {
  const [first, ...others] = results;
  for (const other of others) assertSameSet(first, other);
  const named = namedResults(results);
  const measures = first.measures.filter((measure) => others.every((other) => other.measures.includes(measure)));
  const compared = pairsOf(named, measures);
  const whole = format === 'md' ? markdownLines(named, measures, compared, times) : jsonOf(named, compared, times);
  return reportFile(`comparison-${first.set.name}`, format, whole);
}

/** Each result with the name that tells it from the others. */
export function namedResults(results: readonly EvaluationResult[]): readonly Named[] {
  return results.map((result, at) => {
    const same = results.filter(({ model }) => model === result.model);
    const place = results.slice(0, at + 1).filter(({ model }) => model === result.model).length;
    return { result, name: same.length === 1 ? result.model : `${result.model} (${place})` };
  });
}

/** Each earlier result before each later one; none where they have no measure in common. */
function pairsOf(named: readonly Named[], measures: readonly MeasureName[]): readonly NamedComparison[] {
  if (measures.length === 0) return [];
  const measure = leadingMeasure(measures);
  return named.flatMap((before, at) =>
    named.slice(at + 1).flatMap((after) => {
      const shared = after.result.configurations.map(({ name }) => name);
      return before.result.configurations
        .filter(({ name }) => shared.includes(name))
        .map(({ name }) => ({
          before,
          after,
          comparison: compareConfigurations(before.result, name, name, { other: after.result, measure }),
        }));
    }),
  );
}

function jsonOf(named: readonly Named[], compared: readonly NamedComparison[], times: boolean): object {
  return {
    results: named.map(({ result, name }) => ({ name, ...jsonReport(result, times) })),
    comparisons: compared.map(({ before, after, comparison }) => {
      const { evaluationId, afterEvaluationId, before: configuration, after: _same, ...figures } = comparison;
      const ids = times ? { evaluationId, afterEvaluationId } : {};
      return { before: before.name, after: after.name, configuration, ...ids, ...figures };
    }),
  };
}

function markdownLines(
  named: readonly Named[],
  measures: readonly MeasureName[],
  compared: readonly NamedComparison[],
  times: boolean,
): readonly string[] {
  const set = named[0]?.result.set;
  const answered = named.flatMap(({ result, name }) => (result.answers ? [{ answers: result.answers, name }] : []));
  const rows = <T>(of: (result: EvaluationResult['configurations'][number]) => T[]) =>
    named.flatMap(({ result, name }) => result.configurations.map((one) => [name, one.name, ...of(one)]));
  return [
    `# Comparison on ${set?.name}`,
    '',
    `* Set: ${set?.documents} documents, ${set?.queries} questions with ${set?.judgements} judgements${set?.split == null ? '' : ` (${set.split})`}; ${set?.unjudged} questions without any left out`,
    ...(set ? [...lackingLines(set), ...askerLines(set)] : []),
    ...changedLines(named.map(({ result }) => result)),
    `* Checksum: ${set?.checksum}`,
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
    ...(answered.length > 0
      ? [
          '',
          '## Quoted answers',
          '',
          ...table(
            ['result', ...answerHeader],
            answered.map(({ answers, name }) => [name, ...answerRow(answers)]),
          ),
        ]
      : []),
    ...differenceLines(
      compared.map(({ before, after, comparison }) => ({
        comparison,
        before: `${before.name}: ${comparison.before}`,
        after: `${after.name}: ${comparison.after}`,
      })),
      compared.length > 0 ? leadingMeasure(measures) : '',
    ),
  ];
}
