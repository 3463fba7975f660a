import { join } from 'node:path';
import type { EmbeddingServer, ModelCheck, ModelSummary, PulledFile } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { EmbeddingEntry, ModelEntry } from '@shared/model-catalogue';
import { serverId, serverName } from '@shared/providers';
import { healthLine } from '@shared/words/sayings';
import type { Embedder, NliModel, Reader, Reranker } from './contract';
import { bytesOf, howToGet, MODEL_FILE, readerOutputs, verifyFiles } from './files/model-files';
import { type ImportProgress, ModelStore, type ModelsOptions, type TakenModel } from './files/model-store';
import { OnnxEmbedder } from './local/onnx-embedder';
import { OnnxSession } from './local/onnx-session';
import { OnnxNli, OnnxReranker, PairModel } from './local/pair-model';
import { OnnxReader } from './local/reader';
import { ModelTokenizer } from './model-tokenizer';
import type { PullProgress } from './providers/provider';
import { openServerEmbedder, serverPull } from './providers/registry';
import { serverEntry } from './providers/server-embedder';
import { checkServers, embeddingServers, listServerModels } from './providers/server-models';

export type { ModelsOptions, PullProgress };

export interface Models {
  /** Every model of the catalogue, of a models folder, and of the servers; `active` is not known here. */
  list(): Promise<ModelSummary[]>;
  listLocal(): Promise<ModelSummary[]>;
  /** How each server that is set up is, with its embedding models; `active` is false. Never rejects. */
  servers(): Promise<EmbeddingServer[]>;
  isHere(id: string): Promise<boolean>;
  /**
   * The catalogue's entry; for a server's (`ollama:NAME`) one that is made up for it, whose dimension is 0 until
   * the model has been opened. Errors: `model-missing` for an id that is nowhere.
   */
  entry(id: string): ModelEntry;
  /**
   * Opens an embedding model; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`, those of
   * a server, `cancelled`.
   */
  openEmbedder(id: string, how?: OpeningOptions): Promise<Embedder>;
  /** Opens a cross-encoder; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`. */
  openReranker(id: string): Promise<Reranker>;
  /** Opens an NLI cross-encoder; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`. */
  openNli(id: string): Promise<NliModel>;
  /** Opens an extractive reader; the caller disposes it. Errors: `model-missing`, `model-damaged`, `model-failed`. */
  openReader(id: string): Promise<Reader>;
  /** Opens a model of any job, to be run on texts; the caller disposes it. Errors: those of opening it. */
  openAny(id: string, question: string, signal?: AbortSignal): Promise<OpenedModel>;
  /**
   * Gets a model: from the hub into the download folder, or has Ollama pull it into its store (then no files).
   * Errors: `model-missing`, `model-damaged`, `model-unreachable`, `model-timeout`, `offline`, `disk-full`,
   * `rate-limited`, `cancelled`.
   */
  pull(id: string, onProgress: PullProgress, signal: AbortSignal): Promise<PulledFile[]>;
  /**
   * Copies the models of a folder, or the folder that is one, into the download folder, and runs each once; of several
   * only the one that is named, where one is. Errors: `model-missing` where there is none, `bad-request`, `model-damaged`, `model-failed` (then it is not kept),
   * `disk-full`, `cancelled`; what came before stays.
   */
  import(path: string, onProgress: ImportProgress, signal: AbortSignal, only?: string): Promise<TakenModel[]>;
  /** Deletes a model's part of the download folder; returns the bytes. Errors: `model-missing` where nothing is there. */
  remove(id: string): Promise<number>;
  /** Whether the servers answer and have the models `needed`, in plain words. */
  checkServers(needed: readonly string[]): Promise<ModelCheck[]>;
  /** Opens the model, runs it once and closes it; what goes wrong is in the answer, nothing is thrown. Times in ms. */
  check(id: string): Promise<ModelCheck>;
}

/** A model whatever its job: what it does with a text is its own affair. */
export interface OpenedModel {
  /** Texts that one run may take at no loss. */
  readonly textsPerCall: number;
  run(texts: readonly string[], signal?: AbortSignal): Promise<unknown>;
  dispose(): Promise<void>;
}

