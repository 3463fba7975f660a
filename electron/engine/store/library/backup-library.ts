import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupReport, CareProgress } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { factsOf } from '@shared/formats';
import type { ZipFile } from 'yazl';
import { z } from 'zod';
import { checksumOfFile, ifThere, summing } from '../../files';
import { ownPath } from '../../own-files';
import { badPlaceError, storeError } from '../errors';
import type { Library } from './library';
import { makeFolder } from './library-lock';

/** The entry that says what else is in a backup; the last one that is written. */
export const manifestName = 'backup.json';
export const catalogueName = 'catalogue.db';

/** Allowed paths of a backup's files: nothing else is packed or unpacked, whatever the backup says. */
const placeInLibrary =
  /^(catalogue\.db|settings\.json|(config|uploads)(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]{1,100}){1,6})$/;

export const backupManifest = z.object({
  format: z.literal('vitrine-backup'),
  /** Grows when an older Vitrine could not restore it any more. */
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  documents: z.number().int().min(0),
  files: z
    .array(
      z.object({
        path: z.string().max(700).regex(placeInLibrary),
        bytes: z.number().int().min(0),
        /** Checksum of the packed file, in hexadecimal digits. */
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(10_000_000),
});
export type BackupManifest = z.infer<typeof backupManifest>;
export type BackedUpFile = BackupManifest['files'][number];

export interface BackupRequest {
  readonly path: string;
  readonly replace: boolean;
  readonly signal: AbortSignal;
  onProgress(progress: CareProgress): void;
}

interface Packed {
  readonly file: string;
  readonly path: string;
  readonly bytes: number;
  /** Formats that are zip files or compressed themselves are packed as they are. */
  readonly compress: boolean;
  readonly checksum: string | null;
}

/** Fast and already most of what there is to gain: 3.1 against 3.4 times smaller at level 6 for a catalogue of prose. */
const compressionLevel = 3;

/**
 * Writes the library as one zip file, without index and models (docs/adr/0024). Changes wait; a failed or cancelled
 * backup leaves nothing. Errors: `backup-exists`, `disk-full`, `library-read-only`, `cancelled`, `team-fixed`.
 */
export async function backupLibrary(library: Library, request: BackupRequest): Promise<BackupReport> {
  const { path, replace, signal } = request;
  // For a place, the operator of its servers makes backups.
  if (library.replica) throw new VitrineError('team-fixed', { why: 'backup' });
  const started = performance.now();
  const partial = `${path}.partial-${process.pid}`;
  const catalogue = `${path}.catalogue-${process.pid}`;
  try {
    const there = await ifThere(stat(path));
    // A device, a pipe or a folder is never given up for a file.
    if (there && !(replace && there.isFile())) throw new VitrineError('backup-exists', { why: 'path', path });
    makeFolder(dirname(path));
    const { files, missing, changed } = await library.still(async () => {
      library.facts.copyInto(catalogue);
      signal.throwIfAborted();
      return pack(library, catalogue, partial, request);
    }, signal);
    await flushed(partial);
    const sha256 = await checksumOfFile(partial);
    signal.throwIfAborted();
    await rename(partial, path);
    const { size } = await stat(path);
    const { documents } = library.documents.counts();
    const ms = Math.round(performance.now() - started);
    return { path, bytes: size, sha256, documents, files, missing, changed, ms };
  } catch (error) {
    signal.throwIfAborted();
    throw badPlaceError(storeError(error, dirname(path)), path);
  } finally {
    await rm(partial, { force: true });
    await rm(catalogue, { force: true });
  }
}

async function pack(library: Library, catalogue: string, partial: string, request: BackupRequest) {
  const { signal, onProgress } = request;
  const all = await filesOf(library, catalogue);
  const bytesTotal = all.found.reduce((sum, { bytes }) => sum + bytes, 0);
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const stopper = new AbortController();
  const stopped = AbortSignal.any([signal, stopper.signal]);
  const file = createWriteStream(partial, { flags: 'wx' });
  const written = pipeline(zip.outputStream, file, { signal: stopped });
  // The disk's error comes before those of the streams that it has ended, and before that of our own stop.
  let failure: unknown = null;
  const failed = (error: unknown): void => {
    failure ??= error;
  };
  file.on('error', failed);
  // It is waited for at the end; what goes wrong before then must not go without a listener.
  written.catch(failed);
  const files: BackedUpFile[] = [];
  let changed = 0;
  let bytesDone = 0;
  const tell = () =>
    onProgress({ task: 'backup', filesDone: files.length, filesTotal: all.found.length, bytesDone, bytesTotal });
  try {
    for (const packed of all.found) {
      const entry = await Promise.race([
        addFile(zip, packed, stopped),
        // On a full disk the entry has no reader any more.
        written.then(() => Promise.reject(new Error('the backup ended early'))),
      ]);
      if (packed.checksum !== null && packed.checksum !== entry.sha256) changed += 1;
      files.push(entry);
      bytesDone += entry.bytes;
      tell();
    }
    const manifest: BackupManifest = {
      format: 'vitrine-backup',
      version: 1,
      madeAt: new Date().toISOString(),
      documents: library.documents.counts().documents,
      files,
    };
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), manifestName);
    zip.end();
    await written;
  } catch (error) {
    failed(error);
    stopper.abort();
    await written.catch(() => undefined);
    throw failure;
  }
  return { files: files.length, missing: all.missing, changed };
}

async function addFile(zip: ZipFile, { file, path, compress }: Packed, signal: AbortSignal): Promise<BackedUpFile> {
  const { stream, sum } = summing();
  zip.addReadStream(stream, path, compress ? { compressionLevel } : { compress: false });
  await pipeline(createReadStream(file), stream, { signal });
  return { path, ...sum() };
}

async function filesOf(library: Library, catalogue: string): Promise<{ found: Packed[]; missing: number }> {
  const found: Packed[] = [];
  let missing = 0;
  const add = async (file: string, path: string, compress: boolean, checksum: string | null): Promise<boolean> => {
    const there = await ifThere(stat(file));
    if (there?.isFile()) found.push({ file, path, bytes: there.size, compress, checksum });
    return there?.isFile() === true;
  };
  await add(catalogue, catalogueName, true, null);
  await add(ownPath(library.folder, 'settings.json'), 'settings.json', true, null);
  const config = (await ifThere(readdir(ownPath(library.folder, 'config'), { recursive: true }))) ?? [];
  for (const path of config.map((name) => `config/${name.split(sep).join('/')}`)) {
    // A name that no backup may hold is none of a file that Vitrine reads.
    if (placeInLibrary.test(path)) await add(ownPath(library.folder, path), path, true, null);
  }
  for (const { storedPath, checksum, format } of library.facts.storedFiles()) {
    const compress = !factsOf(format)?.packed;
    if (!(await add(library.uploads.absolute(storedPath), storedPath, compress, checksum))) missing += 1;
  }
  return { found, missing };
}

/** On the disk, not in its cache, before it gets its name. */
async function flushed(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
