import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { HandClock } from '../../hand-clock';
import { fixture, TestEngine } from '../open-test-engine';

const minute = 60_000;

describe('unused models', () => {
  let clock: HandClock;
  const vitrine = TestEngine.each(async () => {
    clock = new HandClock();
    await vitrine.reopen({ idleClock: clock, logFile: vitrine.path('vitrine.log') });
    await vitrine.ingest(fixture('handbook.md'));
  });

  const query = 'How many lux does silk bear?';
  let asked = 0;
  /** By meaning, and with a new query each time: a repeated search needs no model. */
  const results = async () => {
    asked += 1;
    await vitrine.ask('limits.set', { values: { 'retrieval.suggestions': asked } });
    return (await vitrine.ask('search.run', { query, mode: 'vector' })).results;
  };

  /** Models that were let go so far, as the log tells. */
  const letGo = async (): Promise<string[]> => {
    const lines = (await readFile(vitrine.path('vitrine.log'), 'utf8')).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as { event: string; id: string });
    return events.flatMap(({ event, id }) => (event === 'models.letGo' ? [id] : []));
  };

  it('leave memory after models.idleMinutes, and the next search opens them and finds the same', async () => {
    const before = await results();
    expect(before).not.toEqual([]);
    await clock.goOn(10 * minute - 1);
    await vitrine.ask('limits.get', {});
    expect(await letGo()).toEqual([]);
    await clock.goOn(1);
    await expect.poll(letGo).toEqual(['use-lite']);
    expect(await results()).toEqual(before);
    await clock.goOn(10 * minute);
    await expect.poll(letGo).toEqual(['use-lite', 'use-lite']);
  });

  it('stay where the limit is 0, and keep to a limit that is set while they rest', async () => {
    await vitrine.ask('limits.set', { values: { 'models.idleMinutes': 0 } });
    await results();
    await clock.goOn(1e9);
    for (let turn = 0; turn < 3; turn += 1) await vitrine.ask('limits.get', {});
    expect(await letGo()).toEqual([]);
    await vitrine.ask('limits.set', { values: { 'models.idleMinutes': 1 } });
    await clock.goOn(0);
    await expect.poll(letGo).toEqual(['use-lite']);
  });

  it('are not taken from running searches', async () => {
    await vitrine.ask('limits.set', { values: { 'models.idleMinutes': 1 } });
    const queries = Array.from({ length: 40 }, (_, number) => `${query} ${number}`);
    const searching = Promise.all(queries.map((one) => vitrine.ask('search.run', { query: one, mode: 'vector' })));
    let over = false;
    void searching.then(() => {
      over = true;
    });
    while (!over) {
      await clock.goOn(minute);
    }
    for (const { results: found, notices } of await searching) {
      expect(notices).toEqual([]);
      expect(found).not.toEqual([]);
    }
  });
});
