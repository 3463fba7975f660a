import type { CareProgress, EngineEvent } from '@shared/contract';

const msBetweenEvents = 100;

/** Tells how far a backup, restore or check is, at most ten times a second, and always of the last file. */
export function careTold(emit: (event: EngineEvent) => void, requestId: string): (progress: CareProgress) => void {
  let last = 0;
  return (progress) => {
    const now = performance.now();
    if (now - last < msBetweenEvents && progress.filesDone < progress.filesTotal) return;
    last = now;
    emit({ type: 'library.care', requestId, progress });
  };
}
