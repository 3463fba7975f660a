import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabelledSet } from '../electron/engine/evaluation';
import { fillLibrary, labelsOf } from '../electron/engine/jobs/evaluation/labelled-set-store';
import { type QueryEmbedder, Retriever } from '../electron/engine/retrieval';
import { Library } from '../electron/engine/store';
import type { PipelineLimits } from '../shared/limits';

/**
 * A library in a temporary folder that holds a labelled set, made and searched by the same code as a user's: weights are
 * fitted on the product.
 */
export class LabelledLibrary {
  private constructor(
    private readonly folder: string,
    readonly store: Library,
    readonly search: Retriever,
    private readonly labels: ReadonlyMap<string, string>,
  ) {}

  static async make(
    set: LabelledSet,
    model: QueryEmbedder,
    limits: PipelineLimits,
    signal: AbortSignal,
  ): Promise<LabelledLibrary> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-evaluation-'));
    const library = await Library.open(folder, 'evaluation');
    try {
      await fillLibrary(library, set.documents, model, limits, { signal });
    } catch (error) {
      library.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
    const retriever = new Retriever(
      library,
      async () => model,
      () => model.entry,
    );
    return new LabelledLibrary(folder, library, retriever, labelsOf(set.documents));
  }

  /** The labelled set's own id of a document. */
  label(documentId: string): string {
    return this.labels.get(documentId) ?? '';
  }

  async close(): Promise<void> {
    this.store.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
