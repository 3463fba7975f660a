/** Reranking 50 passages by a cross-encoder beside onnxruntime alone on the same tokens. */
import { delimiter, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import modelCatalogue from '../../config/models.json';
import { openModels } from '../../electron/engine/models';
import { findModelFolder, MODEL_FILE } from '../../electron/engine/models/model-files';
import { ModelTokenizer } from '../../electron/engine/models/model-tokenizer';
import { threadsFor } from '../../electron/engine/models/onnx-session';
import { modelCatalogueSchema } from '../../shared/model-catalogue';
import { milliseconds, repository } from './benchmark-page';
import { randomNumbers, sentencesOf } from './synthetic-text';

const candidates = 50;
const wordsOfPassage = 120;
const wordsOfQuery = 9;
const turns = 15;

/** Reranks by the first cross-encoder in VITRINE_MODELS; no row where there is none. */
export async function rerankSpeed(): Promise<string[][]> {
  const modelFolders = (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean);
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders,
  });
  const found = (await models.list()).find(({ job, installed }) => job === 'rerank' && installed);
  const entry = found ? models.entry(found.id) : null;
  if (entry?.job !== 'rerank') {
    console.log('skipped: no cross-encoder in VITRINE_MODELS.');
    return [];
  }
  const folder = await findModelFolder(modelFolders, entry.source.folder);
  if (folder === null) return [];
  const random = randomNumbers(31);
  const query = sentencesOf(wordsOfQuery, random);
  const drawn = () => Array.from({ length: candidates }, () => sentencesOf(wordsOfPassage, random));
  const passages = drawn();

  const tokenizer = await ModelTokenizer.read(folder, '');
  const { head, middle, tail } = tokenizer.pairFrame();
  const asked = [...head, ...tokenizer.encode(query), ...middle];
  const pairs = passages.map((passage) => {
    const second = [...tokenizer.encode(passage), ...tail];
    const ids = BigInt64Array.from([...asked, ...second], BigInt);
    return {
      input_ids: ids,
      attention_mask: new BigInt64Array(ids.length).fill(1n),
      token_type_ids: BigInt64Array.from(ids, (_id, at) => (at < asked.length ? 0n : 1n)),
    };
  });
  const session = await InferenceSession.create(join(folder, MODEL_FILE), {
    intraOpNumThreads: threadsFor(2),
    interOpNumThreads: 1,
  });
  const alone = async (): Promise<void> => {
    for (const pair of pairs) {
      const inputs = Object.entries(pair).filter(([name]) => session.inputNames.includes(name));
      await session.run(
        Object.fromEntries(inputs.map(([name, values]) => [name, new Tensor('int64', values, [1, values.length])])),
      );
    }
  };
  const reranker = await models.openReranker(entry.id);
  const ours = async (texts: readonly string[]): Promise<void> => {
    await reranker.score(query, texts);
  };
  const never = Number.POSITIVE_INFINITY;
  const least = { alone: never, ours: never, first: never };
  for (let turn = 0; turn < turns; turn += 1) {
    least.alone = Math.min(least.alone, await timed(alone));
    least.ours = Math.min(least.ours, await timed(() => ours(passages)));
    const others = drawn();
    least.first = Math.min(least.first, await timed(() => ours(others)));
  }
  await reranker.dispose();
  await session.release();
  return [
    [
      `rerank of ${candidates} passages by ${entry.id}, least of ${turns}`,
      milliseconds(least.ours),
      `onnxruntime alone, the same tokens: ${milliseconds(least.alone)}`,
      (least.ours / least.alone).toFixed(2),
    ],
    [
      `the same of ${candidates} passages that it meets for the first time`,
      milliseconds(least.first),
      '',
      (least.first / least.alone).toFixed(2),
    ],
  ];
}

/** ms of processor time of all threads: onnxruntime computes beside this one, and other programs do not lengthen it. */
async function timed(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
