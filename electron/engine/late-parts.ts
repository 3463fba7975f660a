import { join } from 'node:path';
import type { EngineParts } from './engine-parts';
import type { KeptSetLibraries } from './flows/evaluation/kept-sets';
import type { EngineOptions } from './options';
import type { Retriever } from './retrieval';

/** Parts that are read when they are first asked for: the first screen does without them (docs/adr/0027). */
export function lateParts(
  { library, activeModel, models }: Pick<EngineParts, 'library' | 'activeModel' | 'models'>,
  { libraryFolder, version = 'unknown' }: EngineOptions,
): Pick<EngineParts, 'retriever' | 'keptSets'> {
  let retriever: Retriever | null = null;
  let keptSets: KeptSetLibraries | null = null;
  return {
    async retriever() {
      const { Retriever } = await import('./retrieval');
      retriever ??= new Retriever(
        library,
        () => activeModel.load(),
        () => activeModel.entry,
      );
      return retriever;
    },
    async keptSets() {
      const { KeptSetLibraries } = await import('./flows/evaluation/kept-sets');
      keptSets ??= new KeptSetLibraries(join(libraryFolder, 'evaluation'), models, version);
      return keptSets;
    },
  };
}
