import type { EvaluatedConfiguration, EvaluationReport, ModeFigures, SearchMode } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { LabelledSet } from './labelled-set';
import { measureSet, type NamedConfiguration } from './measure-set';

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
