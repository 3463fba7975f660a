import { type ModelSummary, type ReadingJob, withoutModel } from '@shared/contract';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { type Idleness, IdleUnloadedModel, type Models, type NliModel, type Reader, type Reranker } from '../../models';
import type { Library } from '../../store';

const settingKey = 'rerank-model';
const noReranking = withoutModel('rerank');

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

  /** Remembers the choice. Errors: `library-locked`. */
  async choose(id: string): Promise<void> {
    this.library.assertWritable();
    this.library.setSetting(settingKey, id);
    if (this.loaded.kept.id !== id) await this.dispose();
  }

  /** The model in use, which loads when it is first asked; null for none. A failed load fails that `score`, and is tried again at the next. */
  async current(): Promise<Reranker | null> {
    const id = await this.id();
    if (id === null) return null;
    return {
      id,
      score: (query, texts, signal) => this.loaded.kept.use(id, (model) => model.score(query, texts, signal)),
      dispose,
    };
  }

  dispose(): Promise<void> {
    return this.loaded.kept.dispose();
  }
}

/** Returns how doing without a model of a job is listed. */
export const doingWithout = (job: ReadingJob): ModelSummary => ({
  id: withoutModel(job),
  job,
  title: '',
  licence: '',
  installed: true,
  active: false,
  location: null,
  dimension: null,
  window: null,
  bytes: 0,
});

/** The limits of a run that name a model. */
export const namingLimits = { nli: 'gate.nliModel', reader: 'rerank.readerModel' } as const;

/** The models that the limits of a run name. Each is kept until it has rested for long or a run names another. */
export class NamedModels {
  private readonly nlis: IdleUnloadedModel<NliModel>;
  private readonly readers: IdleUnloadedModel<Reader>;

  constructor(models: Models, idleness: Idleness) {
    this.nlis = new IdleUnloadedModel((id) => models.openNli(id), idleness);
    this.readers = new IdleUnloadedModel((id) => models.openReader(id), idleness);
  }

  /** Null for an empty id. A failed load fails that `classify`, and is tried again at the next. */
  nli(id: string): NliModel | null {
    if (id === '') return null;
    return { id, classify: (pairs, signal) => this.nlis.use(id, (model) => model.classify(pairs, signal)), dispose };
  }

  /** Null for an empty id. A failed load fails that `read`, and is tried again at the next. */
  reader(id: string): Reader | null {
    if (id === '') return null;
    return { id, read: (...what) => this.readers.use(id, (model) => model.read(...what)), dispose };
  }

  async dispose(): Promise<void> {
    await Promise.all([this.nlis.dispose(), this.readers.dispose()]);
  }
}

/** A model stays for the next run, and goes with the engine. */
const dispose = async (): Promise<void> => undefined;
