/**
 * Files that would take a reader minutes or gigabytes. Each is refused alone or read within its bounds. The others are
 * read at the same time, and no one waits for a hanging reader.
 */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitsSchema, profileId } from '@shared/limits';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import catalogue from '../../../config/models.json';
import shipped from '../../../config/pipeline_limits.json';
import { IngestThreads } from '../../../electron/engine/jobs/ingest/ingest-model';
import { readingBounds } from '../../../electron/engine/jobs/ingest/reader-watch';
import { ensureBuilt } from '../cli/vitrine-command';
import { setLimits } from '../library-limits';
import { project, statuses, TestEngine } from '../open-test-engine';
import { hostileFiles } from './hostile-files';

const mebibyte = 1024 ** 2;
const ingestThreadFile = join(project, 'out', 'main', 'ingest-worker.cjs');
const { ingest } = limitsSchema.parse(shipped);
/** A few seconds, to keep the suite from waiting for endless files. */
const reading = { secondsAFile: 2, secondsAPart: 60, mebibytes: 512 };
/** Allowance for the engine itself and for the time between two looks. */
const slackBytes = 900 * mebibyte;
const stuck = 'forms-of-forms.pdf';

beforeAll(ensureBuilt);

/** The most that the process has grown by since the start; `over` ends the looking. */
function memoryPeak(): () => number {
  const start = process.memoryUsage.rss();
  let most = start;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20).unref();
  return () => {
    clearInterval(timer);
    return most - start;
  };
}

describe('a reading', () => {
  it('may take a minute of a processor for a part, five in all, and one gibibyte', () => {
    expect(readingBounds(ingest)).toEqual({ ms: 300_000, stillMs: 60_000, bytes: 1024 * mebibyte });
  });
});

describe('threads that read', () => {
  let threads: IngestThreads;

  function open(most: number): void {
    threads = new IngestThreads({
      workerFile: ingestThreadFile,
      most,
      data: {
        modelId: 'use-lite',
        catalogue: modelCatalogueSchema.parse(catalogue),
        bundledModelFolder: join(project, 'resources', 'models'),
        modelFolders: [],
        downloadFolder: join(project, 'none'),
      },
    });
  }
  afterEach(() => threads.close());

  const cut = (fileName: string, bytes: Uint8Array, limits: object, signal?: AbortSignal) =>
    threads.cut(
      {
        bytes,
        fileName,
        contentId: fileName,
        checksum: fileName,
        limits: { ...ingest, reading: { ...reading, ...limits } },
        profile: profileId('balanced', shipped.ingest.profiles.balanced as never),
      },
      signal,
    );
  const small = (n: number) => cut('small.txt', Buffer.from(`Text ${n} weighs its words.`), { secondsAFile: 60 });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'read',
      (error: { code: string }) => error.code,
    );

  it('take what a file may take and no more, whatever it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-hostile-'));
    const names = Object.keys(hostileFiles) as (keyof typeof hostileFiles)[];
    for (const name of names) await writeFile(join(folder, name), hostileFiles[name]());
    open(2);
    await small(0);
    const peak = memoryPeak();
    const taken = processorTime();
    const codes: Record<string, string> = {};
    const left = [...names];
    const read = async () => {
      for (let name = left.shift(); name; name = left.shift()) {
        codes[name] = await codeOf(
          cut(name, await readFile(join(folder, name)), { secondsAFile: 0.5, mebibytes: 1024 }),
        );
      }
    };
    await Promise.all([read(), read()]);
    const ms = taken();
    expect(Object.values(codes).filter((code) => !ends.has(code))).toEqual([]);
    for (const name of neverEnding) expect(over).toContain(codes[name]);
    // A file twice at most: beside another, then alone; of a processor, which others on the machine do not take away.
    expect(ms).toBeLessThan(names.length * 2 * 1500);
    expect(peak()).toBeLessThan(1024 * mebibyte + slackBytes);
    await rm(folder, { recursive: true });
  }, 300_000);

  it('name the file that takes the memory, and read those beside it', async () => {
    open(2);
    const peak = memoryPeak();
    const bomb = codeOf(cut('bomb.pdf', hostileFiles['xref-of-a-billion.pdf'](), { secondsAFile: 60 }));
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => codeOf(small(n))));
    expect(new Set(others)).toEqual(new Set(['read']));
    expect(await bomb).toBe('too-large');
    expect(peak()).toBeLessThan(reading.mebibytes * mebibyte + slackBytes);
    expect(await codeOf(small(21))).toBe('read');
  });

  it.each([1, 2])('take no more than two seconds of a processor after a cancel, with %i of them', async (most) => {
    open(most);
    await small(0);
    const stopper = new AbortController();
    const work = codeOf(cut(stuck, hostileFiles[stuck](), { secondsAFile: 60 }, stopper.signal));
    await busy();
    const taken = processorTime();
    stopper.abort(Object.assign(new Error('enough'), { code: 'stopped' }));
    expect(await work).toBe('stopped');
    await idle();
    expect(taken()).toBeLessThan(2000);
    expect(await codeOf(small(1))).toBe('read');
  });
});

