/** A thread of an ingest: reads and cuts files, and embeds with the model on one native thread, what the engine sends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Result, reportOf, VitrineError } from '@shared/errors';
import { createBirpc } from 'birpc';
import { channelOf } from '../../async';
import { openLanguageDetector } from '../../ingest';
import { type Embedder, estimateTokens, openModels, serverTokens } from '../../models';
import { cutContent, cutFile, handedOver } from './cut-content';
import type { IngestThreadData, IngestThreadFunctions } from './ingest-model';
import { ownThreadNumber } from './reader-watch';
import type { PoolThreadTold } from './thread-pool';

if (!parentPort) throw new VitrineError('internal', { why: 'started-alone', file: 'ingest-worker.cjs' });
const port = parentPort;
const { modelId, counts, ...models } = workerData as IngestThreadData;
const threadNumber = ownThreadNumber();
const progressEveryMs = 500;
const running = new Map<number, AbortController>();
let opening: Promise<Embedder> | null = null;

/** A model that could not be opened is tried again at the next task. */
function open(): Promise<Embedder> {
  opening ??= openModels(models)
    .openEmbedder(modelId, { threads: 1 })
    .catch((error: unknown) => {
      opening = null;
      throw error;
    });
  return opening;
}

async function counter(): Promise<(text: string) => number> {
  if (counts) return counts === 'server' ? serverTokens : estimateTokens;
  const embedder = await open();
  return (text) => embedder.countTokens(text);
}

async function answered<T>(task: number, work: (signal: AbortSignal) => Promise<T>): Promise<Result<T>> {
  const stopper = new AbortController();
  running.set(task, stopper);
  try {
    return { ok: true, data: await work(stopper.signal) };
  } catch (error) {
    return { ok: false, error: reportOf(error) };
  } finally {
    running.delete(task);
  }
}

const functions: IngestThreadFunctions = {
  embed: (task, texts) => answered(task, async (signal) => (await open()).embed(texts, 'passage', signal)),
  cut: (task, file) =>
    answered(task, async (signal) => {
      const count = await counter();
      signal.throwIfAborted();
      await engine.begun.asEvent(task, threadNumber);
      let last = performance.now();
      const cut = await cutFile(file, count, signal, () => {
        if (performance.now() - last < progressEveryMs) return;
        last = performance.now();
        void engine.goesOn.asEvent(task);
      });
      return handedOver(cut);
    }),
  recut: (task, text) =>
    answered(task, async () => handedOver(cutContent(text, await counter(), await openLanguageDetector()))),
  stop: (task) => running.get(task)?.abort(),
  async close() {
    for (const stopper of running.values()) stopper.abort();
    const embedder = await opening?.catch(() => null);
    await embedder?.dispose();
    // After this answer has left.
    setImmediate(() => port.close());
  },
};

const engine = createBirpc<PoolThreadTold, IngestThreadFunctions>(functions, channelOf(port));
