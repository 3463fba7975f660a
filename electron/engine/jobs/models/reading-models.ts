import type { ModelSummary } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { type Idleness, IdleUnloadedModel, type Models, type NliModel, type Reranker } from '../../models';
import type { Library } from '../../store';

const settingKey = 'rerank-model';
export const noReranking = 'no-rerank';

interface LoadedReranker {
  readonly kept: IdleUnloadedModel<Reranker>;
  readonly isOff: boolean;
}

/** The chosen cross-encoder, otherwise the first one here. Kept until it has rested for long or another is chosen. */
export class ActiveReranker {
  constructor(
    private readonly library: Library,
    private readonly models: Models,
    private readonly catalogue: ModelCatalogue,
    private readonly idleness: Idleness,
    private readonly loaded: LoadedReranker = {
      kept: new IdleUnloadedModel<Reranker>((id) => models.openReranker(id), idleness),
      isOff: false,
    },
  ) {}

  /** The same for another library; the loaded model serves both. */
  in(library: Library): ActiveReranker {
    return new ActiveReranker(library, this.models, this.catalogue, this.idleness, this.loaded);
  }

  off(): ActiveReranker {
    return new ActiveReranker(this.library, this.models, this.catalogue, this.idleness, {
      ...this.loaded,
      isOff: true,
    });
  }

  async id(): Promise<string | null> {
    if (this.loaded.isOff) return null;
    const chosen = this.library.setting(settingKey);
    if (chosen !== null) return chosen === noReranking ? null : chosen;
    return this.firstHere();
  }

  async firstHere(): Promise<string | null> {
    for (const { id, job } of this.catalogue.models) if (job === 'rerank' && (await this.models.isHere(id))) return id;
    return null;
  }

  /** Errors: `model-missing` for a cross-encoder that is not on this machine, `library-locked`. */
  async choose(id: string): Promise<ModelSummary> {
    this.library.assertWritable();
    const model = id === noReranking ? noRerankingSummary : await this.installed(id);
    this.library.setSetting(settingKey, id);
    if (this.loaded.kept.id !== id) await this.dispose();
    return { ...model, active: true };
  }

  /** The model in use, which loads when it is first asked; null for none. A failed load fails that `score`, and is tried again at the next. */
  async current(): Promise<Reranker | null> {
    const id = await this.id();
    if (id === null) return null;
    return {
      id,
      score: (query, texts, signal) => this.loaded.kept.use(id, (model) => model.score(query, texts, signal)),
      dispose: async () => {
        // Kept for the next run; goes with the engine.
      },
    };
  }

  dispose(): Promise<void> {
    return this.loaded.kept.dispose();
  }

  private async installed(id: string): Promise<ModelSummary> {
    const model = (await this.models.listLocal()).find((candidate) => candidate.id === id);
    if (model?.job === 'rerank' && model.installed) return model;
    const title = model?.title ?? id;
    throw new VitrineError('model-missing', { why: 'not-here', title, get: 'hub', id, repository: id, folder: id });
  }
}

export const noRerankingSummary: ModelSummary = {
  id: noReranking,
  job: 'rerank',
  title: '',
  licence: '',
  installed: true,
  active: false,
  location: null,
  dimension: null,
  window: null,
  bytes: 0,
};

/** The NLI model that the limits of a run name. Kept until it has rested for long or a run names another. */
export class ActiveNli {
  private readonly kept: IdleUnloadedModel<NliModel>;

  constructor(models: Models, idleness: Idleness) {
    this.kept = new IdleUnloadedModel((id) => models.openNli(id), idleness);
  }

  /** Null for an empty id. A failed load fails that `classify`, and is tried again at the next. */
  named(id: string): NliModel | null {
    if (id === '') return null;
    return {
      id,
      classify: (pairs, signal) => this.kept.use(id, (model) => model.classify(pairs, signal)),
      dispose: async () => {
        // Kept for the next run; goes with the engine.
      },
    };
  }

  dispose(): Promise<void> {
    return this.kept.dispose();
  }
}
