import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FindingKind, RepairAct } from '@shared/contract';
import { formats } from '@shared/formats';
import { incomingFolder, incomingHome, kindOfIncoming, plainFileName, shownPath } from '@shared/host/incoming-file';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { formatAtSight } from '../../ingest';
import { type Library, namesBeforeUpdate, type StoredFile, stateOfFile, type WholeFinding } from '../../store';
import type { OpenedModel } from '../ingest/embed-content';

export interface Repairer {
  readonly library: Library;
  readonly limits: PipelineLimits;
  /** Null if the model is not here: then texts wait for it, and words find them. */
  model(): Promise<OpenedModel | null>;
  readonly entry: Pick<EmbeddingEntry, 'id' | 'dimension'>;
  /** Starts an ingest of files whose text is lost; returns its id. */
  readAgain(paths: readonly string[]): Promise<string>;
  /** Whether a person has asked: otherwise stored files that no document knows stay where they are. */
  readonly isAsked: boolean;
  readonly signal: AbortSignal;
  onLooked?(done: number, total: number): void;
}

export type Say = (act: RepairAct, kind: FindingKind, count: number) => void;

/** The findings of a check, and the repairer; null: none, and each step only reports its plan. */
export interface Repair {
  readonly library: Library;
  readonly signal: AbortSignal;
  readonly findings: readonly WholeFinding[];
  readonly say: Say;
  readonly repairer: Repairer | null;
}

export const aboutOf = (findings: readonly WholeFinding[], kind: FindingKind): readonly string[] =>
  findings.find((finding) => finding.kind === kind)?.about ?? [];

export interface MendedFiles {
  readonly jobId: string | null;
  readonly setAside: string | null;
}

/** Copies files again from originals, reads a lost catalogue's files in again, sets strays aside. Deletes none. */
export async function mendFiles(repair: Repair): Promise<MendedFiles> {
  const { library } = repair;
  const aside = library.uploads.newRemovedFolder();
  let moved = 0;
  for (const lost of ['files-missing', 'files-changed'] as const) {
    moved += await (library.uploads.remote ? forgetCopies : copyAgain)(repair, lost, aside);
  }
  const lost = await readInAgain(repair, aside);
  moved += lost.moved + (await setStraysAside(repair, aside));
  return { jobId: lost.jobId, setAside: repair.repairer && moved > 0 ? join(library.folder, aside) : null };
}

/** In a team place the store of the place has them. Returns how many were moved aside. */
async function forgetCopies(
  { library, findings, say, repairer }: Repair,
  kind: 'files-missing' | 'files-changed',
  aside: string,
): Promise<number> {
  const wanted = aboutOf(findings, kind);
  if (repairer) for (const stored of wanted) await library.uploads.setAside(stored, aside);
  say('files-set-aside', kind, wanted.length);
  return kind === 'files-changed' ? wanted.length : 0;
}

async function copyAgain(
  { library, signal, findings, say, repairer }: Repair,
  kind: 'files-missing' | 'files-changed',
  aside: string,
): Promise<number> {
  const wanted = new Set(aboutOf(findings, kind));
  let copied = 0;
  for (const file of library.facts.storedFiles().filter(({ storedPath }) => wanted.has(storedPath))) {
    signal.throwIfAborted();
    const [path] = await sourcesOf(library, file);
    if (path === undefined) continue;
    if (repairer) {
      await library.change(async () => {
        const bytes = await readFile(path);
        await library.uploads.setAside(file.storedPath, aside);
        await library.uploads.putBack(file.storedPath, bytes);
      }, signal);
    }
    copied += 1;
  }
  say('files-copied', kind, copied);
  say('left', kind, wanted.size - copied);
  return kind === 'files-changed' ? copied : 0;
}

async function setStraysAside({ library, findings, say, repairer }: Repair, aside: string): Promise<number> {
  const found = aboutOf(findings, 'files-stray');
  if (repairer && !repairer.isAsked) return 0;
  if (repairer && found.length > 0) {
    await library.change(async () => {
      const known = new Set(library.facts.storedFiles().map(({ storedPath }) => storedPath));
      for (const stored of found) if (!known.has(stored)) await library.uploads.setAside(stored, aside);
    });
  }
  say('files-set-aside', 'files-stray', found.length);
  return found.length;
}

/** Reads the stored files of a lost catalogue in again. Records the ingest first, so that a kill loses no file. */
async function readInAgain({ library, signal, findings, say, repairer }: Repair, aside: string) {
  const found = aboutOf(findings, 'documents-lost');
  if (found.length === 0 || (repairer && !repairer.isAsked)) return { jobId: null, moved: 0 };
  say('read-again', 'documents-lost', found.length);
  if (!repairer) return { jobId: null, moved: 0 };
  const there = new Map((await library.uploads.incomingFiles()).map((path) => [basename(dirname(path)), path]));
  const names = namesBeforeUpdate(library.folder);
  const targets = new Map<string, string>();
  let twice = 0;
  for (const stored of found) {
    signal.throwIfAborted();
    const bytes = await readFile(library.uploads.absolute(stored));
    const home = incomingHome(createHash('sha256').update(bytes).digest('hex'));
    const name = names.get(stored) ?? (await madeUpName(basename(stored), bytes, repairer.limits));
    const path = there.get(home);
    if (path !== undefined) twice += 1;
    const target = path ?? join(library.folder, incomingFolder, home, plainFileName(shownPath(name)));
    there.set(home, target);
    targets.set(stored, target);
  }
  const jobId = await repairer.readAgain([...there.values()]);
  await library.change(async () => {
    for (const [stored, target] of targets) await library.uploads.bringBack(stored, target, aside);
    await library.lost.meet();
  }, signal);
  return { jobId, moved: twice };
}

/** The name of a file whose own is lost: as it was stored, with the extension of what its bytes are. */
async function madeUpName(stored: string, bytes: Uint8Array, { ingest }: PipelineLimits): Promise<string> {
  const kind = kindOfIncoming(bytes);
  // A file that cannot be read gets no extension, and the ingest says why it cannot.
  const format = await formatAtSight(bytes, stored, ingest).catch(() => null);
  const extension = format === null || format === 'image' ? kind : formats[format].extensions[0];
  return extension ? `${stored}.${extension}` : stored;
}

export async function sourcesOf(library: Library, file: StoredFile | undefined): Promise<string[]> {
  const paths: string[] = [];
  if (!file) return paths;
  for (const path of library.facts.pathsOf(file.contentId)) {
    // A path that may not be read any more is no source, whatever the reason.
    const state = await stateOfFile(path, file, true).catch(() => 'missing' as const);
    if (state === 'well') paths.push(path);
  }
  return paths;
}
