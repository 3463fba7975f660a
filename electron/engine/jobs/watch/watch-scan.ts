import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { statsOf } from '../../files';

/** Distinguishes two states of a file without reading it: bytes and time of change, ms. */
export type FileStamp = readonly [bytes: number, mtimeMs: number];
export type Looks = ReadonlyMap<string, FileStamp>;

export interface FolderLook {
  /** Device and number of the folder itself: another drive at the same place has another. */
  readonly identity: string;
  readonly files: Looks;
  /** Folders in it that could not be entered: nothing is known of what they hold. */
  readonly closed: readonly string[];
}

/** Null where the folder is not there, or is none. An aborted signal throws its reason. */
export async function lookAtFolder(
  folder: string,
  signal: AbortSignal,
  takesPictures = false,
): Promise<FolderLook | null> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return null;
  const { walk } = await import('../../ingest');
  const walked = await walk([folder], signal, { takesPictures });
  if (walked.missing.includes(folder)) return null;
  const stats = await statsOf(walked.files, signal);
  const files = new Map(
    walked.files.flatMap((path, at): [string, FileStamp][] => {
      const look = stats[at];
      return look ? [[path, [look.size, look.mtimeMs]]] : [];
    }),
  );
  return { identity: `${found.dev}:${found.ino}`, files, closed: walked.missing };
}

/** Whether an empty folder is the place of a drive that is away: it is another folder than last time. */
export function isUnplugged(now: FolderLook, before: Looks, identity: string | null): boolean {
  return before.size > 0 && now.files.size === 0 && now.identity !== identity;
}

/** Files that are new or look different, in order of their paths. */
export function changedFiles(now: Looks, before: Looks): string[] {
  return [...now]
    .filter(([path, look]) => !sameLook(look, before.get(path)))
    .map(([path]) => path)
    .sort();
}

export const sameLook = (one: FileStamp, other: FileStamp | undefined): boolean =>
  other !== undefined && one[0] === other[0] && one[1] === other[1];

export const isUnder = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/** Documents whose file is certainly gone: their folder was read, and the system says so. */
export async function goneDocuments<T extends { readonly path: string }>(
  documents: readonly T[],
  folder: string,
  { files, closed }: FolderLook,
): Promise<T[]> {
  const suspects = documents.filter(
    ({ path }) => isUnder(path, folder) && !files.has(path) && !closed.some((shut) => isUnder(path, shut)),
  );
  const gone: T[] = [];
  for (const document of suspects) {
    const code = await stat(document.path).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    if (code === 'ENOENT' || code === 'ENOTDIR') gone.push(document);
  }
  return gone;
}
