import { VitrineError } from '@shared/errors';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** An index in an object store that refuses or does not answer. Errors of Vitrine's own are handed back. */
function storeOfIndexError(cause: unknown, { name }: { readonly name: string }): VitrineError {
  if (cause instanceof VitrineError) return cause;
  return new VitrineError('index-unavailable', { place: name, why: 'store' }, { cause });
}

export function unreadableIndex(
  cause: unknown,
  place: { readonly name: string; readonly uri: string | null },
): VitrineError {
  if (cause instanceof VitrineError && ['offline', 'not-allowed'].includes(cause.code)) return cause;
  if (place.uri !== null) return storeOfIndexError(cause, place);
  return new VitrineError('index-unavailable', { place: place.name }, { cause });
}

const textOf = (error: unknown): string => `${codeOf(error)} ${error instanceof Error ? error.message : String(error)}`;

/** Whether SQLite met a page that it cannot read, or a file that is none of its own. */
export const isDamage = (error: unknown): boolean =>
  /SQLITE_CORRUPT|SQLITE_NOTADB|not a database|malformed/i.test(textOf(error));

export const isDatabaseBusy = (error: unknown): boolean => /SQLITE_BUSY|database is locked/i.test(textOf(error));

/** Names the refusal of the disk or the database. Other errors are returned unchanged. */
export function storeError(error: unknown, place: string): unknown {
  if (error instanceof VitrineError) return error;
  const text = textOf(error);
  if (/ENOSPC|SQLITE_FULL|No space left|disk is full/i.test(text)) {
    return new VitrineError('disk-full', { why: 'place', place }, { cause: error });
  }
  if (/EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|readonly database|Read-only file system/i.test(text)) {
    return new VitrineError('library-read-only', { why: 'place', place }, { cause: error });
  }
  if (isDatabaseBusy(error)) return new VitrineError('library-locked', { place, why: 'busy' }, { cause: error });
  if (/^(?:EBUSY|EMFILE|ENFILE)$/u.test(codeOf(error))) {
    return new VitrineError('library-locked', { why: 'system', place }, { cause: error });
  }
  if (isDamage(error)) return new VitrineError('library-damaged', { why: 'catalogue', place }, { cause: error });
  return error;
}

const badPlace = /^(?:EEXIST|EINVAL|EIO|EISDIR|ELOOP|ENAMETOOLONG|ENODEV|ENOENT|ENOTDIR|ENOTEMPTY|ENXIO|ESTALE)$/u;

/** Names a failure of the file system that concerns the place itself. Other errors are returned unchanged. */
export const badPlaceError = (error: unknown, place: string): unknown =>
  error instanceof VitrineError || !badPlace.test(codeOf(error))
    ? error
    : new VitrineError('bad-request', { why: 'no-place', place }, { cause: error });

/**
 * Names what the disk, the database or an unreadable row made of a request, if nothing on the way did. Other errors are
 * returned unchanged: they are Vitrine's own faults.
 */
export function requestError(error: unknown, libraryFolder: string): unknown {
  if (error instanceof SyntaxError) {
    return new VitrineError('library-damaged', { why: 'catalogue', place: libraryFolder }, { cause: error });
  }
  if (codeOf(error) === '') return error;
  const { path } = error as NodeJS.ErrnoException;
  const place = typeof path === 'string' ? path : libraryFolder;
  return badPlaceError(storeError(error, place), place);
}

export function placeError(error: unknown, place: { readonly name: string; readonly uri: string | null }): unknown {
  return place.uri === null ? storeError(error, place.name) : storeOfIndexError(error, place);
}

/** A column with an impossible value counts as damaged, like an unreadable page or a foreign schema. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError ||
  (error instanceof VitrineError && ['library-damaged', 'schema-foreign'].includes(error.code));

export function readOr<T>(work: () => T, otherwise: (error: unknown) => T): T {
  try {
    return work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise(error);
  }
}

export const ifReadable = <T>(work: () => T): T | null => readOr<T | null>(work, () => null);

/** For work that a damaged catalogue can do without: a check names the damage. Errors: as `readOr`. */
export async function unlessDamaged(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
}

/** An index that cannot be read has nothing to be taken out of: status says so, and a reindex leaves nothing of it. */
export async function unlessIndexUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'index-unavailable') throw error;
  }
}

/** For data on another computer: a connection is not allowed, or it does not answer now. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof VitrineError && ['offline', 'not-allowed', 'team-unreachable', 'team-refused'].includes(error.code);

export function unlessOffline(error: unknown): void {
  if (!isUnreachable(error)) throw error;
}
