import type { MissingModel, Run, RunImport } from '@shared/contract';
import { serverName } from '@shared/providers';
import { chatModelsOf, configurationOf, importRun } from '../controller';
import type { Uses } from '../engine-context';

type ImportParts = Uses<'library' | 'activeModel' | 'activeReranker' | 'models' | 'options' | 'config'>;

/**
 * Keeps an exported run in this library, and says what would make it come out differently here: documents, models,
 * configuration and version. Errors: `run-invalid`, with the path of what does not fit.
 */
export async function takenIn(parts: ImportParts, data: unknown): Promise<RunImport> {
  const { library, activeModel, options } = parts;
  const { run, documents, app } = importRun(data, library.newId('run'));
  library.runs.put(run);
  const here = new Set(library.documents.list().map((document) => document.checksum));
  const embedding = run.embeddingModel === activeModel.id ? null : run.embeddingModel;
  const configuration = configurationOf(await parts.config.stageConfig());
  return {
    run,
    missing: {
      embeddingModel: embedding,
      documents: documents.filter(({ checksum }) => !here.has(checksum)),
      models: [
        ...(embedding === null ? [] : [{ job: 'embedding' as const, id: embedding }]),
        ...(await reranker(parts, run)),
        ...(await namedModels(parts, run)),
        ...(await chatModels(parts, run)),
      ],
      configuration: run.configuration !== configuration,
      app: app === (options.version ?? 'unknown') ? null : app,
    },
  };
}

/** Nothing for a run that never came to ReRanker. */
async function reranker({ activeReranker }: ImportParts, { reranker: id }: Run): Promise<MissingModel[]> {
  return id === undefined || id === (await activeReranker.id()) ? [] : [{ job: 'rerank', id }];
}

/** Returns the models that the run's limits name and that are missing here. */
async function namedModels({ models }: ImportParts, { limits }: Run): Promise<MissingModel[]> {
  const named: MissingModel[] = [
    { job: 'reader', id: limits.rerank.readerModel || null },
    { job: 'nli', id: limits.gate.nliModel || null },
  ];
  const isHere = await Promise.all(named.map(({ id }) => id === null || models.isHere(id)));
  return named.filter((_model, at) => !isHere[at]);
}

/** The chat models of the run that their servers do not have, or that cannot be asked. */
async function chatModels({ models }: ImportParts, run: Run): Promise<MissingModel[]> {
  const missing = chatModelsOf(run).map(async (id): Promise<MissingModel[]> => {
    const server = serverName(id)?.server;
    const check = (await models.checkServers([id])).find((one) => one.id === server);
    return check?.ok ? [] : [{ job: 'chat', id }];
  });
  return (await Promise.all(missing)).flat();
}
