import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedder, openModels } from '../../../electron/engine/models';
import { OnnxEmbedder } from '../../../electron/engine/models/local/onnx-embedder';
import { OnnxSession } from '../../../electron/engine/models/local/onnx-session';
import { ModelTokenizer } from '../../../electron/engine/models/model-tokenizer';
import { threadMs } from '../../thread-time';
import {
  bundledModel,
  bundledModels,
  bytesOfVector,
  cosine,
  embeddingEntry,
  modelsBeside,
  sentences,
  shippedCatalogue,
} from './model-sources';

const long = Array.from({ length: 40 }, (_, index) => `${sentences[38 + (index % 12)]}`).join(' ');
const hub = {
  'all-MiniLM-L6-v2': modelsBeside('all-MiniLM-L6-v2'),
  'bge-small-en-v1.5': modelsBeside('bge-small-en-v1.5'),
};

function modelsWith(folder: string | null) {
  const modelFolders = folder === null ? [] : [folder];
  return openModels({ catalogue: shippedCatalogue, bundledModelFolder: bundledModels, modelFolders });
}

describe.each([
  { id: 'use-lite', folder: null, there: true },
  ...Object.entries(hub).map(([id, folder]) => ({ id, folder, there: folder !== null })),
])('an embedder: $id', ({ id, folder, there }) => {
  let embedder: Embedder;

  beforeAll(async () => {
    if (there) embedder = await modelsWith(folder).openEmbedder(id);
  });

  afterAll(() => embedder?.dispose());

  describe.skipIf(!there)('on this machine', () => {
    it('gives one L2-normalised vector of its dimension a text, in order', async () => {
      const vectors = await embedder.embed(sentences, 'passage');
      expect(vectors).toHaveLength(sentences.length);
      for (const vector of vectors) {
        expect(vector).toHaveLength(embedder.dimension);
        expect(Math.abs(cosine(vector, vector) - 1)).toBeLessThan(1e-9);
        expect(Math.abs(Math.hypot(...vector) - 1)).toBeLessThan(1e-6);
      }
    });

    it('gives the same bytes whatever is embedded beside a text, before it, or at the same time', async () => {
      const together = await embedder.embed(sentences, 'passage');
      const reversed = (await embedder.embed([...sentences].reverse(), 'passage')).reverse();
      const atOnce = await Promise.all(sentences.map(async (text) => (await embedder.embed([text], 'passage'))[0]));
      expect(reversed.map(bytesOfVector)).toEqual(together.map(bytesOfVector));
      expect(atOnce.map(bytesOfVector)).toEqual(together.map(bytesOfVector));
    });

    it('gives vectors of its own, which another call does not change', async () => {
      const [vector] = await embedder.embed(['one text'], 'passage');
      const before = bytesOfVector(vector);
      await embedder.embed(['quite another text'], 'passage');
      expect(bytesOfVector(vector)).toBe(before);
      expect(vector?.buffer.byteLength).toBe(embedder.dimension * 4);
    });

    it('sees the whole of a long text: a changed tail changes the vector', async () => {
      expect(embedder.countTokens(long)).toBeGreaterThan(2 * embedder.maxTokens);
      const [whole, changed] = await embedder.embed([long, `${long} Octopuses have three hearts.`], 'passage');
      expect(bytesOfVector(changed)).not.toBe(bytesOfVector(whole));
      expect(Math.abs(Math.hypot(...(whole ?? [])) - 1)).toBeLessThan(1e-6);
    });

    it('knows which of two sentences is nearer in meaning', async () => {
      const [question] = await embedder.embed(['How do plants make sugar from sunlight?'], 'query');
      const [near, far] = await embedder.embed([sentences[38] ?? '', sentences[40] ?? ''], 'passage');
      expect(cosine(question ?? [], near ?? [])).toBeGreaterThan(cosine(question ?? [], far ?? []) + 0.2);
    });

    it.each([
      ['one letter, 20,000 times', 'a'.repeat(20_000)],
      ['letters without spaces', 'abcdefghij'.repeat(2000)],
      ['signs', '!?.,;:'.repeat(3334)],
      ['unknown characters', '㌀'.repeat(20_000)],
      ['ligatures of eighteen characters', '\ufdfa'.repeat(2000)],
      ['white space', ' \n'.repeat(10_000)],
      ['lone surrogates', '\ud800'.repeat(20_000)],
      ['combining marks', `e${'\u0301'.repeat(20_000)}`],
    ])('counts the tokens of a run of %s without a square of its length', (_, text) => {
      const started = threadMs();
      expect(Number.isInteger(embedder.countTokens(text))).toBe(true);
      // A square of 20,000 would take minutes.
      expect(threadMs() - started).toBeLessThan(15_000);
    });
  });
});

