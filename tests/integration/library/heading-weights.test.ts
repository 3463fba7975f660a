import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../electron/engine/store/migrations';
import { damageTable } from '../../unit/store/damage-table';
import { TestEngine } from '../open-test-engine';
import { areHeadingsWeighed } from './kill-rounds';

let vitrine: TestEngine;

beforeEach(async () => {
  vitrine = await TestEngine.open();
  await vitrine.ingest(await vitrine.file('kettles.md', '# Kettles\n\n## Spouts\n\nOut of these the water comes.'));
});
afterEach(() => vitrine.close());

const catalogue = () => join(vitrine.library, 'catalogue.db');

/** Works on the catalogue beside the engine, as no part of Vitrine would. */
function inCatalogue<T>(work: (database: Database.Database) => T): T {
  const database = new Database(catalogue());
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** The catalogue as a Vitrine that weighed no headings left it. */
const unweigh = () =>
  inCatalogue((database) => {
    database.exec('DROP TABLE heading_words; DROP INDEX contents_by_chunks');
    database.exec("DELETE FROM settings WHERE key = 'headings-weighed'");
    // What later steps have added, since all of them are taken again.
    for (const column of ['family', 'branch_of']) database.exec(`ALTER TABLE conversations DROP COLUMN ${column}`);
    database.exec('ALTER TABLE messages DROP COLUMN origin');
    database.exec(`PRAGMA user_version = ${migrations.findIndex((sql) => sql.includes('heading_words'))}`);
  });

const areWeighed = () => inCatalogue(areHeadingsWeighed);

async function firstSuggested(): Promise<string | undefined> {
  const { suggestions } = await vitrine.ask('search.run', { query: 'zxnothing', mode: 'keyword' });
  return suggestions[0];
}

describe('headings', () => {
  it('that were weighed wrong are suggested again after a repair, though nothing else was wrong', async () => {
    expect(await firstSuggested()).toBe('Spouts');
    await vitrine.engine.close();
    inCatalogue((database) => database.exec('DELETE FROM heading_words'));
    await vitrine.reopen();
    expect(await firstSuggested()).toBe('Kettles');
    expect(await vitrine.ask('library.repair', {})).toMatchObject({ done: [], after: { findings: [] } });
    expect(await firstSuggested()).toBe('Spouts');
  });

  it('that a Vitrine of before did not weigh are weighed by the next start, and not by the one after it', async () => {
    await vitrine.engine.close();
    unweigh();
    await vitrine.reopen();
    expect(areWeighed()).toBe(true);
    expect(await firstSuggested()).toBe('Spouts');
    await vitrine.engine.close();
    inCatalogue((database) => database.exec('UPDATE heading_words SET words = 90'));
    await vitrine.reopen();
    expect(areWeighed()).toBe(false);
  });

  it('are not weighed by who only reads', async () => {
    await vitrine.engine.close();
    unweigh();
    await vitrine.reopen({ readsOnly: true });
    expect(areWeighed()).toBe(false);
    await vitrine.reopen();
    expect(areWeighed()).toBe(true);
  });

  it('are not weighed before the first screen of a host that has one', async () => {
    await vitrine.engine.close();
    unweigh();
    await vitrine.reopen({ upkeepAfterMs: 60_000 });
    expect(await vitrine.ask('library.list', {})).toHaveLength(1);
    expect(areWeighed()).toBe(false);
  });

  it('stay unweighed where a page of chunks is damaged, and the library opens', async () => {
    await vitrine.engine.close();
    unweigh();
    damageTable(catalogue(), 'chunks');
    await vitrine.reopen();
    expect(await vitrine.ask('library.list', {})).toHaveLength(1);
    const { findings } = await vitrine.ask('library.check', { depth: 'whole' });
    expect(findings.map(({ kind }) => kind)).toEqual(['catalogue-damaged']);
  });
});
