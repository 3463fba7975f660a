import { mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import modelCatalogue from '../config/models.json';
import limitsFile from '../config/pipeline_limits.json';
import { EngineThread } from '../electron/engine/host/thread';
import { engineOptions } from '../electron/engine/host-options';
import { readDocument } from '../electron/engine/ingest';
import type { FileToCut } from '../electron/engine/jobs/ingest/cut-content';
import { IngestThreads, ingestThreadsFor, textsPerCall } from '../electron/engine/jobs/ingest/ingest-model';
import { searchableText } from '../electron/engine/store';
import type { EngineClient, IngestReport } from '../shared/contract';
import { limitsSchema, profileId } from '../shared/limits';
import { modelCatalogueSchema } from '../shared/model-catalogue';
import { ensureBuilt } from '../tests/integration/cli/vitrine-command';
import { milliseconds, must, repository } from './benchmark-page';
import { engineThreadRows, longestRow, longestTask } from './engine-thread';
import { randomNumbers, sentencesOf } from './synthetic-text';
import { textPdf } from './text-pdf';

const filesOfUnchanged = 1000;
const chunksAFile = 10;
const wordsAFile = 1150;
const pdfs = 4;
const pagesOfPdf = 125;
/** Chunks embedded alone in one go, before and behind the ingest: the machine may be busier at one time than at another. */
const aloneShare = 0.25;
/** So much work of many short tasks would count as one: half of the limit of a task. */
const hostLookEveryMs = 25;
/** A second apart. */
const looksAtRest = 4;

/**
 * Ingest beside embedding the same chunks alone, in a host whose engine is in its thread as in the app: by the clock and
 * by the processors' time, which says more where the machine does other work too.
 */
export async function ingestSpeed(folder: string, chunks: number): Promise<string[][]> {
  ensureBuilt();
  const source = join(folder, 'speed-source');
  const library = join(folder, 'speed-library');
  await rm(library, { recursive: true, force: true, maxRetries: 5 });
  const random = randomNumbers(31);
  const files = Math.ceil(chunks / chunksAFile);
  await writeTexts(source, files, random);
  const options = { ...engineOptions({}, { appFolder: repository, libraryFolder: library }), logFile: null };
  const workerFile = join(repository, 'out', 'main', 'worker.cjs');

  const engine = new EngineThread({ workerFile, options });
  const others = join(folder, 'others');
  await writeTexts(others, Math.ceil(files * aloneShare), random);
  // Loads the model, and gives chunks as the ingest will make them, to be embedded alone.
  const texts = await searchableTexts(engine, await must(engine.request('ingest.run', { paths: [others] })));
  const before = await embedAlone(texts);

  const memory: number[] = [];
  let words = 0;
  const forget = engine.subscribe((event) => {
    if (event.type === 'ingest.finished') words = performance.now() - begun;
    if (event.type !== 'ingest.progress' || event.progress.chunksDone < ((memory.length + 1) * chunks) / 4) return;
    memory.push(process.memoryUsage().rss / 1e6);
  });
  const begun = performance.now();
  const longest = await longestTask(
    () => timed(() => must(engine.request('ingest.run', { paths: [source] }))),
    hostLookEveryMs,
  );
  const { data: report, ms, processor } = longest.data;
  forget();
  memory.push(process.memoryUsage().rss / 1e6);
  const behind = await embedAlone(texts);
  const made = report.totals.chunks;
  const alone = {
    ms: ((before.ms + behind.ms) / 2) * made,
    processor: ((before.processor + behind.processor) / 2) * made,
  };

  const many = join(folder, 'unchanged-source');
  await mkdir(many, { recursive: true });
  for (let n = 0; n < filesOfUnchanged; n += 1) {
    await writeFile(join(many, `${n}.md`), `# Note ${n}\n\n${sentencesOf(40, random)}\n`);
  }
  await must(engine.request('ingest.run', { paths: [many] }));
  const again = await must(engine.request('ingest.run', { paths: [many] }));
  const filesAtRest = await indexFilesAtRest(engine);
  await engine.close();
  return [
    [
      `ingest of ${made} chunks in ${files} files, engine in its thread`,
      milliseconds(ms),
      `embedding as many chunks alone: ${milliseconds(alone.ms)}`,
      (ms / alone.ms).toFixed(2),
    ],
    ['of it: until every file is found by its words', milliseconds(words), '', ''],
    [
      'the same in processor time of all threads',
      milliseconds(processor),
      `embedding as many chunks alone: ${milliseconds(alone.processor)}`,
      (processor / alone.processor).toFixed(2),
    ],
    [
      'memory of the process after each quarter of it',
      memory
        .slice(-4)
        .map((megabytes) => `${megabytes.toFixed(0)} MB`)
        .join(', '),
      '',
      '',
    ],
    ...(await pdfRows()),
    longestRow('longest task on the host’s main thread meanwhile', longest),
    ...(await engineThreadRows(folder)),
    [
      `second ingest of an unchanged folder of ${filesOfUnchanged} files`,
      milliseconds(again.totals.ms),
      `${again.totals.unchanged} unchanged, ${again.totals.embedded} embedded`,
      '',
    ],
    ['files of the index at rest after all of it', String(filesAtRest), '', ''],
  ];
}

/** Files of the index when nothing has become of them for longer than small changes wait to be folded in. */
async function indexFilesAtRest(engine: EngineClient): Promise<number> {
  let files = -1;
  for (let still = 0; still < looksAtRest; still += 1) {
    const { index } = await must(engine.request('app.status', {}));
    if (index.files !== files) still = 0;
    files = index.files;
    await after(1000);
  }
  return files;
}

async function writeTexts(folder: string, files: number, random: () => number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < files; n += 1) {
    const paragraphs = Array.from({ length: 10 }, () => sentencesOf(wordsAFile / 10, random));
    await writeFile(join(folder, `${n}.txt`), paragraphs.join('\n\n'));
  }
}

