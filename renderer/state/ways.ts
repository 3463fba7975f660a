import type { EvaluatedConfiguration } from '@shared/contract/index';
import { t } from '@shared/words/index';

/** The ways to search that the room offers beside those with a number of one's own; the terminal can measure any other. */
export const ways = {
  keyword: { mode: 'keyword' },
  vector: { mode: 'vector' },
  hybrid: { mode: 'hybrid' },
  hybridPlain: { mode: 'hybrid', features: false },
  hybridRrf: { mode: 'hybrid', fusion: 'rrf' },
  hybridWeighted: { mode: 'hybrid', fusion: 'weighted' },
  hybridHalf: { mode: 'hybrid', alpha: 0.5 },
  hybridFeatures: { mode: 'hybrid', features: true },
  hybridRerank: { mode: 'hybrid', rerank: true },
} as const satisfies Readonly<Record<string, EvaluatedConfiguration>>;
export type WayId = keyof typeof ways;
export const wayIds = Object.keys(ways) as readonly WayId[];

export const usualWays: readonly EvaluatedConfiguration[] = [ways.keyword, ways.vector, ways.hybrid];

interface OwnWay {
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  way(value: number): EvaluatedConfiguration;
  /** The number of such a way; null for any other, also one that the room offers as it is. */
  numberOf(way: EvaluatedConfiguration): number | null;
}

const isOffered = (way: EvaluatedConfiguration): boolean =>
  (Object.values(ways) as readonly EvaluatedConfiguration[]).includes(way);

export const ownWays = {
  alpha: {
    usual: 0.7,
    least: 0,
    most: 1,
    step: 0.05,
    way: (value) => ({ mode: 'hybrid', alpha: value }),
    numberOf: (way) => (isOffered(way) ? null : (way.alpha ?? null)),
  },
  rrfK: {
    usual: 20,
    least: 1,
    most: 10_000,
    step: 1,
    way: (value) => ({ mode: 'hybrid', fusion: 'rrf', rrfK: value }),
    numberOf: (way) => way.rrfK ?? null,
  },
} as const satisfies Readonly<Record<string, OwnWay>>;
export type OwnWayId = keyof typeof ownWays;
export const ownWayIds = Object.keys(ownWays) as readonly OwnWayId[];

export const waysInOrder = (chosen: readonly EvaluatedConfiguration[]): readonly EvaluatedConfiguration[] => [
  ...wayIds.flatMap((id) => chosen.filter((way) => way === ways[id])),
  ...ownWayIds.flatMap((id) => chosen.filter((way) => ownWays[id].numberOf(way) !== null)),
];

const settings = ['mode', 'fusion', 'alpha', 'rrfK', 'features'] as const;

const isSame = (one: EvaluatedConfiguration, other: EvaluatedConfiguration): boolean =>
  settings.every((setting) => one[setting] === other[setting]) && (one.rerank ?? false) === (other.rerank ?? false);

/** The name of a measured way: the room's words if it offers that way or its kind, otherwise the result's name. */
export function wayName(measured: { readonly name: string; readonly configuration: EvaluatedConfiguration }): string {
  const { configuration, name } = measured;
  if (configuration.name !== undefined) return name;
  const id = wayIds.find((one) => isSame(ways[one], configuration));
  if (id !== undefined) return t(`evaluate.ways.${id}`);
  for (const own of ownWayIds) {
    const value = ownWays[own].numberOf(configuration);
    if (value !== null && isSame(ownWays[own].way(value), configuration)) {
      return t(`evaluate.ownWays.named.${own}`, { value });
    }
  }
  return name;
}
