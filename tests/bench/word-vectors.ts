/** What it costs to keep words beside vectors: time of a passage, bytes of one, and MaxSim of ten (docs/adr/0032). */
import { delimiter, join } from 'node:path';
import modelCatalogue from '../../config/models.json';
import { openModels } from '../../electron/engine/models';
import { MaxSim } from '../../electron/engine/retrieval/max-sim';
import { modelCatalogueSchema } from '../../shared/model-catalogue';
import { milliseconds, repository } from './benchmark-page';
import { randomNumbers, sentencesOf } from './synthetic-text';

const passages = 50;
const wordsOfPassage = 120;
const wordsOfQuery = 9;
const compared = 10;
const turns = 15;

/** By the first model in VITRINE_MODELS that keeps words; no row where there is none. */
export async function wordVectorCost(): Promise<string[][]> {
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean),
  });
  const found = (await models.list()).find(({ id, job, installed }) => {
    const entry = job === 'embedding' && installed ? models.entry(id) : null;
    return entry?.job === 'embedding' && entry.wordVectors;
  });
  const embedder = found ? await models.openEmbedder(found.id) : null;
  const { withWords } = embedder ?? {};
  if (!embedder || !withWords) {
    console.log('skipped: no model in VITRINE_MODELS that keeps words.');
    return [];
  }
  const random = randomNumbers(47);
  const texts = Array.from({ length: passages }, () => sentencesOf(wordsOfPassage, random));
  const kept = await withWords.passages(texts);
  const { words } = await withWords.query(sentencesOf(wordsOfQuery, random));
  const ten = kept.slice(0, compared);

  const least = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY, maxSim: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < turns; turn += 1) {
    least.without = Math.min(least.without, await processorMs(() => embedder.embed(texts, 'passage')));
    least.with = Math.min(least.with, await processorMs(() => withWords.passages(texts)));
    const asked = performance.now();
    const maxSim = new MaxSim(words.map(({ vector }) => ({ vector, weight: 1 })));
    for (const { words: codes } of ten) maxSim.of(codes);
    least.maxSim = Math.min(least.maxSim, performance.now() - asked);
  }
  await embedder.dispose();
  const bytes = kept.reduce((sum, { words: codes }) => sum + codes.length, 0) / kept.length;
  const ofVector = embedder.dimension * Float32Array.BYTES_PER_ELEMENT;
  return [
    [
      `vectors of ${passages} passages by ${embedder.id} with their words, least of ${turns}`,
      milliseconds(least.with),
      `without words: ${milliseconds(least.without)}`,
      (least.with / least.without).toFixed(2),
    ],
    [
      `words of a passage of ${wordsOfPassage} words, kept`,
      `${Math.round(bytes)} bytes`,
      `its vector: ${ofVector} bytes`,
      (bytes / ofVector).toFixed(2),
    ],
    [`MaxSim of ${words.length} words and ${compared} passages, least of ${turns}`, milliseconds(least.maxSim), '', ''],
  ];
}

/** ms of processor time of all threads. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
