import {
  type ConfigurationFigures,
  defaultCutoffs,
  type EvaluatedConfiguration,
  type EvaluatedQuery,
  type EvaluationReport,
  evaluationMeasures,
  type MeasuredWay,
  type MeasureName,
  type ModeFigures,
  type QueryOutcome,
  type SearchMode,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { type LabelledQuery, type LabelledSet, withoutAsker } from './labelled-set';
import { type Judgements, mean, ndcg, percentile, precision, recall, reciprocalRank, toFigure } from './metrics';

interface NamedConfiguration {
  readonly name: string;
  readonly configuration: EvaluatedConfiguration;
}

export interface RankedDocuments {
  readonly documentIds: readonly string[];
  readonly notices: readonly string[];
}

type SearchIn = (query: string, configuration: NamedConfiguration) => Promise<RankedDocuments>;

export interface MeasuredSet {
  readonly measures: readonly MeasureName[];
  readonly configurations: readonly ConfigurationFigures[];
  readonly queries: readonly EvaluatedQuery[];
}

const shownDocuments = 10;

const measureOf: Readonly<Record<string, (ranked: readonly string[], judgements: Judgements, k: number) => number>> = {
  ndcg,
  mrr: reciprocalRank,
  recall,
  p: precision,
};

/** `ndcg@1`, `ndcg@3`, …: every measure at every cut-off, the smallest first. */
function measuresAt(cutoffs: readonly number[] = defaultCutoffs): MeasureName[] {
  const ordered = [...new Set(cutoffs)].sort((a, b) => a - b);
  return evaluationMeasures.flatMap((measure) => ordered.map((k): MeasureName => `${measure}@${k}`));
}

/**
 * Asks every question in every configuration, one after another, and scores what comes. A question that differs from
 * the first by white space alone goes before each configuration and does not count: models load at first use.
 */
export async function measureSet(
  set: LabelledSet,
  configurations: readonly NamedConfiguration[],
  search: SearchIn,
  onEach: (way: MeasuredWay, done: number) => void,
  { cutoffs, signal }: { readonly cutoffs?: readonly number[] | undefined; readonly signal?: AbortSignal } = {},
): Promise<MeasuredSet> {
  const measures = measuresAt(cutoffs);
  const titles = new Map(set.documents.map(({ id, title }) => [id, title]));
  const outcomes = new Map<string, QueryOutcome[]>(set.queries.map(({ id }) => [id, []]));
  const figures: ConfigurationFigures[] = [];
  let done = 0;
  for (const [position, named] of configurations.entries()) {
    const way = { ...named, place: position + 1, of: configurations.length };
    const notices: Record<string, number> = {};
    const values: (readonly number[])[] = [];
    const times: number[] = [];
    const [first] = set.queries;
    if (first) await search(`${first.text} `, named);
    for (const query of set.queries) {
      signal?.throwIfAborted();
      const started = performance.now();
      const found = await search(query.text, named);
      const ms = toFigure(performance.now() - started, 100);
      const answers = withoutAsker(query, found.documentIds);
      const exact = valuesOf(query, answers, measures);
      const outcome = {
        values: exact.map((value) => toFigure(value)),
        ...placesOf(query, answers, titles),
        ms,
      };
      for (const code of found.notices) notices[code] = (notices[code] ?? 0) + 1;
      values.push(exact);
      times.push(ms);
      outcomes.get(query.id)?.push(outcome);
      done += 1;
      onEach(way, done);
    }
    figures.push({ ...named, figures: figuresOf(values, measures), latency: latencyOf(times), notices });
  }
  const queries = set.queries.map(({ id, text, judgements }) => ({
    queryId: id,
    question: text,
    relevant: [...judgements]
      .filter(([, gain]) => gain > 0)
      .sort(([a, gainOfA], [b, gainOfB]) => gainOfB - gainOfA || (a < b ? -1 : 1))
      .map(([documentId, gain]) => ({ documentId, title: titles.get(documentId) ?? '', gain })),
    outcomes: outcomes.get(id) ?? [],
  }));
  return { measures, configurations: figures, queries };
}

const valuesOf = ({ judgements }: LabelledQuery, ids: readonly string[], measures: readonly MeasureName[]): number[] =>
  measures.map((name) => {
    const [measure = '', cutoff = ''] = name.split('@');
    return measureOf[measure]?.(ids, judgements, Number(cutoff)) ?? 0;
  });

function placesOf(
  { judgements }: LabelledQuery,
  ids: readonly string[],
  titles: ReadonlyMap<string, string>,
): Pick<QueryOutcome, 'firstRank' | 'top'> {
  const gainOf = (id: string): number => Math.max(judgements.get(id) ?? 0, 0);
  const first = ids.findIndex((id) => gainOf(id) > 0);
  return {
    firstRank: first === -1 ? null : first + 1,
    top: ids
      .slice(0, shownDocuments)
      .map((documentId) => ({ documentId, title: titles.get(documentId) ?? '', gain: gainOf(documentId) })),
  };
}

function figuresOf(
  values: readonly (readonly number[])[],
  measures: readonly MeasureName[],
): ConfigurationFigures['figures'] {
  const entries = measures.map((name, at) => [name, toFigure(mean(values.map((own) => own[at] ?? 0)))]);
  return Object.fromEntries(entries) as ConfigurationFigures['figures'];
}

function latencyOf(times: readonly number[]): ConfigurationFigures['latency'] {
  const at = (share: number): number => toFigure(percentile(times, share), 10);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Searches the labelled documents; gives document ids, best first, each once. */
export type RankDocuments = (query: string, mode: SearchMode) => Promise<readonly string[]>;

/** Runs every query in every mode, one after another, and averages the measures over the judged queries. Times in ms. */
export async function evaluate(
  set: LabelledSet,
  modes: readonly SearchMode[],
  rank: RankDocuments,
  model: string,
  signal?: AbortSignal,
): Promise<EvaluationReport> {
  const measured = await measureSet(
    set,
    modes.map((mode) => ({ name: mode, configuration: { mode } })),
    async (query, { configuration }) => ({ documentIds: await rank(query, configuration.mode), notices: [] }),
    () => undefined,
    { cutoffs: [3, 5, 10, 100], ...(signal ? { signal } : {}) },
  );
  const figures = measured.configurations.map(({ configuration, figures, latency }): [SearchMode, ModeFigures] => {
    const shown = reported.map((measure) => [measure, figures[measure] ?? 0]);
    const times = { p50ms: latency.p50, p95ms: latency.p95, p99ms: latency.p99 ?? latency.max };
    return [configuration.mode, { ...(Object.fromEntries(shown) as Record<Reported, number>), ...times }];
  });
  const { documents, queries, leftOut } = set;
  return {
    modes: Object.fromEntries(figures),
    corpus: documents.length,
    queries: queries.length,
    ...(leftOut ? { leftOut } : {}),
    model,
  };
}

const reported = ['ndcg@5', 'ndcg@10', 'mrr@10', 'recall@3', 'recall@100', 'p@5'] as const;
type Reported = (typeof reported)[number];

const usual: readonly EvaluatedConfiguration[] = [{ mode: 'keyword' }, { mode: 'vector' }, { mode: 'hybrid' }];

/** Configurations with their names. Errors: `bad-request` where two have the same. */
export function namedConfigurations(asked: readonly EvaluatedConfiguration[] = usual): NamedConfiguration[] {
  const named = asked.map((configuration) => ({ name: configuration.name ?? nameOf(configuration), configuration }));
  const names = named.map(({ name }) => name);
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice === undefined) return named;
  throw new VitrineError('bad-request', { name: twice, why: 'same-name' });
}

function nameOf({ mode, fusion, alpha, rrfK, features, rerank }: EvaluatedConfiguration): string {
  const joined = alpha === undefined ? fusion : `alpha ${alpha}`;
  const settings = [
    mode,
    ...(joined ? [joined] : []),
    ...(rrfK === undefined ? [] : [`k ${rrfK}`]),
    ...(features === undefined ? [] : [features ? 'with features' : 'without features']),
  ];
  return `${settings.join(' ')}${rerank ? ' + rerank' : ''}`;
}

/** Long enough for any machine: an order that depends on how busy it was could not be measured again. */
const rerankTimeoutMs = 3_600_000;

export function limitsOf(limits: PipelineLimits, asked: EvaluatedConfiguration): PipelineLimits {
  const { retrieval } = limits;
  return {
    ...limits,
    rerank: { ...limits.rerank, timeoutMs: rerankTimeoutMs },
    retrieval: {
      ...retrieval,
      fusion: asked.alpha === undefined ? (asked.fusion ?? retrieval.fusion) : 'weighted',
      weights: asked.alpha === undefined ? retrieval.weights : { vector: asked.alpha, keyword: 1 - asked.alpha },
      rrfK: asked.rrfK ?? retrieval.rrfK,
      rankByFeatures: asked.features ?? retrieval.rankByFeatures,
    },
  };
}
