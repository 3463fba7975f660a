import { VitrineError } from '@shared/errors';
import { pause, type SerialQueue } from '../../async';
import { type ChatModel, withChat } from '../../models';

export interface Waiting {
  /** `turn`: another request is being answered; `rate-limited`: the server asked to come back later. */
  readonly reason: 'turn' | 'rate-limited';
  /** Time until the next try; null if unknown. */
  readonly seconds: number | null;
  /** Number of the try that is waited for, from 1. */
  readonly attempt: number;
}

export interface QueuePatience {
  /** The line of requests to a server that answers one at a time; null where the server has its own. */
  readonly turns: SerialQueue | null;
  readonly tries: number;
  /** A server that wants more time than this is given up at once. */
  readonly maxWaitSeconds: number;
  onWaiting(waiting: Waiting): void;
}

/** Asks in turn, and a busy server again after Retry-After or 1, 2, 4 … s. Errors: the model's, `rate-limited`. */
export function queuedModel(model: ChatModel, patience: QueuePatience): ChatModel {
  return withChat(model, async function* (messages, options, signal) {
    options.onTurn?.('waiting');
    const release = await inTurn(patience, signal);
    try {
      for (let attempt = 1; ; attempt += 1) {
        let begun = false;
        options.onTurn?.('asked');
        try {
          for await (const token of model.chat(messages, options, signal)) {
            begun = true;
            yield token;
          }
          return;
        } catch (error) {
          const seconds = waitBefore(error, attempt, patience);
          if (begun || seconds === null) throw error;
          options.onTurn?.('waiting');
          patience.onWaiting({ reason: 'rate-limited', seconds, attempt: attempt + 1 });
          await pause(seconds * 1000, signal);
          signal?.throwIfAborted();
        }
      }
    } finally {
      release();
    }
  });
}

function waitBefore(error: unknown, attempt: number, { tries, maxWaitSeconds }: QueuePatience): number | null {
  if (!(error instanceof VitrineError) || error.code !== 'rate-limited' || attempt >= tries) return null;
  const asked = error.details?.retryAfterSeconds;
  const seconds = typeof asked === 'number' ? asked : 2 ** (attempt - 1);
  return seconds > maxWaitSeconds ? null : seconds;
}

/** Waits for its turn; returns what gives the turn to the next one. */
async function inTurn({ turns, onWaiting }: QueuePatience, signal: AbortSignal | undefined): Promise<() => void> {
  if (!turns) return () => undefined;
  if (turns.size > 0) onWaiting({ reason: 'turn', seconds: null, attempt: 1 });
  return turns.acquire(signal);
}
