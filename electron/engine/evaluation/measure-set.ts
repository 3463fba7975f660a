import {
  type ConfigurationFigures,
  defaultCutoffs,
  type EvaluatedConfiguration,
  type EvaluatedQuery,
  evaluationMeasures,
  type MeasuredWay,
  type MeasureName,
  type QueryOutcome,
} from '@shared/contract';
import { type LabelledQuery, type LabelledSet, withoutAsker } from './labelled-set';
import { type Judgements, mean, ndcg, percentile, precision, recall, reciprocalRank, toFigure } from './metrics';

export interface NamedConfiguration {
  readonly name: string;
  readonly configuration: EvaluatedConfiguration;
}

export interface RankedDocuments {
  readonly documentIds: readonly string[];
  readonly notices: readonly string[];
}

export type SearchIn = (query: string, configuration: NamedConfiguration) => Promise<RankedDocuments>;

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

/** Means of unrounded values: trec_eval's to the last of four decimals. */
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
