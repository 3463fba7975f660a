import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { SqlDatabase } from '../../../../electron/engine/store/catalogue/database';
import { migrations } from '../../../../electron/engine/store/catalogue/migrations';
import {
  cleaning,
  foreignParts,
  type SchemaPart,
  schemaOf,
  schemaSql,
} from '../../../../electron/engine/store/catalogue/schema';
import { temporaryFolder } from '../open-test-library';

const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
function changed(...statements: string[]): string {
  const file = join(temporaryFolder(), 'catalogue.db');
  SqlDatabase.open(file).close();
  const database = new Database(file);
  for (const statement of statements) database.exec(statement);
  database.close();
  return file;
}
const refusal = (file: string) => {
  try {
    SqlDatabase.open(file).close();
    return null;
  } catch (error) {
    return error;
  }
};
const partsOf = (file: string) => {
  const database = new Database(file);
  const parts = database.prepare(schemaSql).all() as SchemaPart[];
  database.close();
  return parts;
};

describe('a catalogue from elsewhere', () => {
  it.each([
    ['a trigger', 'CREATE TRIGGER theft AFTER INSERT ON documents BEGIN DELETE FROM documents; END', 'trigger theft'],
    ['an endless view in the place of a table', `DROP TABLE terms; CREATE VIEW terms AS ${endless}`, 'view terms'],
    ['a table', 'CREATE TABLE odd (x)', 'table odd'],
    ['an index', 'CREATE INDEX odd ON documents (title)', 'index odd'],
    [
      'a view of ours that says something else',
      `DROP VIEW document_places; CREATE VIEW document_places AS ${endless}`,
      'view document_places',
    ],
    [
      'a column that calculates',
      'ALTER TABLE collections ADD COLUMN odd GENERATED ALWAYS AS (name)',
      'table collections',
    ],
  ])('with %s is refused by its name before it is read', (_what, statements, name) => {
    expect(refusal(changed(statements))).toMatchObject({ code: 'schema-foreign', details: { names: name } });
  });

  it('that claims to be empty may have no tables', () => {
    const file = join(temporaryFolder(), 'catalogue.db');
    const database = new Database(file);
    database.exec('CREATE TABLE odd (x); PRAGMA user_version = 0');
    database.close();
    expect(refusal(file)).toMatchObject({ code: 'schema-foreign' });
  });

  it('may have statistics, other comments and spaces, and what a reindex renames', () => {
    const file = changed(
      'ANALYZE',
      'CREATE TABLE shadow_terms (term TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID',
      'ALTER TABLE terms RENAME TO old_terms',
      'ALTER TABLE shadow_terms RENAME TO terms',
      'CREATE INDEX chunks_by_content_too /* again */ ON chunks\n (content_id, position) -- so',
    );
    expect(refusal(file)).toBeNull();
  });

  it('is cleaned without a row of Vitrine’s being lost', () => {
    const file = changed(
      "INSERT INTO collections (name) VALUES ('kept')",
      `DROP TABLE terms; CREATE VIEW terms AS ${endless}`,
      'CREATE TRIGGER "the ""theft""" AFTER INSERT ON documents BEGIN DELETE FROM documents; END',
      'DROP INDEX documents_by_content',
    );
    const schema = schemaOf(migrations);
    const database = new Database(file);
    for (const statement of cleaning(partsOf(file), schema)) database.exec(statement);
    expect(database.prepare('SELECT name FROM collections').all()).toMatchObject([{ name: 'kept' }]);
    database.close();
    expect(foreignParts(partsOf(file), schema)).toEqual([]);
    expect(new Set(partsOf(file).map(({ name }) => name))).toEqual(
      new Set([...partsOf(changed())].map(({ name }) => name)),
    );
    expect(refusal(file)).toBeNull();
  });
});
