import { t } from '@shared/words/index';
import { FilePlus, FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { isBusy, useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { Button } from '../../ui/Button';
import { threadPath } from '../stages/ribbon-layout';
import { jobFigures } from './job-facts';

/** An empty library: what will be here, and one action to get there; what is under way where that is done. */
export function FirstStart() {
  const choose = useLibrary((state) => state.choose);
  const trySample = useQueue((state) => state.trySample);
  if (useQueue(({ jobs }) => isBusy(jobs))) return <BeingRead />;
  return (
    <Frame title={t('first.title')} text={t('first.text')}>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button look="primary" data-testid="try-sample" onClick={() => void trySample()}>
          {t('first.sample')}
        </Button>
        <Button data-testid="add-files" icon={FilePlus} iconSize={16} onClick={() => void choose('files')}>
          {t('commands.add-files')}
        </Button>
        <Button icon={FolderPlus} iconSize={16} onClick={() => void choose('folder')}>
          {t('commands.add-folder')}
        </Button>
      </div>
      <p className="mt-4 text-12 text-muted">{t('first.drop')}</p>
    </Frame>
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
        <CaseDrawing />
        <h2 className="mt-8 text-28 font-semibold tracking-tight">{title}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">{text}</p>
        {children}
      </div>
    </div>
  );
}

const width = 496;
const height = 168;
const panes = 8;
const step = width / panes;

/** Where a thread is at each pane, counted in lanes from the top, until it ends. */
const threads: readonly { readonly lanes: readonly number[]; readonly kept: boolean }[] = [
  { lanes: [0, 1, 0, 0, 0, 0], kept: true },
  { lanes: [1, 3, 2, 1, 1, 1], kept: true },
  { lanes: [2, 0, 1], kept: false },
  { lanes: [3, 5], kept: false },
  { lanes: [4, 2, 3, 2, 2, 2], kept: true },
  { lanes: [5, 4, 4], kept: false },
  { lanes: [6, 6], kept: false },
];

const pointsOf = (lanes: readonly number[]) =>
  lanes.map((lane, index) => ({ x: step * (index + 2.5), y: 34 + lane * 17 }));

/** The signature in small: eight panes, and threads of which some arrive. */
function CaseDrawing() {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="w-full" role="img" aria-label={t('first.drawing')}>
      {Array.from({ length: panes }, (_, index) => index).map((index) => (
        <rect
          key={index}
          x={index * step + 5}
          y={1}
          width={step - 10}
          height={height - 2}
          rx={4}
          fill="var(--ground)"
          stroke="var(--edge)"
        />
      ))}
      {threads.map(({ lanes, kept }) => (
        <path
          key={lanes.join()}
          d={threadPath(pointsOf(lanes))}
          fill="none"
          stroke={kept ? 'var(--accent)' : 'var(--edge)'}
          strokeWidth={kept ? 2 : 1.5}
          strokeLinecap="round"
        />
      ))}
      {threads.map(({ lanes, kept }) => (
        <circle
          key={lanes.join()}
          cx={step * (lanes.length + 1.5)}
          cy={34 + (lanes.at(-1) ?? 0) * 17}
          r={kept ? 3.5 : 2.5}
          fill={kept ? 'var(--accent)' : 'var(--case)'}
          stroke={kept ? 'var(--accent)' : 'var(--edge)'}
          strokeWidth={1.5}
        />
      ))}
    </svg>
  );
}
