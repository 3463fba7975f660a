/**
 * The window in a real Electron, on a library of 10,000 chunks: start and memory beside an empty window of the same
 * Electron in the same run, the longest tasks while 200 files are read, and the inspector of 200 candidates.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentile } from '../electron/engine/evaluation';
import type { HostBridge } from '../shared/contract/bridge';
import { dropFiles } from '../tests/e2e/app';
import { milliseconds, repository } from './benchmark-page';
import { type MeasuredWindow, openAppWindow, openEmptyWindow } from './measured-window';
import { drawWord, markdownOf, randomNumbers } from './synthetic-text';
import { longestTasks } from './traced-tasks';

const starts = 5;
const filesIngested = 200;
const wordsOfFile = 600;
/** Nothing is drawn, fetched or collected any more this long after a start. */
const settleMs = 15_000;
const patience = 120_000;
/** A driver that asks so long after the screen was usable has been waiting for the page itself, ms. */
const driverLateMs = 1000;

/** How the figures are to be read. */
export const windowNotes = [
  'Usable: the first screen is painted with the documents of the library and can be written in; the empty window has',
  'painted one word. An answer: the engine has been asked for the state of the library and has said it. Medians, both',
  'windows opened by turns and with the same switches. Memory is the proportional share of all processes. Tasks and the',
  'inspector are given in time of the processor, since on a busy machine a task lasts longer than it works. Limits: a',
  'ratio of 1.7, 8 s for the first answer, 250 MB more, tasks of 50 ms, 100 ms for the inspector.',
] as const;

interface SetUp {
  ensureBuilt(): Promise<void>;
  ensureElectron(options: {
    readonly forTests: boolean;
  }): Promise<{ readonly path: string } | { readonly path?: undefined; readonly reason: string }>;
}

const script = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(join(repository, 'scripts', name)).href);

/** The Electron to measure with, on a display; null where there is none, with a message. */
async function electronToMeasure(): Promise<string | null> {
  if (process.platform === 'linux' && !process.env.DISPLAY) {
    console.warn('skipped: the window is measured on a display; xvfb-run -a npm run bench gives it one');
    return null;
  }
  const named = process.env.VITRINE_TEST_ELECTRON;
  const { ensureElectron } = (await script('electron.mjs')) as SetUp;
  const found = named ? { path: named } : await ensureElectron({ forTests: true });
  if (found.path === undefined) {
    console.warn(`skipped: the window is measured in an Electron: ${found.reason}`);
    return null;
  }
  const { ensureBuilt } = (await script('bootstrap.mjs')) as SetUp;
  await ensureBuilt();
  return found.path;
}

/** `[what, value, beside it, ratio]`; nothing, and a message, where there is no Electron to measure with. */
export async function windowBench(folder: string, largeLibrary: string): Promise<readonly string[][]> {
  const electron = await electronToMeasure();
  if (electron === null) return [];
  // What is measured must not change the library that other benches are measured on.
  const library = join(folder, 'window-library');
  await rm(library, { recursive: true, force: true });
  await cp(largeLibrary, library, { recursive: true });
  return [
    ...(await coldStarts(electron, library)),
    await firstAnswer(electron, folder),
    ...(await idleMemory(electron, library)),
    ...(await tasksWhileIngesting(electron, folder, library)),
    ...(await inspectorOpening(electron, library)),
  ];
}

async function coldStarts(electron: string, library: string): Promise<string[][]> {
  const times = { app: [] as number[], empty: [] as number[], painted: [] as number[], answered: [] as number[] };
  // The first of each fills the caches of the disk, leaves the answers that the next start shows, and does not count.
  for (let turn = 0; turn <= starts || (times.answered.length === 0 && turn <= 3 * starts); turn += 1) {
    const empty = await openEmptyWindow(electron);
    const emptyAt = (await firstPaint(empty)) - empty.startedAt;
    await empty.close();
    const app = await openAppWindow(electron, library);
    const drawnAt = (await usable(app)) - app.startedAt;
    const paintedAt = (await firstPaint(app)) - app.startedAt;
    const answeredAt = await answered(app);
    await app.close();
    if (turn === 0) continue;
    times.empty.push(emptyAt);
    // The page marks the frame that it has drawn; a person has it with the picture, as of the empty window.
    times.app.push(Math.max(drawnAt, paintedAt));
    times.painted.push(paintedAt);
    if (answeredAt !== null) times.answered.push(answeredAt - app.startedAt);
  }
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const ratios = times.app.map((value, turn) => value / (times.empty[turn] ?? Number.NaN));
  return [
    [
      'window: start to a usable window',
      milliseconds(median(times.app)),
      `an empty window: ${milliseconds(median(times.empty))}`,
      percentile(ratios, 0.5).toFixed(2),
    ],
    ['of it: to the first picture', milliseconds(median(times.painted)), '', ''],
    ['window: start to an answer of the engine', milliseconds(median(times.answered)), '', ''],
  ];
}

/** What a newcomer waits for the first answer with a source, from a window that has nothing yet, with two presses. */
async function firstAnswer(electron: string, folder: string): Promise<string[]> {
  const library = join(folder, 'first-library');
  await rm(library, { recursive: true, force: true });
  const app = await openAppWindow(electron, library);
  const sample = app.page.getByTestId('try-sample');
  await sample.waitFor();
  const began = performance.now();
  await sample.click();
  await app.page.getByTestId('suggestion').nth(1).click();
  await app.page.getByTestId('citation-chip').first().waitFor();
  const ms = performance.now() - began;
  await app.close();
  return ['window: a newcomer’s two presses, to a cited answer about the sample', milliseconds(ms), '', ''];
}

