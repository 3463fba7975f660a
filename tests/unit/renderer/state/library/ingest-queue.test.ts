import type { IngestJobSummary, IngestProgress, IngestReport } from '@shared/contract/index';
import { notice } from '@shared/words/sayings';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobFacts, jobFigures, shownJobs, useQueue } from '../../../../../renderer/state/library/ingest-queue';
import { useSettings } from '../../../../../renderer/state/settings';
import { useShell } from '../../../../../renderer/state/shell';
import { useToasts } from '../../../../../renderer/state/toasts';

const values = { language: 'deu', documents: 1, model: 'bge', recommended: 'e5' };
const report = { files: [], notices: [notice('language-unread', values)] } as unknown as IngestReport;
const toasts = () => useToasts.getState().toasts;

describe('I21 a language that the search model does not read', () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));

  it('is a short notice outside the library, and leads to the models', () => {
    useShell.setState({ room: 'chat' });
    useQueue.getState().onFinished('job', report);
    expect(toasts().map(({ text }) => text)).toEqual([expect.stringContaining('bge does not read German')]);
    toasts()[0]?.action?.run();
    expect([useShell.getState().room, useSettings.getState().section]).toEqual(['settings', 'search']);
  });

  it('is in the report while that is visible', () => {
    useShell.setState({ room: 'library' });
    useQueue.getState().onFinished('job', report);
    expect(toasts()).toEqual([]);
    expect(useQueue.getState().reports.job).toBe(report);
  });
});

/** A job that has read three of ten files, but for what a test changes. */
const job = (change: Partial<IngestJobSummary> = {}): IngestJobSummary => ({
  jobId: 'a',
  state: 'running',
  paths: ['/papers'],
  collection: '',
  profile: 'balanced',
  createdAt: '2026-01-01T10:00:00.000Z',
  endedAt: null,
  filesTotal: 10,
  filesDone: 2,
  filesFailed: 1,
  bytesTotal: 4_000_000,
  bytesDone: 1_000_000,
  chunks: 40,
  error: null,
  ...change,
});
const progress = (change: Partial<IngestProgress> = {}): IngestProgress => ({
  jobId: 'a',
  phase: 'reading',
  currentFile: '/papers/x.pdf',
  filesDone: 5,
  filesTotal: 10,
  filesFailed: 1,
  chunksDone: 90,
  share: 0.5,
  msLeft: 65_000,
  ...change,
});

describe('the figures of an ingest', () => {
  it('are those of its progress while it runs', () => {
    const figures = jobFigures(job(), progress());
    expect(figures.share).toBe(0.5);
    expect(jobFacts(figures)).toEqual(['5 of 10 files', '1 min 10 s left']);
  });

  it('are those of the catalogue once it is stable, as far as this window has seen it', () => {
    expect(jobFacts(jobFigures(job({ state: 'paused' }), progress()))).toEqual(['3 of 10 files']);
    const shares = [progress(), undefined].map((seen) => jobFigures(job({ state: 'paused' }), seen).share);
    expect(shares).toEqual([0.5, 0.25]);
  });

  it('never go back where the catalogue is ahead of a late event', () => {
    const late = jobFigures(job({ filesDone: 8, bytesDone: 3_000_000 }), progress());
    expect(late.filesOver).toBe(9);
  });
});

describe('the list of ingests', () => {
  const ended = (jobId: string, second: number, filesFailed = 0) =>
    job({ jobId, state: 'done', endedAt: `2026-01-01T10:00:0${second}.000Z`, filesFailed });
  const ids = (jobs: readonly IngestJobSummary[]) => jobs.map(({ jobId }) => jobId);

  it('leaves a job that ends where it is: above those whose turn comes later', () => {
    const before = shownJobs([job({ jobId: 'a' }), job({ jobId: 'b', state: 'waiting' })], () => true);
    const after = shownJobs([job({ jobId: 'b' }), ended('a', 1)], () => true);
    expect([ids(before), ids(after)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('has of those that are over only the last of this window', () => {
    const jobs = [ended('d', 4), ended('c', 3), ended('b', 2, 1), ended('a', 1)];
    expect(ids(shownJobs(jobs, () => true))).toEqual(['d']);
    expect(ids(shownJobs(jobs, () => false))).toEqual([]);
  });
});
