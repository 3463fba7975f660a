import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

let vitrine: TestEngine;

/** A library as a Vitrine left it that made no index of texts. */
beforeEach(async () => {
  vitrine = await TestEngine.open();
  await vitrine.ingest(await vitrine.file('kettles.md', '# Kettles\n\nOut of these the water comes.'));
  await vitrine.engine.close();
  inCatalogue((database) => database.exec('DROP INDEX chunks_by_text'));
});
afterEach(() => vitrine.close());

function inCatalogue<T>(work: (database: Database.Database) => T): T {
  const database = new Database(join(vitrine.library, 'catalogue.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const isThere = () =>
  inCatalogue((database) => {
    const named = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'chunks_by_text'");
    return named.get() !== undefined;
  });

it('is made by the next start, and a whole check finds nothing wrong', async () => {
  await vitrine.reopen();
  expect(isThere()).toBe(true);
  expect(await vitrine.ask('library.check', { depth: 'whole' })).toMatchObject({ findings: [] });
});

it('is not made by who only reads, nor before the first screen of a host that has one', async () => {
  await vitrine.reopen({ readsOnly: true });
  expect(isThere()).toBe(false);
  await vitrine.reopen({ upkeepAfterMs: 60_000 });
  expect(await vitrine.ask('library.list', {})).toHaveLength(1);
  expect(isThere()).toBe(false);
});
