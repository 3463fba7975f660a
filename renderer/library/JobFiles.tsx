// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed by hand
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the list, which names the active row
import type { IngestJobFile, IngestJobSummary } from '@shared/contract/index';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type MenuItem, WithMenu } from '../components/ContextMenu';
import { formatBytes } from '../components/quantities';
import { fileName } from '../state/file-name';
import { isOver, useQueue } from '../state/ingest-queue';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { useJobFiles } from './use-job-files';

const rowHeight = 28;
/** Files are fetched by this many, around those in sight. */
const pageSize = 200;

/**
 * Every file of a job in the order of its turn; a file stays in its place while its stage changes, so that nothing
 * moves under the pointer. Arrows move, the menu takes a file first.
 */
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

  /** Fetches the page whose middle is in sight. */
  function onScroll(): void {
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight);
    if (top >= offset && top + 20 < offset + pageSize) return;
    setOffset(Math.max(0, top - pageSize / 2));
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + 6,
      PageUp: cursor - 6,
      Home: 0,
      End: total - 1,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    const next = Math.min(total - 1, Math.max(0, target));
    setCursor(next);
    rows.scrollToIndex(next);
    event.preventDefault();
  }

  function menuFor(target: Element): readonly MenuItem[] {
    const path = target.closest<HTMLElement>('[data-path]')?.dataset.path ?? fileAt(cursor)?.path;
    const file = files.find((one) => one.path === path);
    if (!file) return [];
    setCursor(from + files.indexOf(file));
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
        label: t('library.retry'),
        disabled: file.stage !== 'failed',
        run: () => void retry(job.jobId, [file.path]),
      },
    ];
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
          {rows.getVirtualItems().map((item) => {
            const file = fileAt(item.index);
            return file ? (
              <div
                key={item.key}
                id={`${job.jobId}-${item.index}`}
                role="option"
                aria-selected={item.index === cursor}
                data-testid="job-file"
                data-stage={file.stage}
                data-path={file.path}
                style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
                className={`absolute inset-x-0 top-0 flex items-center gap-3 px-3 text-12 ${
                  item.index === cursor ? 'group-focus-visible/files:bg-accent-wash' : ''
                }`}
              >
                <Line file={file} />
              </div>
            ) : null;
          })}
        </div>
      </div>
    </WithMenu>
  );
}

function Line({ file: { path, bytes, stage, report } }: { readonly file: IngestJobFile }) {
  const said = report?.error ? errorLine(report.error) : (report?.warnings ?? []).map(saidRemark).join(' ');
  const state = report ? t(`ingest.statuses.${report.status}`) : t(`queue.stages.${stage}`);
  const tone =
    stage === 'failed' ? 'text-danger' : stage === 'waiting' || stage === 'done' ? 'text-muted' : 'text-accent';
  return (
    <>
      <span className="max-w-3/5 min-w-24 shrink truncate text-14" title={path}>
        {fileName(path)}
      </span>
      <span className={`min-w-0 flex-1 truncate ${stage === 'failed' ? 'text-danger' : 'text-caution'}`} title={said}>
        {said}
      </span>
      <span className={`shrink-0 ${tone}`}>{state}</span>
      <span className="tabular w-16 shrink-0 text-right text-muted">{formatBytes(bytes)}</span>
    </>
  );
}
