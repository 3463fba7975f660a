import type { EngineEvent, IngestReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ingestNotice } from '../../../electron/main/desktop-settings';

describe('the word about a long ingest', () => {
  const finished = (ms: number, cancelled = false): EngineEvent => {
    const totals = { ms, files: 5, failed: 2 } as IngestReport['totals'];
    return { type: 'ingest.finished', requestId: 'r', jobId: 'j', report: { files: [], totals, cancelled } };
  };

  it('is said when nobody looks', () => {
    expect(ingestNotice(finished(20_000), true)).toEqual({
      title: 'Documents added',
      body: '3 files are ready, 2 failed.',
    });
  });

  it.each([
    ['the window is seen', finished(20_000), false],
    ['it was short', finished(2000), true],
    ['it was stopped', finished(20_000, true), true],
    ['it is about something else', { type: 'engine.up' } satisfies EngineEvent, true],
  ] as const)('is not said when %s', (_why, event, hidden) => {
    expect(ingestNotice(event, hidden)).toBeNull();
  });
});
