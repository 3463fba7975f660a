import { resolve } from 'node:path';
import type {
  EngineEvent,
  EvaluatedConfiguration,
  EvaluationComparison,
  EvaluationSummary,
  MeasureName,
  RequestOf,
} from '@shared/contract';
import { evaluationMeasures } from '@shared/contract';
import type { ErrorReport } from '@shared/errors';
import { leftOutText, libraryChangedText, placeOfDocuments } from '@shared/left-out-questions';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { parseConfiguration } from './evaluated-configuration';
import { leftText, table } from './render';
import { runText } from './run-text';
import type { Session } from './session';

interface EvaluationFlags {
  readonly in?: EvaluatedConfiguration[];
  readonly split?: string;
  readonly model?: string;
  readonly cutoffs?: number[];
  readonly answers?: boolean;
  readonly measure?: string;
  readonly format: 'md' | 'json' | 'csv';
  readonly decimal: 'point' | 'comma';
  readonly times: boolean;
}

const actions = [
  'run PATH',
  'inspect PATH',
  'list',
  'show ID',
  'compare ID BEFORE AFTER [ID-OF-AFTER]',
  'open ID QUESTION CONFIGURATION',
  'report ID [ID…]',
  'delete ID…',
  'sets',
  'remove-sets [KEY…]',
];
/** What `show` has room for. */
const shownMeasures: readonly MeasureName[] = ['ndcg@5', 'ndcg@10', 'mrr@10', 'recall@3', 'recall@100', 'p@5'];
const shownQuestions = 10;

/** The evaluation workbench. PATH is a folder in the BEIR layout, or a CSV file of questions and documents. */
export function addEvaluationCommands(command: MakeCommand, session: WithSession): void {
  command('eval <action> [words...]', `measure ways to search, keep and compare what came out: ${actions.join(' | ')}`)
    .option(
      '--in <configuration...>',
      'run: ways to search, such as keyword, hybrid, hybrid:rrf, hybrid:k=10, hybrid:alpha=0.5, hybrid:rerank,no-features',
      (text: string, before: EvaluatedConfiguration[] = []) => [...before, parseConfiguration(text)],
    )
    .option('--split <name>', 'run, inspect: which of qrels/*.tsv')
    .option('--model <id>', 'run, inspect: embedding model')
    .option('--cutoffs <k...>', 'run: where measures are cut off', (text: string, before: number[] = []) => [
      ...before,
      whole(text),
    ])
    .option('--answers', 'run: ask for quoted answers too, where the set has answers.json')
    .option('--measure <name>', 'compare: such as mrr@10 (default: ndcg@10)', measureName)
    .addOption(
      new Option('--format <format>', 'report; csv: the figures of each question')
        .choices(['md', 'json', 'csv'])
        .default('md'),
    )
    .addOption(
      new Option('--decimal <sign>', 'report as csv: comma for spreadsheets that want semicolons between cells')
        .choices(['point', 'comma'])
        .default('point'),
    )
    .option('--no-times', 'report: leave out times, dates and ids')
    .action((action: string, words: string[], flags: EvaluationFlags, self: Command) =>
      session(self, async (engine) => {
        if (await evaluation(engine, action, words, flags)) return;
        self.error(`error: one of: eval ${actions.join('; eval ')}`, { exitCode: 2 });
      }),
    );
}

