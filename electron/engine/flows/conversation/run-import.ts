import type { MissingModel, Run, RunImport } from '@shared/contract';
import { chatModelsOf, configurationOf, importRun } from '../../controller';
import type { EngineParts } from '../../engine-parts';

/**
 * Keeps an exported run in this library, and says what would make it come out differently here: documents, models,
 * configuration and version. Errors: `run-invalid`, with the path of what does not fit.
 */
export async function takenIn(parts: EngineParts, data: unknown): Promise<RunImport> {
  const { library, activeModel, options } = parts;
  const { run, documents, app } = importRun(data, library.newId('run'));
  library.runs.put(run);
  const here = new Set(library.documents.list().map((document) => document.checksum));
  const models = [
    await embeddingModel(parts, run),
    await reranker(parts, run),
    await nliModel(parts, run),
    ...(await chatModels(parts, run)),
  ];
  const configuration = configurationOf(await parts.config.stageConfig());
  return {
    run,
    missing: {
      embeddingModel: run.embeddingModel === activeModel.id ? null : run.embeddingModel,
      documents: documents.filter(({ checksum }) => !here.has(checksum)),
      models: models.filter((model) => model !== null),
      configuration: run.configuration !== undefined && run.configuration !== configuration,
      app: app === (options.version ?? 'unknown') ? null : app,
    },
  };
}

async function embeddingModel(
  { activeModel, models }: EngineParts,
  { embeddingModel: id }: Run,
): Promise<MissingModel | null> {
  if (id === activeModel.id) return null;
  const here = await models.isHere(id);
  const todo = here ? `vitrine reindex --model ${id}` : `vitrine models pull ${id}, then vitrine reindex --model ${id}`;
  const where = here ? '' : ', and does not have the model';
  const message = `The run searched with the embedding model ${id}; this library uses ${activeModel.id}${where}. Run ${todo}.`;
  return { job: 'embedding', id, message };
}

/** Nothing for a run that does not say: it never came to ReRanker, or an earlier version made it. */
async function reranker({ activeReranker, models }: EngineParts, { reranker: id }: Run): Promise<MissingModel | null> {
  const inUse = await activeReranker.id();
  if (id === undefined || id === inUse) return null;
  if (id === null) {
    const message = `The run was made without a reranking model; this library uses ${inUse}. Run vitrine models use no-rerank.`;
    return { job: 'rerank', id, message };
  }
  const here = await models.isHere(id);
  const lacks = here ? `this library uses ${inUse ?? 'none'}` : 'it is not on this machine';
  const todo = here ? `vitrine models use ${id}` : `vitrine models pull ${id}, or copy it into a models folder`;
  return { job: 'rerank', id, message: `The run was reranked by ${id}; ${lacks}. Run ${todo}.` };
}

/** What the run's own limits name; they go with it, so that only the model itself can be missing. */
async function nliModel({ models }: EngineParts, { limits }: Run): Promise<MissingModel | null> {
  const id = limits.gate.nliModel;
  if (id === '' || (await models.isHere(id))) return null;
  const message = `The run judged contradictions with ${id}; it is not on this machine. Run vitrine models pull ${id}, or copy it into a models folder.`;
  return { job: 'nli', id, message };
}

/** The chat models of the run that their servers do not have, or that cannot be asked, each in the words of the check. */
async function chatModels({ models }: EngineParts, run: Run): Promise<MissingModel[]> {
  const missing = chatModelsOf(run).map(async (id): Promise<MissingModel[]> => {
    const provider = id.slice(0, id.indexOf(':'));
    const check = (await models.checkServers([id])).find((one) => one.id === provider);
    if (check?.ok) return [];
    const why = check?.message ?? 'No such server is set up here: set OPENAI_BASE_URL.';
    return [{ job: 'chat', id, message: `The run used the chat model ${id}. ${why}` }];
  });
  return (await Promise.all(missing)).flat();
}
