import type { EngineClient, SettingsReport } from '@shared/contract';

/** Calls back with the settings once the engine has opened, again whenever they change, and when its thread has started anew. */
export function followSettings(engine: EngineClient, follow: (settings: SettingsReport) => void): void {
  const ask = async (): Promise<void> => {
    const answer = await engine.request('settings.get', {});
    // A library that cannot be opened has no settings to follow; the page says why.
    if (answer.ok) follow(answer.data);
  };
  engine.subscribe((event) => {
    if (event.type === 'settings.changed') follow(event.settings);
    if (event.type === 'engine.up') void ask();
  });
  void ask();
}
