import type { SqlDatabase } from './database';
import { text } from './document-rows';

/** A content that no document points to. */
export interface LooseContent {
  readonly contentId: string;
  readonly storedPath: string;
  readonly checksum: string;
}

/**
 * Which contents a transaction may have left without a document: those that a document pointed to, and those that are
 * new. Noted by triggers of this connection, so that no statement can forget it, and rolled back with what it is about;
 * to look through all contents would cost the more, the more there are.
 */
export class LooseContents {
  /** Errors: `library-damaged`. */
  constructor(private readonly database: SqlDatabase) {
    database.execute(`
      CREATE TEMP TABLE loose (content_id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TEMP TRIGGER loose_by_delete AFTER DELETE ON main.documents WHEN old.content_id IS NOT NULL
        BEGIN INSERT OR IGNORE INTO loose VALUES (old.content_id); END;
      CREATE TEMP TRIGGER loose_by_update AFTER UPDATE OF content_id ON main.documents
        WHEN old.content_id IS NOT NULL AND old.content_id IS NOT new.content_id
        BEGIN INSERT OR IGNORE INTO loose VALUES (old.content_id); END;
      CREATE TEMP TRIGGER loose_by_insert AFTER INSERT ON main.contents
        BEGIN INSERT OR IGNORE INTO loose VALUES (new.content_id); END;
    `);
  }

  /** Those that no document points to at the end of a transaction, of which this is part. */
  take(): LooseContent[] {
    const rows = this.database.all(
      `SELECT c.content_id, c.stored_path, c.checksum FROM loose l CROSS JOIN contents c ON c.content_id = l.content_id
       WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.content_id = l.content_id)`,
    );
    this.database.run('DELETE FROM loose');
    return rows.map((row) => ({
      contentId: text(row.content_id),
      storedPath: text(row.stored_path),
      checksum: text(row.checksum),
    }));
  }
}
