import type { RequestOf, Results, TeamMove } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { t } from '@shared/words/index';
import { useEffect, useState } from 'react';
import { host, newId } from '../../../bridge/host';
import { TaskProgress } from '../../../ui/TaskProgress';

/** One request that a person waits for, with its end. */
export function useTask<R extends 'team.join' | 'team.share' | 'team.unshare' | 'team.leave'>(route: R) {
  const [running, setRunning] = useState<string | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const [move, setMove] = useState<TeamMove | null>(null);
  useEffect(() => host().subscribe((event) => void (event.type === 'team.moving' && setMove(event.move))), []);
  return {
    error,
    move: running === null ? null : move,
    isRunning: running !== null,
    cancel: () => void (running !== null && host().cancel(running)),
    async run(input: RequestOf<R>): Promise<Results[R] | null> {
      const requestId = newId();
      setMove(null);
      setError(null);
      setRunning(requestId);
      const answer = await host().request(route, input, { requestId });
      setRunning(null);
      if (answer.ok) return answer.data;
      // A person who cancels needs no telling.
      if (answer.error.code !== 'cancelled') setError(answer.error);
      return null;
    },
  };
}

interface MovingProps {
  readonly task: { readonly isRunning: boolean; readonly move: TeamMove | null; cancel(): void };
}

export function Moving({ task: { isRunning, move, cancel } }: MovingProps) {
  if (!isRunning) return null;
  return (
    <div className="mt-3" data-testid="team-moving">
      <TaskProgress
        name={move ? t(`team.phase.${move.phase}`) : t('team.begins')}
        look="font-medium"
        cancelTestId="team-cancel"
        cancel={cancel}
        share={move && { done: move.share, total: 1 }}
        facts=""
      />
    </div>
  );
}
