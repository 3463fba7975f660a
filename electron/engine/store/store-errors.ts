import { VitrineError } from '@shared/errors';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** An index in an object store that refuses or does not answer. Errors of Vitrine's own are handed back. */
export function storeOfIndexError(cause: unknown, { name }: { readonly name: string }): VitrineError {
  if (cause instanceof VitrineError) return cause;
  return new VitrineError(
    'index-unavailable',
    `The store of the index, ${name}, refuses or does not answer.`,
    'Check the network, the bucket and its keys (AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID …), or move the index into the library folder in Settings under Storage. No document is lost.',
    { place: name, why: 'store' },
    { cause },
  );
}

/** An index that cannot be read, in the library folder (`uri` null) or in a store. */
export function unreadableIndex(
  cause: unknown,
  place: { readonly name: string; readonly uri: string | null },
): VitrineError {
  if (cause instanceof VitrineError && cause.code === 'offline') return cause;
  if (place.uri !== null) return storeOfIndexError(cause, place);
  return new VitrineError(
    'index-unavailable',
    'The search index cannot be read.',
    'Rebuild it from the catalogue, in Settings under Storage or with vitrine reindex. No document is lost.',
    { place: place.name },
    { cause },
  );
}

const textOf = (error: unknown): string => `${codeOf(error)} ${error instanceof Error ? error.message : String(error)}`;

/** Whether SQLite met a page that it cannot read, or a file that is none of its own. */
export const isDamage = (error: unknown): boolean =>
  /SQLITE_CORRUPT|SQLITE_NOTADB|not a database|malformed/i.test(textOf(error));

/** Whether another process holds what is wanted. */
export const isBusy = (error: unknown): boolean => /SQLITE_BUSY|database is locked/i.test(textOf(error));

/** Names what the disk or the database refused. What is no store trouble is handed back as it came. */
export function storeError(error: unknown, place: string): unknown {
  if (error instanceof VitrineError) return error;
  const text = textOf(error);
  if (/ENOSPC|SQLITE_FULL|No space left|disk is full/i.test(text)) {
    return new VitrineError(
      'disk-full',
      `The disk that holds ${place} is full.`,
      'Make room on that disk and try again; nothing that was in the library is lost.',
      { place },
      { cause: error },
    );
  }
  if (/EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_CANTOPEN|readonly database|Read-only file system/i.test(text)) {
    return new VitrineError(
      'library-read-only',
      `Vitrine may not write to ${place}.`,
      'Check the permissions of that folder, or choose another library folder.',
      { place },
      { cause: error },
    );
  }
  if (isBusy(error)) {
    return new VitrineError(
      'library-locked',
      `Another Vitrine is writing to the catalogue in ${place} and does not come to an end.`,
      'Try again in a moment; if that does not help, close the other one.',
      { place, why: 'busy' },
      { cause: error },
    );
  }
  if (isDamage(error)) {
    return new VitrineError(
      'library-damaged',
      `The catalogue in ${place} is damaged.`,
      'Restore the folder from a backup, or move it away to start a new library.',
      { place },
      { cause: error },
    );
  }
  return error;
}

/** What went wrong with a place of an index: its disk (`uri` null) or its store. */
export function placeError(error: unknown, place: { readonly name: string; readonly uri: string | null }): unknown {
  return place.uri === null ? storeError(error, place.name) : storeOfIndexError(error, place);
}
