import type { HostBridge } from '@shared/contract/bridge';
import type { SettingsReport } from '@shared/contract/index';
import { settingDefaults } from '@shared/setting-defaults';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const answers: ((data: SettingsReport) => void)[] = [];
const asked: unknown[] = [];
/** An engine whose answers come when the test says so. */
const slowEngine = {
  request: (_route: string, input: unknown) => {
    asked.push(input);
    return new Promise((resolve) => answers.push((data) => resolve({ ok: true, data })));
  },
} as unknown as HostBridge;

// The surface of the appearance.
vi.stubGlobal('window', { vitrine: slowEngine });
vi.stubGlobal('document', { documentElement: { style: {}, dataset: {}, lang: '' } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

const { removeServer, useSettings } = await import('../../../../renderer/state/settings');
const { carryOutDeletions } = await import('../../../../renderer/state/undo');

/** A report that tells itself from others by its text size. */
function report(textSize: number): SettingsReport {
  const values = { ...settingDefaults, 'appearance.language': 'en', 'appearance.textSize': textSize };
  const fields = Object.fromEntries(Object.entries(values).map(([path, value]) => [path, { value, variable: null }]));
  return { fields, problems: [], waiting: [] } as unknown as SettingsReport;
}
const shown = () => useSettings.getState().report?.fields['appearance.textSize'].value;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the settings of the window', () => {
  beforeEach(() => {
    answers.length = 0;
    asked.length = 0;
    useSettings.setState({ report: null, error: null });
  });

  it('are those that were asked for', async () => {
    void useSettings.getState().load();
    answers[0]?.(report(110));
    await settled();
    expect(shown()).toBe(110);
  });

  it('are never older than the last change: an answer that a change has overtaken is left', async () => {
    void useSettings.getState().load();
    useSettings.getState().onChanged(report(150));
    answers[0]?.(report(100));
    await settled();
    expect(shown()).toBe(150);
  });

  it('are those of the later of two changes, whichever answer comes last', async () => {
    const first = useSettings.getState().change({ 'appearance.textSize': 110 });
    useSettings.getState().onChanged(report(110));
    useSettings.getState().onChanged(report(125));
    answers[0]?.(report(110));
    expect(await first).toBeNull();
    expect(shown()).toBe(125);
  });

  it('are those of a change that no event has told of', async () => {
    const change = useSettings.getState().change({ 'appearance.textSize': 110 });
    answers[0]?.(report(110));
    await change;
    expect(shown()).toBe(110);
  });

  it('are those of a change that no event has told of, though an older answer came before', async () => {
    void useSettings.getState().load();
    const change = useSettings.getState().change({ 'appearance.textSize': 110 });
    answers[0]?.(report(100));
    await settled();
    answers[1]?.(report(110));
    await change;
    expect(shown()).toBe(110);
  });

  it('are those of the request that was made last, in whatever order the answers come', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      answers.length = 0;
      void useSettings.getState().load();
      void useSettings.getState().load();
      for (const index of order) {
        answers[index]?.(report(index === 0 ? 100 : 125));
        await settled();
      }
      expect(shown()).toBe(125);
    }
  });

  it('lose all servers that are removed when the window closes, each of them for good', async () => {
    const servers = ['one', 'two', 'three'].map((name) => ({ id: `openai-${name}` as const, name, url: '' }));
    const fields = { ...report(100).fields, servers: { value: servers, variable: null } };
    const told = { ...report(100), fields, keys: { 'openai-two': { hasKey: true, kept: 'system' } } };
    const shownNow = told as unknown as SettingsReport;
    useSettings.setState({ report: shownNow });
    removeServer('openai-one', shownNow);
    removeServer('openai-two', shownNow);
    carryOutDeletions();
    // The key is gone before the settings have said that the first server is.
    answers[1]?.(shownNow);
    await settled();
    expect(asked).toEqual([
      { values: { servers: [servers[1], servers[2]] } },
      { provider: 'openai-two', key: null },
      { values: { servers: [servers[2]] } },
    ]);
  });
});
