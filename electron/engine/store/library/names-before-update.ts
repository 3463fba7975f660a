import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { ownPath } from '../../own-files';
import { SqliteConnection } from '../../sqlite';
import { copiesFolder } from '../catalogue/database';

/** Returns original names by stored path, from readable catalogues before an update. */
export function namesBeforeUpdate(libraryFolder: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const folder = ownPath(libraryFolder, copiesFolder);
  for (const copy of existsSync(folder) ? readdirSync(folder).sort() : []) {
    for (const [stored, path] of namesIn(ownPath(libraryFolder, copiesFolder, copy))) {
      names.set(stored, basename(path.replaceAll('\\', '/')));
    }
  }
  return names;
}

function namesIn(file: string): [string, string][] {
  const copy = new SqliteConnection(file);
  try {
    const sql = `SELECT c.stored_path AS stored, d.path FROM contents c JOIN documents d ON d.content_id = c.content_id
      WHERE c.stored_path <> '' ORDER BY d.document_id DESC`;
    const rows = copy.prepare(sql).all<{ stored: string; path: string }>();
    return rows.map(({ stored, path }) => [String(stored), String(path)]);
  } catch {
    // A damaged copy, or another file: the names are made up.
    return [];
  } finally {
    copy.close();
  }
}
