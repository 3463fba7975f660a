import { join } from 'node:path';
import Database from 'libsql';
import type { Engine } from '../../electron/engine/engine';
import { percentile } from '../../electron/engine/evaluation';
import { milliseconds, must } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

const runs = 30;

/**
 * Automatic runs without a language model over a large library: what controller and stages take besides Retrieval and
 * ReRanker (starting the run and keeping its states included), and the bytes that the states of a run take on disk.
 */
export async function automaticRuns(library: string, open: (library: string) => Promise<Engine>): Promise<string[][]> {
  const engine = await open(library);
  const random = randomNumbers(31);
  const own: number[] = [];
  const stages: number[] = [];
  const runIds: string[] = [];
  for (let turn = -2; turn < runs; turn += 1) {
    const prompt = Array.from({ length: 9 }, () => drawWord(random)).join(' ');
    const started = performance.now();
    const { runId } = await must(engine.request('run.start', { prompt }));
    const run = await must(engine.request('run.auto', { runId }));
    const whole = performance.now() - started;
    runIds.push(runId);
    // The first two load the model and fill caches.
    if (turn < 0) continue;
    const times = run.stages.map(({ stage, ms }) => ({
      search: stage === 'Retrieval' || stage === 'ReRanker',
      ms: ms ?? 0,
    }));
    const searching = times.filter(({ search }) => search).reduce((sum, { ms }) => sum + ms, 0);
    own.push(whole - searching);
    stages.push(times.filter(({ search }) => !search).reduce((sum, { ms }) => sum + ms, 0));
  }
  const bytes = storedBytes(library, runIds);
  await must(engine.request('run.delete', { runIds }));
  await engine.close();
  const row = (what: string, values: readonly number[], share: number, target: string): string[] => [
    what,
    milliseconds(percentile(values, share)),
    target,
    '',
  ];
  return [
    row('automatic run without Retrieval and ReRanker, p50', own, 0.5, 'target: under 30 ms'),
    row('automatic run without Retrieval and ReRanker, p95', own, 0.95, 'target: under 30 ms'),
    row('of it: the six other stages alone, p50', stages, 0.5, ''),
    ['states of one run on disk, p50', `${(percentile(bytes, 0.5) / 1000).toFixed(0)} kB`, 'target: under 1 MB', ''],
    ['states of one run on disk, largest', `${(Math.max(...bytes) / 1000).toFixed(0)} kB`, 'target: under 1 MB', ''],
  ];
}

function storedBytes(library: string, runIds: readonly string[]): number[] {
  const database = new Database(join(library, 'catalogue.db'), { readonly: true });
  try {
    const rows = database
      .prepare('SELECT LENGTH(data) AS bytes FROM runs WHERE run_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(runIds)) as { bytes: number }[];
    return rows.map(({ bytes }) => bytes);
  } finally {
    database.close();
  }
}
