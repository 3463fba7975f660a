import { resolve } from 'node:path';
import type { EngineEvent } from '@shared/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startEngineThread } from '../../../electron/engine/host/thread';
import { type LateEngine, lateEngine } from '../../../electron/main/late-engine';
import { noOptions } from './no-options';

const engines: LateEngine[] = [];
const texts = new Map([['library.list', '[]']]);

/** An engine whose thread is the one of thread.test.ts; `happened` names its starts and its events in their order. */
function late(kept: ReadonlyMap<string, string> | null, userId = 'local') {
  const happened: string[] = [];
  const engine = lateEngine(kept, () => {
    happened.push('start');
    const workerFile = resolve(__dirname, 'crashing-worker.cjs');
    return startEngineThread({ workerFile, options: { ...noOptions, userId } });
  });
  engine.onBegin(() => happened.push('begun'));
  engine.subscribe((event: EngineEvent) => happened.push(event.type));
  engines.push(engine);
  return { engine, happened };
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

describe('an engine that starts when it is needed', () => {
  it('starts at once where no answers are kept', () => {
    const { engine, happened } = late(null);
    expect(happened).toEqual(['start', 'begun']);
    expect(engine.kept('library.list', {})).toBeUndefined();
  });

  it('answers the first screen without a thread, and starts it with the first other request', async () => {
    const { engine, happened } = late(texts);
    expect(engine.kept('library.list', {})).toBe('[]');
    expect(engine.kept('library.list', { collection: 'Other' })).toBeUndefined();
    expect(engine.kept('chat.ask', { question: 'Why?' })).toBeUndefined();
    expect(happened).toEqual([]);
    const asked = engine.request('app.status', {}, { requestId: 'r1' });
    // Whoever has something to say first, keys for one, is heard before the request.
    expect(happened).toEqual(['start', 'begun']);
    expect(await asked).toMatchObject({ ok: true, data: { requestId: 'r1' } });
    // What the engine may have changed since.
    expect(engine.kept('library.list', {})).toBeUndefined();
  });

  it('starts once, with the request or when its time has come', async () => {
    const { engine, happened } = late(texts);
    engine.begin();
    engine.begin();
    await engine.request('app.status', {});
    expect(happened).toEqual(['start', 'begun']);
  });

  it('passes events on to whoever has listened before it ran', async () => {
    const { engine, happened } = late(texts);
    await engine.request('app.status', { do: 'event' } as { check?: boolean });
    expect(happened).toEqual(['start', 'begun', 'library.changed']);
  });

  it('tells that the library cannot be opened, though the page shows what it held', async () => {
    const { engine, happened } = late(texts, 'locked');
    const answer = await engine.request('app.status', {});
    expect(answer).toMatchObject({ ok: false, error: { code: 'library-locked' } });
    await expect.poll(() => happened).toContain('engine.down');
  });

  it('starts nothing to be closed', async () => {
    const { engine, happened } = late(texts);
    await engine.close();
    expect(happened).toEqual([]);
  });
});
