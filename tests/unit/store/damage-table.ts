import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'libsql';

/** Overwrites the first page of a table of a closed SQLite file: no row of it can be read. */
export function damageTable(file: string, table: string): void {
  const database = new Database(file);
  const size = Number((database.prepare('PRAGMA page_size').get() as { page_size: number }).page_size);
  const root = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table) as { rootpage: number };
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size, 0xff), 0, size, (root.rootpage - 1) * size);
  closeSync(handle);
}
