import type { HealthLine } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidRemark } from '@shared/words/said';
import { FilePlus, FolderPlus, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { isBusy, jobFigures, useQueue } from '../state/library/ingest-queue';
import { useLibrary } from '../state/library/library';
import { useCare } from '../state/library/library-care';
import { Button } from '../ui/Button';
import { ariaKeys, keyText } from '../ui/key-text';
import { ErrorNote } from '../ui/Notices';

/** An empty library: its purpose, and one big place to start; progress while the first files are read. */
export function FirstStart() {
  const choose = useLibrary((state) => state.choose);
  const trySample = useQueue((state) => state.trySample);
  const lost = useLibrary(({ status }) => status?.health.find(({ check }) => check === 'documents'));
  if (useQueue(({ jobs }) => isBusy(jobs))) return <BeingRead />;
  if (lost) return <LostDocuments line={lost} />;
  return (
    <Frame title={t('first.title')} text={t('first.text')}>
      <button
        type="button"
        data-testid="add-files"
        title={keyText('add-files')}
        aria-keyshortcuts={ariaKeys('add-files')}
        onClick={() => void choose('files')}
        className="mt-8 flex w-full flex-col items-center gap-2 rounded-md border-2 border-dashed border-edge bg-case px-6 py-12 text-center transition-colors duration-120 hover:border-accent hover:bg-raised"
      >
        <FilePlus size={28} aria-hidden className="text-accent" />
        <span className="text-16 font-medium">{t('first.choose')}</span>
        <span className="max-w-[52ch] text-14 text-muted">{t('first.drop')}</span>
      </button>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={FolderPlus} iconSize={16} command="add-folder" onClick={() => void choose('folder')}>
          {t('commands.add-folder')}
        </Button>
        <Button data-testid="try-sample" onClick={() => void trySample()}>
          {t('first.sample')}
        </Button>
      </div>
    </Frame>
  );
}

/** A library with a lost catalogue: the rest of it, and the way back. */
function LostDocuments({ line }: { readonly line: HealthLine }) {
  return (
    <Frame testId="documents-lost" title={t('first.lost')} text={saidRemark(line)}>
      <div className="mt-6">
        <ReadInAgain look="primary" testId="read-in-again" />
      </div>
    </Frame>
  );
}

/** Has the stored files of a lost catalogue read in again. */
export function ReadInAgain({ look, testId }: { readonly look?: 'primary'; readonly testId: string }) {
  const { running, failed, repair } = useCare();
  const loadStatus = useLibrary((state) => state.loadStatus);
  return (
    <>
      <ErrorNote error={failed?.task === 'repair' ? failed.error : null} around="mb-3" />
      <Button
        {...(look ? { look } : {})}
        data-testid={testId}
        icon={RotateCw}
        disabled={running !== null}
        onClick={() => void repair().then(loadStatus)}
      >
        {t('first.readIn')}
      </Button>
    </>
  );
}

/** A library that is about to get its first documents: how far their reading is, and when they can be asked. */
function BeingRead() {
  const { jobs, progress } = useQueue();
  const figures = jobs
    .filter(({ state }) => state === 'running' || state === 'waiting')
    .map((job) => jobFigures(job, progress[job.jobId]));
  const done = figures.reduce((sum, { filesOver }) => sum + filesOver, 0);
  const count = figures.reduce((sum, { filesTotal }) => sum + filesTotal, 0);
  const text = [count > 0 ? t('first.filesRead', { done, count }) : '', t('first.readingText')];
  return <Frame testId="being-read" title={t('first.reading')} text={text.filter(Boolean).join(' ')} />;
}

interface FrameProps {
  readonly testId?: string;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Frame({ testId, title, text, children }: FrameProps) {
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div data-testid={testId} className="m-auto flex w-full max-w-140 flex-col px-8 py-8">
        <h2 className="text-28 font-semibold tracking-tight">{title}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">{text}</p>
        {children}
      </div>
    </div>
  );
}
