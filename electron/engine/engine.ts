import type { EngineClient } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineParts } from './engine-parts';
import type { Recognition } from './flows/ingest/recognise-file';
import { type Foundation, openFoundation } from './foundation';
import { ingestParts } from './ingest-parts';
import { lateParts } from './late-parts';
import { LaterWriter } from './later-writer';
import { modelParts } from './model-parts';
import type { EngineOptions } from './options';
import { RunningRequests } from './running-requests';
import { Turns } from './store';
import { Upkeep } from './upkeep';

export interface Engine extends EngineClient {
  /** Stops what runs, disposes models and closes the library. */
  close(): Promise<void>;
}

export { restoreLibrary } from './store';

/**
 * Opens a library and everything that works on it; here the rooms are put together.
 * Errors: those of opening a library, `config-invalid`.
 */
export async function openEngine(given: EngineOptions): Promise<Engine> {
  const base = await openFoundation(given);
  const { log, events, options, settings, connections, config, library } = base;
  const models = modelParts(base);
  const { recognition, ...ingesting } = ingestParts(base, models);
  const requests = new RunningRequests({
    log,
    parts: () => parts,
    onAnswered: (route, ok) => upkeep.answered(route, ok),
  });
  const parts: EngineParts = {
    options,
    settings,
    connections,
    config,
    library,
    ...models,
    ...ingesting,
    chatTurns: new Turns(),
    pulls: new Turns(),
    evaluations: new Turns(),
    ...lateParts({ library, activeModel: models.activeModel, models: models.models }, given),
    emit: events.emit,
    stop: (id) => requests.stop(id),
  };
  const upkeep = new Upkeep(parts, base, () => requests.count > 0);
  upkeep.start();
  resume(parts, base);
  const laterWriter = new LaterWriter(parts, base, () => {
    upkeep.takeOver();
    resume(parts, base);
  });
  let closing: Promise<void> | null = null;
  return {
    request(route, input, options) {
      laterWriter.asked();
      return requests.request(route, input, options);
    },
    cancel: (id) => requests.stop(id),
    subscribe: (listener) => events.subscribe(listener),
    close() {
      closing ??= close(parts, base, { recognition, requests, upkeep, laterWriter });
      return closing;
    },
  };
}

/**
 * Goes on with what an earlier process left, and watches folders again, where the host stays open for that. What cannot
 * go on, of a damaged catalogue for one, keeps nobody from asking.
 */
function resume({ library, settings, ingests, rebuilds, watches }: EngineParts, { given, log }: Foundation): void {
  if (!given.resumesIngests || !library.writable) return;
  const goOn = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log.write('', 'engine.resume', { what, ...reportOf(error) });
    }
  };
  if (settings.value('ingest.resume') === 'continue') {
    goOn('rebuild', () => rebuilds.resumeInterrupted());
    goOn('ingests', () => ingests.resumeInterrupted());
  }
  goOn('watches', () => watches.start());
}

interface Running {
  readonly recognition: Recognition;
  readonly requests: RunningRequests;
  readonly upkeep: Upkeep;
  readonly laterWriter: LaterWriter;
}

async function close(parts: EngineParts, { log }: Foundation, running: Running): Promise<void> {
  const { library, watches, ingests, rebuilds, ingestModel, activeModel, activeReranker, activeNli } = parts;
  const { recognition, requests, upkeep, laterWriter } = running;
  laterWriter.close();
  // Before the requests that wait for them: an ingest that the end of the engine stops is not cancelled.
  const watchesOver = watches.close();
  const ingestsOver = ingests.close();
  const rebuildsOver = rebuilds.close();
  const requestsOver = requests.close();
  await upkeep.close();
  // What still runs would find the library closed under its hands.
  await Promise.all([watchesOver, ingestsOver, rebuildsOver, requestsOver]);
  await library.settled();
  // One that cannot be let go keeps neither the others nor the library open.
  const letGo = (end: () => Promise<void>) =>
    end().catch((error) => log.write('', 'engine.close', { ...reportOf(error) }));
  await letGo(() => ingestModel.close());
  await letGo(() => recognition.close());
  for (const model of [activeModel, activeReranker, activeNli]) await letGo(() => model.dispose());
  library.close(await upkeep.last());
  log.close();
}
