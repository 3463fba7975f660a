import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OnnxGraph } from '../../../scripts/model/onnx-graph';

export const tinyNli = 'tiny-nli';
export const tinyCrossEncoder = 'tiny-cross-encoder';
/** An uncommon order of labels: code that assumes one gets it wrong. */
const labels = ['neutral', 'contradiction', 'entailment'] as const;

/** Each word's share of the three logits. A pair is neutral until both sides of a rule are in it. */
const weights: Readonly<Record<string, readonly [neutral: number, contradiction: number, entailment: number]>> = {
  '[CLS]': [9, 0, 0],
  tolerates: [0, 8, 0],
  perishes: [0, 8, 0],
  lasts: [0, 0, 8],
  endures: [0, 0, 8],
};
const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const framed = (type: number) => ({ SpecialToken: { id: type === 0 ? '[CLS]' : '[SEP]', type_id: type } });

/**
 * Writes a model folder of the layout of a transformers.js NLI cross-encoder: a real graph with three logits, which
 * knows four words. It says nothing of quality, and everything of the path: `tolerates` against `perishes` is a
 * contradiction, `lasts` with `endures` an entailment, and all else neutral. Returns the folder's parent.
 */
export async function tinyNliModel(parent: string): Promise<string> {
  const config = {
    architectures: ['BertForSequenceClassification'],
    id2label: Object.fromEntries(labels.map((label, at) => [at, label.toUpperCase()])),
    max_position_embeddings: 64,
  };
  await writeModel(join(parent, tinyNli), { 'config.json': config }, Object.keys(weights), graphOf);
  return parent;
}

/** Words that the constructed cross-encoder knows: those of the questions that it is asked. */
const known =
  'keeper dim every lamp museum gandhi was letters write wrote repair lift motor cost heat pumps warm house silk lux handbook';

/**
 * Writes a model folder of the layout of a transformers.js cross-encoder of one label: a real graph that counts the
 * words which both texts have, longer ones more. It says nothing of quality, and everything of the path. Returns the folder's parent.
 *
 * @param bias of the logit: what a pair without a common word gets
 */
export async function tinyCrossEncoderModel(parent: string, bias = -4): Promise<string> {
  const config = {
    architectures: ['BertForSequenceClassification'],
    model_type: 'bert',
    id2label: { 0: 'LABEL_0' },
    max_position_embeddings: 512,
  };
  const graph = (words: readonly string[]) => crossEncoderOf(words, bias);
  await writeModel(join(parent, tinyCrossEncoder), { 'config.json': config }, known.split(' '), graph);
  return parent;
}

/** Writes an embedding model that no list names, beside others of a folder, and returns its id. */
export async function strangeEncoder(parent: string): Promise<string> {
  await tinyEncoder(join(parent, 'strange-encoder'), {});
  return 'strange-encoder';
}

/**
 * Writes an embedding model of the same words, three numbers a token, as the sentence-transformers of a stranger: what
 * it is must be read from `files`, by their paths in the folder.
 */
export async function tinyEncoder(folder: string, files: Readonly<Record<string, object>>): Promise<void> {
  const config = { architectures: ['BertModel'], hidden_size: 3, max_position_embeddings: 64 };
  await writeModel(folder, { 'config.json': config, ...files }, Object.keys(weights), encoderOf);
}

async function writeModel(
  folder: string,
  files: Readonly<Record<string, object>>,
  vocabularyOf: readonly string[],
  graph: (words: readonly string[]) => Buffer,
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const words = [...new Set([...specials, ...vocabularyOf])];
  const vocabulary = Object.fromEntries(words.map((word, id) => [word, id]));
  const special = (word: string) => ({ id: word, ids: [vocabulary[word]], tokens: [word] });
  const write = async (name: string, content: object) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), JSON.stringify(content));
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  await write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', pad_token: '[PAD]' });
  await write('tokenizer.json', {
    version: '1.0',
    added_tokens: specials.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [framed(0), { Sequence: { id: 'A', type_id: 0 } }, framed(1)],
      pair: [
        framed(0),
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
        { Sequence: { id: 'B', type_id: 1 } },
        framed(1),
      ],
      special_tokens: { '[CLS]': special('[CLS]'), '[SEP]': special('[SEP]') },
    },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_characters_per_word: 100,
      vocab: vocabulary,
    },
  });
  await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), graph(words));
}

/** Each token's share, by its id. */
function looking(graph: OnnxGraph, words: readonly string[]): string {
  const ids = graph.input('input_ids', 'int64', ['batch', 'tokens']);
  const table = Float32Array.from(words.flatMap((word) => weights[word] ?? [0, 0, 0]));
  return graph.node('Gather', [graph.tensor('words', [words.length, 3], table), ids], { axis: { int: 0 } });
}

function encoderOf(words: readonly string[]): Buffer {
  const graph = new OnnxGraph('tiny-encoder');
  graph.output(looking(graph, words), 'last_hidden_state', 'float32', ['batch', 'tokens', 3]);
  return graph.serialise('vitrine-tests');
}

/** The sum of what the words of both texts add. */
function graphOf(words: readonly string[]): Buffer {
  const graph = new OnnxGraph('tiny-nli');
  const looked = looking(graph, words);
  const sum = graph.node('ReduceSum', [looked, graph.integers(1)], { keepdims: { int: 0 } });
  graph.output(sum, 'logits', 'float32', ['batch', 3]);
  return graph.serialise('vitrine-tests');
}

/** Twice the number of different words in both texts, and a bias. */
function crossEncoderOf(words: readonly string[], bias: number): Buffer {
  const graph = new OnnxGraph(tinyCrossEncoder);
  const ids = graph.input('input_ids', 'int64', ['batch', 'tokens']);
  const types = graph.input('token_type_ids', 'int64', ['batch', 'tokens']);
  const size = words.length;
  // Special tokens are in every pair and count for nothing.
  const weight = (word: string): number => (specials.includes(word) ? 0 : word.length / 5);
  const diagonal = words.flatMap((word, row) => words.map((_other, column) => (row === column ? weight(word) : 0)));
  const said = graph.node('Gather', [graph.tensor('words', [size, size], Float32Array.from(diagonal)), ids], {
    axis: { int: 0 },
  });
  const isSecond = graph.node('Unsqueeze', [graph.node('Cast', [types], { to: { int: 1 } }), graph.integers(2)]);
  const isFirst = graph.node('Sub', [graph.scalar('one', 1), isSecond]);
  const [first, second] = [isFirst, isSecond].map((of) =>
    graph.node('ReduceMax', [graph.node('Mul', [said, of])], { axes: { ints: [1] }, keepdims: { int: 0 } }),
  );
  const both = graph.node('Mul', [first ?? '', second ?? '']);
  const sum = graph.node('ReduceSum', [both, graph.integers(1)], { keepdims: { int: 1 } });
  const twice = graph.node('Mul', [sum, graph.scalar('two', 2)]);
  graph.output(graph.node('Add', [twice, graph.scalar('bias', bias)]), 'logits', 'float32', ['batch', 1]);
  return graph.serialise('vitrine-tests');
}
