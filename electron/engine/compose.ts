import { reportOf } from '@shared/errors';
import type { EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';
import { serverName } from '@shared/providers';
import { SerialQueue } from './async';
import { ConnectionLog } from './connections/connection-gate';
import { remoteIndex, teamServers } from './connections/native-places';
import { Counters } from './counters';
import type { EngineContext } from './engine-context';
import { EngineEvents } from './events';
import { Rebuilds, WritingTimes } from './jobs/care/rebuilds';
import { IngestModel } from './jobs/ingest/ingest-model';
import { IngestQueue } from './jobs/ingest/ingest-queue';
import { Recognition } from './jobs/ingest/recognise-file';
import { VectorQueue } from './jobs/ingest/vector-queue';
import { ActiveModel } from './jobs/models/active-model';
import { ModelCosts } from './jobs/models/model-costs';
import { ActiveReranker, NamedModels } from './jobs/models/reading-models';
import { WatchedFolders } from './jobs/watch/watched-folders';
import { type EngineLog, openLog } from './log';
import { type Idleness, idleClock, type Models, openModels } from './models';
import type { EngineOptions } from './options';
import { assertOwn, readFirst } from './own-files';
import { ConfigFiles } from './settings/config-files';
import { Permissions } from './settings/permissions';
import { liveOptions, SettingsStore } from './settings/settings';
import { Library, settleMove } from './store';
import { type Desk, deskKeysOf, readDesk } from './team';

/** The base of all other parts of an engine: its library, its configuration, and its events. */
export interface EngineBase
  extends Pick<EngineContext, 'options' | 'settings' | 'permissions' | 'connections' | 'config' | 'library'> {
  readonly given: EngineOptions;
  readonly catalogue: ModelCatalogue;
  readonly log: EngineLog;
  readonly events: EngineEvents;
  /** For the library's team place; null in a folder. */
  readonly desk: Desk | null;
}

/** Reads settings and configuration, then opens the library. Errors: those of opening a library, `config-invalid`. */
export async function openBase(given: EngineOptions): Promise<EngineBase> {
  await settleMove(given.libraryFolder);
  assertOwn(given.libraryFolder, readFirst);
  const permissions = new Permissions(given.permissionFolder ?? null, given.libraryFolder);
  const settings = new SettingsStore(given, permissions);
  const config = new ConfigFiles(given.configFolder, given.libraryFolder, permissions);
  permissions.asks(() => config.named());
  const catalogue = await config.models();
  const log = openLog(given.logFile);
  const events = new EngineEvents();
  const connections = new ConnectionLog(
    () => settings.value('offline'),
    ({ requestId, ...facts }) => log.write(requestId ?? '', 'network.connection', facts),
    (totals) => events.emit({ type: 'network.changed', requestId: '', totals }),
  );
  const desk = readDesk(given.libraryFolder);
  const library = await Library.open(
    given.libraryFolder,
    given.userId,
    remoteIndex(given.index?.uri ?? null, connections, settings.storeKeys, permissions),
    given.readsOnly,
    desk && teamServers(given.replicaThreadFile, connections, desk, deskKeysOf(given.permissionFolder ?? null, desk)),
  );
  library.onTrouble = (error) => log.write('', 'index.compaction', { ...reportOf(error) });
  // The start of this process names the place; the library remembers it.
  if (given.index?.uri && !given.readsOnly) permissions.enter('indexPlace', given.index.uri);
  permissions.asks(() => {
    const value = library.index.places.remembered;
    return value === null || given.index?.uri ? [] : [{ use: 'indexPlace', value }];
  });
  permissions.onMet = () => events.emit({ type: 'settings.changed', requestId: '', settings: settings.report() });
  const options = liveOptions(given, settings, connections);
  return { given, options, settings, permissions, config, catalogue, log, events, connections, library, desk };
}

type ModelParts = Pick<
  EngineContext,
  'counters' | 'models' | 'modelCosts' | 'activeModel' | 'ingestModel' | 'activeReranker' | 'namedModels'
>;

/** The models that can be had, those in use, and what counts their work. Opens none. */
export function modelParts(base: EngineBase): ModelParts {
  const { library, catalogue, permissions, settings } = base;
  const counters = new Counters(library, () => settings.value('figures.keep'));
  const models = counters.counting(modelsOf(base));
  const idleness = idlenessOf(base);
  const activeModel = new ActiveModel(library, models, catalogue, idleness, permissions);
  permissions.asks(() =>
    serverName(activeModel.id) === null ? [] : [{ use: 'embeddingModel', value: activeModel.id }],
  );
  return {
    counters,
    models,
    modelCosts: new ModelCosts(library, models),
    activeModel,
    ingestModel: ingestModelOf(base, { counters, models, activeModel }),
    activeReranker: new ActiveReranker(library, models, catalogue, idleness),
    namedModels: new NamedModels(models, idleness),
  };
}

function modelsOf({ catalogue, options }: EngineBase): Models {
  return openModels({
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
  });
}

function idlenessOf({ given, config, log }: EngineBase): Idleness {
  return {
    clock: given.idleClock ?? idleClock,
    // Limits that cannot be read are said where they are used; until then models stay.
    most: () =>
      config.limits().then(
        (limits) => limits.models.idleMinutes * 60_000,
        () => 0,
      ),
    onLetGo: (id, error) => log.write('', 'models.letGo', { id, ...(error === null ? {} : reportOf(error)) }),
  };
}

/** Facts about a model for its threads are read at their start: folders with models may have changed by then. */
function ingestModelOf(
  { given, options, catalogue }: EngineBase,
  { counters, models, activeModel }: Pick<ModelParts, 'counters' | 'models' | 'activeModel'>,
): IngestModel {
  const { bundledModelFolder, downloadFolder } = options;
  return new IngestModel(activeModel, {
    workerFile: given.ingestThreadFile ?? null,
    data: (modelId) => ({ modelId, catalogue, bundledModelFolder, modelFolders: options.modelFolders, downloadFolder }),
    openEmbedder: (modelId, how) => models.openEmbedder(modelId, how),
    isHere: (modelId) => models.isHere(modelId),
    modelBytes: async (modelId) => (await models.listLocal()).find(({ id }) => id === modelId)?.bytes ?? 0,
    onEmbedded: (texts) => {
      counters.embeddingCalls += texts;
    },
  });
}

const recommendedOf = ({ models }: ModelCatalogue): EmbeddingEntry | null =>
  models.find((model): model is EmbeddingEntry => model.job === 'embedding' && model.recommended === true) ?? null;

type IngestParts = Pick<
  EngineContext,
  'jobs' | 'ingests' | 'vectors' | 'vectorTurns' | 'pulls' | 'rebuilds' | 'writingTimes' | 'watches'
> & {
  readonly recognition: Recognition;
};

/** Changes of documents and index: ingests and rebuilds, which share one line of turns, and watched folders. */
export function ingestParts(base: EngineBase, { models, activeModel, ingestModel }: ModelParts): IngestParts {
  const { given, library, log, config, permissions, catalogue, settings } = base;
  const { emit } = base.events;
  const limits = () => config.limits();
  const jobs = new SerialQueue();
  const vectorTurns = new SerialQueue();
  const pulls = new SerialQueue();
  const vectors = new VectorQueue({
    library,
    ingestModel,
    turns: vectorTurns,
    staysOpen: given.resumesIngests === true,
    emit,
    log: (what, facts) => log.write('', what, { ...facts }),
  });
  // A host may ask for text recognition whatever the settings say.
  const recognition = new Recognition(library, given.recognitionThreadFile ?? null, () =>
    given.recognises || settings.value('ingest.ocr') ? settings.value('ingest.ocrLanguages') : null,
  );
  const writingTimes = new WritingTimes(library);
  const ingests = new IngestQueue({
    library,
    model: ingestModel,
    recognition,
    recommended: () => recommendedOf(catalogue),
    turns: jobs,
    limits,
    emit,
    own: {
      begin: (jobId) => permissions.enter('ingest', jobId),
      has: (jobId) => permissions.allows('ingest', jobId),
      end: (jobId) => permissions.forget('ingest', jobId),
    },
    written: (chunks, ms) => writingTimes.ingested({ chunks, ms }),
    onVisible: () => vectors.soon(),
    log: (jobId, what, facts) => log.write(jobId, what, { ...facts }),
  });
  const rebuildParts = { library, models, activeModel, ingestModel, writingTimes, limits, emit };
  const rebuilds = new Rebuilds({ ...rebuildParts, turns: jobs, vectorTurns, pulls });
  const watches = new WatchedFolders({
    library,
    ingests,
    permissions,
    takesPictures: () => recognition.isOn,
    emit,
    ...(given.watchTimes ? { times: given.watchTimes } : {}),
  });
  return { jobs, pulls, recognition, ingests, vectors, vectorTurns, rebuilds, writingTimes, watches };
}
