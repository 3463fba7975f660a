import { FilePlus, FolderPlus } from 'lucide-react';
import { Button } from '../components/Button';
import { isBusy, useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { BeingRead } from './BeingRead';
import { CaseDrawing } from './CaseDrawing';

/** An empty library: what will be here, and one action to get there; what is under way where that is done. */
export function FirstStart() {
  const choose = useLibrary((state) => state.choose);
  const trySample = useQueue((state) => state.trySample);
  const { jobs, progress } = useQueue();
  if (isBusy(jobs)) return <BeingRead jobs={jobs} progress={progress} />;
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div className="m-auto flex w-full max-w-140 flex-col px-8 py-8">
        <CaseDrawing />
        <h2 className="mt-8 text-28 font-semibold tracking-tight">{t('first.title')}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">{t('first.text')}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button look="primary" data-testid="try-sample" onClick={() => void trySample()}>
            {t('first.sample')}
          </Button>
          <Button
            data-testid="add-files"
            icon={<FilePlus size={16} aria-hidden />}
            onClick={() => void choose('files')}
          >
            {t('first.addFiles')}
          </Button>
          <Button icon={<FolderPlus size={16} aria-hidden />} onClick={() => void choose('folder')}>
            {t('first.addFolder')}
          </Button>
        </div>
        <p className="mt-4 text-12 text-muted">{t('first.drop')}</p>
      </div>
    </div>
  );
}
