import { VitrineError } from '@shared/errors';

/** An index that cannot be read has nothing to be taken out of: status says so, and a reindex leaves nothing of it. */
export async function unlessUnreadable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'index-unavailable') throw error;
  }
}

/** For what can wait until an index on another computer may be asked again. */
export function unlessOffline(error: unknown): void {
  if (!(error instanceof VitrineError) || error.code !== 'offline') throw error;
}
