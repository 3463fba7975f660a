import { t } from '@shared/words/index';
import { isOver, jobFacts, jobFigures, jobName, useQueue } from '../state/library/ingest-queue';
import { careShare, isUnderWay, useCare, useMeaning, useRebuild } from '../state/library/library-care';
import { usePull } from '../state/model-pull';
import { useSearchModels } from '../state/search-models';
import { goToSettings } from '../state/settings';
import { useShell } from '../state/shell';
import { fileName } from '../ui/names';
import { formatPercent, formatTimeLeft } from '../ui/quantities';
import { byteProgress } from '../ui/TaskProgress';

interface Work {
  readonly id: 'adding' | 'meaning' | 'rebuild' | 'download' | 'copy' | 'care';
  readonly name: string;
  readonly facts: readonly string[];
  /** 0–1; null until it is known. */
  readonly share: number | null;
  /** To where it can be stopped. */
  go(): void;
}

export function StatusLine() {
  const works = [useAdding(), useMeaningComing(), useRebuilding(), ...useModelsComing(), useCaring()].filter(
    (work) => work !== null,
  );
  if (works.length === 0) return null;
  return (
    <ul
      aria-label={t('app.atWork')}
      data-testid="at-work"
      className="tabular flex h-7 shrink-0 items-center gap-4 border-t border-hairline bg-ground px-4 text-12 text-soft"
    >
      {works.map(({ id, name, facts, share, go }) => (
        <li key={id} className="flex min-w-0">
          <button
            type="button"
            data-testid="work"
            data-work={id}
            onClick={go}
            className="flex h-7 min-w-0 items-center gap-2 rounded-sm transition-colors duration-120 hover:text-ink"
          >
            <progress aria-hidden className="h-1 w-16 shrink-0 accent-accent" value={share ?? undefined} max={1} />
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-muted">{facts.join(' · ')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function useAdding(): Work | null {
  const { jobs, progress } = useQueue();
  const ours = jobs.filter((job) => !isOver(job));
  const [job] = [...ours.filter(({ state }) => state === 'running'), ...ours];
  if (!job) return null;
  const all = ours.map((one) => jobFigures(one, progress[one.jobId]));
  const sum = (of: 'filesOver' | 'filesTotal') => all.reduce((files, figures) => files + figures[of], 0);
  const [filesOver, filesTotal] = [sum('filesOver'), sum('filesTotal')];
  const [only] = all.length === 1 ? all : [];
  const file = job.state === 'running' ? progress[job.jobId]?.currentFile : null;
  return {
    id: 'adding',
    name: t('queue.progressOf', { name: file ? fileName(file) : jobName(job) }),
    facts: [
      ...(job.state === 'running' ? [] : [t(`queue.states.${job.state}`)]),
      ...jobFacts({ filesOver, filesTotal, msLeft: only?.msLeft ?? null, share: 0 }),
    ],
    share: only?.share ?? (filesTotal > 0 ? filesOver / filesTotal : null),
    go: () => useShell.getState().go('library'),
  };
}

function useMeaningComing(): Work | null {
  const vectors = useMeaning((state) => state.vectors);
  // Nothing is at work while the model is away.
  if (!vectors || vectors.state === 'waiting') return null;
  const { state, done, passages, msLeft } = vectors;
  return {
    id: 'meaning',
    name: t('meaning.done', { done, passages }),
    facts: [
      ...(state === 'running' ? [] : [t(`queue.states.${state}`)]),
      ...(msLeft === null ? [] : [t('app.timeLeft', { time: formatTimeLeft(msLeft) })]),
    ],
    share: done / passages,
    go: () => useShell.getState().go('library'),
  };
}

function useRebuilding(): Work | null {
  const rebuild = useRebuild((state) => state.rebuild);
  if (!rebuild || !isUnderWay(rebuild)) return null;
  const { state, share, msLeft } = rebuild;
  return {
    id: 'rebuild',
    name: t('rebuild.states.running'),
    facts: [
      ...(state === 'running' ? [] : [t(`rebuild.states.${state}`)]),
      formatPercent(share),
      ...(msLeft === null ? [] : [t('app.timeLeft', { time: formatTimeLeft(msLeft) })]),
    ],
    share,
    go: () => goToSettings('search'),
  };
}

function useModelsComing(): readonly (Work | null)[] {
  const { requestId, model, name, done, total, perSecond } = usePull();
  const importing = useSearchModels((state) => state.importing);
  const bytes = byteProgress(done, total, perSecond);
  const copied = importing ? byteProgress(importing.done, importing.total) : null;
  return [
    requestId === null
      ? null
      : {
          id: 'download',
          name: t('searchModels.pulling', { model: name }),
          facts: [bytes.facts],
          share: bytes.share && bytes.share.done / bytes.share.total,
          go: () => goToSettings(model?.startsWith('ollama:') ? 'models' : 'search'),
        },
    copied && {
      id: 'copy',
      name: t('searchModels.importing', { model: importing?.model ?? '' }),
      facts: [copied.facts],
      share: copied.share && copied.share.done / copied.share.total,
      go: () => goToSettings('search'),
    },
  ];
}

function useCaring(): Work | null {
  const { running, progress } = useCare();
  if (!running) return null;
  const counted = progress && careShare(progress);
  const share = counted && counted.done / counted.total;
  return {
    id: 'care',
    name: t(`care.running.${running.task}`),
    facts: share === null ? [] : [formatPercent(share)],
    share,
    go: () => goToSettings('storage'),
  };
}
