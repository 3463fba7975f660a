/**
 * Searches of a large library: what a search costs beside embedding its query and the raw calls of LanceDB,
 * and whether memory grows with many searches.
 */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect, MatchQuery } from '@lancedb/lancedb';
import modelCatalogue from '../config/models.json';
import { engineOptions } from '../electron/engine/host-options';
import { openModels } from '../electron/engine/models';
import { modelCatalogueSchema } from '../shared/model-catalogue';
import { threadClock, threadMs } from '../tests/thread-time';
import { milliseconds, must, repository } from './benchmark-page';
import { openBuiltEngine } from './built-engine';
import { drawWord, randomNumbers } from './synthetic-text';

const measured = 100;
/** Timed passes over the same queries, behind one that is not timed: one pass alone differs by a third from run to run. */
const passes = 5;
const wordsOfQuery = 9;
const hits = 200;
const mebibyte = 2 ** 20;

const queriesOf = (count: number, seed: number): string[] => {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => Array.from({ length: wordsOfQuery }, () => drawWord(random)).join(' '));
};

/**
 * Mean thread time of a call, in ms, over five passes behind one in which caches are filled and code is compiled. The
 * system counts in steps, so that one call alone tells nothing.
 */
async function meanTime<T>(
  inputs: readonly T[],
  call: (input: T, position: number) => Promise<unknown>,
): Promise<number> {
  const pass = async (): Promise<void> => {
    for (const [position, input] of inputs.entries()) await call(input, position);
  };
  await pass();
  const started = threadMs();
  for (let done = 0; done < passes; done += 1) await pass();
  return (threadMs() - started) / (passes * inputs.length);
}

/** @param rounds searches in a row for the memory, beside those that are timed */
export async function searchLoad(library: string, rounds: number): Promise<string[][]> {
  const queries = queriesOf(measured, 23);
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: [],
  });
  const embedder = await models.openEmbedder('use-lite');
  const vectors = (await embedder.embed(queries, 'query')).map((vector) => Float32Array.from(vector));

  const connection = await connect(join(library, 'index'));
  const [name = ''] = await connection.tableNames();
  const table = await connection.openTable(name);
  const chunks = (await table.countRows()).toLocaleString('en');
  const byVector = (vector: Float32Array = new Float32Array()) =>
    table.query().nearestTo(vector).distanceType('cosine').select(['chunk_id', '_distance']).limit(hits).toArrow();
  const byWords = (query: string) =>
    table
      .query()
      .fullTextSearch(new MatchQuery(query, 'searchable'))
      .select(['chunk_id', '_score'])
      .limit(hits)
      .toArrow();
  const embedding = await meanTime(queries, (query) => embedder.embed([query], 'query'));
  const lanes = await meanTime(queries, (query, position) =>
    Promise.all([byVector(vectors[position]), byWords(query)]),
  );
  // In the order in which a search makes them: one waits for the other, and each finds the processor's caches as the
  // other has left them.
  const raw = await meanTime(queries, async (query) => {
    const worded = byWords(query);
    const [vector] = await embedder.embed([query], 'query');
    await Promise.all([byVector(vector), worded]);
  });
  await embedder.dispose();
  table.close();
  connection.close();

  const engine = await openBuiltEngine({
    ...engineOptions({}, { appFolder: repository, libraryFolder: library }),
    logFile: null,
  });
  try {
    const search = (query: string) => must(engine.request('search.run', { query }));
    // Known chunks are searched: an answer is forgotten behind so many others before it is asked for again.
    const whole = await meanTime(queries, search);
    const own = whole - raw;
    const memory = await growth(queriesOf(rounds, 41), search);
    return [
      [
        `search of ${chunks} chunks beside embedding and LanceDB, mean (${threadClock})`,
        milliseconds(own),
        `whole: ${milliseconds(whole)}`,
        '',
      ],
      [
        'of the whole: embedding the query and both LanceDB queries, as a search makes them',
        milliseconds(raw),
        `each alone, again and again: ${milliseconds(embedding)} and ${milliseconds(lanes)}`,
        '',
      ],
      [
        `memory after ${rounds} searches in a row`,
        `${memory.after.resident} MiB`,
        `after half of them: ${memory.before.resident} MiB`,
        '',
      ],
      [
        'of it in use by JavaScript, garbage collected',
        `${memory.after.used} MiB`,
        `after half of them: ${memory.before.used} MiB`,
        '',
      ],
    ];
  } finally {
    await engine.close();
  }
}

interface MemoryInMiB {
  /** Of the process, as it stands: garbage that waits for its collection included. */
  readonly resident: number;
  /** What is held after a collection: objects, and the bytes outside that they own. */
  readonly used: number;
}

/** Memory after half of the queries, when every cache is as full as it gets, and after all. */
async function growth(queries: readonly string[], search: (query: string) => Promise<unknown>) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const now = (): MemoryInMiB => {
    const resident = process.memoryUsage.rss();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return { resident: Math.round(resident / mebibyte), used: Math.round((heapUsed + external) / mebibyte) };
  };
  let before: MemoryInMiB | null = null;
  for (const [position, query] of queries.entries()) {
    if (position === Math.floor(queries.length / 2)) before = now();
    await search(query);
  }
  const after = now();
  return { before: before ?? after, after };
}
