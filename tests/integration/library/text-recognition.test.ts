import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineEvent, IngestProgress } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { RecognitionThreads } from '../../../electron/engine/jobs/ingest/recognise-file';
import { ownTime } from '../../own-time';
import { turnedJpeg } from '../../unit/ingest/formats/turned-jpeg';
import { project, statuses, TestEngine } from '../open-test-engine';
import { manyPages } from './many-pages';

const recognitionThreadFile = join(project, 'out', 'main', 'recognition-worker.cjs');
if (!existsSync(recognitionThreadFile)) throw new Error('npm run build has to come before this test');
const scan = (name: string) => join(project, 'tests', 'fixtures', 'scans', name);
const bytesOf = (name: string) => new Uint8Array(readFileSync(scan(name)));

const words = (text: string): string[] =>
  text
    .replaceAll('\u00AD', '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

function recall(found: string, wanted: string): number {
  const left = new Map<string, number>();
  for (const word of words(found)) left.set(word, (left.get(word) ?? 0) + 1);
  const all = words(wanted);
  const met = all.filter((word) => {
    const times = left.get(word) ?? 0;
    left.set(word, times - 1);
    return times > 0;
  });
  return met.length / all.length;
}

const vitrine = TestEngine.shared(undefined, { recognitionThreadFile });

const pagesTold = (events: readonly EngineEvent[]): NonNullable<IngestProgress['pages']>[] =>
  events.flatMap((event) => (event.type === 'ingest.progress' && event.progress.pages ? [event.progress.pages] : []));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('text recognition', () => {
  it('is off until it is switched on: scans and pictures are refused with a code and the way to switch it on', async () => {
    const report = await vitrine.ingest(scan('report.pdf'), scan('costs.png'));
    expect(statuses(report)).toEqual({ 'report.pdf': 'failed: no-text', 'costs.png': 'failed: unsupported' });
    for (const { error } of report.files) expect(error?.hint).toContain('Settings under Documents');
    const folder = await vitrine.ingest(scan(''));
    expect(Object.keys(statuses(folder)).sort()).toEqual(['README.md', 'report.export.txt', 'report.pdf']);
  });

  it('reads what pdftoppm and img2pdf made a scan of, page by page, and failed files once they are taken again', async () => {
    await vitrine.ask('settings.set', { values: { 'ingest.ocr': true } });
    const failed = (await vitrine.ask('library.list', {})).filter(({ state }) => state === 'failed');
    expect(failed.map(({ error }) => error?.details?.needsOcr)).toEqual(expect.arrayContaining([2, 1]));
    const job = await vitrine.ask('ingest.again', { documentIds: failed.map(({ documentId }) => documentId) });
    await until(() => vitrine.events.some((event) => event.type === 'ingest.finished' && event.jobId === job.jobId));

    const documents = await vitrine.ask('library.list', {});
    const report = documents.find(({ path }) => path === scan('report.pdf'));
    expect(report).toMatchObject({ state: 'ready', format: 'pdf', pages: 2, language: 'eng' });
    expect(report?.warnings).toContainEqual({ code: 'recognised', values: { pages: 2 } });
    expect(documents.find(({ path }) => path === scan('costs.png'))).toMatchObject({
      state: 'ready',
      format: 'image',
      mime: 'image/png',
      pages: 1,
    });
    expect(pagesTold(vitrine.events).some(({ done, of }) => done === 2 && of === 2)).toBe(true);

    const { text, pages } = await vitrine.ask('library.source', { documentId: report?.documentId ?? '' });
    expect(recall(text, readFileSync(scan('report.export.txt'), 'utf8'))).toBeGreaterThan(0.97);
    const [, second] = pages;
    expect(text.slice(second?.startChar, second?.endChar)).toMatch(/^Humidity\b/);
    const { results } = await vitrine.ask('search.run', { query: 'glass silk stone', mode: 'keyword' });
    expect(results[0]).toMatchObject({ documentId: report?.documentId, pages: [2] });
  });

  it('reads every kind of picture, all pages of a TIFF, and a photograph that lies on its side', async () => {
    const lying = await vitrine.file('lying.jpg', turnedJpeg(bytesOf('turned.jpg'), 6));
    const costs =
      'Costs The museum keeps its glass objects behind clear panes, so that visitors may look without touching. ' +
      'A state-of-the-art sensor reports the temperature and the humidity of every case each hour, and the ' +
      'international committee of conservators reads the figures at the end of the month. Lamp Price LED 40';
    const kinds = ['costs.jpg', 'costs.webp', 'costs.gif', 'costs-twice.tif'];
    const report = await vitrine.ingest(...kinds.map(scan), lying);
    expect(statuses(report)).toEqual({
      ...Object.fromEntries(kinds.map((name) => [name, 'indexed'])),
      'lying.jpg': 'indexed',
    });
    for (const { documentId, path, pages } of report.files) {
      const { text } = await vitrine.ask('library.source', { documentId: documentId ?? '' });
      expect(recall(text, costs), path).toBeGreaterThan(0.9);
      expect(pages).toBe(path.endsWith('.tif') ? 2 : 1);
    }
  });

  it('pauses within a second, goes on at the next page, and reads texts before scans', async () => {
    const long = await vitrine.file('order/a-long.tif', manyPages(bytesOf('costs-twice.tif'), 4));
    const note = await vitrine.file('order/b-note.md', 'Mercury is kept in the northern cellar.');
    vitrine.events.length = 0;
    const job = await vitrine.ask('ingest.enqueue', { paths: [long, note] });
    await until(() => pagesTold(vitrine.events).some(({ done }) => done >= 2));
    const taken = ownTime();
    await vitrine.ask('ingest.pause', { jobId: job.jobId });
    expect(taken()).toBeLessThan(1000);
    // Looked for after the pause: on a busy machine a search can take longer than the pages that are left.
    expect(await vitrine.found('mercury cellar')).toHaveLength(1);

    vitrine.events.length = 0;
    const { jobs } = await vitrine.ask('ingest.resume', { jobId: job.jobId, wait: true });
    expect(jobs[0]).toMatchObject({ state: 'done', filesDone: 2 });
    expect(pagesTold(vitrine.events)[0]?.done).toBeGreaterThanOrEqual(2);
    expect(pagesTold(vitrine.events).at(-1)).toEqual({ done: 4, of: 4 });
  });

  it('refuses more pages and more pixels than the limits say', async () => {
    const fresh = (name: string, mark: number) =>
      vitrine.file(name, Uint8Array.from([...bytesOf('costs-twice.tif'), mark]));
    try {
      await vitrine.ask('limits.set', { values: { 'ingest.ocr.maxPages': 1 } });
      expect(statuses(await vitrine.ingest(await fresh('pages.tif', 1)))).toEqual({
        'pages.tif': 'failed: too-many-pages',
      });
      await vitrine.ask('limits.set', { values: { 'ingest.ocr.maxPages': 500, 'ingest.ocr.maxPixels': 1_000_000 } });
      const large = await vitrine.ingest(await fresh('pixels.tif', 2));
      expect(large.files[0]?.error).toMatchObject({ code: 'no-text' });
      expect(large.files[0]?.error?.message).toMatch(/the limit is 1,000,000/);
    } finally {
      await vitrine.ask('limits.reset', {});
    }
  });

  it.each([
    ['time', 0.001, 1024, 'too-slow'],
    ['memory', 60, 0, 'too-large'],
  ])(
    'leaves out a page that takes more %s than the limit, and ends its thread',
    async (_, secondsAPage, most, code) => {
      const threads = new RecognitionThreads({ workerFile: recognitionThreadFile, most: 1 });
      const bytes = bytesOf('costs.png');
      const shared = new SharedArrayBuffer(bytes.length);
      new Uint8Array(shared).set(bytes);
      const limits = { maxPages: 1, maxPixels: 40_000_000, dpi: 300, secondsAPage };
      const file = { checksum: 'a', bytes: shared };
      const found = await threads.recognise(
        file,
        1,
        { languages: ['eng'], limits },
        most,
        new AbortController().signal,
      );
      expect(found).toMatchObject({ page: 1, paragraphs: [], trouble: { code } });
      expect(threads.size).toBe(0);
      await threads.close();
    },
  );

  it('broken pictures and scans end in a code, each for its file alone', async () => {
    const png = bytesOf('costs.png');
    const pdf = bytesOf('report.pdf');
    const files = [
      await vitrine.file('broken/cut.png', png.slice(0, 900)),
      await vitrine.file(
        'broken/flipped.png',
        png.map((byte, at) => (at > 40 && at % 97 === 0 ? byte ^ 0x55 : byte)),
      ),
      await vitrine.file(
        'broken/bomb.png',
        png.map((byte, at) => (at >= 16 && at < 24 ? ([0, 1, 0, 0][at % 4] ?? 0) : byte)),
      ),
      await vitrine.file(
        'broken/scan.pdf',
        pdf.map((byte, at) => (at > 2000 && at % 501 === 0 ? byte ^ 0xff : byte)),
      ),
      await vitrine.file('broken/whole.webp', Uint8Array.from([...bytesOf('costs.webp'), 0])),
    ];
    const report = await vitrine.ingest(...files);
    const { 'whole.webp': whole, ...others } = statuses(report);
    expect(whole).toBe('indexed');
    for (const [name, status] of Object.entries(others)) {
      expect(status, name).toMatch(/^(?:indexed|failed: (?:no-text|damaged|too-large))$/);
    }
    expect(others['bomb.png']).toBe('failed: no-text');
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('forgets what it knew of a file when its document is deleted', async () => {
    const documents = await vitrine.ask('library.list', {});
    const picture = documents.find(({ path }) => path.endsWith('lying.jpg'));
    const documentId = picture?.documentId ?? '';
    expect((await vitrine.ask('library.recognised', { documentId })).pages).toHaveLength(1);
    await vitrine.ask('library.delete', { documentIds: [documentId] });
    await vitrine.ask('settings.set', { values: { 'ingest.ocr': false } });
    const again = await vitrine.ingest(picture?.path ?? '');
    expect(again.files[0]?.error?.code).toBe('unsupported');
  });
});
