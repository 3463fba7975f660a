import type { RequestOf, Results, RouteName } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { host } from '../state/host';

interface Answer<T> {
  readonly data: T | null;
  readonly error: ErrorReport | null;
  readonly asking: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  ask(): Promise<void>;
  put(data: T): void;
}

/** What a route says now, asked when a section is opened and whenever `dependsOn` is another text. */
export function useAnswer<R extends RouteName>(route: R, input: RequestOf<R>, dependsOn = ''): Answer<Results[R]> {
  const [data, setData] = useState<Results[R] | null>(null);
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
    if (answer.ok) setData(answer.data);
    setError(answer.ok ? null : answer.error);
  }, [route, asked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when `dependsOn` is
  useEffect(() => void ask(), [ask, dependsOn]);
  return { data, error, asking, ask, put: setData };
}
