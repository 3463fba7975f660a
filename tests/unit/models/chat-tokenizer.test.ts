import { describe, expect, it } from 'vitest';
import { counterOfServerModel, type ToldModel } from '../../../electron/engine/models/chat-tokenizer';
import { threadMs } from '../../bench/thread-time';

/** The characters that stand for the 256 bytes in byte-level BPE, in byte order of those that are printable. */
const byteTokens: string[] = Array.from({ length: 256 }, (_, byte) => {
  const printable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  if (printable) return String.fromCodePoint(byte);
  const before = Array.from({ length: byte }, (_unused, other) => other).filter(
    (other) => !((other > 0x20 && other < 0x7f) || (other > 0xa0 && other !== 0xad)),
  ).length;
  return String.fromCodePoint(256 + before);
});
const merges = ['1 2', '12 3', 'm i', 'mi l', 'mil l', 'Ġ mill'];
const tokens = [...byteTokens, ...merges.map((merge) => merge.replace(' ', '')), '<|end|>'];

let made = 0;
/** A model of a server, with one token a byte, six merges and one special token. */
function told(pre: string, changes: Partial<ToldModel> = {}): ToldModel & { fetched(): number } {
  let fetched = 0;
  const facts = { 'tokenizer.ggml.model': 'gpt2', 'tokenizer.ggml.pre': pre };
  made += 1;
  return {
    id: 'ollama:small',
    text: `state ${made}`,
    facts,
    async fetchAll() {
      fetched += 1;
      return {
        ...facts,
        'tokenizer.ggml.tokens': tokens,
        'tokenizer.ggml.merges': merges,
        'tokenizer.ggml.token_type': tokens.map((token) => (token === '<|end|>' ? 3 : 1)),
      };
    },
    fetched: () => fetched,
    ...changes,
  };
}

describe('the counter of a model whose server tells its tokens', () => {
  it.each([
    ['a word with its space is one token', 'smollm', ' mill', 1],
    ['what is not merged is counted by bytes', 'smollm', 'öx', 3],
    ['a special token is one', 'smollm', 'x<|end|>x', 3],
    ['digits stand alone', 'smollm', '123', 3],
    ['digits stand alone', 'qwen2', '123', 3],
    ['digits go together', 'gpt-2', '123', 1],
    ['digits go by threes', 'llama-bpe', '123123', 2],
    ['nothing is nothing', 'gpt-2', '', 0],
  ])('%s, splitting like %s', async (_what, pre, text, expected) => {
    const counter = await counterOfServerModel(told(pre), []);
    expect(counter).toMatchObject({ model: 'ollama:small', exact: true, reason: null });
    expect(counter.count(text)).toBe(expected);
  });

  it.each(['smollm', 'gpt-2', 'llama-bpe', 'qwen2'])('counts long texts in parts, the same: %s', async (pre) => {
    const counter = await counterOfServerModel(told(pre), []);
    const part = 'The mill 123,\n\n mill!  ';
    const once = counter.count(`${part}x`) - counter.count('x');
    expect(counter.count(part.repeat(2000))).toBe(once * 2000);
  });

  it('takes no more than a moment for a word without an end', async () => {
    const counter = await counterOfServerModel(told('smollm'), []);
    const started = threadMs();
    expect(counter.count('m'.repeat(200_000))).toBe(200_000);
    expect(threadMs() - started).toBeLessThan(5000);
  });

  it('is built once for each state of the model', async () => {
    const model = told('smollm');
    await counterOfServerModel(model, []);
    await counterOfServerModel(model, []);
    expect(model.fetched()).toBe(1);
    await counterOfServerModel({ ...model, text: 'another state' }, []);
    expect(model.fetched()).toBe(2);
  });

  it('is an estimate, with the reason, where the tokens cannot be had', async () => {
    const gone = told('smollm', { fetchAll: () => Promise.reject(new Error('gone')) });
    expect(await counterOfServerModel(gone, [])).toMatchObject({
      exact: false,
      reason: expect.stringContaining('could not be had'),
    });
    expect(await counterOfServerModel(told('of its own'), [])).toMatchObject({ exact: false });
  });
});
