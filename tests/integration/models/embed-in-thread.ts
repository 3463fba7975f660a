/**
 * Run as a program by engine-thread.test.ts: embeds in worker threads and lets them go, two in each of the ways. Prints
 * `alive` when the process is still there after some more work.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { reportOf } from '@shared/errors';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import catalogue from '../../../config/models.json';
import { type Embedder, openModels } from '../../../electron/engine/models';

const [, script = '', bundledModelFolder = ''] = process.argv;

/** Its model was disposed; it is still open; it was asked to stop while embedding; it has come to its own end. */
const endings = ['disposed', 'idle', 'stopped', 'returns'] as const;
type Ending = (typeof endings)[number];

async function inThread(data: { ending: Ending; bundledModelFolder: string }): Promise<void> {
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(catalogue),
    bundledModelFolder: data.bundledModelFolder,
    modelFolders: [],
  });
  const embedder = await models.openEmbedder('use-lite');
  const [vector] = await embedder.embed(['a text'], 'passage');
  if (data.ending === 'disposed') await embedder.dispose();
  parentPort?.postMessage(vector?.length);
  if (data.ending === 'stopped') await embedUntilStopped(embedder);
  else if (data.ending !== 'returns') setInterval(() => undefined, 1000);
}

/** Work without end, until the host asks for the end; the model is disposed while a run is on its way. */
async function embedUntilStopped(embedder: Embedder): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('only a thread is stopped');
  const controller = new AbortController();
  const work = embedder.embed(Array(100_000).fill('a text that takes a while'), 'passage', controller.signal);
  const [, outcome] = await Promise.all([
    once(port, 'message').then(() => {
      controller.abort();
      return embedder.dispose();
    }),
    work.then(
      () => 'done',
      (error: unknown) => reportOf(error).code,
    ),
  ]);
  if (outcome !== 'cancelled') throw new Error(`ended as ${outcome}`);
}

async function outside(): Promise<void> {
  for (const ending of endings) {
    for (let round = 0; round < 2; round += 1) await oneThread(ending);
  }
  await inThread({ ending: 'disposed', bundledModelFolder });
  console.log('alive');
  process.exit(0);
}

async function oneThread(ending: Ending): Promise<void> {
  const thread = new Worker(`require('tsx/cjs'); require(${JSON.stringify(script)})`, {
    eval: true,
    workerData: { ending, bundledModelFolder },
  });
  // Waited for from the start: a thread's last message can arrive together with its end.
  const exited = once(thread, 'exit');
  const [length] = await once(thread, 'message');
  console.log(`${ending}: vector ${length}`);
  if (ending === 'stopped') thread.postMessage('stop');
  if (ending === 'stopped' || ending === 'returns') await exited;
  else await thread.terminate();
}

(isMainThread ? outside() : inThread(workerData)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
