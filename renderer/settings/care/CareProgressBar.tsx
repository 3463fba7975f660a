import { X } from 'lucide-react';
import { Button } from '../../components/Button';
import { formatBytes } from '../../components/quantities';
import { type CareTask, useCare } from '../../state/library-care';
import { t } from '../../strings/index';

/** How far one of the tasks is, where it runs; with a way to end it. */
export function CareProgressBar({ tasks }: { readonly tasks: readonly CareTask[] }) {
  const { running, progress, cancel } = useCare();
  if (!running || !tasks.includes(running.task)) return null;
  const known = progress !== null && progress.filesTotal > 0;
  const name = t(`care.running.${running.task}`);
  const inBytes = known && progress.bytesTotal > 0;
  return (
    <div data-testid="care-progress" data-task={running.task} className="mt-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 font-medium" aria-live="polite">
          {name}
        </p>
        <Button look="ghost" data-testid="care-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
          {t('care.cancel')}
        </Button>
      </div>
      <progress
        aria-label={name}
        className="mt-1 h-1 w-full accent-accent"
        value={inBytes ? progress.bytesDone : known ? progress.filesDone : undefined}
        max={inBytes ? progress.bytesTotal : known ? progress.filesTotal : undefined}
      />
      <p className="tabular min-h-4 text-12 text-muted">
        {inBytes
          ? t('care.progress', {
              done: progress.filesDone,
              total: progress.filesTotal,
              bytes: formatBytes(progress.bytesDone),
              all: formatBytes(progress.bytesTotal),
            })
          : known
            ? t('care.looked', { done: progress.filesDone, total: progress.filesTotal })
            : ''}
      </p>
    </div>
  );
}