interface OpeningOptions {
  /** Native threads of a run on this machine; as many as the processors feed where not set. */
  readonly threads?: number;
  readonly signal?: AbortSignal;
}

/** Does no I/O until a model is asked for. */
export function openModels(options: ModelsOptions): Models {
  return new LocalModels(options);
}

class LocalModels implements Models {
  private readonly learned = new Map<string, { dimension: number; window: number }>();

  private readonly store: ModelStore;

  constructor(private readonly options: ModelsOptions) {
    this.store = new ModelStore(options);
  }

  async list(): Promise<ModelSummary[]> {
    const { servers } = this.options;
    const lists = await Promise.all([this.listLocal(), servers ? listServerModels(servers) : []]);
    return lists.flat();
  }

  async servers(): Promise<EmbeddingServer[]> {
    return this.options.servers ? embeddingServers(this.options.servers) : [];
  }

  listLocal(): Promise<ModelSummary[]> {
    const entries = [...this.options.catalogue.models, ...this.store.folderModels()];
    return Promise.all(entries.map((entry) => this.summary(entry)));
  }

  async isHere(id: string): Promise<boolean> {
    const has = (candidate: ModelEntry) => candidate.id === id;
    const entry = this.options.catalogue.models.find(has) ?? this.store.folderModels().find(has);
    return entry !== undefined && (await this.store.locate(entry)) !== null;
  }

  entry(id: string): ModelEntry {
    const { models } = this.options.catalogue;
    const entry = models.find((candidate) => candidate.id === id);
    if (entry) return entry;
    const server = serverName(id);
    if (server) return serverEntry(server, this.options.catalogue, this.learned.get(serverId(server)));
    const found = this.store.folderModels().find((candidate) => candidate.id === id);
    if (found) return found;
    throw new VitrineError('model-missing', { why: 'unknown', id, known: models.map((model) => model.id) });
  }

  async openEmbedder(id: string, { threads, signal }: OpeningOptions = {}): Promise<Embedder> {
    const entry = this.entry(id);
    if (entry.job !== 'embedding') throw wrongJob(entry);
    if (entry.source.kind === 'server') return this.openOnServer(entry, signal);
    const { tokenizer, session } = await this.load(entry, async (folder) => ({
      tokenizer: await ModelTokenizer.read(folder),
      // A search embeds one short query, and LanceDB wants the processors right after it.
      session: await OnnxSession.open(join(folder, MODEL_FILE), threads, 'asleep'),
    }));
    return closingOnFailure(session, () => new OnnxEmbedder(entry, tokenizer, session));
  }

  async openReranker(id: string): Promise<Reranker> {
    const entry = this.entry(id);
    if (entry.job !== 'rerank') throw wrongJob(entry);
    const model = await this.load(entry, (folder) => PairModel.open(folder));
    return closingOnFailure(model, () => new OnnxReranker(entry, model));
  }

  async openNli(id: string): Promise<NliModel> {
    const entry = this.entry(id);
    if (entry.job !== 'nli') throw wrongJob(entry);
    const { model, folder } = await this.load(entry, async (place) => ({
      model: await PairModel.open(place),
      folder: place,
    }));
    return closingOnFailure(model, () => OnnxNli.open(entry, folder, model));
  }

  async openReader(id: string): Promise<Reader> {
    const entry = this.entry(id);
    if (entry.job !== 'reader') throw wrongJob(entry);
    const model = await this.load(entry, (folder) => PairModel.open(folder, readerOutputs));
    return closingOnFailure(model, () => new OnnxReader(entry, model));
  }

  async openAny(id: string, question: string, signal?: AbortSignal): Promise<OpenedModel> {
    const opened = <M extends { dispose(): Promise<void> }>(model: M, run: OpenedModel['run'], textsPerCall = 1) => ({
      textsPerCall,
      run,
      dispose: () => model.dispose(),
    });
    switch (this.entry(id).job) {
      case 'embedding': {
        const model = await this.openEmbedder(id, signal ? { signal } : {});
        return opened(model, (texts, stop) => model.embed(texts, 'passage', stop), model.textsPerCall);
      }
      case 'rerank': {
        const model = await this.openReranker(id);
        return opened(model, (texts, stop) => model.score(question, texts, stop));
      }
      case 'reader': {
        const model = await this.openReader(id);
        return opened(model, (texts, stop) => model.read(question, texts, stop));
      }
      case 'nli': {
        const model = await this.openNli(id);
        const paired = (texts: readonly string[]) => texts.map((text) => [text, question] as const);
        return opened(model, (texts, stop) => model.classify(paired(texts), stop));
      }
    }
  }

