import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import { assertOwn } from '../../own-files';
import { SqlDatabase } from '../catalogue/database';
import { openShared } from '../team/replica';
import type { LibraryTeam, SharedCatalogue } from '../team/shared-catalogue';
import { LibraryLock, makeFolder } from './library-lock';
import { UploadStore } from './uploads';

export interface OpenParts {
  readonly folder: string;
  readonly lock: LibraryLock;
  readonly database: SqlDatabase;
  readonly shared: SharedCatalogue;
  readonly uploads: UploadStore;
  readonly team: LibraryTeam | null;
  /** The reason why it can only be read, though no other process has it; null if it can be written. */
  readonly sealed: VitrineError | null;
}

export interface PartsRequest {
  readonly folder: string;
  readonly userId: string;
  readonly reads: boolean;
  readonly team: LibraryTeam | null;
}

const isSeal = (error: unknown): error is VitrineError =>
  error instanceof VitrineError && ['disk-full', 'library-read-only'].includes(error.code);

/** Opens the folder, for reading alone on a full or read-only disk, and calls `begin`. Errors: as `Library.open`. */
export async function openParts<T>(request: PartsRequest, begin: (parts: OpenParts) => Promise<T>): Promise<T> {
  makeFolder(request.folder);
  assertOwn(request.folder);
  const opened = async (sealed: VitrineError | null): Promise<T> => {
    const parts = await partsOf(request, sealed);
    try {
      return await begin(parts);
    } catch (error) {
      if (parts.shared.replica) parts.shared.close();
      parts.database.close();
      parts.lock.release();
      throw error;
    }
  };
  try {
    return await opened(null);
  } catch (error) {
    // The copy of a place's catalogue is written all the time.
    if (!isSeal(error) || request.team || !existsSync(catalogueIn(request.folder))) throw error;
    return opened(error);
  }
}

const catalogueIn = (folder: string): string => join(folder, 'catalogue.db');

async function partsOf({ folder, userId, reads, team }: PartsRequest, sealed: VitrineError | null): Promise<OpenParts> {
  const lock = new LibraryLock(folder, reads);
  const isFirst = sealed === null && lock.take();
  let database: SqlDatabase | null = null;
  try {
    const file = catalogueIn(folder);
    database = sealed ? SqlDatabase.openToRead(file, sealed) : SqlDatabase.open(file);
    const shared = await openShared(folder, database, team, isFirst);
    const uploads = new UploadStore(folder, userId, team && { files: team.files, database });
    return { folder, lock, database, shared, uploads, team, sealed };
  } catch (error) {
    database?.close();
    lock.release();
    throw error;
  }
}
