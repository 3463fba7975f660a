/** Reranking 50 passages by a cross-encoder beside onnxruntime alone on the same tokens. */
import { delimiter, join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import modelCatalogue from '../config/models.json';
import { percentile } from '../electron/engine/evaluation';
import { openModels } from '../electron/engine/models';
import { findModelFolder, MODEL_FILE } from '../electron/engine/models/files/model-files';
import { sessionOptions } from '../electron/engine/models/local/onnx-session';
import { OnnxReranker, PairModel } from '../electron/engine/models/local/pair-model';
import type { ModelTokenizer } from '../electron/engine/models/model-tokenizer';
import { modelCatalogueSchema, type RerankEntry } from '../shared/model-catalogue';
import { milliseconds, repository } from './benchmark-page';
import { randomNumbers, sentencesOf } from './synthetic-text';

const candidates = 50;
const wordsOfPassage = 120;
const wordsOfQuery = 9;
/** Comparisons of two turns of ours with the two around them, behind some that are not kept. */
const comparisons = 100;
const discarded = 5;
/**
 * Both sides open the graph so: threads that are awake look for work in a loop while the other side is timed, and a
 * thread that waits for a second one is held up by whatever else runs.
 */
const threads = 1;
const wait = 'asleep';

/** Makes ready what is timed when it is called. */
type Side = () => () => Promise<unknown>;

/** Reranks by the first cross-encoder in VITRINE_MODELS; no row where there is none. */
export async function rerankSpeed(): Promise<string[][]> {
  const found = await firstCrossEncoder();
  if (!found) {
    console.log('skipped: no cross-encoder in VITRINE_MODELS.');
    return [];
  }
  const { entry, folder } = found;
  const random = randomNumbers(31);
  const query = sentencesOf(wordsOfQuery, random);
  const drawn = () => Array.from({ length: candidates }, () => sentencesOf(wordsOfPassage, random));
  const passages = drawn();
  const ours = await PairModel.open(folder, ['logits'], threads, wait);
  const { tokenizer } = ours;
  const file = join(folder, MODEL_FILE);
  const session = await InferenceSession.create(file, sessionOptions(threads, wait));
  const pairs = passages.map((passage) => inputsOf(tokenizer, query, passage));
  const reranker = new OnnxReranker(entry, ours);
  const alone: Side = () => () => runAll(session, pairs);
  const again = await compared(alone, () => () => reranker.score(query, passages));
  const first = await compared(alone, () => {
    const others = drawn();
    return () => reranker.score(query, others);
  });
  await reranker.dispose();
  await session.release();
  return [
    [
      `rerank of ${candidates} passages by ${entry.id}, one thread, p50 of ${comparisons} in turns`,
      milliseconds(again.ours),
      `onnxruntime alone, the same tokens: ${milliseconds(again.alone)}`,
      again.ratio.toFixed(2),
    ],
    [
      `the same of ${candidates} passages that it meets for the first time`,
      milliseconds(first.ours),
      `onnxruntime alone, as many tokens: ${milliseconds(first.alone)}`,
      first.ratio.toFixed(2),
    ],
  ];
}

async function firstCrossEncoder(): Promise<{ entry: RerankEntry; folder: string } | null> {
  const modelFolders = (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean);
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(modelCatalogue),
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders,
  });
  const found = (await models.list()).find(({ job, installed }) => job === 'rerank' && installed);
  const entry = found ? models.entry(found.id) : null;
  if (entry?.job !== 'rerank') return null;
  const folder = await findModelFolder(modelFolders, entry.source.folder);
  return folder === null ? null : { entry, folder };
}

/** What the graph takes of query and passage: `BigInt64Array`s of one length, by the name of the input. */
function inputsOf(tokenizer: ModelTokenizer, query: string, passage: string): Record<string, BigInt64Array> {
  const { head, middle, tail } = tokenizer.pairFrame();
  const asked = [...head, ...tokenizer.encode(query), ...middle];
  const ids = BigInt64Array.from([...asked, ...tokenizer.encode(passage), ...tail], BigInt);
  return {
    input_ids: ids,
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: new BigInt64Array(ids.length).fill(1n, asked.length),
  };
}

async function runAll(session: InferenceSession, pairs: readonly Record<string, BigInt64Array>[]): Promise<void> {
  for (const pair of pairs) {
    const inputs = Object.entries(pair).filter(([name]) => session.inputNames.includes(name));
    const feeds = Object.fromEntries(
      inputs.map(([name, values]) => [name, new Tensor('int64', values, [1, values.length])]),
    );
    const outputs = await session.run(feeds);
    // Else what one side leaves is collected in the time of the other.
    for (const tensor of [...Object.values(feeds), ...Object.values(outputs)]) tensor.dispose();
  }
}

/** Two turns of ours between two of the other: medians in ms of processor time, and the median of the ratios. */
async function compared(alone: Side, ours: Side): Promise<{ alone: number; ours: number; ratio: number }> {
  const turns: { alone: number; ours: number }[] = [];
  for (let turn = 0; turn < discarded + comparisons; turn += 1) {
    const before = await timed(alone());
    const between = (await timed(ours())) + (await timed(ours()));
    const after = await timed(alone());
    if (turn >= discarded) turns.push({ alone: (before + after) / 2, ours: between / 2 });
  }
  const median = (of: (turn: (typeof turns)[number]) => number) => percentile(turns.map(of), 0.5);
  return {
    alone: median((turn) => turn.alone),
    ours: median((turn) => turn.ours),
    ratio: median((turn) => turn.ours / turn.alone),
  };
}

/** ms of processor time of all threads: onnxruntime computes beside this one, and other programs do not lengthen it. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
