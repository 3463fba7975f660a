import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client/http';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { type TestDesk, TestPlace } from './open-desk';

const place = await TestPlace.ready();
const documents = 60;

function rowsOf(file: string): Record<string, string> {
  const database = new Database(file, { readonly: true });
  const names = [
    'contents',
    'texts',
    'chunks',
    'documents',
    'collections',
    'document_collections',
    'document_tags',
    'terms',
  ];
  try {
    return Object.fromEntries(
      names.map((name) => [name, JSON.stringify(database.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all())]),
    );
  } finally {
    database.close();
  }
}

/** Writes to the server behind Vitrine's back, with this desk's own token. */
async function behind(desk: string, sql: string): Promise<void> {
  const folder = join(place.folder, `${desk}-computer`);
  const [file] = (await readdir(folder)).filter((name) => name.startsWith('team-'));
  const { token } = JSON.parse(await readFile(join(folder, file ?? ''), 'utf8'));
  const client = createClient({ url: place.catalogue.url, authToken: token });
  await client.execute(sql);
  client.close();
}

describe.skipIf(!place.programs)('a folder and a team place', () => {
  let ann: TestDesk;
  let before: Record<string, string>;
  const catalogue = () => join(place.folder, 'ann', 'catalogue.db');

  async function shareWith(phase: string, work: (requestId: string) => unknown): Promise<string | null> {
    const requestId = `share-${phase}`;
    let isDone = false;
    const end = ann.engine.subscribe((event) => {
      if (isDone || event.type !== 'team.moving' || event.move.phase !== phase) return;
      isDone = true;
      void work(requestId);
    });
    try {
      return await ann.refusal('team.share', place.form, requestId);
    } finally {
      end();
      expect(isDone).toBe(true);
    }
  }

  it('stays a folder wherever the way there is stopped', async () => {
    ann = await place.desk('ann');
    await ann.add(
      Object.fromEntries(
        Array.from({ length: documents }, (_none, at) => [`${at}.txt`, `Letter ${at} about a harbour.`]),
      ),
    );
    const [first, second] = await ann.ask('library.list', {});
    await ann.ask('collections.create', { name: 'Letters' });
    const ids = [first?.documentId ?? '', second?.documentId ?? ''];
    await ann.ask('collections.sort', { documentIds: ids, collections: { add: ['Letters'] }, tags: { add: ['blue'] } });
    before = rowsOf(catalogue());
    for (const phase of ['catalogue', 'files', 'checking']) {
      expect(await shareWith(phase, (requestId) => ann.engine.cancel(requestId))).toBe('cancelled');
      expect(await ann.ask('team.get', {})).toBeNull();
      expect(rowsOf(catalogue())).toEqual(before);
    }
  }, 120_000);

  it('is not switched over while a row differs', async () => {
    const forge = async () => behind('ann', "UPDATE texts SET text = 'forged' WHERE text LIKE 'Letter 7 %'");
    expect(await shareWith('catalogue', forge)).toBe('team-differs');
    expect(rowsOf(catalogue())).toEqual(before);
    await ann.ask('team.share', place.form);
    expect((await ann.ask('search.run', { query: 'forged', mode: 'keyword' })).results).toEqual([]);
  }, 120_000);

  it('comes back row by row, and says which files the store has lost', async () => {
    const bob = await place.joined('bob', ann);
    const [lost, other] = await bob.ask('library.list', {});
    const database = new Database(join(place.folder, 'bob', 'team', 'replica.db'), { readonly: true });
    const sql = 'SELECT stored_path AS at FROM contents c JOIN documents d USING (content_id) WHERE d.document_id = ?';
    const { at } = database.prepare(sql).get(lost?.documentId) as { at: string };
    database.close();
    expect((await place.store.object(`files/${at}`, { method: 'DELETE' })).status).toBe(204);
    const back = await bob.ask('team.unshare', {});
    expect(back).toMatchObject({ documents, missing: [lost?.title] });
    const file = await bob.ask('library.file', { documentId: other?.documentId ?? '' });
    expect(Buffer.from(file.base64, 'base64').toString()).toContain('harbour');
    expect((await bob.findings()).map(({ kind, count }) => [kind, count])).toEqual([['files-missing', 1]]);

    await ann.ask('team.unshare', {});
    expect(rowsOf(catalogue())).toEqual(before);
    expect(await ann.findings()).toEqual([]);
    // Repeated work stays in one library: an unchanged file is not read again.
    expect((await ann.ask('ingest.run', { paths: [ann.source] })).totals).toMatchObject({ unchanged: documents });
  }, 120_000);
});
