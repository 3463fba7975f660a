import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

const long = (name: string): string =>
  Array.from({ length: 40 }, (_, n) => `The ${name} number ${n} stands on the upper shelf of the third room.`).join(
    ' ',
  );

const vitrine = TestEngine.each();

/** Chunks of the document with this path: their ids, and the characters of the longest. */
async function cutOf(name: string): Promise<{ ids: string[]; longest: number }> {
  const documents = await vitrine.ask('library.list', {});
  const { documentId = '' } = documents.find(({ path }) => path.endsWith(name)) ?? {};
  const { chunks } = await vitrine.ask('library.source', { documentId });
  return {
    ids: chunks.map(({ id }) => id),
    longest: Math.max(...chunks.map(({ startChar, endChar }) => endChar - startChar)),
  };
}

const smaller = () => vitrine.ask('limits.set', { values: { 'ingest.profiles.balanced.size': 300 } });
const findings = async () => (await vitrine.ask('library.check', { depth: 'whole' })).findings;

describe('a chunk profile whose numbers change', () => {
  it('I13 cuts new documents like the others until a rebuild cuts all again, and shows an estimate', async () => {
    await vitrine.ingest(await vitrine.file('lamps.txt', long('lamp')));
    const before = await cutOf('lamps.txt');
    expect(before.longest).toBeGreaterThan(300);
    await smaller();
    await vitrine.ingest(await vitrine.file('jars.txt', long('jar')));
    expect((await cutOf('jars.txt')).longest).toBeGreaterThan(300);
    const status = await vitrine.ask('app.status', {});
    expect(status).toMatchObject({ profile: 'balanced', recuts: true });
    expect(status.health.find(({ code }) => code === 'profile-changed')).toMatchObject({ ok: false });
    expect(await findings()).toEqual([]);

    const estimate = await vitrine.ask('library.rebuildEstimate', {});
    expect(estimate).toMatchObject({ recuts: true, profile: 'balanced' });
    expect(estimate.chunks).toBeGreaterThan(estimate.chunksNow);
    const { chunks } = await vitrine.ask('library.reindex', {});
    expect(chunks).toBe(estimate.chunks);
    for (const name of ['lamps.txt', 'jars.txt']) expect((await cutOf(name)).longest).toBeLessThanOrEqual(300);
    expect((await cutOf('lamps.txt')).ids.filter((id) => before.ids.includes(id))).toEqual([]);
    expect(await vitrine.ask('app.status', {})).toMatchObject({ profile: 'balanced', recuts: false });
    expect(await findings()).toEqual([]);
  });

  it('is in force at once where no document was cut by the old ones', async () => {
    await vitrine.ingest(await vitrine.file('lamps.txt', long('lamp')));
    const [document] = await vitrine.ask('library.list', {});
    await vitrine.ask('library.delete', { documentIds: [document?.documentId ?? ''] });
    await smaller();
    expect(await vitrine.ask('app.status', {})).toMatchObject({ recuts: false });
    await vitrine.ingest(await vitrine.file('jars.txt', long('jar')));
    expect((await cutOf('jars.txt')).longest).toBeLessThanOrEqual(300);
  });

  it('is found by a check if documents are cut in two ways, and a repair cuts them as the index says', async () => {
    await vitrine.ingest(await vitrine.file('lamps.txt', long('lamp')));
    await vitrine.ingest(await vitrine.file('jars.txt', long('jar')));
    const ids = (await cutOf('lamps.txt')).ids;
    await vitrine.engine.close();
    const catalogue = new Database(join(vitrine.library, 'catalogue.db'));
    catalogue.exec("UPDATE contents SET profile = 'balanced:characters:300:0:0' WHERE index_title = 'lamps'");
    catalogue.close();
    await vitrine.reopen();
    expect(await findings()).toMatchObject([{ kind: 'profiles-mixed', count: 1 }]);
    const { after } = await vitrine.ask('library.repair', {});
    expect(after.findings).toEqual([]);
    expect((await cutOf('lamps.txt')).ids).toEqual(ids);
  });
});
