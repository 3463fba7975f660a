import { createHash } from 'node:crypto';
import { canonicalJson } from '@shared/canonical-json';
import type { StageConfig } from '../stages';

/** Of the files as they were read last, which every run has until one of them changes. */
let last: { readonly of: Pick<StageConfig, 'agents' | 'schema' | 'system'>; readonly hash: string } | null = null;

/** sha256 of what a run is configured with beside its limits, hex: the same on every machine for the same files. */
export function configurationOf({ agents, schema, system }: StageConfig): string {
  const same = last?.of.agents === agents && last.of.schema === schema && last.of.system === system;
  if (last === null || !same) {
    const hash = createHash('sha256').update(canonicalJson({ agents, schema, system })).digest('hex');
    last = { of: { agents, schema, system }, hash };
  }
  return last.hash;
}
