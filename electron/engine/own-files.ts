/**
 * Keeps a library's work inside its folder. A link, a junction or a mount in that folder leads to files that are not the
 * library's, so nothing is read, written or removed through one (docs/adr/0056). The folder itself may be a link.
 */
import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { VitrineError } from '@shared/errors';

type Kind = 'file' | 'folder';
/** Why an entry is not the library's own: it leads elsewhere, lies on another disk, or is neither file nor folder. */
type Why = 'link' | 'mount' | 'kind';

interface Foreign {
  /** Relative to the library folder, with `/`. */
  readonly part: string;
  readonly why: Why;
}

const journals = ['', '-wal', '-shm', '-journal'];
const files = [
  ...journals.map((end) => `catalogue.db${end}`),
  ...journals.map((end) => `library.lock${end}`),
  ...['settings.json', 'desk.json', 'desk-in-the-making.json'].flatMap((name) => [name, `${name}.part`]),
  'settings.broken.json',
  'reserve',
  'moving',
];
const folders = [
  'before-update',
  'config',
  'evaluation',
  'incoming',
  'index',
  'logs',
  'models',
  'removed',
  'staging',
  'tables',
  'team',
  'uploads',
];
const parts: readonly (readonly [string, Kind])[] = [
  ...files.map((name) => [name, 'file'] as const),
  ...folders.map((name) => [name, 'folder'] as const),
];

/** Returns the folder of a library whose place a link may have taken. */
export const placeOf = (folder: string): string =>
  lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() && existsSync(folder) ? realpathSync(folder) : folder;

export const readFirst = ['settings.json', 'desk.json', 'desk-in-the-making.json', 'config', 'logs'];

/** More of them say nothing new. */
const mostNamed = 5;

/** What is looked at of an entry; of an entry that is a link, the link. */
export type LookedAt = Pick<Stats, 'isSymbolicLink' | 'isDirectory' | 'isFile' | 'dev'>;

/**
 * Returns why an entry is not the library's own; null where it is. Node reports a junction of Windows as a symbolic link.
 *
 * @param kind what it must be; null: a file or a folder
 * @param disk of the library folder. Only folders are held against it: an overlay gives files numbers of other disks
 */
export function whyForeign(entry: LookedAt, kind: Kind | null, disk: number): Why | null {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) {
    if (kind === 'file') return 'kind';
    return entry.dev === disk ? null : 'mount';
  }
  return entry.isFile() && kind !== 'folder' ? null : 'kind';
}

/**
 * Refuses a library folder with a part that is not its own. Looks at all of it, or at some parts, and changes nothing. Errors:
 * `library-linked`, `library-read-only` for a folder that may not be looked into.
 */
export function assertOwn(libraryFolder: string, only?: readonly string[]): void {
  const root = rootOf(libraryFolder);
  if (!root && statSync(libraryFolder, { throwIfNoEntry: false })) {
    throw new VitrineError('library-read-only', { why: 'place', place: libraryFolder });
  }
  if (!root) return;
  const foreign: Foreign[] = [];
  for (const [part, kind] of parts) if (!only || only.includes(part)) look(root, part, kind, foreign);
  refuse(foreign);
}

/**
 * Returns a path inside a library folder after a look at each folder on the way and at the entry itself, which need not be
 * there. Errors: `library-linked`, `library-damaged` for a path that leads out of the folder.
 */
export function ownPath(libraryFolder: string, ...names: readonly string[]): string {
  const path = resolve(libraryFolder, ...names);
  const inside = relative(resolve(libraryFolder), path);
  if (inside === '' || inside.split(sep)[0] === '..' || resolve(inside) === inside) {
    throw new VitrineError('library-damaged', { why: 'path', stored: names.join('/') });
  }
  const disk = existsSync(libraryFolder) ? lstatSync(realpathSync(libraryFolder)).dev : undefined;
  const steps = inside.split(sep);
  for (const [at] of steps.entries()) {
    const part = steps.slice(0, at + 1).join('/');
    const entry = lstatSync(join(libraryFolder, part), { throwIfNoEntry: false });
    if (!entry || disk === undefined) return path;
    const why = whyForeign(entry, at < steps.length - 1 ? 'folder' : null, disk);
    if (why) refuse([{ part, why }]);
  }
  return path;
}

