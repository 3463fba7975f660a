import { type Idleness, KeptModel, type Models, type NliModel } from '../../models';

/**
 * The NLI model that the limits of a run name (`gate.nliModel`), if they name one. Loaded when it first reads a pair,
 * and kept until it has rested for long, a run names another, or the engine closes.
 */
export class ActiveNli {
  private readonly kept: KeptModel<NliModel>;

  constructor(models: Models, idleness: Idleness) {
    this.kept = new KeptModel((id) => models.openNli(id), idleness);
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

  /** Lets go of the model. The next pair opens it again. */
  dispose(): Promise<void> {
    return this.kept.dispose();
  }
}
