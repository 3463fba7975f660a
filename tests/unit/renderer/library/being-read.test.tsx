import type { IngestJobSummary, IngestProgress } from '@shared/contract/index';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { BeingRead } from '../../../../renderer/library/BeingRead';
import { speak } from '../../../../renderer/strings/index';
import { ingestJob } from '../ingest-job';

const job = (jobId: string, change: Partial<IngestJobSummary>) =>
  ingestJob({ jobId, filesTotal: 346, filesDone: 0, filesFailed: 0, ...change });
const live: Record<string, IngestProgress> = {
  a: {
    jobId: 'a',
    phase: 'embedding',
    currentFile: null,
    filesDone: 13,
    filesTotal: 346,
    filesFailed: 0,
    chunksDone: 0,
    chunksTotal: 0,
    bytesDone: 0,
    bytesTotal: 0,
    rate: 0,
    msLeft: null,
  },
};
const words = (jobs: readonly IngestJobSummary[], progress = live): string =>
  renderToStaticMarkup(createElement(BeingRead, { jobs, progress })).replace(/<[^>]+>/g, ' ');

describe('a library whose first documents are being read', () => {
  afterEach(() => speak('en'));

  it('says how many files are read, and not that nothing is there', () => {
    expect(words([job('a', {})])).toContain('13 of 346 files are read.');
    expect(words([job('a', {})])).not.toContain('Nothing in the case');
    speak('de');
    expect(words([job('a', {})])).toContain('13 von 346 Dateien sind gelesen.');
  });

  it('counts what waits for its turn, and nothing that is over', () => {
    const jobs = [
      job('a', {}),
      job('b', { state: 'waiting', filesTotal: 4 }),
      job('c', { state: 'done', filesTotal: 9, filesDone: 9 }),
    ];
    expect(words(jobs)).toContain('13 of 350 files');
  });

  it('gives no figure before the files are counted', () => {
    expect(words([job('a', { filesTotal: 0 })], {})).not.toMatch(/\d/);
  });
});
