import type { EvaluatedConfiguration } from '@shared/contract/index';
import { t } from '@shared/words/index';

/** The ways to search that the room offers; the terminal can measure any other. */
export const ways = {
  keyword: { mode: 'keyword' },
  vector: { mode: 'vector' },
  hybrid: { mode: 'hybrid' },
  hybridRerank: { mode: 'hybrid', rerank: true },
} as const satisfies Readonly<Record<string, EvaluatedConfiguration>>;
export type WayId = keyof typeof ways;
export const wayIds = Object.keys(ways) as readonly WayId[];

export const usualWays: readonly WayId[] = ['keyword', 'vector', 'hybrid'];

const settings = ['mode', 'fusion', 'alpha', 'rrfK', 'features'] as const;

const isSame = (one: EvaluatedConfiguration, other: EvaluatedConfiguration): boolean =>
  settings.every((setting) => one[setting] === other[setting]) && (one.rerank ?? false) === (other.rerank ?? false);

/** The name of a measured way: the room's words if it offers that way, otherwise the result's name. */
export function wayName(measured: { readonly name: string; readonly configuration: EvaluatedConfiguration }): string {
  const { configuration, name } = measured;
  const id = wayIds.find((one) => configuration.name === undefined && isSame(ways[one], configuration));
  return id === undefined ? name : t(`evaluate.ways.${id}`);
}