/** When the first screen was drawn with what the library has and could be written in; ms since 1970. */
async function usable({ page }: MeasuredWindow): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: patience });
  return page.evaluate(() => performance.timeOrigin + (performance.getEntriesByName('usable')[0]?.startTime ?? 0));
}

/**
 * When the engine has answered what only it can answer, asked as soon as the screen was usable; ms since 1970. Null where
 * the driver has found the page later than that, and so asked later.
 */
async function answered({ page }: MeasuredWindow): Promise<number | null> {
  const { late, at } = await page.evaluate(async () => {
    const late = performance.now() - (performance.getEntriesByName('usable')[0]?.startTime ?? 0);
    const status = await (window.vitrine as HostBridge).request('app.status', {});
    return { late, at: status.ok ? performance.timeOrigin + performance.now() : Number.NaN };
  });
  return late < driverLateMs ? at : null;
}

async function firstPaint({ page }: MeasuredWindow): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, undefined, {
    timeout: patience,
  });
  return page.evaluate(
    () => performance.timeOrigin + (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
}

async function idleMemory(electron: string, library: string): Promise<string[][]> {
  const empty = await openEmptyWindow(electron);
  await firstPaint(empty);
  const app = await openAppWindow(electron, library);
  await usable(app);
  await new Promise((done) => setTimeout(done, settleMs));
  // Both are looked at while both run, so that what they share is shared out alike.
  const [used, least] = [app.memory(), empty.memory()];
  await app.close();
  await empty.close();
  if (used === null || least === null) {
    console.warn('skipped: memory is measured on Linux');
    return [];
  }
  return [
    [
      'window: memory at idle, models unloaded',
      `${used.toFixed(0)} MB`,
      `an empty window: ${least.toFixed(0)} MB; more by ${(used - least).toFixed(0)} MB`,
      '',
    ],
  ];
}

async function tasksWhileIngesting(electron: string, folder: string, library: string): Promise<string[][]> {
  const source = join(folder, 'window-files');
  await mkdir(source, { recursive: true });
  const random = randomNumbers(31);
  for (let number = 0; number < filesIngested; number += 1) {
    await writeFile(join(source, `note-${number}.md`), markdownOf(wordsOfFile, random));
  }
  const app = await openAppWindow(electron, library);
  await usable(app);
  await app.page.getByTestId('nav-library').click();
  await app.page.getByTestId('document-row').first().waitFor({ timeout: patience });
  const documents = () =>
    app.page.evaluate(async () => {
      const status = await (window.vitrine as HostBridge).request('app.status', {});
      return status.ok ? status.data.documents : Number.NaN;
    });
  const before = await documents();
  const { main, page } = await longestTasks(app.browser, async () => {
    await dropFiles(app.page, '#root', [source]);
    while ((await documents()) < before + filesIngested) await new Promise((done) => setTimeout(done, 250));
    await new Promise((done) => setTimeout(done, 1000));
  });
  await app.close();
  console.info(`longest tasks: main process from ${main.from}, page from ${page.from}`);
  const row = (where: string, task: typeof main): string[] => [
    `window: longest task of ${where} while ${filesIngested} files are read`,
    milliseconds(task.processor),
    `it lasted ${milliseconds(task.lasted)}`,
    '',
  ];
  return [row('the main process', main), row('the page', page)];
}

async function inspectorOpening(electron: string, library: string): Promise<string[][]> {
  const app = await openAppWindow(electron, library);
  await usable(app);
  const random = randomNumbers(23);
  const at = (testId: string) => app.page.getByTestId(testId);
  await at('nav-stages').click();
  await at('stage-prompt').fill(Array.from({ length: 9 }, () => drawWord(random)).join(' '));
  await at('run-all').click();
  await app.page.locator('[data-testid="stage-Prompt_Builder"][data-state="done"]').waitFor({ timeout: patience });
  const candidates = Number(await at('candidates').getAttribute('aria-rowcount')) - 1;
  const session = await app.page.context().newCDPSession(app.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const times: { own: number; wall: number }[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    if ((await at('inspector').count()) > 0) await at('inspect').click();
    await at('inspector').waitFor({ state: 'detached', timeout: patience });
    const before = await busy();
    const wall = await app.page.evaluate(async () => {
      const started = performance.now();
      document.querySelector<HTMLElement>('[data-testid="inspect"]')?.click();
      while (!document.querySelector('[data-testid="prompt-ready"]'))
        await new Promise((done) => requestAnimationFrame(done));
      // The frame behind the next one has been painted.
      await new Promise((done) => requestAnimationFrame(done));
      return performance.now() - started;
    });
    times.push({ own: (await busy()) - before, wall });
  }
  await app.close();
  const median = (key: 'own' | 'wall'): number =>
    percentile(
      times.map((time) => time[key]),
      0.5,
    );
  return [
    [
      `window: inspector of a run of ${candidates} candidates opens`,
      milliseconds(median('own')),
      `it lasted ${milliseconds(median('wall'))}; the first time ${milliseconds(times[0]?.wall ?? Number.NaN)}`,
      '',
    ],
  ];
}
