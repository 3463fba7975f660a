/** The engine's thread: opens the library named by its options and serves it over the thread's own port. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { VitrineError } from '@shared/errors';
import type { EngineOptions } from '../options';
import { openExchangeableEngine } from './exchangeable-engine';
import { servePort } from './serve-port';

if (!parentPort) {
  throw new VitrineError('internal', { why: 'started-alone', file: 'worker.cjs' });
}
const ingestThreadFile = join(__dirname, 'ingest-worker.cjs');
const recognitionThreadFile = join(__dirname, 'recognition-worker.cjs');
const replicaThreadFile = join(__dirname, 'replica-worker.cjs');
servePort(parentPort, () =>
  openExchangeableEngine({
    ingestThreadFile,
    recognitionThreadFile,
    replicaThreadFile,
    ...(workerData as EngineOptions),
  }),
);
