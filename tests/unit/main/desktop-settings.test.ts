import type { EngineClient, EngineEvent, SettingsReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { followSettings } from '../../../electron/main/desktop-settings';

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
  it('are those of the start, of every change, and of an engine that has started anew', async () => {
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
