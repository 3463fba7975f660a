import { resolve } from 'node:path';
import {
  type ConfigurationFigures,
  type EngineEvent,
  type EvaluatedConfiguration,
  type EvaluationComparison,
  type EvaluationSummary,
  evaluationMeasures,
  type KeptSets,
  type LabelledSetFacts,
  type MeasureName,
  type SearchMode,
  searchModes,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { language, t } from '@shared/words/index';
import { saidLeftOut } from '@shared/words/said';
import { Option } from 'commander';
import { decimal, facts, leftText, type PrintedColumn, showOver, sizeText, table } from './render';
import { runText } from './run-text';
import { type Actions, addActions, type Call, type MakeCommand, type Session } from './session';
import { badUsage, badValue, each, numberFrom } from './usage';

interface EvaluationFlags {
  readonly corpus?: string;
  readonly queries?: string;
  readonly qrels?: string;
  readonly modes?: SearchMode[];
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

/** The width of `show`. */
const shownMeasures: readonly MeasureName[] = ['ndcg@5', 'ndcg@10', 'mrr@10', 'recall@3', 'recall@100', 'p@5'];
const shownQuestions = 10;

/**
 * `evaluate` alone measures the modes on three files and keeps nothing; with an action it is the evaluation workbench.
 * PATH is a folder in the BEIR layout, or a CSV file of questions and documents.
 */
export function addEvaluationCommands(command: MakeCommand): void {
  const evaluate = command(
    'evaluate [action] [words...]',
    t('terminal.command.evaluate', { actions: Object.keys(actions).join(' | ') }),
  )
    .option('--corpus <file>', t('terminal.option.corpus'))
    .option('--queries <file>', t('terminal.option.queries'))
    .option('--qrels <file>', t('terminal.option.qrels'))
    .addOption(new Option('--modes <modes...>', t('terminal.option.modes')).choices([...searchModes]))
    .option('--in <configuration...>', t('terminal.option.in'), each(parseConfiguration))
    .option('--split <name>', t('terminal.option.split'))
    .option('--model <id>', t('terminal.option.evaluationModel'))
    .option('--cutoffs <k...>', t('terminal.option.cutoffs'), each(cutoff))
    .option('--answers', t('terminal.option.answers'))
    .option('--measure <name>', t('terminal.option.measure'), measureName)
    .addOption(
      new Option('--format <format>', t('terminal.option.reportFormat')).choices(['md', 'json', 'csv']).default('md'),
    )
    .addOption(
      new Option('--decimal <sign>', t('terminal.option.decimal')).choices(['point', 'comma']).default('point'),
    )
    .option('--no-times', t('terminal.option.noTimes'));
  const ways = ['--corpus FILE --queries FILE --qrels FILE', ...Object.keys(actions)].join('; evaluate ');
  addActions(
    evaluate,
    { '': measureFiles, ...actions },
    { usual: '', refuse: (self) => badUsage(self, () => t('terminal.usage.oneOf', { ways: `evaluate ${ways}` })) },
  );
}

async function measureFiles({ engine, flags }: Call<EvaluationFlags>): Promise<boolean> {
  const { corpus, queries, qrels, modes, model } = flags;
  if (corpus === undefined || queries === undefined || qrels === undefined) return false;
  const report = await engine.request('evaluate.run', { corpus, queries, qrels, modes, model });
  const { leftOut, queries: asked } = report;
  const measured = Object.entries(report.modes);
  engine.print(report, () =>
    [
      ...leftOutLines({ leftOut, queries: asked, kind: 'beir' }),
      table(measured, [
        [t('terminal.column.mode'), ([mode]) => mode],
        ...Object.keys(measured[0]?.[1] ?? {}).map(
          (name): PrintedColumn<(typeof measured)[number]> => [
            name,
            ([, figures]) => String(figures[name as keyof typeof figures]),
          ],
        ),
      ]),
    ].join('\n'),
  );
  return true;
}

const actions: Actions<EvaluationFlags> = {
  'run PATH': ({ engine, flags }, path: string) => measure(engine, resolve(path), flags),
  'inspect PATH': ({ engine, flags: { split, model } }, path: string) =>
    engine.show('evaluate.inspect', { path: resolve(path), split, model }, setText),
  async list({ engine }) {
    const evaluations = await engine.request('evaluate.list', {});
    engine.print({ evaluations }, () => listText(evaluations));
  },
  'show ID': ({ engine }, evaluationId: string) => engine.show('evaluate.get', { evaluationId }, resultText),
  'compare ID BEFORE AFTER [ID-OF-AFTER]': (
    { engine, flags },
    evaluationId: string,
    before: string,
    after: string,
    afterEvaluationId?: string,
  ) => {
    const measured = flags.measure === undefined ? {} : { measure: flags.measure };
    const asked = { evaluationId, before, after, afterEvaluationId, ...measured };
    return engine.show('evaluate.compare', asked, comparisonText);
  },
  'open ID QUESTION CONFIGURATION': ({ engine }, evaluationId: string, queryId: string, configuration: string) =>
    engine.show(
      'evaluate.openRun',
      { evaluationId, queryId, configuration },
      (run) => `${runText(run)}\n${t('terminal.keptAs', { id: run.runId })}`,
    ),
  'report ID [ID…]': ({ engine, flags }, evaluationId: string, ...withIds: string[]) => {
    const { format, decimal, times } = flags;
    const asked = { evaluationId, withIds, format, language: language(), decimal, times };
    return engine.show('evaluate.report', asked, ({ content }) => content.trimEnd());
  },
  async 'delete ID…'({ engine }, ...evaluationIds: string[]) {
    const deleted = await engine.request('evaluate.delete', { evaluationIds });
    const isAll = deleted.deleted === new Set(evaluationIds).size;
    const lacking = isAll ? null : new VitrineError('evaluation-not-found', { why: 'others' });
    engine.printDone(deleted, () => t('terminal.deleted', { deleted: deleted.deleted }), lacking);
  },
  sets: ({ engine }) => engine.show('evaluate.sets', {}, setsText),
  async 'remove-sets [KEY…]'({ engine }, ...keys: string[]) {
    const removed = await engine.request('evaluate.removeSets', keys.length > 0 ? { keys } : {});
    const isAll = keys.length === 0 || removed.removed === new Set(keys).size;
    const done = () => t('terminal.evaluate.removed', { sets: removed.removed, size: sizeText(removed.bytes) });
    engine.printDone(removed, done, isAll ? null : new VitrineError('bad-request', { why: 'no-such-sets' }));
  },
};

function setsText({ sets, bytes, folder }: KeptSets): string {
  return [
    table(sets, [
      [t('terminal.column.key'), ({ key }) => key],
      [t('evaluate.set'), ({ name }) => name],
      [t('terminal.column.model'), ({ model }) => model],
      [t('terminal.column.documents'), ({ documents }) => String(documents)],
      [t('library.columns.chunks'), ({ chunks }) => String(chunks)],
      ['MB', (set) => decimal(set.bytes / 1e6, 1)],
      [t('terminal.column.when'), ({ createdAt }) => createdAt],
    ]),
    t('terminal.evaluate.setsIn', { size: sizeText(bytes), folder }),
  ].join('\n');
}

async function measure(engine: Session, path: string, flags: EvaluationFlags): Promise<void> {
  const { in: configurations, split, model, cutoffs, answers } = flags;
  const asked = { path, split, model, configurations, cutoffs, answers };
  const onEvent = (event: EngineEvent): void => {
    if (event.type !== 'evaluation.progress') return;
    const { phase, way, done, total, msLeft } = event.progress;
    const now =
      phase === 'searching' ? t('evaluate.phases.searching', { name: way?.name ?? '' }) : t(`evaluate.phases.${phase}`);
    showOver(`${now}: ${[t('evaluate.progress', { done, total }), ...leftText(msLeft)].join(', ')}`);
  };
  await engine.show('evaluate.start', asked, resultText, onEvent);
}

const cutoff = numberFrom(1, 200);

const measureName = (text: string): string => {
  const [measure, at = ''] = text.split('@');
  if (evaluationMeasures.some((known) => known === measure) && /^[1-9]\d{0,2}$/u.test(at)) return text;
  throw badValue(() => t('terminal.usage.measure', { measures: evaluationMeasures }));
};

function listText(evaluations: readonly EvaluationSummary[]): string {
  if (evaluations.length === 0) return t('terminal.evaluate.none');
  return table(evaluations, [
    [t('terminal.column.id'), ({ evaluationId }) => evaluationId],
    [t('terminal.column.when'), ({ createdAt }) => createdAt],
    [t('evaluate.set'), ({ set }) => set.name],
    [t('terminal.column.questions'), ({ set }) => String(set.queries)],
    [t('terminal.column.model'), ({ model }) => model],
    [t('terminal.column.ways'), ({ configurations }) => configurations.map(({ name }) => name).join(', ')],
  ]);
}

function resultText(result: EvaluationSummary): string {
  const { evaluationId, set, model, measures, configurations, answers } = result;
  const usual = shownMeasures.filter((name) => measures.includes(name));
  const shown = usual.length > 0 ? usual : measures;
  return [
    `${set.name}: ${t('quantity.documents', { count: set.documents })}, ${t('evaluate.questions', { count: set.queries })}, ${model}`,
    ...leftOutLines(set),
    ...(result.libraryChanged ? [t('evaluate.libraryChanged')] : []),
    ...(set.lacking === undefined ? [] : [t(`evaluate.lacking.${set.kind}`, { count: set.lacking })]),
    ...(set.askers === undefined
      ? []
      : [`${t('terminal.column.questions')}: ${t('evaluate.facts.askers', { count: set.askers })}`]),
    table(configurations, [
      [t('evaluate.way'), ({ name }) => name],
      ...shown.map(
        (measure): PrintedColumn<ConfigurationFigures> => [measure, ({ figures }) => decimal(figures[measure] ?? 0, 4)],
      ),
      ['p50 ms', ({ latency }) => decimal(latency.p50, 1)],
      ['p95 ms', ({ latency }) => decimal(latency.p95, 1)],
      ['p99 ms', ({ latency }) => (latency.p99 === undefined ? t('app.none') : decimal(latency.p99, 1))],
    ]),
    ...noticeLines(configurations),
    ...(answers
      ? [
          facts([
            [t('insights.outcome.answered'), String(answers.answered)],
            [t('evaluate.answered.span'), String(answers.spanInAnswer)],
            [t('evaluate.answered.citation'), String(answers.firstCitationRight)],
            [t('evaluate.answered.abstention'), String(answers.abstention ?? t('app.none'))],
          ]),
        ]
      : []),
    t('terminal.keptAs', { id: evaluationId }),
  ].join('\n');
}

function setText(set: LabelledSetFacts): string {
  const counts = (count: number, ...more: readonly string[]) => [decimal(count, 0), ...more].join('; ');
  const questions = [
    ...(set.unjudged > 0 ? [t('evaluate.facts.unjudged', { count: set.unjudged })] : []),
    ...(set.repeated ? [t('evaluate.facts.repeated', { count: set.repeated })] : []),
    ...(set.askers ? [t('evaluate.facts.askers', { count: set.askers })] : []),
  ];
  const pairs = [
    ...(set.highestGain > 1 ? [t('evaluate.facts.graded', { gain: set.highestGain })] : []),
    ...(set.lacking ? [t(`evaluate.facts.lacking.${set.kind}`, { count: set.lacking })] : []),
  ];
  return [
    facts([
      [t('evaluate.set'), set.name],
      [t('evaluate.facts.kind'), t(`evaluate.facts.${set.kind}`)],
      [t('evaluate.facts.path'), set.path],
      [t('document.checksum'), set.checksum],
      [t('palette.groups.documents'), counts(set.documents)],
      [t('terminal.column.questions'), counts(set.queries, ...questions)],
      [t('evaluate.facts.judgements'), counts(set.judgements, ...pairs)],
      ...(set.split === null ? [] : [[t('evaluate.split'), `${set.split} (${set.splits.join(', ')})`] as const]),
      [t('evaluate.facts.index'), set.indexed ? t('evaluate.facts.indexed') : t('evaluate.facts.notIndexed')],
    ]),
    ...leftOutLines(set),
  ].join('\n');
}

const leftOutLines = (set: Parameters<typeof saidLeftOut>[0]): string[] => [saidLeftOut(set) ?? []].flat();

/** How often a search of a configuration had something to say, such as that no reranking model is installed. */
const noticeLines = (configurations: EvaluationSummary['configurations']): string[] =>
  configurations.flatMap(({ name, notices }) => {
    const said = Object.entries(notices).map(([code, questions]) => `${code} ${questions}`);
    return said.length === 0 ? [] : [t('terminal.evaluate.notices', { name, notices: said.join(', ') })];
  });

function comparisonText(comparison: EvaluationComparison): string {
  const { measure, before, after, difference, wins, losses, ties, significance, queries } = comparison;
  const moved = queries.filter((query) => query.difference !== 0);
  const shown = [...new Set([...moved.slice(0, shownQuestions), ...moved.slice(-shownQuestions)])];
  return [
    `${measure}, ${before} → ${after}: ${decimal(comparison.meanBefore, 4)} → ${decimal(comparison.meanAfter, 4)} (${difference > 0 ? '+' : ''}${decimal(difference, 4)}), p = ${significance.pValue}`,
    t('terminal.evaluate.compared', { wins, losses, ties }),
    ...(shown.length === 0
      ? []
      : [
          table(shown, [
            [t('terminal.column.id'), ({ queryId }) => queryId],
            [t('chat.question'), ({ question }) => question],
            [before, (query) => decimal(query.before, 4)],
            [after, (query) => decimal(query.after, 4)],
            [t('evaluate.compare.difference'), (query) => decimal(query.difference, 4)],
          ]),
        ]),
  ].join('\n');
}

type Setting = Partial<EvaluatedConfiguration>;

const isMode = (text: string): text is SearchMode => searchModes.some((mode) => mode === text);

/** `mode` or `mode:setting,setting`. Throws bad usage for any other text, and for settings that do not go together. */
export function parseConfiguration(text: string): EvaluatedConfiguration {
  const [mode = '', ...rest] = text.split(':');
  if (!isMode(mode)) throw badValue(() => t('terminal.usage.mode', { modes: searchModes }));
  const named = rest
    .join(':')
    .split(',')
    .filter((setting) => setting !== '');
  const settings = named.map(parseSetting);
  const whole: EvaluatedConfiguration = Object.assign({ mode }, ...settings);
  const joining = named.filter((_setting, at) => joins(settings[at]));
  if (mode !== 'hybrid' && (joining.length > 0 || whole.features !== undefined)) {
    throw badValue(() => t('terminal.usage.onlyHybrid', { mode }));
  }
  if (joining.length > 1) throw badValue(() => t('terminal.usage.oneJoining', { settings: joining }));
  if (whole.features && whole.fusion?.startsWith('rrf')) {
    throw badValue(() => t('terminal.usage.featuresOrRrf'));
  }
  return whole;
}

const joins = (setting: Setting = {}): boolean => setting.fusion !== undefined || setting.alpha !== undefined;

function parseSetting(setting: string): Setting {
  const [name = '', value] = setting.split('=');
  if (name === 'alpha' && value !== undefined) return { alpha: numberIn(setting, value, 0, 1) };
  if (name === 'k' && value !== undefined) return { fusion: 'rrf', rrfK: numberIn(setting, value, 1, 10_000) };
  const known = value === undefined && Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (known) return known;
  const all = 'rrf, weighted, alpha=W, k=N, rrf_rerank, rerank, features, no-features';
  throw badValue(() => t('terminal.usage.noSetting', { setting, known: all }));
}

const plain: Readonly<Record<string, Setting>> = {
  rrf: { fusion: 'rrf' },
  weighted: { fusion: 'weighted' },
  rrf_rerank: { fusion: 'rrf_rerank' },
  rerank: { rerank: true },
  features: { features: true },
  'no-features': { features: false },
};

function numberIn(setting: string, value: string, least: number, most: number): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && number <= most) return number;
  throw badValue(() => `${setting}: ${t('terminal.usage.number', { least, most })}`);
}
