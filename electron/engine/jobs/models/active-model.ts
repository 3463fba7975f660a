import { VitrineError } from '@shared/errors';
import type { CosineScale, EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';
import { Lru } from '../../lru';
import { type Embedder, type Idleness, IdleUnloadedModel, type Models, measuredScale, scaledEntry } from '../../models';
import type { QueryEmbedder } from '../../retrieval';
import type { Permissions } from '../../settings/permissions';
import type { Library } from '../../store';

const settingKey = 'embedding-model';
const scaleKey = 'embedding-scales';

/** The embedding model of the index, otherwise the chosen or default one. Kept until it has rested for long. */
export class ActiveModel {
  private readonly kept: IdleUnloadedModel<Embedder>;
  private readonly queries = new QueryVectorCache();
  /** Null if it is unknown before the next start. */
  private readonly scales = new Map<string, CosineScale | null>();

  constructor(
    private readonly library: Library,
    private readonly models: Models,
    private readonly catalogue: ModelCatalogue,
    private readonly idleness: Idleness,
    private readonly permissions: Pick<Permissions, 'enter' | 'allows' | 'assertAllowed'>,
  ) {
    // A server keeps its models by its own rules; opening one again would cost a call and spare nothing here.
    const most = async () => (this.entry.source.kind === 'server' ? 0 : idleness.most());
    const open = (id: string): Promise<Embedder> => {
      // It may be another one under the same name.
      this.queries.clear();
      return models.openEmbedder(id);
    };
    this.kept = new IdleUnloadedModel(open, { ...idleness, most });
  }

  /** The same for another library, which may be of another model: each keeps its own. */
  in(library: Library): ActiveModel {
    return new ActiveModel(library, this.models, this.catalogue, this.idleness, this.permissions);
  }

  get id(): string {
    return this.library.index.manifest?.modelId ?? this.library.setting(settingKey) ?? this.catalogue.defaultEmbedding;
  }

  /** Errors: `model-missing` where the catalogue has no embedding model of that name. */
  entryOf(id: string): EmbeddingEntry {
    const entry = this.models.entry(id);
    if (entry.job === 'embedding') return entry;
    throw new VitrineError('model-missing', { why: 'no-embedding-model', id });
  }

  get bundled(): EmbeddingEntry {
    return this.entryOf(this.catalogue.defaultEmbedding);
  }

  /** One whose folder is gone is still known by its name and dimension: the library is read by its words. */
  get entry(): EmbeddingEntry {
    const { id } = this;
    const { manifest } = this.library.index;
    try {
      return this.fitted(this.entryOf(id));
    } catch (error) {
      if (!manifest || !(error instanceof VitrineError) || error.code !== 'model-missing') throw error;
      const standIn = this.bundled;
      const source = { kind: 'folder', folder: id } as const;
      return { ...standIn, id, title: id, source, files: {}, dimension: manifest.dimension };
    }
  }

  /** A model without a fit is mapped to the scale of a fitted one, after its first use here. */
  private fitted(entry: EmbeddingEntry): EmbeddingEntry {
    const scale = entry.relevance.unmeasured ? this.scaleOf(entry.id) : null;
    return scale ? scaledEntry(entry, scale, this.catalogue) : entry;
  }

  private get keptScales(): Readonly<Record<string, CosineScale>> {
    return JSON.parse(this.library.setting(scaleKey) ?? '{}');
  }

  private scaleOf(id: string): CosineScale | null {
    const known = this.scales.get(id) ?? this.keptScales[id] ?? null;
    if (known) this.scales.set(id, known);
    return known;
  }

  /** A second's work, at the first use of a model without a fit. A model that fails at it is read as before. */
  private async measureScale(id: string): Promise<void> {
    if (!this.entryOf(id).relevance.unmeasured || this.scales.has(id) || this.scaleOf(id)) return;
    const scale = await this.kept.use(id, measuredScale).catch(() => null);
    this.scales.set(id, scale);
    if (!scale || !this.library.writable) return;
    this.library.setSetting(scaleKey, JSON.stringify({ ...this.keptScales, [id]: scale }));
  }

  /** Its name for people; the id for a model that exists nowhere any more, as after its folder is removed. */
  get told(): { readonly title: string; readonly recommended: boolean } {
    try {
      const { title, recommended = false } = this.entry;
      return { title, recommended };
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'model-missing')
        return { title: this.id, recommended: false };
      throw error;
    }
  }

  /** Makes it an empty library's model. Errors: `index-mismatch`, `library-locked`, `team-fixed`, a server's. */
  async choose(name: string): Promise<EmbeddingEntry> {
    const named = this.entryOf(name);
    const { id } = named;
    this.library.assertWritable();
    if (this.library.replica && id !== this.id) throw new VitrineError('team-fixed');
    this.allow(named);
    if (this.library.documents.counts().chunks > 0) this.library.index.assertMatches(id, null);
    const entry = named.source.kind === 'server' ? await this.askedEntry(named) : named;
    this.library.setSetting(settingKey, id);
    const { manifest } = this.library.index;
    if (!manifest || manifest.modelId === id) return entry;
    await this.library.change(() =>
      this.library.index.create({ modelId: id, dimension: entry.dimension, profile: manifest.profile }),
    );
    return entry;
  }

  private async askedEntry({ id }: EmbeddingEntry): Promise<EmbeddingEntry> {
    const embedder = await this.models.openEmbedder(id);
    await embedder.dispose();
    return this.entryOf(id);
  }

  /** Each call takes the kept model, and repeats no recent query. Errors: those of the models room, `not-allowed`. */
  async load(): Promise<QueryEmbedder> {
    const { id } = this;
    this.assertAllowed(this.entry);
    const opened = await this.kept.use(id, (model) => model);
    this.assertDimension(opened);
    await this.measureScale(id);
    const { entry } = this;
    const model = `${id} ${opened.dimension}`;
    const embed: Embedder['embed'] = (texts, kind, signal) => {
      const make = (missing: readonly string[]) => this.kept.use(id, (kept) => kept.embed(missing, kind, signal));
      return kind === 'query' ? this.queries.embed(model, texts, make) : make(texts);
    };
    const dispose: Embedder['dispose'] = async () => {
      // Kept for the next use; goes with the engine.
    };
    const embedder: Embedder = Object.create(opened, { embed: { value: embed }, dispose: { value: dispose } });
    return { embedder, entry: { ...entry, dimension: opened.dimension } };
  }

  /** A person has named this model here. */
  allow({ id, source }: EmbeddingEntry): void {
    if (source.kind === 'server') this.permissions.enter('embeddingModel', id);
  }

  isAllowed({ id, source }: EmbeddingEntry): boolean {
    return source.kind !== 'server' || this.permissions.allows('embeddingModel', id);
  }

  /** A server gets the library's texts: one that came with the library waits for a yes. Errors: `not-allowed`. */
  assertAllowed({ id, source }: EmbeddingEntry): void {
    if (source.kind === 'server') this.permissions.assertAllowed('embeddingModel', id);
  }

  /** A person's model for some work, otherwise the library's own. Errors: `model-missing`, `not-allowed`. */
  toUse(named: string | undefined): EmbeddingEntry {
    const entry = this.entryOf(named ?? this.id);
    if (named === undefined) this.assertAllowed(entry);
    return entry;
  }

  /** A server may have got another model under the same name. */
  private assertDimension({ id, dimension }: Embedder): void {
    const { manifest } = this.library.index;
    if (manifest?.modelId !== id || manifest.dimension === dimension) return;
    throw new VitrineError('index-mismatch', { why: 'dimension', model: id, dimension, indexed: manifest.dimension });
  }

  dispose(): Promise<void> {
    return this.kept.dispose();
  }
}

/** The pieces of some ten questions; 1 to 4 kB each. */
const queriesKept = 64;

/** Vectors of the last queries, by model and text: a quoted answer asks for the one that its search has just made. */
export class QueryVectorCache {
  private readonly vectors = new Lru<string, Float32Array>(queriesKept);

  /** Returns one vector a text, in order; asks `make` for unknown ones. Errors: those of `make`. */
  async embed(
    model: string,
    texts: readonly string[],
    make: (missing: readonly string[]) => Promise<Float32Array[]>,
  ): Promise<Float32Array[]> {
    const found = new Map<string, Float32Array>();
    for (const text of texts) {
      const known = this.vectors.get(keyOf(model, text));
      if (known) found.set(text, known);
    }
    const missing = texts.filter((text) => !found.has(text));
    const made = missing.length > 0 ? await make(missing) : [];
    for (const [position, vector] of made.entries()) {
      const text = missing[position] ?? '';
      found.set(text, vector);
      this.vectors.set(keyOf(model, text), vector);
    }
    return texts.flatMap((text) => found.get(text) ?? []);
  }

  clear(): void {
    this.vectors.clear();
  }
}

const keyOf = (model: string, text: string): string => `${model} ${text}`;
