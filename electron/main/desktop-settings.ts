import type { ApiReport, EngineClient, EngineEvent, SettingsReport } from '@shared/contract';
import { t } from '@shared/words/index';
import type { ApiServer } from '../api/server';

// Effects of the settings outside the desktop app's window.

/** A job that took less was awaited, not left alone, ms. */
const longMs = 10_000;

/** The system's notification after a long ingest while the window is out of sight; null for none. */
export function ingestNotice(
  event: EngineEvent,
  windowIsHidden: boolean,
): { readonly title: string; readonly body: string } | null {
  if (event.type !== 'ingest.finished' || !windowIsHidden || event.report.cancelled) return null;
  const { ms, files, failed } = event.report.totals;
  if (ms < longMs) return null;
  const count = files - failed;
  const body = failed === 0 ? t('native.ready', { count }) : t('native.readyAndFailed', { count, failed });
  return { title: t('native.ingested'), body };
}

/** Calls back with the settings once the engine is open, at each change, and after its thread has restarted. */
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

/** Serves the HTTP API while it is switched on, and tells the engine where. Read with the first switch. */
export function serveApi(engine: EngineClient, uploadFolder: string): void {
  let server: ApiServer | null = null;
  let served: number | null = null;
  let failed = false;
  let turn = Promise.resolve();
  const tell = () => engine.request('api.serving', { address: server?.address ?? null, failed });

  const serve = async ({ on, port }: ApiReport): Promise<void> => {
    const wanted = on ? port : null;
    if (wanted === served) return;
    await server?.close();
    server = null;
    served = wanted;
    failed = false;
    if (wanted !== null) {
      try {
        const { startApi } = await import('../api/server');
        server = await startApi({ engine, uploadFolder }, wanted);
      } catch (error) {
        failed = true;
        console.error(`The HTTP API cannot be served: ${String(error)}`);
      }
    }
    await tell();
  };
  const follow = (report: ApiReport) => {
    turn = turn.then(() => serve(report));
  };
  const ask = async (answer: ReturnType<typeof tell>): Promise<void> => {
    const result = await answer;
    if (result.ok) follow(result.data);
  };
  engine.subscribe((event) => {
    if (event.type === 'api.changed') follow(event.api);
    // A restarted thread does not have it.
    if (event.type === 'engine.up') void ask(tell());
  });
  void ask(engine.request('api.get', {}));
}
