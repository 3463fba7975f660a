import type { EngineClient, EngineEvent, IngestReport, SettingsReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { followSettings, ingestNotice } from '../../../electron/main/desktop-settings';

const report = (file: string) => ({ file }) as SettingsReport;

/** An engine whose answers come when the test says so. */
function slowEngine() {
  const answers: ((report: SettingsReport) => void)[] = [];
  let tell: (event: EngineEvent) => void = () => {};
  const engine = {
    request: () => new Promise((resolve) => answers.push((data) => resolve({ ok: true, data }))),
    subscribe(listener: (event: EngineEvent) => void) {
      tell = listener;
      return () => {};
    },
  } as unknown as EngineClient;
  return { engine, answers, tell: (event: EngineEvent) => tell(event) };
}

const seen: string[] = [];
const follow = ({ file }: SettingsReport) => void seen.push(file);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the settings that the desktop app follows', () => {
  it('are those of the start, of every change, and of a restarted engine', async () => {
    seen.length = 0;
    const { engine, answers, tell } = slowEngine();
    followSettings(engine, follow);
    answers[0]?.(report('start'));
    await settled();
    tell({ type: 'settings.changed', requestId: 'r', settings: report('changed') });
    tell({ type: 'engine.up' });
    answers[1]?.(report('anew'));
    await settled();
    expect(seen).toEqual(['start', 'changed', 'anew']);
  });

  it('are never older than the last change: an answer that a change has overtaken is left', async () => {
    seen.length = 0;
    const { engine, answers, tell } = slowEngine();
    followSettings(engine, follow);
    tell({ type: 'settings.changed', requestId: 'r', settings: report('changed') });
    answers[0]?.(report('start'));
    await settled();
    expect(seen).toEqual(['changed']);
  });
});

describe('the word about a long ingest', () => {
  const finished = (ms: number, cancelled = false): EngineEvent => {
    const totals = { ms, files: 5, failed: 2 } as IngestReport['totals'];
    return {
      type: 'ingest.finished',
      requestId: 'r',
      jobId: 'j',
      report: { files: [], totals, cancelled, linksOutside: [] },
    };
  };

  it('is shown when the window is out of sight', () => {
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
