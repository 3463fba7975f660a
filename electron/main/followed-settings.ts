import type { EngineClient, SettingsReport } from '@shared/contract';

/** Calls back with the settings once the engine has opened, again whenever they change, and when its thread has started anew. */
export function followSettings(engine: EngineClient, follow: (settings: SettingsReport) => void): void {
  let changes = 0;
  const ask = async (): Promise<void> => {
    const before = changes;
    const answer = await engine.request('settings.get', {});
    // A library that cannot be opened has no settings to follow; the page says why.
    // An answer that a change has overtaken is old: the change has brought its own report.
    if (answer.ok && changes === before) follow(answer.data);
  };
  engine.subscribe((event) => {
    if (event.type === 'settings.changed') {
      changes += 1;
      follow(event.settings);
    }
    if (event.type === 'engine.up') void ask();
  });
  void ask();
}
