import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'libsql';

/** Overwrites the first page of a table or index of a closed SQLite file: nothing of it can be read. */
export function damageTable(file: string, name: string): void {
  overwrite(file, 'SELECT rootpage AS page FROM sqlite_master WHERE name = ?', name);
}

/** Overwrites one page in the middle of a large table's rows: only that page cannot be read. */
export function damageOnePage(file: string, table: string): void {
  const leaves = `SELECT pageno, ntile(2) OVER (ORDER BY path) AS half FROM dbstat WHERE name = ? AND pagetype = 'leaf'`;
  overwrite(file, `SELECT min(pageno) AS page FROM (${leaves}) WHERE half = 2`, table);
}

function overwrite(file: string, whichPage: string, name: string): void {
  const database = new Database(file);
  const size = Number((database.prepare('PRAGMA page_size').get() as { page_size: number }).page_size);
  const { page } = database.prepare(whichPage).get(name) as { page: number };
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (page - 1) * size);
  closeSync(handle);
}
