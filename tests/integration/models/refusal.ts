import { VitrineError } from '@shared/errors';

/** The error that the work is refused with. Throws where it is none of Vitrine's own, or there is none. */
export async function refusal(work: Promise<unknown>): Promise<VitrineError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof VitrineError) return error;
  throw new Error(`a VitrineError was expected, not ${String(error)}`);
}
