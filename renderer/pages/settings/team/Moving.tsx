import type { TeamMove } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { useEffect, useState } from 'react';
import { host } from '../../../bridge/host';
import { TaskProgress } from '../../../ui/TaskProgress';

export function Moving({ cancel }: { cancel(): void }) {
  const [move, setMove] = useState<TeamMove | null>(null);
  useEffect(() => host().subscribe((event) => void (event.type === 'team.moving' && setMove(event.move))), []);
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
