import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { project, type TestEngine } from './open-test-engine';

/** Gives the library limits of its own: the shipped ones with these changes; read again by the next run. */
export async function setLimits(vitrine: TestEngine, retrieval: object, others: object = {}): Promise<void> {
  const shipped = JSON.parse(await readFile(join(project, 'config', 'pipeline_limits.json'), 'utf8')) as {
    retrieval: object;
  };
  const limits = { ...shipped, ...others, retrieval: { ...shipped.retrieval, ...retrieval } };
  await vitrine.ownConfig('pipeline_limits.json', limits);
}
