import { join } from 'node:path';
import Database from 'libsql';
import type { Engine } from '../electron/engine/engine';
import { percentile } from '../electron/engine/evaluation';
import { threadClock, threadMs } from '../tests/thread-time';
import { milliseconds, must } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

/** Of 30 alone, the 95th percentile is the second slowest. */
const runs = 100;
/** Of the engine's first runs, in which caches grow and code is compiled: slower, and told by themselves. */
const firstRuns = 30;

const isSearch = (stage: string): boolean => stage === 'Retrieval' || stage === 'ReRanker';

/**
 * Automatic runs without a language model over a large library: what controller and stages take besides Retrieval and
 * ReRanker (starting the run and keeping its states included), and the bytes that the states of a run take on disk. The
 * time on the wall, which is what somebody waits for, grows with whatever else the machine does; the processor time of
 * the thread stands beside it and does not. Linux counts that in steps of its clock, up to 4 ms.
 */
export async function automaticRuns(library: string, open: (library: string) => Promise<Engine>): Promise<string[][]> {
  const engine = await open(library);
  const random = randomNumbers(31);
  const searched = searchingClock(engine);
  const own: number[] = [];
  const processor: number[] = [];
  const stages: number[] = [];
  const runIds: string[] = [];
  for (let turn = -2; turn < runs; turn += 1) {
    const prompt = Array.from({ length: 9 }, () => drawWord(random)).join(' ');
    const [used, usedInSearch] = [threadMs(), searched()];
    const started = performance.now();
    const { runId } = await must(engine.request('run.start', { prompt }));
    const run = await must(engine.request('run.auto', { runId }));
    const elapsed = performance.now() - started;
    const usedByRun = threadMs() - used - (searched() - usedInSearch);
    runIds.push(runId);
    // The first two load the model and fill caches.
    if (turn < 0) continue;
    processor.push(usedByRun);
    const times = run.stages.map(({ stage, ms }) => ({ search: isSearch(stage), ms: ms ?? 0 }));
    const searching = times.filter(({ search }) => search).reduce((sum, { ms }) => sum + ms, 0);
    own.push(elapsed - searching);
    stages.push(times.filter(({ search }) => !search).reduce((sum, { ms }) => sum + ms, 0));
  }
  const bytes = storedBytes(library, runIds);
  await must(engine.request('run.delete', { runIds }));
  await engine.close();
  const row = (what: string, share: number, many: number, target = ''): string[] => [
    what,
    milliseconds(percentile(own.slice(0, many), share)),
    `${target}${threadClock}: ${milliseconds(percentile(processor.slice(0, many), share))}`,
    '',
  ];
  const what = 'automatic run without Retrieval and ReRanker';
  return [
    row(`${what}, p50`, 0.5, runs, 'target: under 30 ms; '),
    row(`${what}, p95`, 0.95, runs, 'target: under 30 ms; '),
    row(`${what}, p99`, 0.99, runs),
    row(`of it: the first ${firstRuns} of ${runs} runs, p50`, 0.5, firstRuns),
    row(`of it: the first ${firstRuns} of ${runs} runs, p95`, 0.95, firstRuns),
    ['of it: the six other stages alone, p50', milliseconds(percentile(stages, 0.5)), '', ''],
    ['states of one run on disk, p50', `${(percentile(bytes, 0.5) / 1000).toFixed(0)} kB`, 'target: under 1 MB', ''],
    ['states of one run on disk, largest', `${(Math.max(...bytes) / 1000).toFixed(0)} kB`, 'target: under 1 MB', ''],
  ];
}

/** ms that this thread has had a processor within Retrieval and ReRanker, since it was made. */
function searchingClock(engine: Engine): () => number {
  let spent = 0;
  let since = 0;
  engine.subscribe((event) => {
    if (event.type !== 'run.stage' || !isSearch(event.stage)) return;
    if (event.record.state === 'running') since = threadMs();
    else spent += threadMs() - since;
  });
  return () => spent;
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
