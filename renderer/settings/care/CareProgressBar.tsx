import type { CareProgress } from '@shared/contract/index';
import { formatBytes } from '../../components/quantities';
import { TaskProgress } from '../../components/TaskProgress';
import { type CareTask, useCare } from '../../state/library-care';
import { t } from '../../strings/index';

/** How far one of the tasks is, where it runs; with a way to end it. */
export function CareProgressBar({ tasks }: { readonly tasks: readonly CareTask[] }) {
  const { running, progress, cancel } = useCare();
  if (!running || !tasks.includes(running.task)) return null;
  const known = progress !== null && progress.filesTotal > 0 ? progress : null;
  return (
    <div data-testid="care-progress" data-task={running.task} className="mt-3">
      <TaskProgress
        name={t(`care.running.${running.task}`)}
        cancelLabel={t('care.cancel')}
        cancelTestId="care-cancel"
        cancel={cancel}
        share={known && shareOf(known)}
        facts={known ? factsOf(known) : ''}
      />
    </div>
  );
}

/** By bytes where there are any, else by files. */
const shareOf = ({ bytesDone, bytesTotal, filesDone, filesTotal }: CareProgress) =>
  bytesTotal > 0 ? { done: bytesDone, total: bytesTotal } : { done: filesDone, total: filesTotal };

function factsOf({ bytesDone, bytesTotal, filesDone: done, filesTotal: total }: CareProgress): string {
  if (bytesTotal === 0) return t('care.looked', { done, total });
  return t('care.progress', { done, total, bytes: formatBytes(bytesDone), all: formatBytes(bytesTotal) });
}
