import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { FilePlus, FolderPlus } from 'lucide-react';
import { isBusy, useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { Button } from '../../ui/Button';
import { jobFigures } from './job-facts';

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
          <Button data-testid="add-files" icon={FilePlus} iconSize={16} onClick={() => void choose('files')}>
            {t('commands.add-files')}
          </Button>
          <Button icon={FolderPlus} iconSize={16} onClick={() => void choose('folder')}>
            {t('commands.add-folder')}
          </Button>
        </div>
        <p className="mt-4 text-12 text-muted">{t('first.drop')}</p>
      </div>
    </div>
  );
}

interface BeingReadProps {
  readonly jobs: readonly IngestJobSummary[];
  readonly progress: Readonly<Record<string, IngestProgress>>;
}

/** A library that is about to get its first documents: how far their reading is, and when they can be asked. */
function BeingRead({ jobs, progress }: BeingReadProps) {
  const figures = jobs
    .filter(({ state }) => state === 'running' || state === 'waiting')
    .map((job) => jobFigures(job, progress[job.jobId]));
  const done = figures.reduce((sum, { filesOver }) => sum + filesOver, 0);
  const count = figures.reduce((sum, { filesTotal }) => sum + filesTotal, 0);
  return (
    <div className="flex min-h-0 flex-1 overflow-y-auto">
      <div data-testid="being-read" className="m-auto flex w-full max-w-140 flex-col px-8 py-8">
        <CaseDrawing />
        <h2 className="mt-8 text-28 font-semibold tracking-tight">{t('first.reading')}</h2>
        <p className="mt-3 max-w-[62ch] text-16 text-soft">
          {[count > 0 ? t('first.filesRead', { done, count }) : '', t('first.readingText')].filter(Boolean).join(' ')}
        </p>
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

function path(lanes: readonly number[]): string {
  const points = lanes.map((lane, index) => [step * (index + 2.5), 34 + lane * 17] as const);
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const middle = (before[0] + x) / 2;
      return `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}

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
          d={path(lanes)}
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
