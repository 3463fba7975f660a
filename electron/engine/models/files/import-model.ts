import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PulledFile } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelCatalogue, ModelEntry } from '@shared/model-catalogue';
import { checksumOfFile, summing } from '../../files';
import { ownPath, partAt, removeOwn } from '../../own-files';
import { folderModels } from './folder-models';
import { type Checksums, filesInOrder, MODEL_FILE, sentenceFiles, sizeOf, writeChecksums } from './model-files';
import { expectedOf } from './pull-model';

export interface FoundModel {
  readonly folder: string;
  readonly entry: ModelEntry;
}

const needed = ['tokenizer.json', 'tokenizer_config.json', MODEL_FILE];

/**
 * The models in a folder: itself, or the folders in it, in the order of their names. Each is known by its folder's name
 * in the catalogue, by the checksum of its graph, or by what its `config.json` says. Errors: `model-missing`
 * where there is none that Vitrine can run, which names the files that a folder with some of a model's lacks.
 */
export async function modelsInFolder(path: string, catalogue: ModelCatalogue): Promise<FoundModel[]> {
  const within = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw new VitrineError('model-missing', { path, why: 'folder-unreadable' }, { cause: error });
  });
  const folders = (await holdsModel(path))
    ? [path]
    : within
        .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
        .map(({ name }) => join(path, name))
        .sort();
  const found: FoundModel[] = [];
  for (const folder of folders) {
    if (!(await holdsModel(folder))) continue;
    const entry = await entryOf(folder, catalogue);
    if (entry) found.push({ folder, entry });
  }
  if (found.length > 0) return found;
  for (const folder of [path, ...folders]) {
    const missing = await missingIn(folder);
    if (missing.length === 0 || missing.length === needed.length) continue;
    throw new VitrineError('model-missing', { why: 'half-model', path: folder, files: missing.join(', ') });
  }
  throw new VitrineError('model-missing', { why: 'no-model-in-folder', path });
}

const holdsModel = async (folder: string): Promise<boolean> => (await missingIn(folder)).length === 0;

async function missingIn(folder: string): Promise<string[]> {
  const sizes = await Promise.all(needed.map((file) => sizeOf(join(folder, file))));
  return needed.filter((_file, at) => sizes[at] === null);
}

async function entryOf(folder: string, catalogue: ModelCatalogue): Promise<ModelEntry | null> {
  const { models } = catalogue;
  const named = models.find(({ source }) => 'folder' in source && source.folder === basename(folder));
  if (named) return named;
  const sha256 = await checksumOfFile(join(folder, MODEL_FILE));
  const known = models.find((model) => 'folder' in model.source && expectedOf(model, MODEL_FILE) === sha256);
  return (
    known ?? folderModels([dirname(folder)], new Set(), catalogue).find(({ id }) => id === basename(folder)) ?? null
  );
}

export interface ImportOptions {
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

/**
 * Copies a model into the download folder, whole or not at all: beside its place first, every file held against the
 * sha256 that the catalogue pins. One that is only published may be of another build: it is remembered as it came. Errors: `bad-request` for the place itself, `model-damaged`, `disk-full`, `cancelled`, those of the file system.
 */
export async function importModel({ folder, entry }: FoundModel, options: ImportOptions): Promise<PulledFile[]> {
  const { downloadFolder, signal, onProgress } = options;
  const name = 'folder' in entry.source ? entry.source.folder : entry.id;
  const own = (part: string) => ownPath(...partAt(downloadFolder), part);
  const remove = (folder: string) => removeOwn(...partAt(downloadFolder), basename(folder));
  const target = own(name);
  const beside = own(`.import-${name}`);
  if ((await realpath(folder)) === (await realpath(target).catch(() => target))) {
    throw new VitrineError('bad-request', { why: 'kept-there', folder });
  }
  const copied: Checksums = {};
  try {
    await remove(beside);
    for (const file of [...Object.values(sentenceFiles), ...filesInOrder]) {
      const total = await sizeOf(join(folder, file));
      if (total === null) continue;
      const bytes = await copy(join(folder, file), join(beside, file), signal, (done) => onProgress(file, done, total));
      const expected = expectedOf(entry, file);
      const isExpected = expected === bytes.sha256;
      if (expected !== null && expected === entry.files[file] && !isExpected) {
        const { id, title } = entry;
        throw new VitrineError('model-damaged', { why: 'wrong-file', id, title, file, expected, found: bytes.sha256 });
      }
      const known = isExpected ? 'catalogue' : 'other-build';
      copied[file] = { ...bytes, checkedAgainst: expected === null ? 'first-use' : known };
    }
    writeChecksums(beside, copied);
    await remove(target);
    await rename(beside, target);
    return Object.entries(copied).map(([file, facts]) => ({ file, ...facts, downloaded: true }));
  } catch (error) {
    await remove(beside);
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      throw new VitrineError('disk-full', { why: 'model', folder }, { cause: error });
    }
    throw error;
  }
}

async function copy(from: string, to: string, signal: AbortSignal, onBytes: (done: number) => void) {
  await mkdir(dirname(to), { recursive: true });
  const { stream, sum } = summing(onBytes);
  await pipeline(createReadStream(from), stream, createWriteStream(to), { signal });
  return sum();
}
