import type { AnswerFigures, EvaluationComparison, EvaluationResult, ExportedFile } from '@shared/contract';
import { leftOutText, libraryChangedText, placeOfDocuments } from '@shared/left-out-questions';
import { compareConfigurations, leadingMeasure } from './compare-configurations';

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
export function reportFile(name: string, format: 'md' | 'json' | 'csv', whole: object | string): ExportedFile {
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

export function jsonReport(result: EvaluationResult, times: boolean): object {
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
export const latencyCells = ({ p50, p95, max }: Latency): string[] => [p50, p95, max].map((ms) => ms.toFixed(1));

/** @param rows what names a row, then `latencyCells` */
export const latencySection = (named: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  '',
  '## Latency',
  '',
  'Milliseconds of one search, query embedding and reranking included.',
  '',
  ...table([...named, 'p50', 'p95', 'max'], rows),
];

export const figure = (value: number): string => value.toFixed(4);
const signed = (value: number): string => `${value > 0 ? '+' : ''}${figure(value)}`;
/** One cell of a table: on one line, no bar in it. */
const cell = (text: string): string => text.replace(/\s+/gu, ' ').replaceAll('|', '\\|');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string[] => [
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
    `* Set: ${set.documents} documents, ${result.chunks} chunks, ${set.queries} questions with ${set.judgements} judgements${set.split === null ? '' : ` (${set.split})`}; ${set.unjudged} questions without any left out`,
    ...lackingLines(set),
    ...askerLines(set),
    ...changedLines([result]),
    `* Checksum: ${set.checksum}`,
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
    ...(answers ? ['', '## Quoted answers', '', ...table(answerHeader, [answerRow(answers)])] : []),
    ...differenceLines(
      comparisons.map((comparison) => ({ comparison, before: comparison.before, after: comparison.after })),
      leadingMeasure(measures),
    ),
  ];
}

/** Questions that were left out, and judgements that nothing can meet, for want of their documents; nothing where all are there. */
export const lackingLines = ({ leftOut, lacking, queries, kind }: EvaluationResult['set']): string[] => [
  ...(leftOut ? [`* ${leftOutText(leftOut, { asked: queries, kind })}`] : []),
  ...(lacking === undefined
    ? []
    : [`* Not in ${placeOfDocuments(kind)}, and so never found: the documents of ${lacking} judgements`]),
];

/** Whether the documents that were searched changed meanwhile, which makes no figure wrong and each comparison unfair. */
export const changedLines = (results: readonly Pick<EvaluationResult, 'libraryChanged'>[]): string[] =>
  results.some(({ libraryChanged }) => libraryChanged) ? [`* ${libraryChangedText}`] : [];

/** Questions that are documents themselves; nothing where none is. */
export const askerLines = ({ askers }: EvaluationResult['set']): string[] =>
  askers === undefined
    ? []
    : [`* Documents of the set themselves, and left out of what is found for them: ${askers} questions`];

/** What searches had to say, such as that no reranking model is installed; nothing where they had not. */
function noticeSection(configurations: EvaluationResult['configurations']): string[] {
  const rows = configurations.flatMap(({ name, notices }) =>
    Object.entries(notices).map(([code, questions]) => [name, code, String(questions)]),
  );
  return rows.length === 0 ? [] : ['', '## Notices', '', ...table(['configuration', 'notice', 'questions'], rows)];
}

export const answerHeader: readonly string[] = [
  'questions',
  'answered',
  'span in the answer',
  'first citation right',
  'abstention, balanced accuracy',
];

export const answerRow = (answers: AnswerFigures): readonly string[] => [
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
export function differenceLines(differences: readonly Difference[], measure: string): string[] {
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
