import { isUtf8 } from 'node:buffer';
import { open, opendir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { byCodeUnits } from '@shared/ranking';
import { isWithin } from '../files';
import { decodeText } from './decode-text';
import { extensionOf } from './document';
import { formatOfName, isUnreadDocument } from './formats/index';

/** Folders that programs fill with what others wrote; they would drown the documents beside them. */
const generatedFolders: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/** So much of a file without an extension is looked at, bytes. */
const HEAD_BYTES = 4096;

/**
 * Whether a walk takes no notice of an entry, by its name or path: hidden ones, and what programs generate; `~$` begins
 * the notes that Office keeps beside a document while it is open.
 */
export function isPassedOver(path: string): boolean {
  const name = basename(path);
  return name.startsWith('.') || name.startsWith('~$') || generatedFolders.has(name);
}

export interface WalkResult {
  /** Each path once, ascending by code unit: the same folder always gives the same order. */
  readonly files: string[];
  /** Hidden entries (a hidden folder counts once), unsupported files, devices, and second occurrences. */
  readonly skipped: number;
  /** Paths that do not exist, and folders that may not be read. */
  readonly missing: string[];
  /** Links that lead out of the folder that they lie in, ascending. Nothing behind them was looked at. */
  readonly outside: string[];
  /** Entries whose names are not UTF-8, with `\xFF` for each such byte: no path reaches them. */
  readonly misnamed: string[];
}

export interface WalkOptions {
  /** Whether pictures in folders are read too. */
  readonly takesPictures?: boolean;
  /** Real folders that must contain everything, also explicitly named paths; null: anywhere. */
  readonly within?: readonly string[] | null;
}

/**
 * Finds the files for an ingest of `paths`. An explicitly named file is always among them, for its own typed result;
 * folders are walked to any depth. Links inside a folder are followed once and only if they stay in it. Documents of
 * kinds without a reader are among the files, to refuse each by name; of files without an extension those whose
 * beginning is a text or a PDF. An aborted signal throws its reason.
 */
export async function walk(
  paths: readonly string[],
  signal?: AbortSignal,
  options: WalkOptions = {},
): Promise<WalkResult> {
  const found = new Walk(signal, options);
  for (const path of paths) await found.root(path);
  return found.result();
}

/** A folder to be entered, and the real folders that it must lie in. */
interface FolderAhead {
  readonly path: string;
  readonly bounds: readonly string[];
}

class Walk {
  private readonly files = new Set<string>();
  private readonly missing = new Set<string>();
  private readonly outside = new Set<string>();
  private readonly misnamed = new Set<string>();
  /** Real paths of folders and files that were met. */
  private readonly met = new Set<string>();
  private readonly folders: FolderAhead[] = [];
  /** Links wait until every real folder is entered: a file keeps its own path and not that of a link to it. */
  private readonly links: FolderAhead[] = [];
  private skipped = 0;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly options: WalkOptions,
  ) {}

  /** An explicitly named path. */
  async root(path: string): Promise<void> {
    const { within = null } = this.options;
    const kind = await kindOf(path);
    if (kind === 'missing') this.missing.add(path);
    else if (within && !(await isInside(path, within))) this.outside.add(path);
    else if (kind === 'folder') this.folders.push({ path, bounds: [(await realOf(path)) ?? path] });
    else this.files.add(path);
  }

  async result(): Promise<WalkResult> {
    for (let next = this.folders.shift(); next; next = this.folders.shift()) await this.enter(next);
    for (let next = this.links.shift(); next; next = this.links.shift()) {
      await this.follow(next);
      for (let inner = this.folders.shift(); inner; inner = this.folders.shift()) await this.enter(inner);
    }
    const sorted = (some: ReadonlySet<string>) => [...some].sort(byCodeUnits);
    const { files, skipped, missing, outside, misnamed } = this;
    return {
      files: sorted(files),
      skipped,
      missing: [...missing],
      outside: sorted(outside),
      misnamed: sorted(misnamed),
    };
  }

  private async enter({ path: folder, bounds }: FolderAhead): Promise<void> {
    this.signal?.throwIfAborted();
    try {
      // It may have become a link since it was listed.
      const real = await realpath(folder);
      if (!isWithin(bounds, real)) this.outside.add(folder);
      else if (this.met.has(real)) this.skipped += 1;
      else {
        this.met.add(real);
        await this.list(folder, real, bounds);
      }
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      this.missing.add(folder);
    }
  }

  private async list(folder: string, real: string, bounds: readonly string[]): Promise<void> {
    const entries = [];
    for await (const entry of await opendir(real)) entries.push(entry);
    entries.sort((a, b) => byCodeUnits(a.name, b.name));
    const unreachable = entries.some(({ name }) => name.includes(replacement)) ? await unreachableNames(real) : [];
    for (const { shown } of unreachable) {
      if (!isPassedOver(shown) && this.mayRead(shown) !== false) this.misnamed.add(join(folder, shown));
    }
    const leadsNowhere = new Set(unreachable.map(({ decoded }) => decoded));
    for (const entry of entries) {
      this.signal?.throwIfAborted();
      const path = join(folder, entry.name);
      if (leadsNowhere.has(entry.name)) continue;
      if (isPassedOver(entry.name)) this.skipped += 1;
      else if (entry.isDirectory()) this.folders.push({ path, bounds });
      else if (entry.isSymbolicLink()) this.links.push({ path, bounds });
      else if (entry.isFile() && (await this.isRead(path))) this.add(path, join(real, entry.name));
      else this.skipped += 1;
    }
  }

  private add(path: string, real: string): void {
    this.met.add(real);
    this.files.add(path);
  }

  /** A link, or a junction on Windows, through all links behind it. */
  private async follow({ path, bounds }: FolderAhead): Promise<void> {
    this.signal?.throwIfAborted();
    const real = await realOf(path);
    const kind = real === null ? 'missing' : await kindOf(real);
    if (real === null) this.skipped += 1;
    else if (!isWithin(bounds, real)) this.outside.add(path);
    else if (this.met.has(real)) this.skipped += 1;
    else if (kind === 'folder') this.folders.push({ path, bounds });
    else if (kind === 'file' && (await this.isRead(path))) this.add(path, real);
    else this.skipped += 1;
  }

  private async isRead(path: string): Promise<boolean> {
    return this.mayRead(path) ?? beginsAsText(path);
  }

  /**
   * Whether a file in a folder is read, by its name; null where its content decides. Folders are full of pictures that
   * are nothing to read; they count where text is recognised on them.
   */
  private mayRead(path: string): boolean | null {
    const format = formatOfName(path);
    if (format !== null) return this.options.takesPictures === true || format !== 'image';
    return isUnreadDocument(path) || (extensionOf(path) === '' ? null : false);
  }
}

