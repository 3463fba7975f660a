import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SqlArgument, SqliteConnection } from '../../electron/engine/sqlite';

const driver = createRequire(__filename).resolve('libsql');

/** How a process ends in which the driver itself is given these values. */
const endOfDriver = (values: string) => {
  const program = `const d = new (require(${JSON.stringify(driver)}))(':memory:');
    d.exec('CREATE TABLE t (a)'); d.prepare('INSERT INTO t VALUES (?)').run(${values});`;
  const { status, signal } = spawnSync(process.execPath, ['-e', program], { stdio: 'ignore', timeout: 30_000 });
  return status ?? signal;
};

let connection: SqliteConnection;
const insert = (args: unknown) => connection.prepare('INSERT INTO t VALUES (?)').run(args as SqlArgument[]);
const refusal = expect.objectContaining({ code: 'internal', message: expect.stringContaining('SQLite was given') });

beforeEach(() => {
  connection = new SqliteConnection(':memory:');
  connection.exec('CREATE TABLE t (a)');
});
afterEach(() => connection.close());

describe('a statement', () => {
  it('refuses what the driver ends its process on', () => {
    expect(endOfDriver('[1]')).toBe(0);
    for (const [text, values] of [
      ['[true]', [true]],
      ['{ a: 1 }', { a: 1 }],
    ] as const) {
      expect(endOfDriver(text), text).not.toBe(0);
      expect(() => insert(values), text).toThrow(refusal);
    }
  });

  it.each([
    ['nothing', [undefined]],
    ['an object', [{ a: 1 }]],
    ['a date', [new Date(0)]],
    ['a list in the list', [[1]]],
    ['a function', [() => 1]],
    ['a symbol', [Symbol('a')]],
    ['other numbers than bytes', [new Uint16Array(2)]],
    ['a whole number of more than 64 bits', [2n ** 63n]],
    ['a negative one', [-(2n ** 63n) - 1n]],
    ['bytes in the place of the list', new Uint8Array(2)],
    ['a text in the place of the list', 'a'],
    ['null in the place of the list', null],
  ])('refuses %s', (_, values) => {
    for (const use of ['run', 'all', 'get'] as const) {
      expect(() => connection.prepare('SELECT ?')[use](values as unknown as SqlArgument[])).toThrow(refusal);
    }
    expect(() => insert(values)).toThrow(refusal);
    expect(connection.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 0 });
  });

  it('takes everything that a column can hold', () => {
    for (const value of [null, 'a', 1.5, 2n ** 63n - 1n, -(2n ** 63n), Buffer.from('ab')]) {
      expect(insert([value])).toBe(1);
    }
    const kinds = connection.prepare('SELECT typeof(a) AS kind FROM t').asLists().all<[string]>();
    expect(kinds.flat()).toEqual(['null', 'text', 'real', 'integer', 'integer', 'blob']);
  });

  // CVE-2025-6965: this SQLite writes past its memory where a query has more aggregate terms than fit in 16 bits.
  it('is never as long as a query of so many aggregate terms that SQLite breaks on them', () => {
    const terms = new Array<string>(2 ** 15).fill('max(a)');
    const sql = `SELECT ${terms.join(',')} FROM t`;
    expect(() => connection.prepare(sql)).toThrow(refusal);
    expect(() => connection.exec(sql)).toThrow(refusal);
  });
});

describe('a connection', () => {
  it('lets the tables of a file call no function that reaches out of it', () => {
    expect(connection.prepare('PRAGMA trusted_schema').asLists().all()).toEqual([[0]]);
    for (const call of ["readfile('/etc/hosts')", "load_extension('x')", "fts3_tokenizer('simple')"]) {
      connection.exec(`DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT ${call}`);
      expect(() => connection.prepare('SELECT * FROM v').all(), call).toThrow('unsafe use');
    }
  });
});
