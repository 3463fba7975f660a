import type { EngineEvent, IngestReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ingestNotice } from '../../../electron/main/ingest-notice';
import { nativeWords } from '../../../electron/main/native-words';

describe('the words of menu, tray and notifications', () => {
  it.each([
    ['system', 'de-AT', 'Abbrechen'],
    ['system', 'en-GB', 'Cancel'],
    ['system', 'fi', 'Cancel'],
    ['de', 'en-GB', 'Abbrechen'],
    ['en', 'de', 'Cancel'],
  ] as const)('are for %s on a %s system: %s', (language, locale, cancel) => {
    expect(nativeWords(language, locale).cancel).toBe(cancel);
  });
});

describe('the word about a long ingest', () => {
  const words = nativeWords('en', 'en');
  const finished = (ms: number, cancelled = false): EngineEvent => {
    const totals = { ms, files: 5, failed: 2 } as IngestReport['totals'];
    return { type: 'ingest.finished', requestId: 'r', jobId: 'j', report: { files: [], totals, cancelled } };
  };

  it('is said when nobody looks', () => {
    expect(ingestNotice(finished(20_000), true, words)).toEqual({
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
    expect(ingestNotice(event, hidden, words)).toBeNull();
  });
});
