import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { engineOptions } from '../electron/engine/host-options';
import { threadClock, threadMs } from '../tests/thread-time';
import { milliseconds, must, repository } from './benchmark-page';
import { openBuiltEngine } from './built-engine';
import { randomNumbers, sentencesOf } from './synthetic-text';

const files = 200;
const wordsAFile = 1150;
const lookEveryMs = 2;

/**
 * How long the engine's own thread is held at a time while 200 files are read and while their index is made anew for
 * another chunk profile, with reading and embedding in threads of their own as in the app: a request waits that long.
 */
export async function engineThreadRows(folder: string): Promise<string[][]> {
  const source = join(folder, 'engine-source');
  await mkdir(source, { recursive: true });
  const random = randomNumbers(41);
  for (let n = 0; n < files; n += 1) await writeFile(join(source, `${n}.txt`), sentencesOf(wordsAFile, random));
  const engine = await openBuiltEngine({
    ...engineOptions({}, { appFolder: repository, libraryFolder: join(folder, 'engine-library') }),
    logFile: null,
    ingestThreadFile: join(repository, 'out', 'main', 'ingest-worker.cjs'),
  });
  // Reads the model and LanceDB, once a start, which is no part of the work on files.
  await must(engine.request('models.doctor', {}));
  const first = join(folder, 'engine-first.txt');
  await writeFile(first, sentencesOf(wordsAFile, random));
  await must(engine.request('ingest.run', { paths: [first] }));
  const ingest = await longestTask(() => must(engine.request('ingest.run', { paths: [source] })));
  const rebuild = await longestTask(() => must(engine.request('library.reindex', { profile: 'fine' })));
  await engine.close();
  return [
    longestRow(`longest task on the engine’s thread while ${files} files are read`, ingest),
    longestRow('the same while their index is made for another chunk profile', rebuild),
  ];
}

interface Longest<T> {
  /** ms of the processor. */
  readonly processor: number;
  readonly lasted: number;
  readonly data: T;
}

export const longestRow = (what: string, { processor, lasted }: Longest<unknown>): string[] => [
  `${what} (${threadClock})`,
  milliseconds(processor),
  `it lasted ${milliseconds(lasted)}`,
  '',
];

/**
 * The most that this thread worked, and that it kept others waiting, between two looks. Each look takes about 0.1 ms of
 * the processor: beside a work that is timed they have to be few.
 */
export async function longestTask<T>(work: () => Promise<T>, everyMs = lookEveryMs): Promise<Longest<T>> {
  const delay = monitorEventLoopDelay({ resolution: Math.ceil(everyMs / 2) });
  let before = threadMs();
  let processor = 0;
  const timer = setInterval(() => {
    const now = threadMs();
    processor = Math.max(processor, now - before);
    before = now;
  }, everyMs);
  delay.enable();
  try {
    const data = await work();
    return { processor, lasted: delay.max / 1e6, data };
  } finally {
    delay.disable();
    clearInterval(timer);
  }
}
