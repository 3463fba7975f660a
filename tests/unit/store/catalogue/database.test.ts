import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { describe, expect, it, vi } from 'vitest';
import { SqlDatabase } from '../../../../electron/engine/store/catalogue/database';
import { migrations } from '../../../../electron/engine/store/catalogue/migrations';
import { damageOnePage } from '../damage-table';
import { temporaryFolder } from '../open-test-library';

/** The schema has one step until the first release; these act as later versions. */
vi.mock('../../../../electron/engine/store/catalogue/migrations', async (original) => {
  const real = await original<{ migrations: readonly string[] }>();
  const later = ['later', 'later_still', 'last'].map((table) => `CREATE TABLE ${table} (x)`);
  return { ...real, migrations: [...real.migrations, ...later] };
});

const file = () => join(temporaryFolder(), 'catalogue.db');
function catalogueOf(path: string, version: number) {
  const database = new Database(path);
  database.exec([...migrations.slice(0, version), `PRAGMA user_version = ${version}`].join(';'));
  return database;
}
const versionOf = (database: SqlDatabase) => database.get('PRAGMA user_version')?.user_version;

describe('migrations', () => {
  it('bring a new file to the newest schema, and leave it alone at the next opening', () => {
    const path = file();
    const first = SqlDatabase.open(path);
    first.run("INSERT INTO settings (key, value) VALUES ('kept', 'yes')");
    first.close();
    const second = SqlDatabase.open(path);
    expect(versionOf(second)).toBe(migrations.length);
    expect(second.get("SELECT value FROM settings WHERE key = 'kept'")).toMatchObject({ value: 'yes' });
    second.close();
  });

  it('keep the rows of an earlier version, and a copy of its catalogue', () => {
    const path = file();
    const old = catalogueOf(path, 1);
    old.exec("INSERT INTO settings VALUES ('kept', 'yes')");
    old.close();
    const database = SqlDatabase.open(path);
    expect(versionOf(database)).toBe(migrations.length);
    expect(database.all('SELECT * FROM settings, later')).toEqual([]);
    expect(database.all('SELECT * FROM settings')).toEqual([{ key: 'kept', value: 'yes' }]);
    database.close();
    const copies = join(dirname(path), 'before-update');
    expect(readdirSync(copies)).toEqual(['catalogue-1.db']);
    const copy = new Database(join(copies, 'catalogue-1.db'));
    expect(copy.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 1 });
    expect(copy.prepare('SELECT * FROM settings').all()).toMatchObject([{ key: 'kept', value: 'yes' }]);
    expect(copy.prepare("SELECT name FROM sqlite_schema WHERE name = 'later'").all()).toEqual([]);
    copy.close();
  });

  it('leave the catalogues of the last two versions beside it, and none if nothing was changed', () => {
    const path = file();
    const copies = join(dirname(path), 'before-update');
    SqlDatabase.open(path).close();
    expect(existsSync(copies)).toBe(false);
    for (const version of [1, 2, 3]) {
      rmSync(path);
      catalogueOf(path, version).close();
      SqlDatabase.open(path).close();
    }
    expect(readdirSync(copies)).toEqual(['catalogue-2.db', 'catalogue-3.db']);
  });

  it('refuse a newer file with library-newer', () => {
    const path = file();
    SqlDatabase.open(path).close();
    const newer = new Database(path);
    newer.exec(`PRAGMA user_version = ${migrations.length + 1}`);
    newer.close();
    expect(() => SqlDatabase.open(path)).toThrow(expect.objectContaining({ code: 'library-newer' }));
  });
});

describe('a file that another process writes for longer than is waited', () => {
  it('is library-locked, with a hint, at its opening and at a change', () => {
    const path = file();
    const old = new Database(path);
    old.exec('PRAGMA journal_mode = WAL');
    const busy = expect.objectContaining({
      code: 'library-locked',
      hint: expect.stringMatching(/again/),
      details: expect.objectContaining({ why: 'busy' }),
    });
    old.exec('BEGIN IMMEDIATE');
    expect(() => SqlDatabase.open(path, 0)).toThrow(busy);
    old.exec('COMMIT');
    const database = SqlDatabase.open(path, 0);
    old.exec('BEGIN IMMEDIATE');
    expect(() => database.transaction(() => undefined)).toThrow(busy);
    expect(() => database.run("INSERT INTO settings VALUES ('a', '')")).toThrow(busy);
    old.exec('COMMIT');
    old.close();
    database.close();
  });
});

