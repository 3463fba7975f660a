import type { DamagedLogLine } from '@shared/contract/index';
import { useReturnedFocus } from '../../app/return-focus';
import { Button } from '../../components/Button';
import { useQuestionLog } from '../../state/question-log';
import { t } from '../../strings/index';

/** Says which lines could not be read: they hide no other, and can go. */
export function DamagedLines({ lines }: { readonly lines: readonly DamagedLogLine[] }) {
  const removeDamaged = useQuestionLog((state) => state.removeDamaged);
  useReturnedFocus();
  return (
    <div data-testid="log-damaged" className="flex flex-wrap items-center gap-3 border-b border-hairline py-2">
      <p className="min-w-48 flex-1 text-caution">{t('questionLog.damaged', { count: lines.length })}</p>
      <Button data-testid="log-damaged-delete" onClick={() => removeDamaged(lines)}>
        {t('questionLog.deleteDamaged', { count: lines.length })}
      </Button>
    </div>
  );
}
