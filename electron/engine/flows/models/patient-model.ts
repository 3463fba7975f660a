import { setTimeout as sleep } from 'node:timers/promises';
import { VitrineError } from '@shared/errors';
import type { ChatModel } from '../../models';
import type { Turns } from '../../store';

/** Why an answer has not begun yet. */
export interface Waiting {
  /** `turn`: another request is being answered; `rate-limited`: the server asked to come back later. */
  readonly reason: 'turn' | 'rate-limited';
  /** How long until the next try; null where nobody can tell. */
  readonly seconds: number | null;
  /** Number of the try that is waited for, from 1. */
  readonly attempt: number;
}

export interface Patience {
  /** The line of requests to a server that answers one at a time; null where the server has its own. */
  readonly turns: Turns | null;
  readonly tries: number;
  /** A server that wants more time than this is given up at once. */
  readonly maxWaitSeconds: number;
  onWaiting(waiting: Waiting): void;
}

const busy = new WeakMap<Turns, number>();

/**
 * The same model, asked in turn and, where the server has too much to do, again: after what it asks for in
 * Retry-After, else after 1, 2, 4 … seconds. A started answer is never begun again. Errors: those of the model;
 * `rate-limited` after the last try.
 */
export function patientModel(model: ChatModel, patience: Patience): ChatModel {
  return {
    id: model.id,
    contextTokens: model.contextTokens,
    countTokens: (text) => model.countTokens(text),
    tokenCounter: () => model.tokenCounter(),
    async *chat(messages, options, signal) {
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
            await pause(seconds, signal);
          }
        }
      } finally {
        release();
      }
    },
  };
}

/** Seconds until the next try, or null where there is none. */
function waitBefore(error: unknown, attempt: number, { tries, maxWaitSeconds }: Patience): number | null {
  if (!(error instanceof VitrineError) || error.code !== 'rate-limited' || attempt >= tries) return null;
  const asked = error.details?.retryAfterSeconds;
  const seconds = typeof asked === 'number' ? asked : 2 ** (attempt - 1);
  return seconds > maxWaitSeconds ? null : seconds;
}

async function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Waits for its turn; returns what gives the turn to the next one. */
async function inTurn({ turns, onWaiting }: Patience, signal: AbortSignal | undefined): Promise<() => void> {
  if (!turns) return () => undefined;
  const before = busy.get(turns) ?? 0;
  busy.set(turns, before + 1);
  if (before > 0) onWaiting({ reason: 'turn', seconds: null, attempt: 1 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const left = (): void => {
    busy.set(turns, (busy.get(turns) ?? 1) - 1);
  };
  await new Promise<void>((resolve, reject) => {
    void turns
      .take(async () => {
        resolve();
        await held;
      }, signal)
      .then(left, (error: unknown) => {
        left();
        reject(error);
      });
  });
  return release;
}
