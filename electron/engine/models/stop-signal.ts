import { VitrineError } from '@shared/errors';

/** Between two runs of a model: throws `model-timeout` when the signal's time is up, `cancelled` when aborted. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    throw new VitrineError(
      'model-timeout',
      'The model took too long.',
      'Raise the time limit, or ask for fewer texts.',
    );
  }
  throw new VitrineError('cancelled', 'Stopped on request.', 'Start it again when you want it.');
}
