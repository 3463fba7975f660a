import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from '../../electron/engine/engine';
import { percentile } from '../../electron/engine/evaluation';
import { engineOptions } from '../../electron/engine/host-options';
import { folderSize } from '../../electron/engine/store';
import { machine, milliseconds, must, repository, tableOf, writeSection } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

const documents = 10_000;
const addsPerLook = 100;
const deletesPerRequest = 100;

/**
 * 10,000 ingests of one document each, then half of them deleted: how many files the index folder has on the way, what
 * it takes on disk, and whether a search right after a delete still finds anything of it (I12, I14).
 */
export async function indexChurnBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-churn-'));
  try {
    const libraryFolder = join(folder, 'library');
    const engine = await openEngine({ ...engineOptions({}, { appFolder: repository, libraryFolder }), logFile: null });
    const size = () => folderSize(join(libraryFolder, 'index'));
    const added = await addOneByOne(engine, join(folder, 'files'), size);
    // The last compaction may still run beside.
    await must(engine.request('search.run', { query: 'zxdoc0', mode: 'keyword' }));
    const full = await size();
    const { shown, worst } = await deleteHalf(engine, added.ids);
    const half = await size();
    const status = await must(engine.request('app.status', { check: true }));
    await engine.close();
    const lines = [
      machine(),
      '',
      ...tableOf(
        ['what', 'figure'],
        [
          ['ingests of one document each', String(documents)],
          [
            'one of them, median / 95th percentile (ms)',
            `${milliseconds(percentile(added.times, 0.5))} / ${milliseconds(percentile(added.times, 0.95))}`,
          ],
          [`most files in the index folder on the way, looked at after every ${addsPerLook}`, String(added.mostFiles)],
          ['files and bytes after the last', `${full.files}, ${(full.bytes / 1e6).toFixed(1)} MB`],
          [
            `files and bytes after deleting half, ${deletesPerRequest} a request`,
            `${half.files}, ${(half.bytes / 1e6).toFixed(1)} MB`,
          ],
          ['slowest of these requests (ms)', milliseconds(worst)],
          ['deleted documents that a search right after a delete still showed', String(shown)],
          ['checks that were not well at the end', String(status.health.filter(({ ok }) => !ok).length)],
        ],
      ),
    ];
    writeSection('churn', 'The index under many small changes', lines);
    console.log(lines.join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function addOneByOne(engine: Engine, folder: string, size: () => Promise<{ files: number }>) {
  await mkdir(folder, { recursive: true });
  const random = randomNumbers(11);
  const ids: string[] = [];
  const times: number[] = [];
  let mostFiles = 0;
  for (let n = 0; n < documents; n += 1) {
    const path = join(folder, `${n}.txt`);
    const words = Array.from({ length: 20 }, () => drawWord(random));
    await writeFile(path, `Document zxdoc${n} says: ${words.join(' ')}.\n`);
    const started = performance.now();
    const report = await must(engine.request('ingest.run', { paths: [path] }));
    times.push(performance.now() - started);
    ids.push(report.files[0]?.documentId ?? '');
    if ((n + 1) % addsPerLook === 0) {
      const { files } = await size();
      mostFiles = Math.max(mostFiles, files);
      if ((n + 1) % 1000 === 0) console.log(`${n + 1} added, ${files} files`);
    }
  }
  return { ids, times, mostFiles };
}

/** Every other document; a search right after each request asks for one of those that it deleted. */
async function deleteHalf(engine: Engine, ids: readonly string[]): Promise<{ shown: number; worst: number }> {
  let shown = 0;
  let worst = 0;
  const going = ids.map((id, n) => ({ id, n })).filter(({ n }) => n % 2 === 0);
  for (let start = 0; start < going.length; start += deletesPerRequest) {
    const some = going.slice(start, start + deletesPerRequest);
    const started = performance.now();
    await must(engine.request('library.delete', { documentIds: some.map(({ id }) => id) }));
    worst = Math.max(worst, performance.now() - started);
    const gone = new Set(some.map(({ id }) => id));
    for (const mode of ['keyword', 'vector'] as const) {
      const query = `zxdoc${some[0]?.n}`;
      const { results } = await must(engine.request('search.run', { query, mode }));
      shown += results.filter(({ documentId }) => gone.has(documentId)).length;
    }
  }
  return { shown, worst };
}
