import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import { describe, expect, it } from 'vitest';
import { EmbeddingCache, searchableText } from '../../../electron/engine/store';
import { type TestDesk, TestPlace } from './open-desk';

const place = await TestPlace.ready();
const sameTexts = 12;

const embedded = async (desk: TestDesk): Promise<number> => (await desk.ask('app.status', {})).counters.embeddingCalls;

describe.skipIf(!place.programs)('texts that several desks have at once', () => {
  let ann: TestDesk;

  it('are embedded by one of them', async () => {
    ann = await place.desk('ann');
    await ann.ask('models.doctor', {});
    await ann.ask('team.share', place.form);
    const desks = [ann, await place.joined('bob', ann), await place.joined('cleo', ann)];
    for (const desk of desks) await desk.ask('models.doctor', {});
    const counts = await Promise.all(desks.map(embedded));
    const files = (name: string) =>
      Object.fromEntries([
        ...Array.from({ length: sameTexts }, (_none, at) => [
          `same-${at}.txt`,
          `Everybody has letter ${at} of the harbour.`,
        ]),
        ...Array.from({ length: 4 }, (_none, at) => [
          `${name}-${at}.txt`,
          `Only ${name} has letter ${at} of the mill.`,
        ]),
      ]);
    await Promise.all(desks.map((desk) => desk.add(files(desk.name))));
    const after = await Promise.all(desks.map(embedded));
    const sum = after.reduce((whole, count, at) => whole + count - (counts[at] ?? 0), 0);
    expect(sum).toBe(sameTexts + desks.length * 4);
    for (const desk of desks) {
      await desk.ask('team.sync', {});
      expect(await desk.titles()).toHaveLength(desks.length * (sameTexts + 4));
      expect(await desk.findings()).toEqual([]);
    }
  }, 120_000);

  it('are taken over from a desk that has died, by the clock of the server', async () => {
    const folder = join(place.folder, 'ann-computer');
    const [file] = (await readdir(folder)).filter((name) => name.startsWith('team-'));
    const { token } = JSON.parse(await readFile(join(folder, file ?? ''), 'utf8'));
    const client = createClient({ url: place.catalogue.url, authToken: token });
    const text = 'The dead desk had begun with this one.';
    const [{ modelId }] = (await client.execute('SELECT model_id AS modelId FROM team_place')).rows as never as [
      { modelId: string },
    ];
    const seconds = 4;
    await client.execute({
      sql: `INSERT INTO embedding_claims VALUES (?, 'a dead desk', unixepoch() + ${seconds})`,
      args: [EmbeddingCache.key(modelId, searchableText('orphan', { headings: [], lead: '', text }))],
    });
    const started = performance.now();
    expect((await ann.add({ 'orphan.txt': text })).totals).toMatchObject({ indexed: 1 });
    expect(performance.now() - started).toBeGreaterThan((seconds - 1.5) * 1000);
    client.close();
  }, 60_000);
});
