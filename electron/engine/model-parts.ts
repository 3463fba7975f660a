import { reportOf } from '@shared/errors';
import { Counters } from './counters';
import type { EngineParts } from './engine-parts';
import { IngestModel } from './flows/ingest/ingest-model';
import { ActiveModel } from './flows/models/active-model';
import { ActiveNli } from './flows/models/active-nli';
import { ActiveReranker } from './flows/models/active-reranker';
import { ModelCosts } from './flows/models/model-costs';
import type { Foundation } from './foundation';
import { type Idleness, idleClock, type Models, openModels } from './models';

export type ModelParts = Pick<
  EngineParts,
  'counters' | 'models' | 'modelCosts' | 'activeModel' | 'ingestModel' | 'activeReranker' | 'activeNli'
>;

/** The models that can be had, those in use, and what counts their work. Opens none. */
export function modelParts(base: Foundation): ModelParts {
  const { library, catalogue } = base;
  const counters = new Counters();
  const models = counters.counting(modelsOf(base));
  const idleness = idlenessOf(base);
  const activeModel = new ActiveModel(library, models, catalogue, idleness);
  return {
    counters,
    models,
    modelCosts: new ModelCosts(library, models),
    activeModel,
    ingestModel: ingestModelOf(base, { counters, models, activeModel }),
    activeReranker: new ActiveReranker(library, models, catalogue, idleness),
    activeNli: new ActiveNli(models, idleness),
  };
}

function modelsOf({ catalogue, options }: Foundation): Models {
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

function idlenessOf({ given, config, log }: Foundation): Idleness {
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

/** What its threads are told of a model is read when they start: folders with models may have changed by then. */
function ingestModelOf(
  { given, options, catalogue }: Foundation,
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
