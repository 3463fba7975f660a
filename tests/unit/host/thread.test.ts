import { resolve } from 'node:path';
import type { EngineClient, EngineEvent } from '@shared/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { EngineThread } from '../../../electron/engine/host/thread';
import type { EngineOptions } from '../../../electron/engine/options';
import { noOptions } from './no-options';

const threads: EngineThread[] = [];

function start(changes: Partial<EngineOptions> = {}) {
  const events: EngineEvent[] = [];
  const waiters: { type: string; seen: () => void }[] = [];
  const thread = new EngineThread({
    workerFile: resolve(__dirname, 'crashing-worker.cjs'),
    options: { ...noOptions, ...changes },
    backOffMs: [1],
    onEvent(event) {
      events.push(event);
      for (const waiter of waiters.splice(0)) waiter.type === event.type ? waiter.seen() : waiters.push(waiter);
    },
  });
  threads.push(thread);
  const next = (type: EngineEvent['type']) => new Promise<void>((seen) => waiters.push({ type, seen }));
  // The worker of this test answers any route and takes orders as input.
  const order = (what: string) =>
    thread.request('app.status', { do: what } as Parameters<EngineClient['request']>[1] as {
      check?: boolean;
    }) as Promise<{ ok: boolean; data?: { thread: string; requestId: string }; error?: { code: string } }>;
  return { thread, events, next, order };
}

afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()));
});

describe('the engine thread', () => {
  it('makes a request id where the caller has none', async () => {
    const { order } = start();
    expect((await order('echo')).data?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('turns what the engine throws into a typed result', async () => {
    const { order } = start();
    expect(await order('throw')).toMatchObject({ ok: false, error: { code: 'disk-full' } });
  });

  it('says why an answer cannot be sent, and goes on', async () => {
    const { order } = start();
    const { data } = await order('echo');
    expect(await order('answer no clone')).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect((await order('echo')).data?.thread).toBe(data?.thread);
  });

  it('stays down, and says so, where no other thread can be started', async () => {
    const options: Record<string, unknown> = { ...noOptions };
    let told = (): void => {};
    const down = new Promise<void>((resolve) => {
      told = resolve;
    });
    const thread = new EngineThread({
      workerFile: resolve(__dirname, 'crashing-worker.cjs'),
      options: options as unknown as EngineOptions,
      backOffMs: [1],
      onEvent(event) {
        if (event.type === 'engine.down' && /stays down/u.test(event.error.message)) told();
      },
    });
    threads.push(thread);
    await thread.opened();
    // Nothing of the kind can be handed to a thread.
    options.version = () => 'unsendable';
    await thread.request('app.status', { do: 'exit' } as { check?: boolean });
    await down;
    expect(await thread.request('app.status', {})).toMatchObject({ ok: false, error: { code: 'engine-down' } });
  });

  it.each(['exit', 'crash'])('ends pending requests and starts again after the thread dies (%s)', async (death) => {
    const { order, events, next } = start();
    const before = (await order('echo')).data?.thread;
    const pending = order('wait');
    const [isDown, isUp] = [next('engine.down'), next('engine.up')];
    const fatal = order(death);
    expect(await pending).toMatchObject({ ok: false, error: { code: 'engine-down' } });
    expect(await fatal).toMatchObject({ ok: false, error: { code: 'engine-down' } });
    await isDown;
    await isUp;
    expect(events.map((event) => event.type)).toEqual(['engine.down', 'engine.up']);
    const after = (await order('echo')).data?.thread;
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it('stays down, with the reason, after the third death within a minute', async () => {
    const { order, events, next } = start();
    for (const death of [1, 2, 3]) {
      const isDown = next('engine.down');
      const isUp = death < 3 ? next('engine.up') : Promise.resolve();
      await order('crash');
      await isDown;
      await isUp;
    }
    expect(events.map((event) => event.type)).toEqual([
      'engine.down',
      'engine.up',
      'engine.down',
      'engine.up',
      'engine.down',
    ]);
    expect(events.at(-1)).toMatchObject({ error: { code: 'engine-down', message: expect.stringContaining('boom') } });
    expect(await order('echo')).toMatchObject({
      ok: false,
      error: { code: 'engine-down', message: expect.stringContaining('3 times within a minute') },
    });
  });

  it('answers with the reason when the library cannot be opened', async () => {
    const { thread, order } = start({ userId: 'locked' });
    expect(await thread.opened()).toMatchObject({ code: 'library-locked' });
    expect(await order('echo')).toMatchObject({ ok: false, error: { code: 'library-locked' } });
  });

  it('ends running requests with engine-down when it is closed, and answers later ones so', async () => {
    const { thread, order, events } = start();
    await order('echo');
    const running = order('wait');
    await thread.close();
    expect(await running).toMatchObject({ ok: false, error: { code: 'engine-down' } });
    expect(await order('echo')).toMatchObject({ ok: false, error: { code: 'engine-down' } });
    expect(events).toEqual([]);
  });
});
