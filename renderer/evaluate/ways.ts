import type { EvaluatedConfiguration } from '@shared/contract/index';
import { t } from '../strings/index';

/** The ways to search that the room offers; the terminal can measure any other. */
export const ways = {
  keyword: { mode: 'keyword' },
  vector: { mode: 'vector' },
  hybrid: { mode: 'hybrid' },
  hybridRrf: { mode: 'hybrid', fusion: 'rrf' },
  hybridWeighted: { mode: 'hybrid', fusion: 'weighted' },
  hybridHalf: { mode: 'hybrid', alpha: 0.5 },
  hybridFeatures: { mode: 'hybrid', features: true },
  hybridRerank: { mode: 'hybrid', rerank: true },
} as const satisfies Readonly<Record<string, EvaluatedConfiguration>>;
export type WayId = keyof typeof ways;
export const wayIds = Object.keys(ways) as readonly WayId[];

/** What is measured where nobody chooses: each lane alone, and both. */
export const usualWays: readonly WayId[] = ['keyword', 'vector', 'hybrid'];

const settings = ['mode', 'fusion', 'alpha', 'rrfK', 'features'] as const;

function isSame(one: EvaluatedConfiguration, other: EvaluatedConfiguration): boolean {
  return (
    settings.every((setting) => one[setting] === other[setting]) && (one.rerank ?? false) === (other.rerank ?? false)
  );
}

/** What a measured way is called: by the room's words where it offers that way, else by the name of the result. */
export function wayName(measured: { readonly name: string; readonly configuration: EvaluatedConfiguration }): string {
  const known = measured.configuration.name === undefined;
  const id = known ? wayIds.find((one) => isSame(ways[one], measured.configuration)) : undefined;
  return id === undefined ? measured.name : t(`evaluate.ways.${id}`);
}
