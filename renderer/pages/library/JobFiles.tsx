// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the list, which names the active row
import type { IngestFileStage, IngestJobFile, IngestJobSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { host } from '../../bridge/host';
import { isOver, useQueue } from '../../state/library/ingest-queue';
import { type MenuItem, WithMenu } from '../../ui/ContextMenu';
import { fileName } from '../../ui/names';
import { formatBytes } from '../../ui/quantities';
import { stepOf } from '../../ui/use-virtual-grid';

const rowHeight = 28;
const pageSize = 200;

/** A file keeps its place while its stage changes: nothing moves under the pointer. */
export function JobFiles({ job }: { readonly job: IngestJobSummary }) {
  const [offset, setOffset] = useState(0);
  const [cursor, setCursor] = useState(0);
  const { files, total, offset: from } = useJobFiles(job, { offset, limit: pageSize });
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  const fileAt = (index: number): IngestJobFile | undefined => files[index - from];

  function onScroll(): void {
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight);
    if (top >= offset && top + 20 < offset + pageSize) return;
    setOffset(Math.max(0, top - pageSize / 2));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = stepOf(event.key, cursor, total, 6);
    if (next === null) return;
    setCursor(next);
    rows.scrollToIndex(next);
    event.preventDefault();
  }

  function menuFor(target: Element): readonly MenuItem[] {
    const path = target.closest<HTMLElement>('[data-path]')?.dataset.path ?? fileAt(cursor)?.path;
    const file = files.find((one) => one.path === path);
    if (!file) return [];
    setCursor(from + files.indexOf(file));
    return fileMenu(job, file);
  }

  return (
    <WithMenu items={menuFor}>
      <div
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label={t('queue.files')}
        aria-activedescendant={fileAt(cursor) ? `${job.jobId}-${cursor}` : undefined}
        data-testid="job-files"
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        style={{ height: Math.min(8, Math.max(1, total)) * rowHeight + 2 }}
        className="group/files mt-2 overflow-y-auto rounded-md border border-hairline [overflow-anchor:none]"
      >
        <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const id = `${job.jobId}-${index}`;
            return <FileRow key={id} id={id} file={fileAt(index)} top={start} isActive={index === cursor} />;
          })}
        </div>
      </div>
    </WithMenu>
  );
}

function fileMenu(job: IngestJobSummary, file: IngestJobFile): readonly MenuItem[] {
  const { first, retry } = useQueue.getState();
  return [
    {
      id: 'file-first',
      label: t('queue.fileFirst'),
      disabled: isOver(job) || file.stage !== 'waiting',
      run: () => void first(job.jobId, file.path),
    },
    {
      id: 'file-retry',
      label: t('app.retry'),
      disabled: file.stage !== 'failed',
      run: () => void retry(job.jobId, [file.path]),
    },
  ];
}

const tones: Readonly<Partial<Record<IngestJobFile['stage'], string>>> = {
  failed: 'text-danger',
  waiting: 'text-muted',
  done: 'text-muted',
};

interface FileRowProps {
  readonly id: string;
  /** Undefined until its page is there. */
  readonly file: IngestJobFile | undefined;
  readonly top: number;
  readonly isActive: boolean;
}

function FileRow({ id, file, top, isActive }: FileRowProps) {
  if (!file) return null;
  const { path, bytes, stage, report } = file;
  const said = report?.error ? errorLine(report.error) : '';
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      data-testid="job-file"
      data-stage={stage}
      data-path={path}
      style={{ transform: `translateY(${top}px)`, height: rowHeight }}
      className={`absolute inset-x-0 top-0 flex items-center gap-3 px-3 text-12 ${
        isActive ? 'group-focus-visible/files:bg-accent-wash' : ''
      }`}
    >
      <span className="max-w-3/5 min-w-24 shrink truncate text-14" title={path}>
        {fileName(path)}
      </span>
      <span className="min-w-0 flex-1 truncate text-danger" title={said}>
        {said}
      </span>
      <span className={`shrink-0 ${tones[stage] ?? 'text-accent'}`}>
        {report ? t(`ingest.statuses.${report.status}`) : t(`queue.stages.${stage}`)}
      </span>
      <span className="tabular w-16 shrink-0 text-right text-muted">{formatBytes(bytes)}</span>
    </div>
  );
}

export interface JobFilePage {
  /** All files of these stages, not only those of this page. */
  readonly total: number;
  readonly offset: number;
  readonly files: readonly IngestJobFile[];
}

const nothing: JobFilePage = { total: 0, offset: 0, files: [] };
/** Files change stage many times a second; a list that is read needs it less often, ms. */
const freshMs = 400;

export function useJobFiles(
  job: IngestJobSummary,
  { stages, offset = 0, limit }: { stages?: readonly IngestFileStage[]; offset?: number; limit: number },
): JobFilePage {
  const [page, setPage] = useState(nothing);
  const over = useQueue(({ progress }) => progress[job.jobId]?.filesDone ?? 0);
  const current = useQueue(({ progress }) => progress[job.jobId]?.currentFile ?? null);
  const asked = useRef(0);
  const wanted = stages?.join(' ') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: every step of the job, and every new summary of it, changes its files
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(
      async () => {
        asked.current = performance.now();
        const result = await host().request('ingest.files', {
          jobId: job.jobId,
          limit,
          offset,
          ...(wanted === '' ? {} : { stages: wanted.split(' ') as IngestFileStage[] }),
        });
        // A forgotten job has no files; its row goes too.
        if (!gone && result.ok) setPage({ ...result.data, offset });
      },
      Math.max(0, asked.current + freshMs - performance.now()),
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [job, over, current, wanted, offset, limit]);
  return page;
}