  async pull(id: string, onProgress: PullProgress, signal: AbortSignal): Promise<PulledFile[]> {
    const { servers } = this.options;
    const pull = servers && serverPull(id, servers);
    if (!pull) return this.store.pull(this.entry(id), onProgress, signal);
    await pull(onProgress, signal);
    return [];
  }

  import(path: string, onProgress: ImportProgress, signal: AbortSignal, only?: string): Promise<TakenModel[]> {
    return this.store.import(path, (id) => this.check(id), onProgress, signal, only);
  }

  async remove(id: string): Promise<number> {
    return this.store.remove(this.entry(id));
  }

  async checkServers(needed: readonly string[]): Promise<ModelCheck[]> {
    return this.options.servers ? checkServers(this.options.servers, needed) : [];
  }

  async check(id: string): Promise<ModelCheck> {
    const started = performance.now();
    try {
      const entry = this.entry(id);
      const model = await this.openAny(id, CHECK_TEXT);
      try {
        const loadMs = performance.now() - started;
        await model.run([CHECK_TEXT]);
        const embedMs = performance.now() - started - loadMs;
        return { id, ok: true, ...healthLine('model-works', { model: entry.title }), loadMs, embedMs };
      } finally {
        await model.dispose();
      }
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error;
      return { id, ok: false, ...codedError(error), loadMs: null, embedMs: null };
    }
  }

  private async openOnServer(entry: EmbeddingEntry, signal: AbortSignal | undefined): Promise<Embedder> {
    const { servers } = this.options;
    if (!servers) throw new VitrineError('model-missing', { why: 'none-set-up', id: entry.id });
    const embedder = await openServerEmbedder(entry, servers, signal);
    this.learned.set(embedder.id, { dimension: embedder.dimension, window: embedder.maxTokens });
    return embedder;
  }

  private async summary(entry: ModelEntry): Promise<ModelSummary> {
    const location = await this.store.locate(entry);
    const store = await this.store.factsOf(entry, location);
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
      ...(store ? { store } : {}),
      ...(entry.job === 'embedding'
        ? {
            calibrated: entry.relevance.unmeasured !== true,
            // The languages of a model from a folder are unknown.
            ...(store && store.from !== 'folder' ? { languages: entry.languages ?? [] } : {}),
            ...(entry.poolingAssumed ? { poolingAssumed: true } : {}),
            ...(entry.recommended ? { recommended: true } : {}),
            ...(entry.measured?.rightAnswers ? { rightAnswers: entry.measured.rightAnswers } : {}),
          }
        : {
            ...(entry.languages ? { languages: entry.languages } : {}),
            ...(entry.unmeasured ? { unmeasured: true } : {}),
          }),
    };
  }

  private async load<T>(entry: ModelEntry, open: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.store.locate(entry);
    if (folder === null) throw missing(entry);
    try {
      await verifyFiles(entry, folder);
      return await open(folder);
    } catch (error) {
      // Removed while it was read: not damaged, and nothing that went wrong inside.
      if ((await this.store.locate(entry)) === null) throw missing(entry);
      throw error;
    }
  }
}

const CHECK_TEXT = 'Does this model work?';

async function closingOnFailure<M>(opened: OnnxSession | PairModel, build: () => M | Promise<M>): Promise<M> {
  try {
    return await build();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const missing = (entry: ModelEntry): VitrineError =>
  new VitrineError('model-missing', { why: 'not-here', title: entry.title, ...howToGet(entry) });

const wrongJob = ({ id, title }: ModelEntry): VitrineError =>
  new VitrineError('model-missing', { why: 'wrong-job', id, title });
