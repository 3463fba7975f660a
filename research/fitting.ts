/** What the scripts have in common that fit a model's weights: their arguments, their labelled sets, their vectors. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { type LabelledSet, readLabelledSet } from '../electron/engine/evaluation';
import { type Embedder, openModels } from '../electron/engine/models';
import { EmbeddingCache } from '../electron/engine/store';
import { SqlDatabase } from '../electron/engine/store/catalogue/database';
import { limitsSchema } from '../shared/limits';
import { type EmbeddingEntry, type ModelCatalogue, modelCatalogueSchema } from '../shared/model-catalogue';

const repository = resolve(__dirname, '..');
const catalogueFile = join(repository, 'config', 'models.json');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** What stands behind each flag of this name. */
export const valuesOf = (flag: string): string[] =>
  process.argv.flatMap((value, index) => (process.argv[index - 1] === flag ? [value] : []));

/** What a set is called: its folder, or the one above where that is `beir`. */
export function nameOf(folder: string): string {
  const whole = resolve(folder);
  return basename(whole) === 'beir' ? basename(resolve(whole, '..')) : basename(whole);
}

export const setIn = (folder: string): Promise<LabelledSet> =>
  readLabelledSet({
    corpus: join(folder, 'corpus.jsonl'),
    queries: join(folder, 'queries.jsonl'),
    qrels: join(folder, 'qrels', 'test.tsv'),
  });

/** The shipped limits, and the embedding model that `--model` names, whose vectors `--vectors` keeps. */
export async function openToFit() {
  const [modelId = 'use-lite'] = valuesOf('--model');
  const limits = limitsSchema.parse(readJson(join(repository, 'config', 'pipeline_limits.json')));
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(readJson(catalogueFile)),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean),
  });
  const entry = models.entry(modelId);
  if (entry.job !== 'embedding') throw new Error(`${modelId} is not an embedding model`);
  return { limits, entry, embedder: keptVectors(await models.openEmbedder(modelId), valuesOf('--vectors')[0]) };
}

/** Changes an embedding model in the catalogue as it is now and in its own order: another may have been fitted meanwhile. */
export function writeModel(modelId: string, change: (model: EmbeddingEntry) => EmbeddingEntry): void {
  const catalogue = readJson(catalogueFile) as ModelCatalogue;
  const models = catalogue.models.map((model) =>
    model.id === modelId && model.job === 'embedding' ? change(model) : model,
  );
  modelCatalogueSchema.parse({ ...catalogue, models });
  writeFileSync(catalogueFile, `${JSON.stringify({ ...catalogue, models }, null, 2)}\n`);
}

export const toFourDigits = (value = 0): number => Math.round(value * 1e4) / 1e4;

/** An embedder that keeps what it has made in a folder, so that the next fit on the same sets embeds nothing. */
function keptVectors(embedder: Embedder, folder: string | undefined): Embedder {
  if (folder === undefined) return embedder;
  const database = SqlDatabase.open(join(folder, 'vectors.db'));
  const cache = new EmbeddingCache(database);
  const { id, dimension, maxTokens } = embedder;
  return {
    id,
    dimension,
    maxTokens,
    countTokens: (text) => embedder.countTokens(text),
    async embed(texts, kind, signal) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const key = `${kind}\0${text}`;
        const known = cache.get(id, key, dimension);
        const vector = known ?? (await embedder.embed([text], kind, signal))[0] ?? new Float32Array(dimension);
        if (!known) cache.put(id, [{ text: key, vector }]);
        vectors.push(vector);
      }
      return vectors;
    },
    async dispose() {
      database.close();
      await embedder.dispose();
    },
  };
}
