import type { EngineClient, EngineEvent } from '@shared/contract';
import { reportOf } from '@shared/errors';
import { ConnectionLog } from './connections/connection-log';
import { remoteIndex } from './connections/remote-index';
import { Counters } from './counters';
import { openLog } from './engine-log';
import type { EngineParts } from './engine-parts';
import { Rebuilds } from './flows/care/rebuilds';
import { RepairAlongside } from './flows/care/repair-alongside';
import { WritingTimes } from './flows/care/writing-times';
import { EmbedLater } from './flows/ingest/embed-later';
import { IngestModel } from './flows/ingest/ingest-model';
import { IngestQueue } from './flows/ingest/ingest-queue';
import { Recognition } from './flows/ingest/recognise-file';
import { ActiveModel } from './flows/models/active-model';
import { ActiveNli } from './flows/models/active-nli';
import { ActiveReranker } from './flows/models/active-reranker';
import { ModelCosts } from './flows/models/model-costs';
import { WatchedFolders } from './flows/watch/watched-folders';
import { KeptFirstScreen } from './kept-first-screen';
import { lateParts, readAhead } from './late-parts';
import { type Idleness, idleClock, openModels } from './models';
import type { EngineOptions } from './options';
import { RunningRequests } from './running-requests';
import { ConfigFiles } from './settings/config-files';
import { liveOptions, SettingsStore } from './settings/settings';
import { Library, Turns } from './store';

export interface Engine extends EngineClient {
  /** Stops what runs, disposes models and closes the library. */
  close(): Promise<void>;
}

export { restoreLibrary } from './store';

/**
 * Opens a library and everything that works on it; the one place where the rooms are put together.
 * Errors: those of opening a library, `config-invalid`.
 */
