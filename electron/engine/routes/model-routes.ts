import { type ModelSummary, type modelRequests, type ReadingJob, readingJobs, withoutModel } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import type { Uses } from '../engine-context';
import { estimateRebuild } from '../jobs/care/rebuild-estimate';
import { profileForRebuild } from '../jobs/ingest/chunk-profiles';
import { doingWithout, namingLimits } from '../jobs/models/reading-models';
import { type Embedder, estimateTokens } from '../models';
import { setLimits } from '../settings/config-files';
import type { RoutesOf } from './lazy-routes';

type Parts = Uses<
  | 'library'
  | 'options'
  | 'config'
  | 'models'
  | 'modelCosts'
  | 'activeModel'
  | 'activeReranker'
  | 'namedModels'
  | 'jobs'
  | 'vectorTurns'
>;

export const modelRoutes: RoutesOf<keyof typeof modelRequests> = {
  'models.list': async (parts, { servers = true }) => listModels(parts, servers),
  /** With the marks of the list of all; the model in use is one of a server's. */
  'models.servers': async ({ models, activeModel: { id }, modelCosts }) => {
    const told = (model: ModelSummary) => ({ ...model, active: model.id === id, cost: modelCosts.of(model.id) });
    return (await models.servers()).map((server) => {
      const listed = [...server.models, ...server.others.filter((model) => model.id === id)].map(told);
      const others = server.others.filter((model) => model.id !== id).map(told);
      const state = server.state === 'no-models' && listed.length > 0 ? 'ok' : server.state;
      return { ...server, state, models: listed, others };
    });
  },
  /** Errors: `index-mismatch`, `model-missing`, `library-locked`, those of the model's server. */
  'models.use': async (parts, { model: id }) => {
    const { models, activeModel } = parts;
    const none = readingJobs.find((job) => id === withoutModel(job));
    const job = none ?? readingJobs.find((one) => one === models.entry(id).job);
    if (job) return chooseReading(parts, job, id);
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
  },
  /** One pull at a time. Errors: those of `Models.pull`, `library-locked`. */
  'models.pull': async (parts, { model: id }, { requestId, signal }) => {
    const { models, library, pulls, emit } = parts;
    library.assertWritable();
    const onProgress = (file: string, bytesDone: number, bytesTotal: number | null) =>
      emit({ type: 'models.progress', requestId, modelId: id, file, bytesDone, bytesTotal });
    const files = await pulls.run(() => models.pull(id, onProgress, signal), signal);
    const wanted = id.replace(/:latest$/u, '');
    const model = (await listModels(parts)).find((candidate) => candidate.id === wanted);
    if (model) return { model, files };
    throw new VitrineError('model-missing', { why: 'not-listed', id });
  },
  /** Runs every model that is on this machine once, and asks the servers. */
  'models.doctor': async ({ models, activeModel, options: { chatModel } }) => {
    const checks = [];
    for (const model of await models.listLocal()) if (model.installed) checks.push(await models.check(model.id));
    const needed = [activeModel.id, ...(chatModel === null ? [] : [chatModel])];
    return [...checks, ...(await models.checkServers(needed))];
  },
  /** In its turn among downloads. Errors: those of `Models.import`, `library-locked`. */
  'models.import': async (parts, { path }, { requestId, signal }) => {
    const { models, library, pulls, emit } = parts;
    library.assertWritable();
    const onProgress = (modelId: string, file: string, bytesDone: number, bytesTotal: number | null) =>
      emit({ type: 'models.progress', requestId, modelId, file, bytesDone, bytesTotal });
    const taken = await pulls.run(async () => {
      const came = await models.import(path, onProgress, signal);
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
  },
  /** In its turn among downloads. Errors: those of `Models.remove`, `library-locked`. */
  'models.remove': async (parts, { model: id }, { signal }) => {
    const { models, library, pulls } = parts;
    library.assertWritable();
    const bytes = await pulls.run(async () => {
      // Some systems do not let go of a file that is open.
      await letGo(parts);
      return models.remove(id);
    }, signal);
    const model = (await listModels(parts)).find((candidate) => candidate.id === id) ?? null;
    return { id, bytes, model };
  },
  'models.measure': async (parts, { model }, { signal }) => measured(parts, model, signal),
  /** Errors: `bad-request` for a profile or place, those of measuring an unmeasured model. */
  'library.rebuildEstimate': async (parts, input, { signal }) => {
    const { library, models, activeModel, ingestModel, modelCosts, writingTimes, config } = parts;
    const limits = await config.limits();
    const { id } = activeModel.toUse(input.model);
    const { places } = library.index;
    const place = input.place === undefined ? places.now : places.at(input.place || null);
    // A model of the hub that lies nowhere here.
    const isAway = activeModel.entryOf(id).source.kind === 'hub' && !(await models.isHere(id));
    const cost =
      modelCosts.of(id) ?? (isAway ? await likelyCost(parts, id, signal) : null) ?? (await measured(parts, id, signal));
    // A server has told the dimension by now, where it was measured in this session.
    if (activeModel.entryOf(id).dimension === 0) await (await models.openEmbedder(id, { signal })).dispose();
    const entry = activeModel.entryOf(id);
    const opened = { embedder: null as Embedder | null };
    const asked = {
      entry,
      cost,
      fetchBytes: isAway ? (entry.downloadBytes ?? 0) : 0,
      inThreads: ingestModel.hasThreadsFor(entry),
      profile: profileForRebuild(library, input.profile, limits),
      writing: (recuts: boolean) => writingTimes.nearestTo(place.uri, recuts),
      async countTokens() {
        if (isAway) return estimateTokens;
        const embedder = await models.openEmbedder(id, { signal });
        opened.embedder = embedder;
        return (text: string) => embedder.countTokens(text);
      },
    };
    try {
      return await estimateRebuild(library, asked, signal);
    } finally {
      await opened.embedder?.dispose();
    }
  },
};

/** Chooses a model for a job, or to do without. Errors: `model-missing` for one that is not here, `library-locked`. */
async function chooseReading(parts: Parts, job: ReadingJob, id: string): Promise<ModelSummary> {
  const { models, library, activeReranker, config } = parts;
  library.assertWritable();
  const isNone = id === withoutModel(job);
  const model = isNone ? doingWithout(job) : (await models.listLocal()).find((one) => one.id === id);
  if (!model?.installed) {
    const title = model?.title ?? id;
    throw new VitrineError('model-missing', { why: 'not-here', title, get: 'hub', id, repository: id, folder: id });
  }
  if (job === 'rerank') await activeReranker.choose(id);
  else await setLimits(config, { [namingLimits[job]]: isNone ? '' : id });
  return { ...model, active: true };
}

/** Every model there is, the ones in use marked; doing without is offered for a job that a model here could do. */
async function listModels(parts: Parts, withServers = true): Promise<ModelSummary[]> {
  const { models, activeModel, activeReranker, modelCosts, config, options } = parts;
  // Limits that cannot be read are said where they are used; the models are listed all the same.
  const limitsOf = config.limits().catch((error: unknown) => {
    if (reportOf(error).code === 'limits-invalid') return null;
    throw error;
  });
  const asked = withServers ? models.list() : models.listLocal();
  const [listed, reranker, limits] = await Promise.all([asked, activeReranker.id(), limitsOf]);
  const here = readingJobs.filter((job) => listed.some((model) => model.job === job && model.installed));
  const inUse: Readonly<Record<ModelSummary['job'], string | null>> = {
    embedding: activeModel.id,
    rerank: reranker ?? withoutModel('rerank'),
    reader: limits && (limits.rerank.readerModel || withoutModel('reader')),
    nli: limits && (limits.gate.nliModel || withoutModel('nli')),
    chat: options.chatModel,
  };
  return [...listed, ...here.map(doingWithout)].map((model) => ({
    ...model,
    active: inUse[model.job] === model.id,
    ...(model.id === activeModel.id ? { calibrated: activeModel.entry.relevance.unmeasured !== true } : {}),
    cost: modelCosts.of(model.id),
  }));
}

/** An open model may come from files that have changed since; the next use opens it again. */
async function letGo({ activeModel, activeReranker, namedModels }: Parts): Promise<void> {
  await Promise.all([activeModel.dispose(), activeReranker.dispose(), namedModels.dispose()]);
}

/** In its turn among ingests and rebuilds: beside one it would measure that too. Errors: those of `ModelCosts.measure`. */
const measured = (parts: Parts, id: string, signal: AbortSignal) =>
  alone(parts, () => parts.modelCosts.measure(id, signal), signal);

/** The cost of a model that is to be downloaded, by the one in use or the bundled one. */
const likelyCost = (parts: Parts, id: string, signal: AbortSignal) => {
  const { activeModel, modelCosts } = parts;
  const known = [activeModel.entry, activeModel.bundled];
  return alone(parts, () => modelCosts.likely(activeModel.entryOf(id), known, signal), signal);
};

const alone = <T>({ jobs, vectorTurns }: Parts, work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  jobs.run(() => vectorTurns.run(work, signal), signal);