/** Returns the library folder and the name of its part at this path, for the functions here. */
export const partAt = (folder: string): [string, string] => [dirname(folder), basename(folder)];

/** Removes a file or a folder of the library with all that is in it. Errors: as `ownPath`, those of the file system. */
export async function removeOwn(libraryFolder: string, ...names: readonly string[]): Promise<void> {
  const path = removable(libraryFolder, names);
  if (path !== null) await rm(path, { recursive: true, force: true });
}

/** As `removeOwn`, before anything else happens. */
export function removeOwnNow(libraryFolder: string, ...names: readonly string[]): void {
  const path = removable(libraryFolder, names);
  if (path !== null) rmSync(path, { recursive: true, force: true });
}

/** Returns the path to be removed, all of whose entries are the library's own; null where there is nothing. */
function removable(libraryFolder: string, names: readonly string[]): string | null {
  const path = ownPath(libraryFolder, ...names);
  const root = rootOf(libraryFolder);
  if (!root || !lstatSync(path, { throwIfNoEntry: false })) return null;
  const part = relative(resolve(libraryFolder), path);
  const foreign: Foreign[] = [];
  look(root, part.split(sep).join('/'), null, foreign);
  if (realpathSync(dirname(path)) !== dirname(join(root.folder, part))) foreign.push({ part, why: 'link' });
  refuse(foreign);
  return path;
}

interface Root {
  readonly folder: string;
  readonly disk: number;
  readonly mounts: ReadonlySet<string>;
}

/** Null where there is no such folder. Errors: those of the file system. */
function rootOf(libraryFolder: string): Root | null {
  if (!statSync(libraryFolder, { throwIfNoEntry: false })?.isDirectory()) return null;
  const folder = realpathSync(libraryFolder);
  return { folder, disk: lstatSync(folder).dev, mounts: mountsBelow(folder) };
}

function look(root: Root, part: string, kind: Kind | null, foreign: Foreign[]): void {
  const entry = lstatSync(join(root.folder, part), { throwIfNoEntry: false });
  if (!entry || foreign.length >= mostNamed) return;
  const why = root.mounts.has(part) ? 'mount' : whyForeign(entry, kind, root.disk);
  if (why) foreign.push({ part, why });
  else if (entry.isDirectory()) for (const inside of entriesOf(root, part)) lookAt(root, part, inside, foreign);
}

/** A plain file is known by its folder's list: only what may lead elsewhere is looked at by itself. */
function lookAt(root: Root, folder: string, entry: Dirent, foreign: Foreign[]): void {
  const part = `${folder}/${entry.name}`;
  if (!entry.isFile()) look(root, part, null, foreign);
  else if (root.mounts.has(part) && foreign.length < mostNamed) foreign.push({ part, why: 'mount' });
}

/** None of a folder that another process has removed meanwhile. */
function entriesOf(root: Root, part: string): Dirent[] {
  const place = join(root.folder, part);
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code !== 'EACCES') throw error;
    throw new VitrineError('library-read-only', { why: 'place', place }, { cause: error });
  }
}

/** Returns a folder's parts with a mount, as Linux lists them: a bind mount of the same disk shows in no other way. */
function mountsBelow(folder: string): ReadonlySet<string> {
  if (process.platform !== 'linux') return new Set();
  const above = `${folder}${sep}`;
  const points = mountPoints().filter((point) => point.startsWith(above));
  return new Set(points.map((point) => point.slice(above.length)));
}

function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    // The fifth word of a line; blanks and backslashes in it are octal numbers.
    return lines.map((line) =>
      (line.split(' ')[4] ?? '').replace(/\\(\d{3})/gu, (_all, code) => String.fromCharCode(Number.parseInt(code, 8))),
    );
  } catch {
    // A system without that list: mounts of other disks show by their numbers.
    return [];
  }
}

function refuse(foreign: readonly Foreign[]): void {
  const [first] = foreign;
  if (!first) return;
  const parts = foreign
    .map(({ part }) => part)
    .join(', ')
    .slice(0, 200);
  const isOneKind = foreign.every(({ why }) => why === first.why);
  throw new VitrineError('library-linked', { why: isOneKind ? first.why : 'several', parts });
}
