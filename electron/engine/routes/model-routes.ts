import type {
  EmbeddingServer,
  ImportedModels,
  ModelCheck,
  ModelCost,
  ModelSummary,
  modelRequests,
  ParsedRequestOf,
  PulledModel,
  RebuildEstimate,
  RemovedModel,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { estimateRebuild } from '../jobs/care/rebuild-estimate';
import { profileForRebuild } from '../jobs/ingest/chunk-profiles';
import { noReranking, noRerankingSummary } from '../jobs/models/active-reranker';
import { type Embedder, estimateTokens } from '../models';
import type { RoutesOf } from './lazy-routes';

type Parts = Uses<
  | 'options'
  | 'config'
  | 'library'
  | 'models'
  | 'modelCosts'
  | 'activeModel'
  | 'ingestModel'
  | 'activeReranker'
  | 'activeNli'
  | 'jobs'
  | 'writingTimes'
  | 'pulls'
  | 'emit'
>;

export const modelRoutes: RoutesOf<keyof typeof modelRequests> = {
  'models.list': async (parts, { servers }) => listModels(parts, servers !== false),
  'models.servers': listServers,
  'models.use': async (parts, input) => chooseModel(parts, input.model),
  'models.pull': async (parts, input, context) => pullModel(parts, input.model, context),
  'models.doctor': checkModels,
  'models.import': async (parts, input, context) => importModels(parts, input.path, context),
  'models.remove': async (parts, input, context) => removeModel(parts, input.model, context),
  'models.measure': async (parts, input, { signal }) => measureModel(parts, input.model, signal),
  'library.rebuildEstimate': rebuildEstimate,
};

/** Every model there is, the ones in use marked; `no-rerank` is offered where there is something to switch off. */
async function listModels(parts: Parts, withServers = true): Promise<ModelSummary[]> {
  const { models, activeModel, activeReranker, modelCosts, config, options } = parts;
  // Limits that cannot be read are said where they are used; the models are listed all the same.
  const nliOf = config.limits().then(
    ({ gate }) => gate.nliModel,
    (error: unknown) => onlyLimits(error),
  );
  const asked = withServers ? models.list() : models.listLocal();
  const [listed, reranker, nli] = await Promise.all([asked, activeReranker.id(), nliOf]);
  const canRerank = listed.some(({ job, installed }) => job === 'rerank' && installed);
  const inUse: Readonly<Record<ModelSummary['job'], string | null>> = {
    embedding: activeModel.id,
    rerank: reranker ?? noReranking,
    nli,
    chat: options.chatModel,
  };
  return [...listed, ...(canRerank ? [noRerankingSummary] : [])].map((model) => ({
    ...model,
    active: inUse[model.job] === model.id,
    ...(model.id === activeModel.id ? { calibrated: activeModel.entry.relevance.unmeasured !== true } : {}),
    cost: modelCosts.of(model.id),
  }));
}

/** The servers with their embedding models, marked as in the list of all; the one in use is one of them. */
async function listServers({
  models,
  activeModel,
  modelCosts,
}: Uses<'models' | 'modelCosts' | 'activeModel'>): Promise<EmbeddingServer[]> {
  const { id } = activeModel;
  const told = (model: ModelSummary) => ({ ...model, active: model.id === id, cost: modelCosts.of(model.id) });
  return (await models.servers()).map((server) => {
    const listed = [...server.models, ...server.others.filter((model) => model.id === id)].map(told);
    const others = server.others.filter((model) => model.id !== id).map(told);
    return {
      ...server,
      state: server.state === 'no-models' && listed.length > 0 ? 'ok' : server.state,
      models: listed,
      others,
    };
  });
}

/** Puts a model in use. Errors: `index-mismatch`, `model-missing`, `library-locked`, those of its server. */
async function chooseModel(
  parts: Uses<'models' | 'activeModel' | 'activeReranker'>,
  id: string,
): Promise<ModelSummary> {
  const { models, activeModel, activeReranker } = parts;
  if (id === noReranking || models.entry(id).job === 'rerank') return activeReranker.choose(id);
  if (models.entry(id).job === 'nli') {
    throw new VitrineError('bad-request', { why: 'no-search-model', id });
  }
  const entry = await activeModel.choose(id);
  const listed = (await models.listLocal()).find((model) => model.id === entry.id);
  const { title, licence, dimension, window } = entry;
  return {
    ...(listed ?? { id: entry.id, job: 'embedding', installed: true, location: null, bytes: 0 }),
    title,
    licence,
    dimension,
    window,
    active: true,
  };
}

/** Gets a model; one pull at a time. Errors: those of `Models.pull`, `library-locked`. */
async function pullModel(parts: Parts, id: string, context: RouteContext): Promise<PulledModel> {
  const { models, library, pulls, emit } = parts;
  const { requestId, signal } = context;
  library.assertWritable();
  const files = await pulls.run(
    () =>
      models.pull(
        id,
        (file, bytesDone, bytesTotal) =>
          emit({ type: 'models.progress', requestId, modelId: id, file, bytesDone, bytesTotal }),
        signal,
      ),
    signal,
  );
  const wanted = id.replace(/:latest$/u, '');
  const model = (await listModels(parts)).find((candidate) => candidate.id === wanted);
  if (model) return { model, files };
  throw new VitrineError('model-missing', { why: 'not-listed', id });
}

/** In its turn among downloads. Errors: those of `Models.import`, `library-locked`. */
async function importModels(parts: Parts, path: string, context: RouteContext): Promise<ImportedModels> {
  const { models, library, pulls, emit } = parts;
  const { requestId, signal } = context;
  library.assertWritable();
  const taken = await pulls.run(async () => {
    const came = await models.import(
      path,
      (modelId, file, bytesDone, bytesTotal) =>
        emit({ type: 'models.progress', requestId, modelId, file, bytesDone, bytesTotal }),
      signal,
    );
    await letGo(parts);
    return came;
  }, signal);
  const listed = await listModels(parts);
  return {
    imported: taken.flatMap(({ id, files }) => {
      const model = listed.find((candidate) => candidate.id === id);
      return model ? [{ model, files }] : [];
    }),
  };
}

/** In its turn among downloads. Errors: those of `Models.remove`, `library-locked`. */
async function removeModel(parts: Parts, id: string, { signal }: RouteContext): Promise<RemovedModel> {
  const { models, library, pulls } = parts;
  library.assertWritable();
  const bytes = await pulls.run(async () => {
    // Some systems do not let go of a file that is open.
    await letGo(parts);
    return models.remove(id);
  }, signal);
  const model = (await listModels(parts)).find((candidate) => candidate.id === id) ?? null;
  return { id, bytes, model };
}

/** An open model may come from files that have changed since; the next use opens it again. */
async function letGo({
  activeModel,
  activeReranker,
  activeNli,
}: Uses<'activeModel' | 'activeReranker' | 'activeNli'>): Promise<void> {
  await Promise.all([activeModel.dispose(), activeReranker.dispose(), activeNli.dispose()]);
}

async function checkModels({
  models,
  activeModel,
  options,
}: Uses<'options' | 'models' | 'activeModel'>): Promise<ModelCheck[]> {
  const checks: ModelCheck[] = [];
  for (const model of await models.listLocal()) if (model.installed) checks.push(await models.check(model.id));
  const needed = [activeModel.id, ...(options.chatModel === null ? [] : [options.chatModel])];
  return [...checks, ...(await models.checkServers(needed))];
}

/** In its turn among ingests and rebuilds: beside one it would measure that too. Errors: those of `ModelCosts.measure`. */
function measureModel(
  { jobs, modelCosts }: Uses<'modelCosts' | 'jobs'>,
  id: string,
  signal: AbortSignal,
): Promise<ModelCost> {
  return jobs.run(() => modelCosts.measure(id, signal), signal);
}

/** Errors: `bad-request` for a profile or place, those of measuring an unmeasured model. */
async function rebuildEstimate(
  parts: Parts,
  input: ParsedRequestOf<'library.rebuildEstimate'>,
  { signal }: RouteContext,
): Promise<RebuildEstimate> {
  const { library, models, activeModel, ingestModel, modelCosts, writingTimes, config } = parts;
  const limits = await config.limits();
  const { id } = activeModel.toUse(input.model);
  const { places } = library.index;
  const place = input.place === undefined ? places.now : places.at(input.place || null);
  const cost = modelCosts.of(id) ?? (await likelyCost(parts, id, signal)) ?? (await measureModel(parts, id, signal));
  const isAway = await isToCome(parts, id);
  // A server has told the dimension by now, where it was measured in this session.
  if (activeModel.entryOf(id).dimension === 0) await (await models.openEmbedder(id, { signal })).dispose();
  const opened = { embedder: null as Embedder | null };
  try {
    return await estimateRebuild(
      library,
      {
        entry: activeModel.entryOf(id),
        cost,
        fetchBytes: isAway ? (activeModel.entryOf(id).downloadBytes ?? 0) : 0,
        inThreads: ingestModel.hasThreadsFor(activeModel.entryOf(id)),
        profile: profileForRebuild(library, input.profile, limits),
        writing: (recuts) => writingTimes.nearestTo(place.uri, recuts),
        async countTokens() {
          if (isAway) return estimateTokens;
          const embedder = await models.openEmbedder(id, { signal });
          opened.embedder = embedder;
          return (text) => embedder.countTokens(text);
        },
      },
      signal,
    );
  } finally {
    await opened.embedder?.dispose();
  }
}

const isToCome = async ({ activeModel, models }: Uses<'models' | 'activeModel'>, id: string): Promise<boolean> =>
  activeModel.entryOf(id).source.kind === 'hub' && !(await models.isHere(id));

/** For a model to be downloaded, by the one in use or the bundled one; null for one that can be measured itself. */
async function likelyCost(
  parts: Uses<'models' | 'modelCosts' | 'activeModel' | 'jobs'>,
  id: string,
  signal: AbortSignal,
) {
  const { activeModel, modelCosts, jobs } = parts;
  if (!(await isToCome(parts, id))) return null;
  const others = [activeModel.entry, activeModel.bundled];
  return jobs.run(() => modelCosts.likely(activeModel.entryOf(id), others, signal), signal);
}

function onlyLimits(error: unknown): null {
  if (error instanceof VitrineError && error.code === 'limits-invalid') return null;
  throw error;
}
