import { VitrineError } from '@shared/errors';

/** A column that holds what nobody wrote there is damaged as much as a page that cannot be read. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof VitrineError && error.code === 'library-damaged');

/** What `work` reads of the catalogue; where it meets a damaged page, `otherwise`. Errors: all others of `work`. */
export function readOr<T>(work: () => T, otherwise: (error: unknown) => T): T {
  try {
    return work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise(error);
  }
}

/** For what may stay as it is in a damaged catalogue: a check says what is wrong with that. Errors: as `readOr`. */
export async function unlessDamaged(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
}