describe('an ingest of hostile files', () => {
  /** More than are committed at once. */
  const texts = 70;

  /** The result for a stuck file and small texts, and whether texts existed before it was refused. */
  async function taken() {
    const vitrine = await TestEngine.open({ ingestThreadFile });
    await setLimits(vitrine, {}, { ingest: { ...shipped.ingest, reading: { ...reading, mebibytes: 8192 } } });
    const hostile = hostileFiles[stuck]();
    await vitrine.file(`files/a-${stuck}`, hostile);
    // Small files are read first; these are larger and come after it.
    const blank = '\n'.repeat(hostile.length);
    for (let n = 0; n < texts; n += 1) await vitrine.file(`files/b-${n}.txt`, `Essay zx${n} weighs its words.${blank}`);
    const report = await vitrine.ingest(vitrine.path('files'));
    const shown = vitrine.events.findIndex(({ type }) => type === 'library.changed');
    const refused = vitrine.events.findIndex(
      (event) => event.type === 'ingest.progress' && event.progress.filesFailed > 0,
    );
    const found = await vitrine.found('zx9');
    await vitrine.close();
    return { report, found, areOthersFirst: shown >= 0 && shown < refused };
  }

  it('refuses it alone with advice, and continues with the others', async () => {
    const { report, found, areOthersFirst } = await taken();
    const { [`a-${stuck}`]: said, ...others } = statuses(report);
    expect(said).toMatch(/^failed: too-(?:slow|large)$/);
    expect(Object.values(others)).toEqual(Array(texts).fill('indexed'));
    expect(report.files.find(({ error }) => error)?.error?.hint).toMatch(/Settings › Limits/);
    expect(found).toHaveLength(1);
    expect(areOthersFirst).toBe(true);
  });

  it('is closed while a reader hangs without waiting for it', async () => {
    const vitrine = await TestEngine.open({ ingestThreadFile });
    await vitrine.ingest(await vitrine.file('warm.txt', 'Warm up.'));
    const paths = [await vitrine.file(stuck, hostileFiles[stuck]())];
    await vitrine.ask('ingest.enqueue', { jobId: 'hangs', paths });
    await busy();
    const taken = processorTime();
    await vitrine.engine.close();
    expect(taken()).toBeLessThan(6000);
    await vitrine.reopen();
    await vitrine.close();
  });
});

const over = ['too-slow', 'too-large'];
const ends = new Set(['read', ...over, 'damaged', 'no-text', 'too-many-pages']);
const neverEnding = ['stream-of-10-gigabytes.pdf', 'array-of-a-billion.pdf', 'xref-of-a-billion.pdf', stuck] as const;

const everyMs = 100;

/** ms that all threads of this process have had a processor since; what else the machine does counts nothing. */
function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

/** Processors that this process keeps busy, over a tenth of a second. */
async function load(): Promise<number> {
  const taken = processorTime();
  await new Promise((resolve) => setTimeout(resolve, everyMs));
  return taken() / everyMs;
}

/** Until this process has had a processor for so long, however many others want one: a reader is in the middle of its file. */
async function busy(): Promise<void> {
  const taken = processorTime();
  while (taken() < 3 * everyMs) await load();
}

async function idle(): Promise<void> {
  while ((await load()) > 0.15);
}
