import type { Notice } from '@shared/contract';

/** Before the second try, so that a store that was busy has a moment to get through. */
const backOffMs = 250;

/** What came in time, at the first try or the second; null where neither did. Nothing else ends a wait but `signal`. */
export async function askedTwice<T>(
  ask: (isFirst: boolean) => Promise<T>,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<{ readonly answer: T } | null> {
  const first = await inTime(ask(true), patienceMs, signal);
  if (first) return first;
  await inTime(new Promise<never>(() => {}), backOffMs, signal);
  return inTime(ask(false), patienceMs, signal);
}

/**
 * What comes within so many milliseconds, 0 for as long as it takes; null where nothing does. Nothing else ends the wait
 * but `signal`.
 */
export async function inTime<T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<{ readonly answer: T } | null> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => {};
  const late = new Promise<null>((resolve, reject) => {
    if (ms > 0) timer = setTimeout(() => resolve(null), ms);
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
  });
  const answer = work.then((value) => ({ answer: value }));
  // What comes too late is nobody's any more, and neither is its failure.
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Said where neither try was answered. */
export const indexSlow = (patienceMs: number): Notice => ({
  code: 'index-slow',
  message: `The index did not answer within ${patienceMs} ms, twice: these are the passages that were used most, not what was searched for.`,
  values: { milliseconds: patienceMs },
});

/** Whether a search was answered without the index, since that did not answer. */
export const isWithoutIndex = ({ notices }: { readonly notices: readonly Notice[] }): boolean =>
  notices.some(({ code }) => code === 'index-slow');
