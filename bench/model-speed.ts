/**
 * What an embedding model costs: a passage embedded and a model opened, as a computer of a user measures them on the
 * documents of this repository; and with the bundled and the recommended one a search and a quoted answer of a library of
 * 10,000 chunks. `config/models.json` repeats the first two (tests/unit/shared/model-catalogue.test.ts), by which the
 * time of a change is told before a model is here.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import catalogue from '../config/models.json';
import type { Engine } from '../electron/engine/engine';
import { percentile } from '../electron/engine/evaluation';
import type { ModelCost } from '../shared/contract';
import { milliseconds, must, repository } from './benchmark-page';
import { drawWord, randomNumbers } from './synthetic-text';

const asked = 100;
/** Of the engine's first calls, which load the model and fill caches. */
const first = 10;
/** Measurements of a model, of which the median counts. */
const measurements = 5;

type Open = (library: string) => Promise<Engine>;

/**
 * Rows by model, for those that are here.
 *
 * @param folder gets the libraries
 * @param source files of a large library
 */
export async function modelSpeed(folder: string, source: string, open: Open): Promise<string[][]> {
  const embedding = catalogue.models.filter(({ job }) => job === 'embedding');
  const rows: string[][] = [];
  const engine = await opened(join(folder, 'own-documents'), catalogue.defaultEmbedding, docs, open);
  try {
    const models = await must(engine.request('models.list', { servers: false }));
    for (const { id } of embedding) {
      const isHere = models.some((model) => model.id === id && model.installed);
      if (isHere) rows.push([id, ...(await costOf(engine, id))]);
      else console.log(`skipped: no ${id} in VITRINE_MODELS.`);
    }
  } finally {
    await engine.close();
  }
  for (const row of rows) row.push(...(await largeTimes(row[0] ?? '', folder, source, open)));
  return rows;
}

const docs = join(repository, 'docs');

/** A library of these files, made where there is none yet. */
async function opened(library: string, model: string, source: string, open: Open): Promise<Engine> {
  const isNew = !existsSync(join(library, 'catalogue.db'));
  const engine = await open(library);
  if (!isNew) return engine;
  await must(engine.request('models.use', { model }));
  await must(engine.request('ingest.run', { paths: [source] }));
  return engine;
}

async function costOf(engine: Engine, model: string): Promise<string[]> {
  const costs: ModelCost[] = [];
  for (let turn = 0; turn < measurements; turn += 1)
    costs.push(await must(engine.request('models.measure', { model })));
  const median = (of: (cost: ModelCost) => number) => milliseconds(percentile(costs.map(of), 0.5));
  return [median(({ msPerText }) => msPerText), median(({ loadMs }) => loadMs)];
}

async function largeTimes(id: string, folder: string, source: string, open: Open): Promise<string[]> {
  const isCompared = catalogue.models.some((model) => model.id === id && 'recommended' in model);
  if (!isCompared && id !== catalogue.defaultEmbedding) return Array<string>(6).fill('–');
  const engine = await opened(join(folder, `library-${id}`), id, source, open);
  try {
    const { chunks } = await must(engine.request('app.status', {}));
    return [chunks.toLocaleString('en'), ...(await timesOf(engine))];
  } finally {
    await engine.close();
  }
}

/** Searches of nine words, and questions in words of a passage, each asked once and answered by quoting. */
async function timesOf(engine: Engine): Promise<string[]> {
  const random = randomNumbers(37);
  const searches: number[] = [];
  const answers: number[] = [];
  let quoted = 0;
  for (let turn = -first; turn < asked; turn += 1) {
    const query = Array.from({ length: 9 }, () => drawWord(random)).join(' ');
    const started = performance.now();
    const { results } = await must(engine.request('search.run', { query }));
    const ms = performance.now() - started;
    if (turn >= 0) searches.push(ms);
    const words = results[Math.floor(random() * results.length)]?.text.split(' ') ?? [];
    const from = Math.floor(random() * Math.max(1, words.length - 9));
    const question = `What is said of ${words.slice(from, from + 9).join(' ')}?`;
    const begun = performance.now();
    const answer = await must(engine.request('chat.ask', { question, noLlm: true }));
    if (turn >= 0) answers.push(performance.now() - begun);
    if (turn >= 0 && answer.citations.length > 0) quoted += 1;
    // What was said must not be among what the next question finds, nor fill the disk.
    await must(engine.request('chat.delete', { conversationId: answer.conversationId }));
    if (answer.runId) await must(engine.request('run.delete', { runIds: [answer.runId] }));
  }
  const both = (times: readonly number[]) => [0.5, 0.95].map((share) => milliseconds(percentile(times, share)));
  return [...both(searches), ...both(answers), `${quoted} of ${asked}`];
}