type Kind = 'missing' | 'folder' | 'file' | 'other';

async function kindOf(path: string): Promise<Kind> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    // A path that exists but may not be looked at is a file to be refused by its reader, not a missing one.
    return error.code === 'EACCES' || error.code === 'EPERM' ? 'other' : 'missing';
  }
}

/** Whether the beginning of a file is that of a text or of a PDF; false for one that cannot be looked at. */
async function beginsAsText(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const head = buffer.subarray(0, bytesRead);
      return bytesRead > 0 && (head.subarray(0, 5).toString('latin1') === '%PDF-' || decodeText(head) !== null);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return false;
  }
}

/** The replacement in a decoded name for bytes that are not UTF-8. */
const replacement = '\u{FFFD}';

interface UnreachableName {
  /** As listings have it, which leads nowhere. */
  readonly decoded: string;
  readonly shown: string;
}

/** Entries of a folder whose names are not UTF-8; `shown` has each byte that is no printable ASCII as `\xFF`. */
async function unreachableNames(folder: string): Promise<UnreachableName[]> {
  const names = await readdir(folder, { encoding: 'buffer' });
  const reachable = new Set(names.filter((name) => isUtf8(name)).map((name) => name.toString()));
  return names
    .filter((name) => !isUtf8(name) && !reachable.has(name.toString()))
    .map((name) => ({ decoded: name.toString(), shown: name.toString('latin1').replace(unprintable, inHex) }));
}

const unprintable = /[^\x20-\x7e]/gu;
const inHex = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** The path behind all links; null if unknown. */
async function realOf(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return null;
  }
}

/** Whether a path is really in one of the folders; false if unknown. */
async function isInside(path: string, folders: readonly string[]): Promise<boolean> {
  const real = await realOf(path);
  const realFolders = await Promise.all(folders.map((folder) => realOf(folder)));
  return (
    real !== null &&
    isWithin(
      realFolders.flatMap((folder) => folder ?? []),
      real,
    )
  );
}

function isFileSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code);
}