/** False for words that name no action. */
async function evaluation(engine: Session, action: string, words: string[], flags: EvaluationFlags): Promise<boolean> {
  const [first, second, third, ...more] = words;
  const [fourth, fifth] = more;
  const one = first !== undefined && second === undefined;
  const three = third !== undefined && more.length === 0;
  if (action === 'run' && one) await measure(engine, resolve(first), flags);
  else if (action === 'inspect' && one) {
    const facts = await engine.request('evaluate.inspect', { path: resolve(first), ...setFlags(flags) });
    const { leftOut: _told, ...plain } = facts;
    engine.print(facts, () =>
      [...Object.entries(plain).map(([name, value]) => `${name}: ${String(value)}`), ...leftOutLines(facts)].join('\n'),
    );
  } else if (action === 'list' && first === undefined) {
    const evaluations = await engine.request('evaluate.list', {});
    engine.print({ evaluations }, () => listText(evaluations));
  } else if (action === 'show' && one) {
    const result = await engine.request('evaluate.get', { evaluationId: first });
    engine.print(result, () => resultText(result));
  } else if (action === 'compare' && first !== undefined && second !== undefined && third !== undefined && !fifth) {
    const measured = flags.measure === undefined ? {} : { measure: flags.measure };
    const across = fourth === undefined ? {} : { afterEvaluationId: fourth };
    const asked = { evaluationId: first, before: second, after: third, ...across, ...measured };
    const comparison = await engine.request('evaluate.compare', asked);
    engine.print(comparison, () => comparisonText(comparison));
  } else if (action === 'open' && first !== undefined && second !== undefined && three) {
    const asked = { evaluationId: first, queryId: second, configuration: third };
    const run = await engine.request('evaluate.openRun', asked);
    engine.print(run, () => `${runText(run)}\nKept as ${run.runId}.`);
  } else if (action === 'report' && first !== undefined) {
    const { format, decimal, times } = flags;
    const withIds = words.slice(1);
    const report = await engine.request('evaluate.report', { evaluationId: first, withIds, format, decimal, times });
    engine.print(report, () => report.content.trimEnd());
  } else if (action === 'delete' && first !== undefined) {
    const deleted = await engine.request('evaluate.delete', { evaluationIds: words });
    printDone(engine, {
      value: deleted,
      text: `Deleted ${deleted.deleted} of ${words.length}.`,
      isAll: deleted.deleted === new Set(words).size,
      error: {
        code: 'evaluation-not-found',
        message: 'The others are not kept here.',
        hint: 'See vitrine eval list for the ids.',
      },
    });
  } else if (action === 'sets' && first === undefined) {
    const kept = await engine.request('evaluate.sets', {});
    engine.print(kept, () =>
      [
        table(
          ['key', 'set', 'model', 'documents', 'chunks', 'MB', 'made'],
          kept.sets.map((set) => [
            set.key,
            set.name,
            set.model,
            String(set.documents),
            String(set.chunks),
            megabytes(set.bytes),
            set.createdAt,
          ]),
        ),
        `${megabytes(kept.bytes)} MB in ${kept.folder}`,
      ].join('\n'),
    );
  } else if (action === 'remove-sets') {
    const removed = await engine.request('evaluate.removeSets', words.length > 0 ? { keys: words } : {});
    printDone(engine, {
      value: removed,
      text: `Removed ${removed.removed}, ${megabytes(removed.bytes)} MB.`,
      isAll: words.length === 0 || removed.removed === new Set(words).size,
      error: { code: 'bad-request', message: 'The others are not there.', hint: 'See vitrine eval sets for the keys.' },
    });
  } else return false;
  return true;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

function setFlags({ split, model }: EvaluationFlags): Pick<RequestOf<'evaluate.inspect'>, 'split' | 'model'> {
  return { ...(split === undefined ? {} : { split }), ...(model === undefined ? {} : { model }) };
}

async function measure(engine: Session, path: string, flags: EvaluationFlags): Promise<void> {
  const { in: configurations, cutoffs, answers } = flags;
  const asked = { path, ...setFlags(flags), configurations, cutoffs, answers };
  const onEvent = (event: EngineEvent): void => {
    if (event.type !== 'evaluation.progress' || !process.stderr.isTTY) return;
    const { phase, way, done, total, msLeft } = event.progress;
    process.stderr.write(
      `\r\u001b[K${phase}${way === null ? '' : ` ${way.name}`}: ${done} of ${total}${leftText(msLeft)}`,
    );
  };
  const result = await engine.request('evaluate.start', asked, onEvent);
  if (process.stderr.isTTY) engine.say('');
  engine.print(result, () => resultText(result));
}

const whole = (text: string): number => {
  if (/^[1-9]\d{0,2}$/u.test(text) && Number(text) <= 200) return Number(text);
  throw new InvalidArgumentError('A whole number from 1 to 200 is wanted.');
};

const measureName = (text: string): string => {
  const [measure, cutoff = ''] = text.split('@');
  if (evaluationMeasures.some((known) => known === measure) && /^[1-9]\d{0,2}$/u.test(cutoff)) return text;
  throw new InvalidArgumentError(`One of ${evaluationMeasures.join(', ')} is wanted, with a number: recall@100.`);
};

/** Prints what was done, and fails as `vitrine delete` does where not all that was named is there. */
function printDone(
  engine: Session,
  { value, text, isAll, error }: { value: object; text: string; isAll: boolean; error: ErrorReport },
): void {
  engine.print(isAll ? value : { ...value, error }, () => (isAll ? text : `${text} ${error.message}`));
  if (isAll) return;
  engine.say(error.hint);
  process.exitCode = 1;
}

function listText(evaluations: readonly EvaluationSummary[]): string {
  if (evaluations.length === 0) return 'No evaluations yet. Make one: vitrine eval run PATH';
  return table(
    ['id', 'when', 'set', 'questions', 'model', 'configurations'],
    evaluations.map(({ evaluationId, createdAt, set, model, configurations }) => [
      evaluationId,
      createdAt,
      set.name,
      String(set.queries),
      model,
      configurations.map(({ name }) => name).join(', '),
    ]),
  );
}

function resultText(result: EvaluationSummary): string {
  const { evaluationId, set, model, measures, configurations, answers } = result;
  const usual = shownMeasures.filter((name) => measures.includes(name));
  const shown = usual.length > 0 ? usual : measures;
  return [
    `${set.name}: ${set.documents} documents, ${set.queries} questions, ${model}`,
    ...leftOutLines(set),
    ...(result.libraryChanged ? [`${libraryChangedText}.`] : []),
    ...(set.lacking === undefined
      ? []
      : [
          `Not in ${placeOfDocuments(set.kind)}, and so never found: the documents of ${set.lacking} of ${set.judgements} judgements.`,
        ]),
    ...(set.askers === undefined
      ? []
      : [`Documents of the set themselves, and left out of what is found for them: ${set.askers} questions.`]),
    table(
      ['configuration', ...shown, 'p50 ms', 'p95 ms'],
      configurations.map(({ name, figures, latency }) => [
        name,
        ...shown.map((measure) => (figures[measure] ?? 0).toFixed(4)),
        latency.p50.toFixed(1),
        latency.p95.toFixed(1),
      ]),
    ),
    ...noticeLines(configurations),
    ...(answers
      ? [
          `Quoted answers: ${answers.answered} answered, ${answers.spanInAnswer} with the span, ${answers.firstCitationRight} cite the right document first, abstention ${answers.abstention ?? '–'}`,
        ]
      : []),
    `Kept as ${evaluationId}.`,
  ].join('\n');
}

/** What was not asked, for want of its documents. */
const leftOutLines = ({ leftOut, queries, kind }: EvaluationSummary['set']): string[] =>
  leftOut ? [`${leftOutText(leftOut, { asked: queries, kind })}.`] : [];

/** How often a search of a configuration had something to say, such as that no reranking model is installed. */
const noticeLines = (configurations: EvaluationSummary['configurations']): string[] =>
  configurations.flatMap(({ name, notices }) => {
    const said = Object.entries(notices).map(([code, questions]) => `${code} ${questions}`);
    return said.length === 0 ? [] : [`Notices of ${name}, by questions: ${said.join(', ')}`];
  });

function comparisonText(comparison: EvaluationComparison): string {
  const { measure, before, after, difference, wins, losses, ties, significance, queries } = comparison;
  const moved = queries.filter((query) => query.difference !== 0);
  const shown = [...new Set([...moved.slice(0, shownQuestions), ...moved.slice(-shownQuestions)])];
  return [
    `${measure}, ${before} → ${after}: ${comparison.meanBefore.toFixed(4)} → ${comparison.meanAfter.toFixed(4)} (${difference > 0 ? '+' : ''}${difference.toFixed(4)}), p = ${significance.pValue}`,
    `${wins} won, ${losses} lost, ${ties} equal`,
    ...(shown.length === 0
      ? []
      : [
          table(
            ['id', 'question', 'before', 'after', 'difference'],
            shown.map((query) => [
              query.queryId,
              query.question,
              query.before.toFixed(4),
              query.after.toFixed(4),
              query.difference.toFixed(4),
            ]),
          ),
        ]),
  ].join('\n');
}
