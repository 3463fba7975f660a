import type { EvaluatedConfiguration } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';

/** What is measured where nobody says what. */
const usual: readonly EvaluatedConfiguration[] = [{ mode: 'keyword' }, { mode: 'vector' }, { mode: 'hybrid' }];

export interface NamedConfiguration {
  readonly name: string;
  readonly configuration: EvaluatedConfiguration;
}

/** Configurations with their names. Errors: `bad-request` where two have the same. */
export function namedConfigurations(asked: readonly EvaluatedConfiguration[] = usual): NamedConfiguration[] {
  const named = asked.map((configuration) => ({ name: configuration.name ?? nameOf(configuration), configuration }));
  const names = named.map(({ name }) => name);
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice === undefined) return named;
  throw new VitrineError(
    'bad-request',
    `Two configurations are called ${twice}.`,
    'Leave one out, or give it a name of its own.',
    { name: twice, why: 'same-name' },
  );
}

function nameOf({ mode, fusion, alpha, rrfK, features, rerank }: EvaluatedConfiguration): string {
  const settings = [
    mode,
    ...(alpha === undefined ? (fusion ? [fusion] : []) : [`alpha ${alpha}`]),
    ...(rrfK === undefined ? [] : [`k ${rrfK}`]),
    ...(features === undefined ? [] : [features ? 'with features' : 'without features']),
  ];
  return `${settings.join(' ')}${rerank ? ' + rerank' : ''}`;
}

/** Long enough for any machine: an order that depends on how busy it was could not be measured again. */
const rerankTimeoutMs = 3_600_000;

/** The limits that a configuration searches with. */
export function limitsOf(limits: PipelineLimits, asked: EvaluatedConfiguration): PipelineLimits {
  const { retrieval } = limits;
  const fusion = asked.alpha === undefined ? asked.fusion : 'alpha';
  return {
    ...limits,
    rerank: { ...limits.rerank, timeoutMs: rerankTimeoutMs },
    retrieval: {
      ...retrieval,
      fusion: fusion ?? retrieval.fusion,
      alpha: asked.alpha ?? retrieval.alpha,
      rrfK: asked.rrfK ?? retrieval.rrfK,
      rankByFeatures: asked.features ?? retrieval.rankByFeatures,
    },
  };
}
