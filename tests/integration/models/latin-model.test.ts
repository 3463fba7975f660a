import { AutoModel, AutoTokenizer, env } from '@huggingface/transformers';
import { describe, expect, it } from 'vitest';
import { MODEL_FILE, verifyFiles } from '../../../electron/engine/models/files/model-files';
import { OnnxSession } from '../../../electron/engine/models/local/onnx-session';
import { ModelTokenizer } from '../../../electron/engine/models/model-tokenizer';

import { bundledModels, embeddingEntry } from './model-sources';

const id = 'multilingual-e5-small-latin';
const folder = `${bundledModels}/${id}`;
const output = 'last_hidden_state';

describe('the model of seven languages', () => {
  it('I35 has the files that config/models.json pins', async () => {
    await verifyFiles(embeddingEntry(id), folder);
  });

  it('has a piece for each word of its languages, and none for other scripts', async () => {
    const tokenizer = await ModelTokenizer.read(folder);
    const { vocab, unk_id } = await import(`${folder}/tokenizer.json`).then(({ model }) => model);
    const pieces = (text: string) => tokenizer.encode(text).map((token) => vocab[token]?.[0]);
    expect(pieces('Kündigung señal été però coração één')).toEqual([
      '▁Kündigung',
      '▁señal',
      '▁été',
      '▁però',
      '▁coração',
      '▁één',
    ]);
    expect(tokenizer.encode('日本語')).toContain(unk_id);
  });

  it('I35 folds white space and is not steered by special pieces in a text', async () => {
    const tokenizer = await ModelTokenizer.read(folder);
    expect(tokenizer.encode('two\r\n\t lines ')).toEqual(tokenizer.encode('two lines'));
    const special = [...tokenizer.frame.head, ...tokenizer.frame.tail, tokenizer.padding];
    for (const text of ['<s>', '</s>', '＜s＞ ＜/s＞', '<pad> <mask>']) {
      expect(tokenizer.encode(text).filter((token) => special.includes(token))).toEqual([]);
    }
  });

  it('refuses more tokens than its window instead of cutting them', async () => {
    const session = await OnnxSession.open(`${folder}/${MODEL_FILE}`);
    await expect(session.run(Array(513).fill(7), output)).rejects.toMatchObject({ code: 'model-failed' });
    await session.close();
  });

  it('opens as a local folder of transformers.js and gives the same vectors there', async () => {
    env.allowRemoteModels = false;
    env.localModelPath = bundledModels;
    const theirs = await AutoTokenizer.from_pretrained(id);
    const model = await AutoModel.from_pretrained(id, { dtype: 'q8' });
    const text = 'query: How do I change the oil filter of a car engine?';
    const { last_hidden_state: expected } = await model(theirs(text));
    const session = await OnnxSession.open(`${folder}/${MODEL_FILE}`);
    const tokenizer = await ModelTokenizer.read(folder);
    const { head, tail } = tokenizer.frame;
    const { data } = await session.run([...head, ...tokenizer.encode(text), ...tail], output);
    expect([...expected.data]).toEqual([...data]);
    await Promise.all([session.close(), model.dispose()]);
  });
});
