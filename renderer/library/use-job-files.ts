import type { IngestFileStage, IngestJobFile, IngestJobSummary } from '@shared/contract/index';
import { useEffect, useRef, useState } from 'react';
import { host } from '../state/host';
import { useQueue } from '../state/ingest-queue';

export interface JobFilePage {
  /** All files of these stages, not only those of this page. */
  readonly total: number;
  readonly offset: number;
  readonly files: readonly IngestJobFile[];
}

const nothing: JobFilePage = { total: 0, offset: 0, files: [] };
/** Files change stage many times a second; a list that is read needs it less often, ms. */
const freshMs = 400;

/** A page of a job's files, asked for anew as they go on; nothing until the engine has answered. */
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
        // A job that was forgotten meanwhile has no files; its row goes too.
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