export async function openEngine(given: EngineOptions): Promise<Engine> {
  const settings = new SettingsStore(given);
  const config = new ConfigFiles(given.configFolder, given.libraryFolder);
  const catalogue = await config.models();
  const counters = new Counters();
  const log = openLog(given.logFile);
  const listeners = new Set<(event: EngineEvent) => void>();
  let kept: KeptFirstScreen | null = null;
  const emit = (event: EngineEvent): void => {
    if (event.type !== 'chat.token') kept?.look();
    for (const listener of listeners) listener(event);
  };
  const connections = new ConnectionLog(
    () => settings.value('offline'),
    (connection) => {
      const { requestId, ...facts } = connection;
      if (connection.state !== 'open') log.write(requestId ?? '', 'network.connection', facts);
      emit({ type: 'network.connection', requestId: requestId ?? '', connection });
    },
  );
  const library = await Library.open(
    given.libraryFolder,
    given.userId,
    remoteIndex(given, connections, settings.storeKeys),
    given.readsOnly,
  );
  const options = liveOptions(given, settings, connections);
  const models = counters.counting(
    openModels({
      catalogue,
      bundledModelFolder: options.bundledModelFolder,
      get modelFolders() {
        return options.modelFolders;
      },
      downloadFolder: options.downloadFolder,
      get hubEndpoint() {
        return options.hubEndpoint;
      },
      servers: options,
    }),
  );
  const idleness: Idleness = {
    clock: given.idleClock ?? idleClock,
    // Limits that cannot be read are said where they are used; until then models stay.
    most: () =>
      config.limits().then(
        (limits) => limits.models.idleMinutes * 60_000,
        () => 0,
      ),
    onLetGo: (id, error) => log.write('', 'models.letGo', { id, ...(error === null ? {} : reportOf(error)) }),
  };
  const activeModel = new ActiveModel(library, models, catalogue, idleness);
  const activeReranker = new ActiveReranker(library, models, catalogue, idleness);
  const activeNli = new ActiveNli(models, idleness);
  const requests = new RunningRequests({
    log,
    parts: () => parts,
    onAnswered(route, ok) {
      if (ok && mayBringModels.test(route)) embedLater.soon();
      kept?.look(ok ? route : '');
    },
  });
  const jobs = new Turns();
  library.onTrouble = (error) => log.write('', 'index.compaction', { ...reportOf(error) });
  const { bundledModelFolder, downloadFolder } = options;
  const ingestModel = new IngestModel(activeModel, {
    workerFile: given.ingestThreadFile ?? null,
    data: (modelId) => ({ modelId, catalogue, bundledModelFolder, modelFolders: options.modelFolders, downloadFolder }),
    openEmbedder: (modelId) => models.openEmbedder(modelId),
    isHere: (modelId) => models.isHere(modelId),
    modelBytes: async (modelId) => (await models.listLocal()).find(({ id }) => id === modelId)?.bytes ?? 0,
    onEmbedded: (texts) => {
      counters.embeddingCalls += texts;
    },
  });
  const recognition = new Recognition(library, given.recognitionThreadFile ?? null, () =>
    given.recognises || settings.value('ingest.ocr') ? settings.value('ingest.ocrLanguages') : null,
  );
  const writingTimes = new WritingTimes(library);
  const ingests = new IngestQueue({
    library,
    model: ingestModel,
    recognition,
    turns: jobs,
    limits: () => config.limits(),
    emit,
    written: (chunks, ms) => writingTimes.ingested({ chunks, ms }),
    log: (jobId, what, facts) => log.write(jobId, what, { ...facts }),
  });
  const rebuilds = new Rebuilds({
    library,
    activeModel,
    ingestModel,
    turns: jobs,
    writingTimes,
    limits: () => config.limits(),
    emit,
  });
  const watches = new WatchedFolders({
    library,
    ingests,
    takesPictures: () => recognition.isOn,
    emit,
    ...(given.watchTimes ? { times: given.watchTimes } : {}),
  });
  let closing: Promise<void> | null = null;
  const open = new AbortController();
  const parts: EngineParts = {
    options,
    settings,
    connections,
    config,
    library,
    models,
    modelCosts: new ModelCosts(library, models),
    activeModel,
    ingestModel,
    activeReranker,
    activeNli,
    jobs,
    ingests,
    rebuilds,
    writingTimes,
    watches,
    chatTurns: new Turns(),
    counters,
    pulls: new Turns(),
    evaluations: new Turns(),
    ...lateParts({ library, activeModel, models }, given),
    emit,
    stop: (id) => requests.stop(id),
  };

  const repairs = new RepairAlongside(
    {
      library,
      async repair(signal) {
        const { repair } = await import('./routes/maintenance-routes');
        return repair(parts, { requestId: 'repair', signal });
      },
      log: (what, facts) => log.write('', what, { ...facts }),
    },
    given.resumesIngests === true,
  );
  library.documents.onMalformed = (chunkIds) => repairs.metMalformed(chunkIds);

  const embedLater = new EmbedLater(
    {
      library,
      ingestModel,
      turns: jobs,
      limits: () => config.limits(),
      onEmbedded: () => emit({ type: 'library.changed', requestId: 'vectors', libraryVersion: library.version }),
      log: (what, facts) => log.write('', what, { ...facts }),
    },
    given.resumesIngests === true,
  );

  async function close(): Promise<void> {
    open.abort();
    // Before the requests that wait for them: an ingest that the end of the engine stops is not cancelled.
    const watchesOver = watches.close();
    const ingestsOver = ingests.close();
    const rebuildsOver = rebuilds.close();
    const requestsOver = requests.close();
    await repairs.close();
    await embedLater.close();
    // What still runs would find the library closed under its hands.
    await Promise.all([watchesOver, ingestsOver, rebuildsOver, requestsOver]);
    await library.settled();
    await ingestModel.close();
    await recognition.close();
    await activeModel.dispose();
    await activeReranker.dispose();
    await activeNli.dispose();
    library.close(await kept?.last());
    log.close();
  }

  kept = new KeptFirstScreen(parts, given, {
    isBusy: () => requests.count > 0,
    onTrouble: (report) => log.write('', 'engine.firstScreen', { ...report }),
  });
  repairs.atStart(given.upkeepAfterMs ?? 0);
  // A host that has a screen to show comes first.
  if (given.upkeepAfterMs) {
    setTimeout(() => embedLater.soon(), given.upkeepAfterMs).unref();
    readAhead(open.signal, (facts) => log.write('', 'engine.readAhead', { ...facts }));
  } else embedLater.soon();
  if (given.resumesIngests && library.writable && settings.value('ingest.resume') === 'continue') {
    rebuilds.resumeInterrupted();
    ingests.resumeInterrupted();
  }
  if (given.resumesIngests && library.writable) watches.start();
  return {
    request: (route, input, options) => requests.request(route, input, options),
    cancel: (id) => requests.stop(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** After these a model may be there that was not, or another one be asked for. */
const mayBringModels = /^(models\.|settings\.(?!get$))/u;
