import type { ModelCheck, ModelSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue, RerankEntry } from '@shared/model-catalogue';
import type { Embedder, Reranker } from './contract';
import { bytesOf, findModelFolder, howToGet, MODEL_FILE, verifyFiles } from './model-files';
import { ModelTokenizer } from './model-tokenizer';
import { OnnxEmbedder } from './onnx-embedder';
import { OnnxReranker } from './onnx-reranker';
import { OnnxSession } from './onnx-session';

export type ModelEntry = EmbeddingEntry | RerankEntry;

export interface ModelsOptions {
  /** config/models.json, parsed. */
  readonly catalogue: ModelCatalogue;
  /** Folder that contains the bundled model's folder, named by its id: `use-lite/`. */
  readonly bundledModelFolder: string;
  /** Folders that contain model folders, searched in order. */
  readonly modelFolders: readonly string[];
}

export interface Models {
  /** Every model of the catalogue, in its order. `active` is false: which one is in use is not known here. */
  list(): Promise<ModelSummary[]>;
  /** The catalogue's entry. Errors: `model-missing` for an id that is not in it. */
  entry(id: string): ModelEntry;
  /** Opens an embedding model; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`. */
  openEmbedder(id: string): Promise<Embedder>;
  /** Opens a cross-encoder; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`. */
  openReranker(id: string): Promise<Reranker>;
  /** Opens the model, runs it once and closes it; what goes wrong is in the answer, nothing is thrown. Times in ms. */
  check(id: string): Promise<ModelCheck>;
}

/** Does no I/O until a model is asked for. */
export function openModels(options: ModelsOptions): Models {
  return new LocalModels(options);
}

class LocalModels implements Models {
  constructor(private readonly options: ModelsOptions) {}

  list(): Promise<ModelSummary[]> {
    return Promise.all(this.options.catalogue.models.map((entry) => this.summary(entry)));
  }

  entry(id: string): ModelEntry {
    const { models } = this.options.catalogue;
    const entry = models.find((candidate) => candidate.id === id);
    if (entry) return entry;
    const known = models.map((model) => model.id).join(', ');
    throw new VitrineError('model-missing', `No model is called ${id}.`, `Choose one of: ${known}.`, { id });
  }

  async openEmbedder(id: string): Promise<Embedder> {
    const entry = this.entry(id);
    if (entry.job !== 'embedding') throw wrongJob(entry, 'make embeddings');
    const { tokenizer, session } = await this.load(entry);
    return closingOnFailure(session, () => new OnnxEmbedder(entry, tokenizer, session));
  }

  async openReranker(id: string): Promise<Reranker> {
    const entry = this.entry(id);
    if (entry.job !== 'rerank') throw wrongJob(entry, 'rerank');
    const { tokenizer, session } = await this.load(entry);
    return closingOnFailure(session, () => new OnnxReranker(entry, tokenizer, session));
  }

  async check(id: string): Promise<ModelCheck> {
    const started = performance.now();
    try {
      const entry = this.entry(id);
      const { loadMs, embedMs } =
        entry.job === 'embedding'
          ? await tried(await this.openEmbedder(id), started, (model) => model.embed([CHECK_TEXT], 'query'))
          : await tried(await this.openReranker(id), started, (model) => model.score(CHECK_TEXT, [CHECK_TEXT]));
      return { id, ok: true, message: `${entry.title} works.`, loadMs, embedMs };
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return { id, ok: false, message: `${error.message} ${error.hint}`, loadMs: null, embedMs: null };
    }
  }

  private async summary(entry: ModelEntry): Promise<ModelSummary> {
    const location = await this.locate(entry);
    return {
      id: entry.id,
      job: entry.job,
      title: entry.title,
      licence: entry.licence,
      installed: location !== null,
      active: false,
      location,
      dimension: entry.job === 'embedding' ? entry.dimension : null,
      window: entry.window,
      bytes: location === null ? 0 : await bytesOf(location),
    };
  }

  private async load(entry: ModelEntry): Promise<{ tokenizer: ModelTokenizer; session: OnnxSession }> {
    const folder = await this.locate(entry);
    if (folder === null) {
      throw new VitrineError('model-missing', `${entry.title} is not on this machine.`, howToGet(entry), {
        id: entry.id,
      });
    }
    await verifyFiles(entry, folder);
    const tokenizer = await ModelTokenizer.read(folder, howToGet(entry));
    const session = await OnnxSession.open(`${folder}/${MODEL_FILE}`, howToGet(entry));
    return { tokenizer, session };
  }

  private locate(entry: ModelEntry): Promise<string | null> {
    const { bundledModelFolder, modelFolders } = this.options;
    return entry.source.kind === 'bundled'
      ? findModelFolder([bundledModelFolder], entry.id)
      : findModelFolder(modelFolders, entry.source.folder);
  }
}

const CHECK_TEXT = 'Does this model work?';

async function tried<M extends Embedder | Reranker>(
  model: M,
  started: number,
  run: (model: M) => Promise<unknown>,
): Promise<{ loadMs: number; embedMs: number }> {
  try {
    const loaded = performance.now();
    await run(model);
    return { loadMs: loaded - started, embedMs: performance.now() - loaded };
  } finally {
    await model.dispose();
  }
}

async function closingOnFailure<M>(session: OnnxSession, build: () => M): Promise<M> {
  try {
    return build();
  } catch (error) {
    await session.close();
    throw error;
  }
}

function wrongJob(entry: ModelEntry, job: string): VitrineError {
  return new VitrineError(
    'model-missing',
    `${entry.title} cannot ${job}.`,
    'Choose a model made for it; `vitrine models list` names them.',
    { id: entry.id },
  );
}
