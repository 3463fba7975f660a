/**
 * A worker whose engine follows the test: it answers, waits, sends an event, throws, sends an unsendable answer, dies
 * or fails to open.
 */
import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { EngineClient, EngineEvent } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { servePort } from '../../../electron/engine/host/serve-port';

interface Order {
  readonly do: 'echo' | 'wait' | 'event' | 'throw' | 'exit' | 'crash' | 'answer no clone';
}

const listeners = new Set<(event: EngineEvent) => void>();
const waiting = new Map<string, (value: unknown) => void>();
const thread = randomUUID();

/** Bytes that the web host's uploads may have. */
const limits = { values: { ingest: { maxFileBytes: 1000 } } };

async function obey(route: string, order: Order, requestId: string): Promise<unknown> {
  if (route === 'limits.get') return { ok: true, data: limits };
  if (order.do === 'wait') {
    const cancelled = { ok: false, error: { code: 'cancelled', message: 'Stopped on request.', hint: '' } };
    return new Promise((resolve) => waiting.set(requestId, () => resolve(cancelled)));
  }
  if (order.do === 'event') {
    for (const listener of listeners) listener({ type: 'library.changed', requestId, libraryVersion: 7 });
  }
  if (order.do === 'throw') throw new VitrineError('disk-full');
  if (order.do === 'answer no clone') return { ok: true, data: { toldBy: () => thread } };
  if (order.do === 'exit') process.exit(3);
  if (order.do === 'crash') {
    setImmediate(() => {
      throw new TypeError('boom');
    });
    return new Promise(() => {});
  }
  return { ok: true, data: { thread, order, requestId } };
}

if (parentPort) {
  servePort(parentPort, async () => {
    if (workerData.userId === 'locked') throw new VitrineError('library-locked');
    return {
      request: ((route: string, input: Order, options: { requestId: string }) =>
        obey(route, input, options.requestId)) as unknown as EngineClient['request'],
      cancel: (requestId) => waiting.get(requestId)?.(null),
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async close() {},
    };
  });
}
