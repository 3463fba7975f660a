import { createHash } from 'node:crypto';
import { canonicalJson } from '@shared/canonical-json';
import type { StageConfig } from '../stages';

/** sha256 of what a run is configured with beside its limits, hex: the same on every machine for the same files. */
export function configurationOf({ agents, schema, system }: StageConfig): string {
  return createHash('sha256').update(canonicalJson({ agents, schema, system })).digest('hex');
}
