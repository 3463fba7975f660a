import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OnnxGraph } from '../../../scripts/model/onnx-graph';

export const tinyNli = 'tiny-nli';
/** Not the order of any common model: whoever takes an order for granted gets it wrong. */
const labels = ['neutral', 'contradiction', 'entailment'] as const;

/** What each word adds to the three logits. A pair is neutral until both sides of a rule stand in it. */
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
  await writeModel(join(parent, tinyNli), { 'config.json': config }, graphOf);
  return parent;
}

/**
 * Writes an embedding model of the same words, three numbers a token, as the sentence-transformers of a stranger: what
 * it is must be read from `files`, by their paths in the folder.
 */
export async function tinyEncoder(folder: string, files: Readonly<Record<string, object>>): Promise<void> {
  const config = { architectures: ['BertModel'], hidden_size: 3, max_position_embeddings: 64 };
  await writeModel(folder, { 'config.json': config, ...files }, encoderOf);
}

async function writeModel(
  folder: string,
  files: Readonly<Record<string, object>>,
  graph: (words: readonly string[]) => Buffer,
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const words = [...specials, ...Object.keys(weights).filter((word) => !specials.includes(word))];
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

/** What each token adds, by its id. */
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
