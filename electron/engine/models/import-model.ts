import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PulledFile } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue, NliEntry, RerankEntry } from '@shared/model-catalogue';
import { folderPairModels } from './folder-pair-models';
import { sha256OfFile } from './hub-file';
import { filesInOrder, MODEL_FILE, sizeOf } from './model-files';
import { expectedOf, writeChecksums } from './pull-model';

type Entry = EmbeddingEntry | RerankEntry | NliEntry;

/** A model folder that a person brings, and what it is. */
export interface FoundModel {
  readonly folder: string;
  readonly entry: Entry;
}

const needed = ['tokenizer.json', 'tokenizer_config.json', MODEL_FILE];

/**
 * The models in a folder: itself, or the folders in it, in the order of their names. Each is known by its folder's name
 * in the catalogue, by the checksum of its graph, or as a cross-encoder by its `config.json`. Errors: `model-missing`
 * where there is none that Vitrine can run, which names the files that a folder with some of a model's lacks.
 */
export async function modelsInFolder(path: string, catalogue: ModelCatalogue): Promise<FoundModel[]> {
  const within = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const hint = 'Choose a folder that can be read.';
    throw new VitrineError(
      'model-missing',
      `${path} cannot be read.`,
      hint,
      { path, why: 'folder-unreadable' },
      { cause: error },
    );
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
    const files = missing.join(', ');
    const hint = 'Copy the whole folder from where it came, or download the model.';
    throw new VitrineError('model-missing', `${folder} lacks ${files} of a model.`, hint, {
      path: folder,
      why: 'half-model',
      files,
    });
  }
  const message = `${path} holds no model that Vitrine can run.`;
  const hint =
    `A model's folder has ${needed.join(', ')} in it. Embedding models must be those that Vitrine lists; ` +
    'cross-encoders may be any with a config.json.';
  throw new VitrineError('model-missing', message, hint, { path, why: 'no-model-in-folder' });
}

const holdsModel = async (folder: string): Promise<boolean> => (await missingIn(folder)).length === 0;

async function missingIn(folder: string): Promise<string[]> {
  const sizes = await Promise.all(needed.map((file) => sizeOf(join(folder, file))));
  return needed.filter((_file, at) => sizes[at] === null);
}

async function entryOf(folder: string, { models }: ModelCatalogue): Promise<Entry | null> {
  const named = models.find(({ source }) => 'folder' in source && source.folder === basename(folder));
  if (named) return named;
  const sha256 = await sha256OfFile(join(folder, MODEL_FILE));
  const known = models.find((model) => 'folder' in model.source && expectedOf(model, MODEL_FILE) === sha256);
  return known ?? folderPairModels([dirname(folder)], new Set()).find(({ id }) => id === basename(folder)) ?? null;
}

export interface ImportOptions {
  /** Folder that gets the model's folder. */
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

/**
 * Copies a model into the download folder, whole or not at all: beside its place first, every file held against the
 * sha256 that the catalogue knows. Errors: `bad-request` for the place itself, `model-damaged`, `disk-full`, `cancelled`, those of the file system.
 */
export async function importModel({ folder, entry }: FoundModel, options: ImportOptions): Promise<PulledFile[]> {
  const { downloadFolder, signal, onProgress } = options;
  const name = 'folder' in entry.source ? entry.source.folder : entry.id;
  const target = join(downloadFolder, name);
  const beside = join(downloadFolder, `.import-${name}`);
  if ((await realpath(folder)) === (await realpath(target).catch(() => target))) {
    const message = `${folder} is where Vitrine keeps this model already.`;
    throw new VitrineError('bad-request', message, 'Nothing has to be done.', { folder, why: 'kept-there' });
  }
  const copied: PulledFile[] = [];
  try {
    await rm(beside, { recursive: true, force: true });
    for (const file of filesInOrder) {
      const total = await sizeOf(join(folder, file));
      if (total === null) continue;
      const bytes = await copy(join(folder, file), join(beside, file), signal, (done) => onProgress(file, done, total));
      const expected = expectedOf(entry, file);
      if (expected !== null && expected !== bytes.sha256) {
        const message = `${file} in ${folder} is not the file of ${entry.title} (its checksum is another).`;
        const hint = 'Copy the folder again from where it came, or download the model.';
        throw new VitrineError('model-damaged', message, hint, {
          why: 'wrong-file',
          id: entry.id,
          file,
          expected,
          found: bytes.sha256,
        });
      }
      const checkedAgainst = expected === null ? ('first-use' as const) : ('catalogue' as const);
      copied.push({ file, ...bytes, checkedAgainst, downloaded: true });
    }
    await writeChecksums(
      beside,
      Object.fromEntries(
        copied.map(({ file, bytes, sha256, checkedAgainst }) => [file, { bytes, sha256, checkedAgainst }]),
      ),
    );
    await rm(target, { recursive: true, force: true });
    await rename(beside, target);
    return copied;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      const message = 'The disk is full; what had been copied was removed.';
      throw new VitrineError('disk-full', message, 'Make room, then import it again.', { folder }, { cause: error });
    }
    throw error;
  }
}

async function copy(from: string, to: string, signal: AbortSignal, onBytes: (done: number) => void) {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      bytes += piece.length;
      onBytes(bytes);
      done(null, piece);
    },
  });
  await pipeline(createReadStream(from), counted, createWriteStream(to), { signal });
  return { bytes, sha256: hash.digest('hex') };
}
