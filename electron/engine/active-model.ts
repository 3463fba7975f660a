import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';
import type { Embedder, Models } from './models';
import type { QueryEmbedder } from './retrieval';
import type { Library } from './store';

const settingKey = 'embedding-model';

/**
 * The embedding model of this library: the one its index was made with; for a library without an index the one
 * chosen, else the catalogue's default. Loaded at first use and kept.
 */
export class ActiveModel {
  private loading: Promise<Embedder> | null = null;
  private loadedId: string | null = null;

  constructor(
    private readonly library: Library,
    private readonly models: Models,
    private readonly catalogue: ModelCatalogue,
  ) {}

  get id(): string {
    return this.library.index.manifest?.modelId ?? this.library.setting(settingKey) ?? this.catalogue.defaultEmbedding;
  }

  /** Errors: `model-missing` where the catalogue has no embedding model of that name. */
  entryOf(id: string): EmbeddingEntry {
    const entry = this.models.entry(id);
    if (entry.job === 'embedding') return entry;
    throw new VitrineError('model-missing', `${id} is not an embedding model.`, 'See vitrine models list.', { id });
  }

  get entry(): EmbeddingEntry {
    return this.entryOf(this.id);
  }

  /** Makes it the model of an empty library. Errors: `index-mismatch` where the library already has chunks of another, `library-locked`. */
  async choose(id: string): Promise<void> {
    const entry = this.entryOf(id);
    this.library.assertWritable();
    if (this.library.documents.counts().chunks > 0) this.library.index.assertMatches(id, null);
    this.library.setSetting(settingKey, id);
    const { manifest } = this.library.index;
    if (!manifest || manifest.modelId === id) return;
    await this.library.change(() =>
      this.library.index.create({ modelId: id, dimension: entry.dimension, profile: manifest.profile }),
    );
  }

  /** Errors: any code of the models room. A failed load is tried again at the next call. */
  async load(): Promise<QueryEmbedder> {
    const { id, entry } = this;
    if (!this.loading || this.loadedId !== id) {
      const before = this.dispose();
      const loading = before.then(() => this.models.openEmbedder(id));
      this.loadedId = id;
      this.loading = loading;
      loading.catch(() => {
        if (this.loading === loading) this.loading = null;
      });
    }
    return { embedder: await this.loading, entry };
  }

  /** Lets go of the model. The next `load` opens it again. */
  async dispose(): Promise<void> {
    const { loading } = this;
    this.loading = null;
    const embedder = await loading?.catch(() => null);
    await embedder?.dispose();
  }
}
