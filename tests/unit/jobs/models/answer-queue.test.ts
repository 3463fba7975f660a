import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VitrineError } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { SerialQueue } from '../../../../electron/engine/async';
import { queuedModel, type Waiting } from '../../../../electron/engine/jobs/models/chat-models';
import { type ChatModel, openChatModel } from '../../../../electron/engine/models';

const options = { temperature: 0, seed: 1, maxTokens: 10, contextTokens: 100 };
const tooBusy = (seconds: number) => new VitrineError('rate-limited', { retryAfterSeconds: seconds });

function busyModel(
  refusals: number,
  seconds: number,
  words: readonly string[] = ['Yes.'],
): ChatModel & { asked: number } {
  const model = {
    id: 'memory:busy',
    contextTokens: 100,
    asked: 0,
    countTokens: async () => 1,
    tokenCounter: async () => ({ model: 'm', exact: true, count: () => 1 }),
    async *chat() {
      model.asked += 1;
      if (model.asked <= refusals) throw tooBusy(seconds);
      for (const word of words) {
        if (word === '<busy>') throw tooBusy(seconds);
        yield word;
      }
    },
  };
  return model;
}

function patient(model: ChatModel, turns: SerialQueue | null = null) {
  const waits: Waiting[] = [];
  const asked = queuedModel(model, {
    turns,
    tries: 3,
    maxWaitSeconds: 60,
    onWaiting: (waiting) => waits.push(waiting),
  });
  const ask = async (signal?: AbortSignal) => {
    let text = '';
    for await (const token of asked.chat([], options, signal)) text += token;
    return text;
  };
  return { ask, waits };
}

describe('a busy server', () => {
  it('is asked again after the time it names, and how long is said', async () => {
    const model = busyModel(2, 0.05);
    const { ask, waits } = patient(model);
    const started = performance.now();
    expect(await ask()).toBe('Yes.');
    expect(performance.now() - started).toBeGreaterThanOrEqual(90);
    expect(waits).toEqual([
      { reason: 'rate-limited', seconds: 0.05, attempt: 2 },
      { reason: 'rate-limited', seconds: 0.05, attempt: 3 },
    ]);
  });

  it('is asked three times at most', async () => {
    const model = busyModel(9, 0);
    await expect(patient(model).ask()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(model.asked).toBe(3);
  });

  it('that wants more time than is given is asked once', async () => {
    const model = busyModel(9, 61);
    await expect(patient(model).ask()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(model.asked).toBe(1);
  });

  it('is not asked again after it began to answer', async () => {
    const model = busyModel(0, 0, ['Half', '<busy>']);
    await expect(patient(model).ask()).rejects.toMatchObject({ code: 'rate-limited' });
    expect(model.asked).toBe(1);
  });

  it('is not waited for when the request is stopped', async () => {
    const stop = new AbortController();
    const asking = patient(busyModel(9, 30)).ask(stop.signal);
    stop.abort(new VitrineError('cancelled'));
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([
    ['a number', () => '7', 7],
    ['a date', () => new Date(Date.now() + 600_000).toUTCString(), 600],
    ['no time', () => 'soon', undefined],
  ])('says in Retry-After when to come back: %s', async (_what, headerNow, seconds) => {
    const header = headerNow();
    const server = createServer((request, response) => {
      if (request.url === '/api/show') response.end('{}');
      else response.writeHead(429, { 'retry-after': header }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ollamaHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const model = await openChatModel('ollama:any', { providers: { ollama: { baseUrl: ollamaHost } }, offline: false });
    const error = await model
      .chat([], options)
      [Symbol.asyncIterator]()
      .next()
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    server.close();
    expect(error).toMatchObject({ code: 'rate-limited' });
    const told = error instanceof VitrineError ? error.details?.retryAfterSeconds : null;
    if (seconds === undefined) expect(told).toBeUndefined();
    else {
      // The time now left until a date is the least that was left when it came.
      const left = Number.isNaN(Number(header)) ? Math.floor((Date.parse(header) - Date.now()) / 1000) : seconds;
      expect(Number(told)).toBeGreaterThanOrEqual(left);
      expect(Number(told)).toBeLessThanOrEqual(seconds);
    }
  });
});

describe('a server that answers one at a time', () => {
  it('gets the next request when one is stopped while it waits or breaks', async () => {
    const turns = new SerialQueue();
    const stop = new AbortController();
    const failing = patient(busyModel(9, 61), turns).ask();
    const waiting = patient(busyModel(0, 0), turns).ask(stop.signal);
    const last = patient(busyModel(0, 0), turns).ask();
    stop.abort(new VitrineError('cancelled'));
    await expect(failing).rejects.toMatchObject({ code: 'rate-limited' });
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(await last).toBe('Yes.');
  });
});
