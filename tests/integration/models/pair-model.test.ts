import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from '@huggingface/transformers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OnnxSession } from '../../../electron/engine/models/local/onnx-session';
import { PairModel } from '../../../electron/engine/models/local/pair-model';
import { ModelTokenizer } from '../../../electron/engine/models/model-tokenizer';
import { sentences } from './model-sources';
import { refusal } from './refusal';
import { tinyCrossEncoder, tinyCrossEncoderModel, tinyEncoder, tinyNli, tinyNliModel } from './tiny-models';

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'vitrine-pairs-'));
  await tinyNliModel(made);
  await tinyCrossEncoderModel(made);
});
afterAll(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));

const nliPairs = [
  ['painted silk tolerates light', 'painted silk perishes'],
  ['stone lasts', 'stone endures'],
  ['', ''],
] as const;
const sentencePairs = sentences.slice(1).map((text, at) => [sentences[at] ?? '', text] as const);

describe.each([
  {
    name: 'a cross-encoder of one label',
    folder: () => join(made, tinyCrossEncoder),
    pairs: [...sentencePairs, ['which pumps warm a house', 'heat pumps warm every house']],
  },
  // Its config.json names no model_type: it runs as the base of all encoders.
  { name: 'an NLI model of three', folder: () => join(made, tinyNli), pairs: nliPairs },
])('transformers.js with $name', ({ folder, pairs }) => {
  it('R15 gives the ids and the logits of onnxruntime itself, pair by pair', async () => {
    const model = await PairModel.open(folder());
    const tokenizer = await ModelTokenizer.read(folder());
    const reference = await OnnxSession.open(join(folder(), 'onnx/model_quantized.onnx'));
    const { head, middle, tail } = tokenizer.pairFrame();
    expect(model.tokenizer.pairFrame()).toEqual({ head, middle, tail });
    for (const [first, second] of pairs) {
      const before = [...head, ...tokenizer.encode(first), ...middle];
      const ids = [...before, ...tokenizer.encode(second), ...tail];
      const said = [...model.tokenizer.encode(first), ...model.tokenizer.encode(second)];
      expect(said).toEqual([...tokenizer.encode(first), ...tokenizer.encode(second)]);
      const { data } = await reference.run(ids, 'logits', before.length);
      const { logits = [] } = await model.run(BigInt64Array.from(ids, BigInt), before.length);
      expect([...logits]).toEqual([...data]);
    }
    await model.close();
    await reference.close();
    expect(await refusal(model.run(new BigInt64Array(2), 1))).toMatchObject({ code: 'model-failed' });
  });
});

describe('transformers.js', () => {
  it('R15 reads this machine only, and leaves no copies', async () => {
    const lost = await refusal(PairModel.open(join(made, 'nobody', 'nothing')));
    expect(lost.code).toBe('model-damaged');
    expect(env).toMatchObject({ allowRemoteModels: false, useFSCache: false });
    await expect(env.fetch('https://huggingface.co/')).rejects.toThrow('this machine only');
  });

  it('R15 refuses a graph that judges no pairs', async () => {
    await tinyEncoder(join(made, 'encoder'), {});
    const embedding = await refusal(PairModel.open(join(made, 'encoder')));
    expect(embedding).toMatchObject({ code: 'model-damaged', details: { why: 'graph' } });
  });
});
