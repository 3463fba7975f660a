import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import modelCatalogue from '../../config/models.json';
import { engineOptions } from '../../electron/engine/host-options';
import { ingestThreadsFor, textsPerCall } from '../../electron/engine/ingest-model';
import { IngestThreads } from '../../electron/engine/ingest-threads';
import { startEngineThread } from '../../electron/engine/thread';
import { modelCatalogueSchema } from '../../shared/model-catalogue';
import { ensureBuilt } from '../integration/cli/vitrine-command';
import { milliseconds, must, repository } from './benchmark-page';
import { randomNumbers, sentencesOf } from './synthetic-text';

const filesOfUnchanged = 1000;
const chunksAFile = 10;
const wordsAFile = 1150;
/** Chunks embedded alone in one go, before and behind the ingest: the machine may be busier at one time than at another. */
const aloneShare = 0.25;

/** Ingest beside embedding the same chunks alone, in a host whose engine is in its thread as in the app. */
export async function ingestSpeed(folder: string, chunks: number): Promise<string[][]> {
  ensureBuilt();
  const source = join(folder, 'speed-source');
  const library = join(folder, 'speed-library');
  await rm(library, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(source, { recursive: true });
  const random = randomNumbers(31);
  const files = Math.ceil(chunks / chunksAFile);
  for (let n = 0; n < files; n += 1) {
    const paragraphs = Array.from({ length: 10 }, () => sentencesOf(wordsAFile / 10, random));
    await writeFile(join(source, `${n}.txt`), paragraphs.join('\n\n'));
  }
  const options = { ...engineOptions({}, { appFolder: repository, libraryFolder: library }), logFile: null };
  const workerFile = join(repository, 'out', 'main', 'worker.cjs');

  const engine = startEngineThread({ workerFile, options });
  const warm = join(folder, 'warm.txt');
  await writeFile(warm, 'A sentence that loads the model.');
  await must(engine.request('ingest.run', { paths: [warm] }));
  const before = await embedAlone(aloneTexts(random, Math.ceil(chunks * aloneShare)));

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const report = await must(engine.request('ingest.run', { paths: [source] }));
  const ms = performance.now() - started;
  delay.disable();
  const longest = delay.max / 1e6;
  const behind = await embedAlone(aloneTexts(random, Math.ceil(chunks * aloneShare)));
  const alone = ((before + behind) / 2) * report.totals.chunks;

  const many = join(folder, 'unchanged-source');
  await mkdir(many, { recursive: true });
  for (let n = 0; n < filesOfUnchanged; n += 1) {
    await writeFile(join(many, `${n}.md`), `# Note ${n}\n\n${sentencesOf(40, random)}\n`);
  }
  await must(engine.request('ingest.run', { paths: [many] }));
  const again = await must(engine.request('ingest.run', { paths: [many] }));
  const status = await must(engine.request('app.status', {}));
  await engine.close();
  return [
    [
      `ingest of ${report.totals.chunks} chunks in ${files} files, engine in its thread`,
      milliseconds(ms),
      `embedding as many chunks alone: ${milliseconds(alone)}`,
      (ms / alone).toFixed(2),
    ],
    ['longest task on the host’s main thread meanwhile', milliseconds(longest), '', ''],
    [
      `second ingest of an unchanged folder of ${filesOfUnchanged} files`,
      milliseconds(again.totals.ms),
      `${again.totals.unchanged} unchanged, ${again.totals.embedded} embedded`,
      '',
    ],
    ['files of the index after it', String(status.index.files), '', ''],
  ];
}

function aloneTexts(random: () => number, count: number): string[] {
  // About as long as a chunk of the balanced profile.
  return Array.from({ length: count }, () => sentencesOf(118, random));
}

/** Milliseconds a text, in threads as an ingest has them. */
async function embedAlone(texts: readonly string[]): Promise<number> {
  const threads = new IngestThreads({
    workerFile: join(repository, 'out', 'main', 'ingest-worker.cjs'),
    most: ingestThreadsFor(availableParallelism(), freemem(), 0),
    data: {
      modelId: 'use-lite',
      catalogue: modelCatalogueSchema.parse(modelCatalogue),
      bundledModelFolder: join(repository, 'resources', 'models'),
      modelFolders: [],
      downloadFolder: '',
    },
  });
  const all = () =>
    Promise.all(
      Array.from({ length: Math.ceil(texts.length / textsPerCall) }, (_, call) =>
        threads.embed(texts.slice(call * textsPerCall, (call + 1) * textsPerCall)),
      ),
    );
  await Promise.all([threads.embed(texts.slice(0, 2)), threads.embed(texts.slice(2, 4))]);
  const started = performance.now();
  await all();
  const ms = (performance.now() - started) / texts.length;
  await threads.close();
  return ms;
}
