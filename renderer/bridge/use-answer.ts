import type { RequestOf, Results, RouteName } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { host, newId } from './host';

interface Answer<T> {
  readonly data: T | null;
  /** The refusal of the present input; `data` is then the previous answer. */
  readonly error: ErrorReport | null;
  readonly asking: boolean;
  /** Whether `data` is the answer to the input as it is now, and not yet to an earlier one. */
  readonly current: boolean;
  /** Asks again; the shown answer stays until the new one is there. */
  ask(): Promise<void>;
  put(data: T): void;
}

/**
 * A route's present answer, requested at the first drawing and after each change of input or `dependsOn`; null asks
 * nothing. A request without a reader is cancelled.
 */
export function useAnswer<R extends RouteName>(
  route: R,
  input: RequestOf<R> | null,
  dependsOn: unknown = null,
): Answer<Results[R]> {
  const [given, setGiven] = useState<{ readonly data: Results[R]; readonly to: string } | null>(null);
  const [refused, setRefused] = useState<{ readonly error: ErrorReport; readonly to: string } | null>(null);
  const [asking, setAsking] = useState(true);
  const asked = input && JSON.stringify(input);
  const running = useRef<string | null>(null);
  const stop = useCallback(() => {
    if (running.current) host().cancel(running.current);
    running.current = null;
  }, []);
  const ask = useCallback(async () => {
    stop();
    if (asked === null) return setGiven(null);
    const requestId = newId();
    running.current = requestId;
    setAsking(true);
    const answer = await host().request(route, JSON.parse(asked) as RequestOf<R>, { requestId });
    // Asked again since: this answer is old, whenever it comes.
    if (running.current !== requestId) return;
    running.current = null;
    setAsking(false);
    if (answer.ok) setGiven({ data: answer.data, to: asked });
    setRefused(answer.ok ? null : { error: answer.error, to: asked });
  }, [route, asked, stop]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when `dependsOn` is
  useEffect(() => void ask(), [ask, dependsOn]);
  useEffect(() => stop, [stop]);
  return {
    data: asked === null ? null : (given?.data ?? null),
    error: refused?.to === asked ? (refused?.error ?? null) : null,
    asking: asking && asked !== null,
    current: given !== null && given.to === asked,
    ask,
    put: (data) => setGiven({ data, to: asked ?? '' }),
  };
}

/** A value once it has stayed as it is for so many ms; until then, the one before. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** A request that a person waits for, with its end; one after the other. */
export function useTask() {
  const [running, setRunning] = useState<{ readonly route: RouteName; readonly requestId: string } | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  return {
    error,
    /** The route that is asked now. */
    running: running?.route ?? null,
    cancel: () => void (running && host().cancel(running.requestId)),
    async run<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null> {
      const requestId = newId();
      setError(null);
      setRunning({ route, requestId });
      const answer = await host().request(route, input, { requestId });
      setRunning(null);
      if (answer.ok) return answer.data;
      // A person who cancels needs no telling.
      if (answer.error.code !== 'cancelled') setError(answer.error);
      return null;
    },
  };
}
