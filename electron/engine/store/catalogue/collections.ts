import { type CollectionSummary, defaultCollection, type Sorting } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { SqlDatabase } from './database';
import type { DocumentStore } from './documents';

/** A document can be in several collections. The default one always exists and has the documents of no other. */
export class CollectionStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly documents: DocumentStore,
    private readonly change: <T>(work: () => T) => Promise<T>,
  ) {}

  list(): CollectionSummary[] {
    const sql = `SELECT n.name, coalesce(o.system_prompt, '') AS systemPrompt, count(d.document_id) AS documents,
           coalesce(sum(c.chunks), 0) AS chunks, coalesce(sum(d.bytes), 0) AS bytes
         FROM (SELECT ? AS name UNION SELECT name FROM collections UNION SELECT name FROM document_collections) n
         LEFT JOIN collections o ON o.name = n.name
         LEFT JOIN document_places p ON p.name = n.name
         -- What could not be read is no document of it.
         LEFT JOIN documents d ON d.document_id = p.document_id AND d.state <> 'failed'
         LEFT JOIN contents c ON c.content_id = d.content_id
         GROUP BY n.name ORDER BY n.name`;
    return this.database
      .all<Omit<CollectionSummary, 'isDefault'>>(sql, defaultCollection)
      .map((row) => ({ ...row, isDefault: row.name === defaultCollection }));
  }

  /** Errors: `collection-not-found`. */
  get(name: string): CollectionSummary {
    const found = this.list().find((collection) => collection.name === name);
    if (found) return found;
    throw new VitrineError('collection-not-found', { why: 'name', name });
  }

  systemPrompts(names: readonly string[]): { collection: string; text: string }[] {
    const sql = "SELECT name AS collection, system_prompt AS text FROM collections WHERE system_prompt <> ''";
    const all = this.database.all<{ collection: string; text: string }>(sql);
    return [...new Set(names)].flatMap((name) => all.find(({ collection }) => collection === name) ?? []);
  }

  put(documentId: string, collection: string): Promise<void> {
    return this.change(() => this.documents.putInto(documentId, collection));
  }

  /** Errors: `collection-exists`, `library-locked`. */
  create(name: string): Promise<CollectionSummary> {
    return this.change(() => {
      this.assertFree(name);
      this.keep(name);
      return this.get(name);
    });
  }

  /** Errors: `collection-not-found`, `collection-exists`, `collection-fixed`, `library-locked`. */
  rename(name: string, to: string): Promise<CollectionSummary> {
    return this.change(() => {
      assertMutable(name);
      const { systemPrompt } = this.get(name);
      if (to === name) return this.get(name);
      this.assertFree(to);
      this.database.run('DELETE FROM collections WHERE name = ?', name);
      this.database.run('INSERT INTO collections (name, system_prompt) VALUES (?, ?)', to, systemPrompt);
      this.database.run('UPDATE document_collections SET name = ? WHERE name = ?', to, name);
      return this.get(to);
    });
  }

  /** Moves its documents and returns their number. Errors: `collection-…`, `bad-request`, `library-locked`. */
  remove(name: string, moveTo: string = defaultCollection): Promise<number> {
    return this.change(() => {
      assertMutable(name);
      this.get(name);
      if (moveTo === name) throw new VitrineError('bad-request', { why: 'into-removed' });
      this.keep(moveTo);
      if (moveTo !== defaultCollection) {
        const also =
          'INSERT OR IGNORE INTO document_collections SELECT document_id, ? FROM document_collections WHERE name = ?';
        this.database.run(also, moveTo, name);
      }
      this.database.run('DELETE FROM collections WHERE name = ?', name);
      return this.database.run('DELETE FROM document_collections WHERE name = ?', name);
    });
  }

  /** Moves documents out of all other collections into one. Returns the known ones. Errors: `library-locked`. */
  move(documentIds: readonly string[], to: string): Promise<string[]> {
    return this.change(() => {
      this.keep(to);
      const there = this.documents.known(documentIds);
      for (const id of there) {
        this.database.run('DELETE FROM document_collections WHERE document_id = ?', id);
        this.documents.putInto(id, to);
      }
      return there;
    });
  }

  /** Adds and removes collections and tags of documents. Returns the known ones. Errors: `library-locked`. */
  sort(
    documentIds: readonly string[],
    { collections: { add = [], remove = [] } = {}, tags = {} }: Sorting,
  ): Promise<string[]> {
    return this.change(() => {
      const there = this.documents.known(documentIds);
      for (const id of there) {
        for (const name of add) this.documents.putInto(id, name);
        for (const name of remove) {
          this.database.run('DELETE FROM document_collections WHERE document_id = ? AND name = ?', id, name);
        }
      }
      this.documents.tag(there, tags);
      return there;
    });
  }

  /** Errors: `collection-not-found`, `library-locked`. */
  configure(name: string, systemPrompt: string): Promise<CollectionSummary> {
    return this.change(() => {
      this.get(name);
      this.keep(name);
      this.database.run('UPDATE collections SET system_prompt = ? WHERE name = ?', systemPrompt, name);
      return this.get(name);
    });
  }

  private keep(name: string): void {
    this.database.run('INSERT OR IGNORE INTO collections (name) VALUES (?)', name);
  }

  private assertFree(name: string): void {
    if (!this.list().some((collection) => collection.name === name)) return;
    throw new VitrineError('collection-exists', { why: 'name', name });
  }
}

function assertMutable(name: string): void {
  if (name !== defaultCollection) return;
  throw new VitrineError('collection-fixed');
}
