import type { EngineClient } from '@shared/contract';
import { reportOf } from '@shared/errors';
import { SerialQueue } from './async';
import { type EngineBase, ingestParts, modelParts, openBase } from './compose';
import type { EngineContext, Uses } from './engine-context';
import type { KeptSetLibraries } from './jobs/evaluation/labelled-set-store';
import type { IngestQueue } from './jobs/ingest/ingest-queue';
import type { Recognition } from './jobs/ingest/recognise-file';
import type { ChatModelParts } from './jobs/models/chat-models';
import type { ChatCosts } from './jobs/models/model-costs';
import { SurveyQueue } from './jobs/survey/survey-queue';
import { TableFilling } from './jobs/tables/table-filling';
import { TeamSync } from './jobs/team/team-sync';
import type { EngineOptions } from './options';
import { RunningRequests } from './requests';
import type { Retriever } from './retrieval';
import { ApiAccess } from './settings/api-access';
import { finishMove, requestError } from './store';
import { Updates } from './updates';
import { Upkeep } from './upkeep';
import { WriterTakeover } from './writer-takeover';

export interface Engine extends EngineClient {
  /** Stops what runs, disposes models and closes the library. */
  close(): Promise<void>;
}

export { LibraryMove, restoreLibrary } from './store';

/** Opens a library and everything that works on it. Errors: those of opening a library, `config-invalid`. */
export async function openEngine(given: EngineOptions): Promise<Engine> {
  try {
    return await opened(given);
  } catch (error) {
    throw requestError(error, given.libraryFolder);
  }
}

async function opened(given: EngineOptions): Promise<Engine> {
  const base = await openBase(given);
  const { log, events, options, settings, permissions, connections, config, library } = base;
  const models = modelParts(base);
  const { recognition, ...ingesting } = ingestParts(base, models);
  const requests = new RunningRequests({
    log,
    parts: () => parts,
    onAnswered: (route, ok) => upkeep.answered(route, ok),
  });
  const parts: EngineContext = {
    options,
    settings,
    permissions,
    api: new ApiAccess(permissions),
    connections,
    config,
    library,
    team: teamOf(base, ingesting.ingests),
    updates: new Updates(given.updates ?? null, given.version ?? 'unknown', options, events.emit),
    ...models,
    ...ingesting,
    tables: tablesOf(base, () => parts),
    surveys: surveysOf(base, models.modelCosts.chat, () => parts),
    chatTurns: new SerialQueue(),
    evaluations: new SerialQueue(),
    ...lazyParts({ library, activeModel: models.activeModel, models: models.models }, given),
    emit: events.emit,
    stop: (id) => requests.stop(id),
  };
  const upkeep = new Upkeep(parts, base);
  upkeep.start();
  resume(parts, base);
  const writerTakeover = new WriterTakeover(parts, base, () => {
    upkeep.takeOver();
    resume(parts, base);
  });
  await parts.team?.begin();
  if (base.library.writable) await finishMove(given.libraryFolder).catch(base.library.onTrouble);
  let closing: Promise<void> | null = null;
  return {
    request(route, input, options) {
      writerTakeover.asked();
      return requests.request(route, input, options);
    },
    cancel: (id) => requests.stop(id),
    subscribe: (listener) => events.subscribe(listener),
    close() {
      closing ??= close(parts, base, { recognition, requests, upkeep, writerTakeover });
      return closing;
    },
  };
}

/** Resumes an earlier process' work where the host stays open. What cannot resume does not stop questions. */
function resume(
  {
    library,
    settings,
    ingests,
    rebuilds,
    watches,
    tables,
    surveys,
  }: Uses<'library' | 'settings' | 'ingests' | 'rebuilds' | 'watches' | 'tables' | 'surveys'>,
  { given, log }: EngineBase,
): void {
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
    goOn('tables', () => tables.resumeInterrupted());
    goOn('surveys', () => surveys.resumeInterrupted());
  }
  goOn('watches', () => watches.start());
}

type AskedParts = ChatModelParts & Uses<'retriever'>;

