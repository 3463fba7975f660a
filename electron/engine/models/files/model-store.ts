import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ModelCheck, PulledFile, StoredModel } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelCatalogue, ModelEntry } from '@shared/model-catalogue';
import { saidRemark } from '@shared/words/said';
import { checksumOfFile, summing } from '../../files';
import { ownPath, partAt, removeOwn } from '../../own-files';
import type { ModelServers, PullProgress } from '../providers/provider';
import { folderModels } from './folder-models';
import {
  bytesSoFar,
  type Checksums,
  filesInOrder,
  findModelFolder,
  howToGet,
  MODEL_FILE,
  sentenceFiles,
  sizeOf,
  writeChecksums,
} from './model-files';
import { expectedOf, pullModel } from './pull-model';

export interface ModelsOptions {
  readonly catalogue: ModelCatalogue;
  /** Folder that contains the bundled model's folder, named by its id: `use-lite/`, and those of models that a package carries. */
  readonly bundledModelFolder: string;
  readonly modelFolders: readonly string[];
  /** Folder that pulled models go into, searched last; nothing can be pulled from the hub where it is not set. */
  readonly downloadFolder?: string;
  readonly hubEndpoint?: string;
  readonly servers?: ModelServers;
}

export type ImportProgress = (id: string, ...progress: Parameters<PullProgress>) => void;

export interface TakenModel {
  readonly id: string;
  readonly files: readonly PulledFile[];
}

/** The places of models' files: finds them, gets them from the hub or a folder, and removes them. */
export class ModelStore {
  constructor(private readonly options: ModelsOptions) {}

  async locate(entry: ModelEntry): Promise<string | null> {
    const { source } = entry;
    if (source.kind === 'bundled') return findModelFolder([this.options.bundledModelFolder], entry.id);
    const { bundledModelFolder } = this.options;
    return source.kind === 'server' ? null : findModelFolder([...this.folders, bundledModelFolder], source.folder);
  }

  folderModels(): ModelEntry[] {
    const { catalogue } = this.options;
    const known = catalogue.models.flatMap(({ source }) => ('folder' in source ? [source.folder] : []));
    return folderModels(this.folders, new Set(known), catalogue);
  }

  /** Null for a server's model, of which nothing lies here. */
  async factsOf(entry: ModelEntry, location: string | null): Promise<StoredModel | null> {
    const { source } = entry;
    if (source.kind === 'server') return null;
    const own = this.ownFolder(entry);
    return {
      from: source.kind,
      repository: source.kind === 'hub' ? source.repository : null,
      removable: own !== null && own === location,
      partialBytes: own === null || own === location ? 0 : await bytesSoFar(own),
      downloadBytes: entry.downloadBytes ?? null,
    };
  }

  /** Errors: those of `pullModel`; `model-missing` for a model that is not pulled. */
  async pull(entry: ModelEntry, onProgress: PullProgress, signal: AbortSignal): Promise<PulledFile[]> {
    const { servers, downloadFolder, hubEndpoint = 'https://huggingface.co' } = this.options;
    if (entry.source.kind !== 'hub' || downloadFolder === undefined) {
      throw new VitrineError('model-missing', { why: 'not-pulled', title: entry.title, ...howToGet(entry) });
    }
    return pullModel(entry, {
      endpoint: hubEndpoint,
      downloadFolder,
      // Read at each connection: offline mode may be switched on in between.
      get offline() {
        return servers?.offline ?? false;
      },
      connections: servers?.connections,
      signal,
      onProgress,
    });
  }

  /** As `Models.import`; `check` runs a model once. */
  async import(
    path: string,
    check: (id: string) => Promise<ModelCheck>,
    onProgress: ImportProgress,
    signal: AbortSignal,
    only?: string,
  ): Promise<TakenModel[]> {
    const taken: TakenModel[] = [];
    const all = await modelsInFolder(path, this.options.catalogue);
    const wanted = only === undefined ? all : all.filter(({ entry }) => entry.id === only);
    if (wanted.length === 0) throw new VitrineError('model-missing', { why: 'other-model', path, id: only ?? '' });
    for (const found of wanted) {
      taken.push({ id: found.entry.id, files: await this.take(found, check, onProgress, signal) });
    }
    return taken;
  }

  async remove(entry: ModelEntry): Promise<number> {
    const folder = this.ownFolder(entry);
    const bytes = folder === null ? 0 : await bytesSoFar(folder);
    if (folder === null || bytes === 0) {
      throw new VitrineError('model-missing', { why: 'not-downloaded', id: entry.id, title: entry.title });
    }
    // Without its graph a folder is not a model: another process finds none, and not half of one.
    const part = [...partAt(dirname(folder)), basename(folder)] as const;
    await removeOwn(...part, MODEL_FILE);
    await removeOwn(...part);
    return bytes;
  }

  /** A model that does not run is not kept: better none than one that fails later. */
  private async take(
    found: FoundModel,
    check: (id: string) => Promise<ModelCheck>,
    onProgress: ImportProgress,
    signal: AbortSignal,
  ): Promise<PulledFile[]> {
    const { downloadFolder } = this.options;
    const { entry } = found;
    if (downloadFolder === undefined) throw new VitrineError('model-missing', { why: 'not-kept', id: entry.id });
    const tell: PullProgress = (...progress) => onProgress(entry.id, ...progress);
    const files = await importModel(found, { downloadFolder, signal, onProgress: tell });
    const tried = await check(entry.id);
    if (tried.ok) return files;
    await this.remove(entry);
    throw new VitrineError('model-damaged', {
      why: 'does-not-run',
      id: entry.id,
      title: entry.title,
      said: saidRemark(tried),
    });
  }

  private ownFolder({ source }: ModelEntry): string | null {
    const { downloadFolder } = this.options;
    return downloadFolder !== undefined && 'folder' in source
      ? ownPath(...partAt(downloadFolder), source.folder)
      : null;
  }

  private get folders(): string[] {
    const { modelFolders, downloadFolder } = this.options;
    return [...modelFolders, ...(downloadFolder ? [downloadFolder] : [])];
  }
}

interface FoundModel {
  readonly folder: string;
  readonly entry: ModelEntry;
}

const needed = ['tokenizer.json', 'tokenizer_config.json', MODEL_FILE];

/**
 * The models in a folder: itself, or the folders in it, in the order of their names. Each is known by its folder's name
 * in the catalogue, by the checksum of its graph, or by what its `config.json` says. Errors: `model-missing`
 * where there is none that Vitrine can run, which names the files that a folder with some of a model's lacks.
 */
async function modelsInFolder(path: string, catalogue: ModelCatalogue): Promise<FoundModel[]> {
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

interface ImportOptions {
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

/**
 * Copies a model into the download folder, whole or not at all: beside its place first, every file held against the
 * sha256 that the catalogue pins. One that is only published may be of another build: it is remembered as it came. Errors: `bad-request` for the place itself, `model-damaged`, `disk-full`, `cancelled`, those of the file system.
 */
async function importModel({ folder, entry }: FoundModel, options: ImportOptions): Promise<PulledFile[]> {
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
