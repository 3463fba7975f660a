import type { Models, NliModel } from './models';

/**
 * The NLI model that the limits of a run name (`gate.nliModel`), if they name one. Loaded when it first reads a pair,
 * and kept until a run names another or the engine closes.
 */
export class ActiveNli {
  private loaded: { readonly id: string; readonly model: Promise<NliModel> } | null = null;

  constructor(private readonly models: Models) {}

  /** Null for an empty id. A failed load fails that `classify`, and is tried again at the next. */
  named(id: string): NliModel | null {
    if (id === '') return null;
    return {
      id,
      classify: async (pairs, signal) => (await this.load(id)).classify(pairs, signal),
      dispose: async () => {
        // Kept for the next run; goes with the engine.
      },
    };
  }

  /** Lets go of the model. The next pair opens it again. */
  async dispose(): Promise<void> {
    const { loaded } = this;
    this.loaded = null;
    const model = await loaded?.model.catch(() => null);
    await model?.dispose();
  }

  private load(id: string): Promise<NliModel> {
    if (this.loaded?.id === id) return this.loaded.model;
    const model = this.dispose().then(() => this.models.openNli(id));
    const loaded = { id, model };
    this.loaded = loaded;
    model.catch(() => {
      if (this.loaded === loaded) this.loaded = null;
    });
    return model;
  }
}
