import type { RequestOf, Results, RouteName } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { host } from '../state/host';

interface Answer<T> {
  readonly data: T | null;
  readonly error: ErrorReport | null;
  readonly asking: boolean;
  /** Whether `data` is the answer to the input as it is now, and not yet to an earlier one. */
  readonly current: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  ask(): Promise<void>;
  put(data: T): void;
}

/** What a route says now, asked when a section is opened and whenever `dependsOn` is another text. */
export function useAnswer<R extends RouteName>(route: R, input: RequestOf<R>, dependsOn = ''): Answer<Results[R]> {
  const [given, setGiven] = useState<{ readonly data: Results[R]; readonly to: string } | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const [asking, setAsking] = useState(true);
  const asked = JSON.stringify(input);
  const times = useRef(0);
  const ask = useCallback(async () => {
    times.current += 1;
    const time = times.current;
    setAsking(true);
    const answer = await host().request(route, JSON.parse(asked) as RequestOf<R>);
    // Asked again meanwhile: this answer is old, whenever it comes.
    if (time !== times.current) return;
    setAsking(false);
    if (answer.ok) setGiven({ data: answer.data, to: asked });
    setError(answer.ok ? null : answer.error);
  }, [route, asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when `dependsOn` is
  useEffect(() => void ask(), [ask, dependsOn]);
  return {
    data: given?.data ?? null,
    error,
    asking,
    current: given?.to === asked,
    ask,
    put: (data) => setGiven({ data, to: asked }),
  };
}
