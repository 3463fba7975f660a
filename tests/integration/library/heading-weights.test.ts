import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';

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
});
