import { FilePlus, FolderPlus } from 'lucide-react';
import { Button } from '../components/Button';
import { isBusy, useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { CaseDrawing } from './CaseDrawing';

/** An empty library: what will be here, and one action to get there. */
export function FirstStart() {
  const choose = useLibrary((state) => state.choose);
  const trySample = useQueue((state) => state.trySample);
  const busy = useQueue((state) => isBusy(state.jobs));
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto flex w-full max-w-140 flex-col px-8 py-8">
        <CaseDrawing />
        <h2 className="mt-8 text-28 font-semibold tracking-tight">{t('first.title')}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">{t('first.text')}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button look="primary" data-testid="try-sample" disabled={busy} onClick={() => void trySample()}>
            {t('first.sample')}
          </Button>
          <Button
            data-testid="add-files"
            disabled={busy}
            icon={<FilePlus size={16} aria-hidden />}
            onClick={() => void choose('files')}
          >
            {t('first.addFiles')}
          </Button>
          <Button disabled={busy} icon={<FolderPlus size={16} aria-hidden />} onClick={() => void choose('folder')}>
            {t('first.addFolder')}
          </Button>
        </div>
        <p className="mt-4 text-12 text-muted">{t('first.drop')}</p>
      </div>
    </div>
  );
}
