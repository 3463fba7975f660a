import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { incomingFolder } from '@shared/host/incoming-file';
import { ownPath } from '../../own-files';
import { SqliteConnection } from '../../sqlite';
import type { ContentStore } from '../catalogue/contents';
import { copiesFolder } from '../catalogue/database';
import type { DocumentStore } from '../catalogue/documents';
import type { IngestJobStore } from '../catalogue/ingest-jobs';
import { unlessDamaged, unlessIndexUnavailable } from '../errors';
import type { ChunkIndex } from '../search-index/chunk-index';
import type { UploadStore } from './uploads';

interface Settings {
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

interface Parts {
  readonly contents: ContentStore;
  readonly documents: DocumentStore;
  readonly index: ChunkIndex;
  readonly jobs: IngestJobStore;
  readonly lost: LostDocuments;
  readonly unsettled: UnsettledChange;
  readonly uploads: UploadStore;
}

/** Removes unknown rows and tables, and of these files the unknown ones. Others may be the last copies and stay. */
export async function removeUnknown({ contents, index, uploads }: Parts, inFlight: readonly string[]): Promise<void> {
  const stored = new Set(contents.ids().map((contentId) => contents.storedPath(contentId)));
  for (const path of inFlight) if (!stored.has(path)) await uploads.remove(path);
  await unlessIndexUnavailable(async () => {
    const known = contents.chunkIds();
    await index.removeChunks((await index.chunkIds()).filter((id) => !known.has(id)));
    await index.removeStrayTables();
    await index.compact();
  });
}

/** Removes those of these files that were pasted or uploaded and that no document and no ingest to come rests on. */
export async function dropIncoming({ jobs, documents, uploads }: Parts, paths: readonly string[]): Promise<void> {
  const toCome = jobs.list().filter(({ state }) => state !== 'done' && state !== 'cancelled');
  const wanted = new Set([...documents.pathsThrough(incomingFolder), ...toCome.flatMap((job) => job.paths)]);
  await uploads.removeIncoming(paths.filter((path) => !wanted.has(path)));
}

/** Removes them all at a start. A catalogue without documents and jobs knows nothing: it may replace a lost one. */
export async function clearIncoming({ jobs, documents, lost, uploads }: Parts): Promise<void> {
  if ((await lost.meet()) || (documents.isEmpty && jobs.list().length === 0)) return;
  await uploads.clearIncoming(() => [
    ...documents.pathsThrough(incomingFolder),
    ...jobs.list().flatMap(({ paths }) => paths),
  ]);
}

const unsettledKey = 'index-unsettled';
const lostKey = 'documents-lost';
const settled = '0';

/** Marks a change, with its stored files, until it is settled. After a failure only those files are removed. */
export class UnsettledChange {
  constructor(private readonly library: Settings) {}

  /** Its stored files; null where all is settled. */
  get files(): readonly string[] | null {
    const mark = this.library.setting(unsettledKey) ?? settled;
    if (mark === settled) return null;
    const files: unknown = JSON.parse(mark);
    // An older Vitrine wrote 1.
    return Array.isArray(files) ? files : [];
  }

  begin(): void {
    this.library.setSetting(unsettledKey, '[]');
  }

  leave(): void {
    if (this.files === null) this.begin();
  }

  add(stored: readonly string[]): void {
    const { files } = this;
    if (files === null || stored.length === 0) return;
    this.library.setSetting(unsettledKey, JSON.stringify([...new Set([...files, ...stored])]));
  }

  end(): void {
    this.library.setSetting(unsettledKey, settled);
  }
}

/** Stored files of a lost catalogue, perhaps the last copies: remembered until somebody reads them in again. */
export class LostDocuments {
  constructor(private readonly library: Settings & Pick<Parts, 'contents' | 'unsettled' | 'uploads'>) {}

  private get isMet(): boolean {
    return this.library.setting(lostKey) === '1';
  }

  async files(): Promise<string[]> {
    const { contents, unsettled, uploads } = this.library;
    if (uploads.remote || !(this.isMet || contents.isEmpty)) return [];
    const known = contents.ids().map((contentId) => contents.storedPath(contentId));
    return uploads.strays(new Set([...known, ...(unsettled.files ?? [])]));
  }

  /** Returns the paths as `files` does; none if the catalogue is damaged, which a check reports by itself. */
  async filesIfReadable(): Promise<string[]> {
    let files: string[] = [];
    await unlessDamaged(async () => {
      files = await this.files();
    });
    return files;
  }

  async meet(): Promise<boolean> {
    const isLost = (await this.files()).length > 0;
    if (isLost !== this.isMet) this.library.setSetting(lostKey, isLost ? '1' : '0');
    return isLost;
  }
}

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
