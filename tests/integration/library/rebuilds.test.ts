import type { EngineEvent, Rebuild } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ownTime } from '../../own-time';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each(async () => {
  for (let n = 0; n < 16; n += 1) {
    const text = Array.from({ length: 30 }, (_v, i) => `Sentence ${i} of letter zx${n} has its own words.`).join(' ');
    await vitrine.file(`letters/${String(n).padStart(2, '0')}.txt`, text);
  }
  await vitrine.ingest(vitrine.path('letters'));
});

const states = (events: readonly EngineEvent[]) =>
  events.flatMap((event) => (event.type === 'library.rebuild' && event.rebuild ? [event.rebuild.state] : []));

function told(fits: (rebuild: Rebuild) => boolean): Promise<Rebuild> {
  return new Promise((resolve) => {
    const unsubscribe = vitrine.engine.subscribe((event) => {
      if (event.type !== 'library.rebuild' || !event.rebuild || !fits(event.rebuild)) return;
      unsubscribe();
      resolve(event.rebuild);
    });
  });
}

const embeddingShares = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.type === 'library.rebuild' && event.rebuild?.phase === 'embedding' ? [event.rebuild.share] : [],
  );

const done = () => told(({ state }) => state === 'done');
const underway = () => told(({ state, share }) => state === 'running' && share > 0.1);

describe('a rebuild of the index', () => {
  it('I13 tells how far it is, while the old index answers, and what it has done', async () => {
    const over = done();
    expect(await vitrine.ask('rebuild.start', { profile: 'fine' })).toMatchObject({ state: 'waiting', share: 0 });
    expect(await vitrine.refusal('rebuild.start', {})).toMatchObject({ code: 'bad-request' });
    await underway();
    expect(await vitrine.found('zx7')).not.toEqual([]);
    const ended = await over;
    const { chunks, documents } = await vitrine.ask('app.status', {});
    expect(ended).toMatchObject({ profile: 'fine', share: 1, error: null, report: { chunks, documents } });
    expect(ended.report?.embedded).toBeGreaterThan(0);
    expect(await vitrine.ask('rebuild.get', {})).toEqual(ended);
    const shares = embeddingShares(vitrine.events);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect([...new Set(states(vitrine.events))]).toEqual(['waiting', 'running', 'done']);
    expect(await vitrine.unwell()).toEqual([]);
    expect(await vitrine.ask('rebuild.cancel', {})).toBeNull();
  });

  it('I13 pauses over a restart, lets ingests go first, and embeds nothing twice when it goes on', async () => {
    await vitrine.ask('rebuild.start', { profile: 'fine' });
    await underway();
    const paused = await vitrine.ask('rebuild.pause', {});
    expect(paused).toMatchObject({ state: 'paused', profile: 'fine' });
    const first = (await vitrine.ask('app.status', {})).counters.embeddingCalls;
    await vitrine.ingest(await vitrine.file('late.txt', 'A late text about zxlate.'));
    await vitrine.reopen({ resumesIngests: true });
    expect(await vitrine.ask('rebuild.get', {})).toMatchObject({ state: 'paused', profile: 'fine' });
    const over = done();
    const before = vitrine.events.length;
    await vitrine.ask('rebuild.resume', {});
    const { report } = await over;
    // One chunk was added in that time.
    const behind = ((paused?.share ?? 0) * (paused?.ofChunks ?? 0)) / ((paused?.ofChunks ?? 0) + 1);
    expect(behind).toBeGreaterThan(0.1);
    const shares = embeddingShares(vitrine.events.slice(before));
    expect(shares[0]).toBeCloseTo(behind);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(report?.embedded).toBeLessThan(report?.chunks ?? 0);
    expect(first).toBeGreaterThan(0);
    expect(await vitrine.found('zxlate')).toHaveLength(1);
    expect(await vitrine.ask('library.list', {})).toHaveLength(17);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I13 goes on at the next start where the end of the process has interrupted it', async () => {
    await vitrine.ask('rebuild.start', { profile: 'fine' });
    await underway();
    await vitrine.reopen();
    const interrupted = await vitrine.ask('rebuild.get', {});
    expect(interrupted).toMatchObject({ state: 'interrupted' });
    expect(interrupted?.share).toBeGreaterThan(0.1);
    await vitrine.reopen({ resumesIngests: true });
    expect((await vitrine.ask('rebuild.get', {}))?.share ?? 1).toBeGreaterThan(0.1);
    await expect
      .poll(async () => (await vitrine.ask('rebuild.get', {}))?.state, { timeout: 30_000 })
      .toMatch(/done|^undefined$/);
    expect(await vitrine.unwell()).toEqual([]);
  });

  it('I13 is cancelled within a second, and the index stays what it was', async () => {
    const before = await vitrine.ask('app.status', {});
    await vitrine.ask('rebuild.start', { profile: 'fine' });
    await underway();
    const taken = ownTime();
    expect(await vitrine.ask('rebuild.cancel', {})).toMatchObject({ state: 'cancelled' });
    expect(taken()).toBeLessThan(1000);
    expect(await vitrine.ask('app.status', {})).toMatchObject({ chunks: before.chunks });
    expect(await vitrine.found('zx7')).not.toEqual([]);
    await vitrine.reopen({ resumesIngests: true });
    expect(await vitrine.ask('rebuild.get', {})).toBeNull();
  });
});
