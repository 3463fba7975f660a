/**
 * What a search costs as a library grows: a library of 10,000 chunks, one of 100,000, and with `--million` one of
 * 1,000,000 (simulated-library.ts). Queries are embedded by the bundled model.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Table } from '@lancedb/lancedb';
import { percentile } from '../electron/engine/evaluation';
import { engineOptions } from '../electron/engine/host-options';
import {
  comparedSearches,
  measuredVectorSearch,
  vectorIndexOf,
} from '../electron/engine/store/search-index/vector-index';
import { milliseconds, must, repository } from './benchmark-page';
import { openBuiltEngine } from './built-engine';
import { simulatedLibrary } from './simulated-library';
import { drawWord, randomNumbers } from './synthetic-text';

const queriesTimed = 60;
const mebibyte = 2 ** 20;

async function searched(folder: string) {
  const engine = await openBuiltEngine({
    ...engineOptions({}, { appFolder: repository, libraryFolder: folder }),
    logFile: null,
  });
  try {
    const random = randomNumbers(29);
    const times: number[] = [];
    const processor: number[] = [];
    for (let turn = -5; turn < queriesTimed; turn += 1) {
      const query = Array.from({ length: 9 }, () => drawWord(random)).join(' ');
      const started = performance.now();
      const used = process.cpuUsage();
      await must(engine.request('search.run', { query }));
      const { user, system } = process.cpuUsage(used);
      if (turn < 0) continue;
      times.push(performance.now() - started);
      processor.push((user + system) / 1000);
    }
    const { index } = await must(engine.request('app.status', {}));
    return { times, processor, bytes: index.bytes, memory: process.memoryUsage().rss / mebibyte };
  } finally {
    await engine.close();
  }
}

/**
 * Rows of the cost curve, and rows of what an index of the vectors would be worth.
 *
 * @param keep a folder that keeps the libraries for the next time; null for a folder that goes
 */
export async function searchScale(
  sizes: readonly number[],
  keep: string | null,
): Promise<{ curve: string[][]; vectors: string[][] }> {
  const curve: string[][] = [];
  const vectors: string[][] = [];
  const parent = keep ?? (await mkdtemp(join(tmpdir(), 'vitrine-scale-')));
  try {
    for (const chunks of sizes) {
      const { folder, madeIn } = await simulatedLibrary(parent, chunks, (line) => console.log(line));
      const { times, processor, bytes, memory } = await searched(folder);
      const size = chunks.toLocaleString('en');
      curve.push([
        size,
        milliseconds(percentile(times, 0.5)),
        milliseconds(percentile(times, 0.95)),
        milliseconds(percentile(processor, 0.5)),
        `${memory.toFixed(0)} MiB`,
        `${(bytes / 1e6).toFixed(0)} MB`,
        `${madeIn.toFixed(0)} s`,
      ]);
      vectors.push([size, ...(await vectorsMeasured(folder))]);
      console.log(curve.at(-1)?.join('  '), '|', vectors.at(-1)?.join('  '));
      if (keep === null) await rm(folder, { recursive: true, force: true });
    }
  } finally {
    if (keep === null) await rm(parent, { recursive: true, force: true });
  }
  return { curve, vectors };
}

/** An exact search beside one by partitions: by those the library has, or by ones that are made for it and go again. */
async function vectorsMeasured(folder: string): Promise<string[]> {
  const connection = await connect(join(folder, 'index'));
  const [name = ''] = await connection.tableNames();
  const table = await connection.openTable(name);
  try {
    const { partitions, exactMs, chosenMs, recall, search } = await searchesMeasured(table);
    return [
      milliseconds(exactMs),
      search ? milliseconds(chosenMs) : 'none is as good and faster',
      `${search?.nprobes ?? '–'} of ${partitions}`,
      recall.toFixed(3),
    ];
  } finally {
    table.close();
    connection.close();
  }
}

async function searchesMeasured(table: Table) {
  if (await vectorIndexOf(table)) return comparedSearches(table);
  const measured = await measuredVectorSearch(table);
  const made = await vectorIndexOf(table);
  if (made) await table.dropIndex(made);
  return measured;
}
