/**
 * npm run bench -- --only idle: what an embedding model takes in a real window while it is kept, and what its rest gives
 * back; the bundled model and those of VITRINE_MODELS.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import modelCatalogue from '../../config/models.json';
import { openEngine } from '../../electron/engine/engine';
import { engineOptions } from '../../electron/engine/host-options';
import { openModels } from '../../electron/engine/models';
import type { HostBridge } from '../../shared/contract/bridge';
import { modelCatalogueSchema } from '../../shared/model-catalogue';
import { machine, must, repository, tableOf, writeSection } from './benchmark-page';
import { openAppWindow } from './measured-window';
import { drawWord, markdownOf, randomNumbers } from './synthetic-text';
import { electronToMeasure } from './window';

const wordsOfLibrary = 3000;
const searches = 100;
const settleMs = 10_000;
/** The shortest rest there is, and the time until somebody looks. */
const restMs = 60_000 + 15_000 + 5_000;

const notes = [
  'The proportional share of all processes of the window, with `models.idleMinutes` at 1. What stays is the native',
  'runtime, which is loaded once, and what searches keep beside the model.',
] as const;

/** One row a model that is on this machine; nothing, and a message, where there is no Electron to measure with. */
export async function idleMemoryBench(): Promise<void> {
  const electron = await electronToMeasure();
  if (electron === null) return;
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean),
  });
  const rows: string[][] = [];
  for (const { id, job, location } of await models.listLocal()) {
    if (job !== 'embedding' || location === null) continue;
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-idle-'));
    try {
      const library = await libraryWith(folder, id, location);
      rows.push([id, ...(await figuresOf(electron, library))]);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const header = ['model', `after ${searches} searches`, 'after its rest', 'after as many again'];
  const lines = [machine(), '', ...tableOf(header, rows), '', ...notes];
  writeSection('idle', 'Memory of a model that rests', lines);
  console.log(lines.join('\n'));
}

/** A small library of the model, which lies in it, as a downloaded one does. */
async function libraryWith(folder: string, model: string, location: string): Promise<string> {
  const library = join(folder, 'library');
  if (model !== 'use-lite') await cp(location, join(library, 'models', model), { recursive: true });
  const file = join(folder, 'words.md');
  await writeFile(file, markdownOf(wordsOfLibrary, randomNumbers(7)));
  const options = engineOptions({}, { appFolder: repository, libraryFolder: library });
  const engine = await openEngine({ ...options, logFile: null });
  await must(engine.request('models.use', { model }));
  await must(engine.request('limits.set', { values: { 'models.idleMinutes': 1 } }));
  await must(engine.request('ingest.run', { paths: [file] }));
  await engine.close();
  return library;
}

async function figuresOf(electron: string, library: string): Promise<string[]> {
  const opened = await openAppWindow(electron, library);
  const { page } = opened;
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const random = randomNumbers(23);
  const search = async (): Promise<void> => {
    const queries = Array.from({ length: searches }, () => Array.from({ length: 9 }, () => drawWord(random)).join(' '));
    await page.evaluate(async (asked) => {
      for (const query of asked) {
        const found = await (window.vitrine as HostBridge).request('search.run', { query });
        if (!found.ok) throw new Error(found.error.message);
      }
    }, queries);
  };
  const after = async (ms: number): Promise<string> => {
    await new Promise((done) => setTimeout(done, ms));
    return `${opened.memory()?.toFixed(0) ?? '–'} MB`;
  };
  await search();
  const kept = await after(settleMs);
  const rested = await after(restMs);
  await search();
  const again = await after(settleMs);
  await opened.close();
  return [kept, rested, again];
}