describe('a file that another process makes at this moment', () => {
  it('is waited for, and becomes a write-ahead log', async () => {
    const path = file();
    catalogueOf(path, 1).close();
    const writer = new Worker(
      `const { parentPort } = require('node:worker_threads');
       const connection = new (require('libsql'))(${JSON.stringify(path)});
       connection.exec('BEGIN IMMEDIATE');
       const end = () => { connection.exec('COMMIT'); connection.close(); };
       parentPort.once('message', () => setTimeout(end, 300));
       parentPort.postMessage('writes');`,
      { eval: true },
    );
    await once(writer, 'message');
    expect(() => SqlDatabase.open(path, 0)).toThrow(expect.objectContaining({ code: 'library-locked' }));
    writer.postMessage('end');
    const database = SqlDatabase.open(path);
    expect(database.get('PRAGMA journal_mode')).toMatchObject({ journal_mode: 'wal' });
    database.close();
    await once(writer, 'exit');
  });
});

describe('a file that is no database', () => {
  it('is library-damaged', () => {
    const path = file();
    writeFileSync(path, 'nothing of the kind '.repeat(500));
    expect(() => SqlDatabase.open(path)).toThrow(expect.objectContaining({ code: 'library-damaged' }));
  });
});

describe('a file with a page that cannot be read', () => {
  it('gives every row of the other pages, also after it has met that one', () => {
    const path = file();
    const database = SqlDatabase.open(path);
    for (let row = 0; row < 9; row += 1) {
      database.run(
        'INSERT INTO runs VALUES (?, ?, ?, 0, 0, ?)',
        `run_${row}`,
        '',
        'long '.repeat(700),
        Buffer.alloc(1),
      );
    }
    database.close();
    damageOnePage(path, 'runs');
    const damaged = SqlDatabase.open(path);
    const isRead = (row: number) => {
      try {
        return damaged.get('SELECT prompt FROM runs WHERE run_id = ?', `run_${row}`) !== undefined;
      } catch {
        return false;
      }
    };
    const read = Array.from({ length: 9 }, (_, row) => isRead(row));
    expect(read.filter((isThere) => !isThere)).toHaveLength(1);
    expect(read.at(-1)).toBe(true);
    damaged.close();
  });
});

describe('a transaction', () => {
  const count = (database: SqlDatabase) => Number(database.get('SELECT count(*) AS n FROM settings')?.n);
  const insert = (database: SqlDatabase, key: string) => database.run('INSERT INTO settings VALUES (?, ?)', key, '');

  it('is all or nothing, with its nested transactions', () => {
    const database = SqlDatabase.open(file());
    expect(() =>
      database.transaction(() => {
        insert(database, 'a');
        database.transaction(() => insert(database, 'b'));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count(database)).toBe(0);
    expect(database.transaction(() => insert(database, 'a'))).toBe(1);
    expect(count(database)).toBe(1);
    database.close();
  });

  it('that breaks a rule is undone, and the next one works', () => {
    const database = SqlDatabase.open(file());
    insert(database, 'a');
    expect(() => database.transaction(() => [insert(database, 'b'), insert(database, 'a')])).toThrow(/UNIQUE/);
    expect(count(database)).toBe(1);
    database.transaction(() => insert(database, 'c'));
    expect(count(database)).toBe(2);
    database.close();
  });
});

describe('a closed file', () => {
  const beside = (path: string) => readdirSync(dirname(path)).sort();
  const write = (database: SqlDatabase, key: string) => database.run('INSERT INTO settings VALUES (?, ?)', key, '');
  const keys = (database: SqlDatabase) => database.all('SELECT key FROM settings ORDER BY key').map(({ key }) => key);

  it('is complete, though its statements have not been collected', () => {
    const path = file();
    const database = SqlDatabase.open(path);
    write(database, 'kept');
    expect(keys(database)).toEqual(['kept']);
    expect(beside(path)).toEqual(['catalogue.db', 'catalogue.db-shm', 'catalogue.db-wal']);
    database.close();
    expect(beside(path)).toEqual(['catalogue.db']);
    const again = SqlDatabase.open(path);
    expect(keys(again)).toEqual(['kept']);
    again.close();
  });

  it('keeps its journals for other processes that have it open, and their content', () => {
    const path = file();
    const database = SqlDatabase.open(path);
    const other = new Database(path);
    other.exec('SELECT 1 FROM settings');
    write(database, 'first');
    database.close();
    expect(beside(path)).toContain('catalogue.db-wal');
    other.exec("INSERT INTO settings VALUES ('later', '')");
    other.close();
    const again = SqlDatabase.open(path);
    expect(keys(again)).toEqual(['first', 'later']);
    again.close();
  });
});
