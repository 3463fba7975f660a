import { setTimeout as pause } from 'node:timers/promises';
import { reportOf } from '@shared/errors';
import type { EngineContext } from './engine-context';
import type { KeptSetLibraries } from './jobs/evaluation/labelled-set-store';
import type { EngineOptions } from './options';
import type { Retriever } from './retrieval';

/** Parts that are read when they are first asked for: the first screen does without them (docs/adr/0027). */
export function lazyParts(
  { library, activeModel, models }: Pick<EngineContext, 'library' | 'activeModel' | 'models'>,
  { libraryFolder, version = 'unknown' }: EngineOptions,
): Pick<EngineContext, 'retriever' | 'keptSets'> {
  let retriever: Retriever | null = null;
  let keptSets: KeptSetLibraries | null = null;
  return {
    async retriever() {
      if (retriever) return retriever;
      const { Retriever } = await import('./retrieval');
      retriever ??= new Retriever(
        library,
        () => activeModel.load(),
        () => activeModel.entry,
      );
      return retriever;
    },
    async keptSets() {
      if (keptSets) return keptSets;
      const { KeptSetLibraries } = await import('./jobs/evaluation/labelled-set-store');
      keptSets ??= new KeptSetLibraries(libraryFolder, models, version);
      return keptSets;
    },
  };
}

const readAheadAfterMs = 2000;
const msBetweenParts = 50;

/** Modules for the first question and the first file, in parts that each take a few hundredths of a second. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./retrieval'),
  () => import('./stages'),
  () => import('./routes/conversation-routes'),
  () => import('./jobs/ingest/ingest-job'),
];

/**
 * Loads the modules of the first question before it comes, after the first screen: one part after the other, with room
 * for requests between them, until the signal aborts. A part that cannot be loaded is reported; its first user gets the
 * same error.
 */
export function readAhead(signal: AbortSignal, onTrouble: (facts: object) => void): void {
  const read = async (): Promise<void> => {
    await pause(readAheadAfterMs, undefined, { signal, ref: false });
    for (const part of parts) {
      await part();
      await pause(msBetweenParts, undefined, { signal, ref: false });
    }
  };
  read().catch((error: unknown) => {
    if (!signal.aborted) onTrouble({ ...reportOf(error) });
  });
}