/** Tables follow the library where the host stays open for that. */
function tablesOf({ library, config, given, log, events }: EngineBase, parts: () => AskedParts): TableFilling {
  const tables = new TableFilling({
    library,
    async proposing(name, requestId, signal) {
      const { chatModelNamed } = await import('./jobs/models/chat-models');
      const model = await chatModelNamed(parts(), { requestId, signal }, name);
      const [agent, limits] = await Promise.all([config.task('Value_Proposer'), config.limits()]);
      return { library, model, agent, limits, retriever: () => parts().retriever(), signal };
    },
    emit: events.emit,
    log: (what, facts) => log.write('', what, { ...facts }),
  });
  if (given.resumesIngests) {
    events.subscribe(({ type }) => {
      if (type === 'library.changed') tables.libraryChanged();
    });
  }
  return tables;
}

/** @param parts the engine, once it is put together */
function surveysOf(
  { library, config, settings, log, events }: EngineBase,
  costs: ChatCosts,
  parts: () => AskedParts,
): SurveyQueue {
  return new SurveyQueue({
    library,
    costs,
    limits: () => config.limits(),
    task: (name) => config.task(name),
    retriever: () => parts().retriever(),
    async openModel(name, requestId, signal) {
      const { chatModelNamed } = await import('./jobs/models/chat-models');
      return chatModelNamed(parts(), { requestId, signal }, name);
    },
    keepsFigures: () => settings.value('figures.keep'),
    emit: events.emit,
    log: (what, facts) => log.write('', what, { ...facts }),
  });
}

/** Keeps a desk beside its place, and lets jobs go on that could not reach it. */
function teamOf({ desk, library, given, log, events }: EngineBase, ingests: IngestQueue): TeamSync | null {
  if (!desk) return null;
  const around = {
    library,
    desk,
    doing: () => (ingests.list().some(({ state }) => state === 'running') ? 'ingest' : null),
    onReached() {
      const stopped = ingests.list().filter(({ error }) => error && TeamSync.mayPass(error));
      for (const { jobId } of stopped) ingests.resume(jobId);
    },
    emit: events.emit,
    log: (what: string, facts: object) => log.write('', what, { ...facts }),
  };
  return new TeamSync(around, given.resumesIngests === true);
}

/** Parts that are read when they are first asked for: the first screen does without them (docs/adr/0027). */
function lazyParts(
  { library, activeModel, models }: Pick<EngineContext, 'library' | 'activeModel' | 'models'>,
  { libraryFolder, version = 'unknown' }: EngineOptions,
): Pick<EngineContext, 'retriever' | 'keptSets'> {
  let retriever: Retriever | null = null;
  let keptSets: KeptSetLibraries | null = null;
  return {
    async retriever() {
      if (retriever) return retriever;
      const { Retriever } = await import('./retrieval');
      retriever ??= new Retriever(
        library,
        () => activeModel.load(),
        () => activeModel.entry,
      );
      return retriever;
    },
    async keptSets() {
      if (keptSets) return keptSets;
      const { KeptSetLibraries } = await import('./jobs/evaluation/labelled-set-store');
      keptSets ??= new KeptSetLibraries(libraryFolder, models, version);
      return keptSets;
    },
  };
}

interface Running {
  readonly recognition: Recognition;
  readonly requests: RunningRequests;
  readonly upkeep: Upkeep;
  readonly writerTakeover: WriterTakeover;
}

async function close(parts: EngineContext, { log }: EngineBase, running: Running): Promise<void> {
  const { library, team, watches, ingests, vectors, rebuilds, tables, surveys } = parts;
  const { ingestModel, activeModel, activeReranker, namedModels } = parts;
  const { recognition, requests, upkeep, writerTakeover } = running;
  writerTakeover.close();
  // Before the requests that wait for them: an ingest that the end of the engine stops is not cancelled.
  const watchesOver = watches.close();
  const ingestsOver = ingests.close();
  const vectorsOver = vectors.close();
  const rebuildsOver = rebuilds.close();
  const tablesOver = Promise.all([tables.close(), surveys.close()]);
  const requestsOver = requests.close();
  await team?.close();
  await upkeep.close();
  // Running work would otherwise lose its library.
  await Promise.all([watchesOver, ingestsOver, vectorsOver, rebuildsOver, tablesOver, requestsOver]);
  await library.settled();
  // One that cannot be let go keeps neither the others nor the library open.
  const letGo = (end: () => Promise<void>) =>
    end().catch((error) => log.write('', 'engine.close', { ...reportOf(error) }));
  await letGo(() => ingestModel.close());
  await letGo(() => recognition.close());
  for (const model of [activeModel, activeReranker, namedModels]) await letGo(() => model.dispose());
  upkeep.keepCounters();
  library.close();
  log.close();
}
