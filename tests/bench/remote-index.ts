import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile } from '../../electron/engine/evaluation';
import { Library } from '../../electron/engine/store';
import { openS3Store } from '../integration/s3-store';
import { machine, milliseconds, tableOf, writeSection } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

const rows = 2000;
const rowsPerAdd = 500;
const searches = 50;
const dimension = 512;

interface Figures {
  readonly building: number;
  readonly keyword: readonly number[];
  readonly nearest: readonly number[];
  readonly single: readonly number[];
  readonly compaction: number;
}

/** The same index in the library folder and in an S3 store on this computer: what the way through the store costs. */
export async function remoteIndexBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-remote-'));
  const server = await openS3Store(join(folder, 'store'));
  const { storage } = server;
  try {
    const here = await Library.open(join(folder, 'here'), 'local');
    const remote = {
      uri: 's3://vitrine/index',
      changes: 0,
      reach: () => ({ storage, assertReachable: () => undefined }),
    };
    const there = await Library.open(join(folder, 'there'), 'local', remote);
    const [local, s3] = [await measured(here), await measured(there)];
    here.close();
    there.close();
    const median = (values: readonly number[]): number => percentile(values, 0.5);
    const p95 = (values: readonly number[]): number => percentile(values, 0.95);
    const row = (what: string, of: (figures: Figures) => number): string[] => {
      const [mine, its] = [of(local), of(s3)];
      return [what, milliseconds(mine), milliseconds(its), (its / mine).toFixed(1)];
    };
    const lines = [
      machine(),
      '',
      `${rows} chunks of ${dimension} dimensions; the store is s3rver on this computer, without the way over a network.`,
      '',
      ...tableOf(
        ['what (ms)', 'in the folder', 'in the store', 'ratio'],
        [
          row('building the index', ({ building }) => building),
          row('keyword search, median', ({ keyword }) => median(keyword)),
          row('keyword search, 95th percentile', ({ keyword }) => p95(keyword)),
          row('vector search, median', ({ nearest }) => median(nearest)),
          row('vector search, 95th percentile', ({ nearest }) => p95(nearest)),
          row('adding one chunk, median', ({ single }) => median(single)),
          row('one compaction after ten of them', ({ compaction }) => compaction),
        ],
      ),
    ];
    writeSection('remote', 'An index in an S3 store', lines);
    console.log(lines.join('\n'));
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measured({ index }: Library): Promise<Figures> {
  const random = randomNumbers(5);
  const vector = () => Float32Array.from({ length: dimension }, () => random() - 0.5);
  const row = (n: number) => ({
    chunkId: `chunk-${n}`,
    contentId: `content-${n}`,
    searchable: Array.from({ length: 120 }, () => drawWord(random)).join(' '),
    vector: vector(),
  });
  const kind = { modelId: 'model', dimension, profile: 'balanced' };
  const all = Array.from({ length: rows }, (_value, n) => row(n));
  const building = await timed(async () => {
    await index.rebuild(kind, all, rowsPerAdd);
    await index.compact();
  });
  const keyword: number[] = [];
  const nearest: number[] = [];
  for (let n = 0; n < searches; n += 1) {
    const words = `${drawWord(random)} ${drawWord(random)}`;
    const asked = vector();
    keyword.push(await timed(() => index.keyword(words, 100, null)));
    nearest.push(await timed(() => index.nearest([asked], 100, null)));
  }
  const single: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const added = row(rows + n);
    single.push(await timed(() => index.add([added])));
  }
  const compaction = await timed(() => index.compact());
  return { building, keyword, nearest, single, compaction };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