/** What was embedded for the files of an ingest. */
async function searchableTexts(engine: EngineClient, { files }: IngestReport): Promise<string[]> {
  const texts: string[] = [];
  for (const { documentId } of files) {
    const { document, text, chunks } = await must(engine.request('library.source', { documentId: documentId ?? '' }));
    texts.push(
      ...chunks.map((chunk) =>
        searchableText(document.title, { headings: [], lead: '', text: text.slice(chunk.startChar, chunk.endChar) }),
      ),
    );
  }
  return texts;
}

interface Timed<T> {
  readonly data: T;
  readonly ms: number;
  /** ms of all threads of this process. */
  readonly processor: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const started = performance.now();
  const before = process.cpuUsage();
  const data = await work();
  const { user, system } = process.cpuUsage(before);
  return { data, ms: performance.now() - started, processor: (user + system) / 1000 };
}

function threadsOfIngest(): IngestThreads {
  return new IngestThreads({
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
}

/** Milliseconds a text, in threads as an ingest has them. */
async function embedAlone(texts: readonly string[]): Promise<{ ms: number; processor: number }> {
  const threads = threadsOfIngest();
  const all = () =>
    Promise.all(
      Array.from({ length: Math.ceil(texts.length / textsPerCall) }, (_, call) =>
        threads.embed(texts.slice(call * textsPerCall, (call + 1) * textsPerCall)),
      ),
    );
  await Promise.all(texts.slice(0, 16).map((text) => threads.embed([text])));
  const { ms, processor } = await timed(all);
  await threads.close();
  return { ms: ms / texts.length, processor: processor / texts.length };
}

/** Reading and cutting PDFs of text in the threads of an ingest, several beside each other. */
async function pdfRows(): Promise<string[][]> {
  const threads = threadsOfIngest();
  const random = randomNumbers(37);
  const limits = limitsSchema.parse(limitsFile).ingest;
  const profile = limits.profiles[limits.profile];
  if (!profile) throw new Error(`The limits have no profile ${limits.profile}.`);
  const files = (pages: number): FileToCut[] =>
    Array.from({ length: pdfs }, (_, n) => ({
      bytes: textPdf(pages, random),
      fileName: `paper-${n}.pdf`,
      contentId: `paper-${n}`,
      checksum: `paper-${n}`,
      limits,
      profile: profileId(limits.profile, profile),
    }));
  const read = (some: readonly FileToCut[]) => Promise.all(some.map((file) => threads.cut(file)));
  await read(files(5));
  const measured = files(pagesOfPdf);
  const { data, ms, processor } = await timed(() => read(measured));
  await threads.close();
  const [first] = measured;
  const text = () => readDocument(first?.bytes ?? new Uint8Array(), 'paper.pdf', limits);
  await text();
  const alone = await timed(text);
  const pages = data.reduce((sum, { content }) => sum + content.pages.length, 0);
  return [
    [
      `text and chunks of ${pdfs} PDFs of ${pagesOfPdf} pages`,
      milliseconds(ms),
      `${((pages / ms) * 1000).toFixed(0)} pages/s; ${((pages / processor) * 1000).toFixed(0)} a second of one processor`,
      '',
    ],
    [
      'the text alone of one of them',
      milliseconds(alone.ms),
      `${((pagesOfPdf / alone.processor) * 1000).toFixed(0)} pages a second of one processor`,
      '',
    ],
  ];
}
