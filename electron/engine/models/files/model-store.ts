import { basename, dirname } from 'node:path';
import type { ModelCheck, PulledFile, StoredModel } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelCatalogue, ModelEntry } from '@shared/model-catalogue';
import { saidRemark } from '@shared/words/said';
import { ownPath, partAt, removeOwn } from '../../own-files';
import type { ModelServers, PullProgress } from '../providers/provider';
import { type FolderEntry, folderModels } from './folder-models';
import { type FoundModel, importModel, modelsInFolder } from './import-model';
import { bytesSoFar, findModelFolder, howToGet, MODEL_FILE } from './model-files';
import { pullModel } from './pull-model';

export interface ModelsOptions {
  readonly catalogue: ModelCatalogue;
  /** Folder that contains the bundled model's folder, named by its id: `use-lite/`, and those of models that a package carries. */
  readonly bundledModelFolder: string;
  /** Folders that contain model folders, searched in order. */
  readonly modelFolders: readonly string[];
  /** Folder that pulled models go into, searched last; nothing can be pulled from the hub where it is not set. */
  readonly downloadFolder?: string;
  /** The hub's address; Hugging Face where not set. */
  readonly hubEndpoint?: string;
  /** Servers that may run models; none where not set. */
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

  folderModels(): FolderEntry[] {
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