describe('an embedder', () => {
  it('averages the vectors of its windows and normalises the mean (I8)', async () => {
    const entry = embeddingEntry('use-lite');
    const tokenizer = await ModelTokenizer.read(bundledModel);
    const session = await OnnxSession.open(`${bundledModel}/onnx/model_quantized.onnx`);
    const embedder = new OnnxEmbedder({ ...entry, window: 8 }, tokenizer, session);
    const halves = ['the man was in the house', 'and the dog was very glad'];
    expect(halves.map((half) => embedder.countTokens(half))).toEqual([6, 6]);
    const [first = new Float32Array(), second = new Float32Array()] = await embedder.embed(halves, 'passage');
    const sum = Array.from(first, (value, index) => value + (second[index] ?? 0));
    const [vector] = await embedder.embed([halves.join(' ')], 'passage');
    expect(cosine(vector ?? [], sum)).toBeGreaterThan(1 - 1e-9);
    await embedder.dispose();
  });

  it('gives the same bytes with one thread and with two', async () => {
    const tokenizer = await ModelTokenizer.read(bundledModel);
    const hexes: string[][] = [];
    for (const threads of [1, 2]) {
      const session = await OnnxSession.open(`${bundledModel}/onnx/model_quantized.onnx`, threads);
      const embedder = new OnnxEmbedder(embeddingEntry('use-lite'), tokenizer, session);
      hexes.push((await embedder.embed([...sentences, long], 'passage')).map(bytesOfVector));
      await embedder.dispose();
    }
    expect(hexes[1]).toEqual(hexes[0]);
  });

  it('leaves the processors to others between two queries, where onnxruntime would loop for 9 ms', async () => {
    const embedder = await modelsWith(null).openEmbedder('use-lite');
    const idle: number[] = [];
    for (let turn = 0; turn < 21; turn += 1) {
      await embedder.embed(['how many people live in the capital of the country'], 'query');
      const started = process.cpuUsage();
      await sleep(30);
      const { user, system } = process.cpuUsage(started);
      idle.push((user + system) / 1000);
    }
    await embedder.dispose();
    // The middle one, since Node compiles and collects at times; a busy machine makes it less, not more.
    expect(idle.sort((one, other) => one - other)[10]).toBeLessThan(2);
  });

  it('refuses to run once disposed, and may be disposed twice', async () => {
    const embedder = await modelsWith(null).openEmbedder('use-lite');
    await embedder.dispose();
    await embedder.dispose();
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({ code: 'model-failed' });
  });

  it.skipIf(hub['bge-small-en-v1.5'] === null)(
    'puts the model’s prefix before a query and not before a passage',
    async () => {
      const embedder = await modelsWith(hub['bge-small-en-v1.5']).openEmbedder('bge-small-en-v1.5');
      const { query } = embeddingEntry('bge-small-en-v1.5').prefixes;
      const [asQuery] = await embedder.embed(['solar power'], 'query');
      const [spelled, plain] = await embedder.embed([`${query}solar power`, 'solar power'], 'passage');
      expect(bytesOfVector(asQuery)).toBe(bytesOfVector(spelled));
      expect(bytesOfVector(asQuery)).not.toBe(bytesOfVector(plain));
      await embedder.dispose();
    },
  );
});
