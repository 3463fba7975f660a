import { quantiseColumns, quantiseRows } from './int8-quantisation';
import { OnnxGraph, type Value } from './onnx-graph';
import type { TfjsWeights, Weight } from './tfjs-weights';
import { timingSignal } from './timing-signal';

export const UNIVERSAL_SENTENCE_ENCODER = { window: 128, dimension: 512, heads: 4 };

const LAYER_NORM_EPSILON = 1e-6;
const FLOAT = 1;

/**
 * The Universal Sentence Encoder lite (Cer et al. 2018) as ONNX: token embeddings with a position signal, two pre-norm
 * Transformer layers (256 → 512), the mean over the tokens, one tanh layer, L2 norm.
 *
 * Inputs input_ids, attention_mask: int64[batch × tokens], at most 128 tokens; more is an error of the runtime Outputs
 * sentence_embedding: float32[batch × 512], L2-normalised; last_hidden_state: the same, [batch × 1 × 512],
 *          for generic feature extraction
 *
 * `int8`: linear layers multiply 8-bit integers with activations quantised at run time, and embeddings come from 8-bit
 * rows. Everything else stays in single precision.
 */
export function universalSentenceEncoder(weights: TfjsWeights, precision: 'fp32' | 'int8'): Buffer {
  const encoder = new Encoder(weights, precision);
  return encoder.build().serialise('vitrine');
}

class Encoder {
  private readonly graph = new OnnxGraph('universal_sentence_encoder_lite');

  constructor(
    private readonly weights: TfjsWeights,
    private readonly precision: 'fp32' | 'int8',
  ) {}

  build(): OnnxGraph {
    const { graph, weights } = this;
    const { dimension } = UNIVERSAL_SENTENCE_ENCODER;
    const ids = graph.input('input_ids', 'int64', ['batch', 'tokens']);
    const mask = graph.node('Cast', [graph.input('attention_mask', 'int64', ['batch', 'tokens'])], {
      to: { int: FLOAT },
    });
    const one = graph.scalar('one', 1);
    const ignored = graph.node('Mul', [
      graph.node('Sub', [one, mask]),
      graph.scalar('ignored', weights.scalar('Layer_1', 'attention_bias_ignore_padding/mul/y')),
    ]);
    const bias = graph.node('Unsqueeze', [ignored, graph.integers(1, 2)]);

    const widened = (x: Value) =>
      this.linear(x, 'layer0_residual', weights.find('Layer_0', 'dense/kernel'), weights.find('Layer_0', 'dense/bias'));
    let hidden = this.embeddings(ids);
    hidden = this.layer(0, hidden, bias, widened);
    hidden = this.layer(1, hidden, bias, (x) => x);

    const summed = this.sumOverSecondAxis(
      graph.node('Mul', [hidden, graph.node('Unsqueeze', [mask, graph.integers(2)])]),
    );
    const tokens = graph.node('Max', [this.sumOverSecondAxis(mask, 1), one]);
    const head = weights.find('tanh_layer_0/weights');
    const mean = graph.node('Div', [summed, tokens]);
    const sentence = graph.node('Tanh', [this.linear(mean, 'head', head, weights.find('tanh_layer_0/bias'))]);
    const squares = this.sumOverSecondAxis(graph.node('Mul', [sentence, sentence]), 1);
    const floor = graph.scalar('norm_floor', weights.scalar('l2_normalize/Maximum/y'));
    const embedding = graph.node('Div', [sentence, graph.node('Sqrt', [graph.node('Max', [squares, floor])])]);

    graph.output(embedding, 'sentence_embedding', 'float32', ['batch', dimension]);
    const asSequence = graph.node('Unsqueeze', [embedding, graph.integers(1)]);
    graph.output(asSequence, 'last_hidden_state', 'float32', ['batch', 1, dimension]);
    return graph;
  }

  /** Token embeddings, added to themselves and to the position signal: the original adds the embedding twice. */
  private embeddings(ids: Value): Value {
    const { graph, weights } = this;
    const { window } = UNIVERSAL_SENTENCE_ENCODER;
    const table = weights.find('module/Embeddings_en');
    const [rows = 0, columns = 0] = table.shape;
    const inverse = weights.find('TimingSignal/ExpandDims_1').values;
    const signal = graph.tensor('timing', [window, columns], timingSignal(window, inverse));
    const length = graph.node('Slice', [graph.node('Shape', [ids]), graph.integers(1), graph.integers(2)]);
    const positions = graph.node('Slice', [signal, graph.integers(0), length, graph.integers(0)]);
    const embedded = this.lookUp(ids, table.values, rows, columns);
    return graph.node('Add', [embedded, graph.node('Add', [embedded, positions])]);
  }

  private lookUp(ids: Value, table: Float32Array, rows: number, columns: number): Value {
    const { graph } = this;
    const axis = { axis: { int: 0 } };
    if (this.precision === 'fp32') {
      return graph.node('Gather', [graph.tensor('embeddings', [rows, columns], table), ids], axis);
    }
    const { integers, scales } = quantiseRows(table, rows, columns);
    const taken = graph.node('Gather', [graph.tensor('embeddings_int8', [rows, columns], integers), ids], axis);
    const scale = graph.node('Gather', [graph.tensor('embeddings_scale', [rows, 1], scales), ids], axis);
    return graph.node('Mul', [graph.node('Cast', [taken], { to: { int: FLOAT } }), scale]);
  }

  /** x · kernel + bias over the last axis. */
  private linear(x: Value, name: string, kernel: Weight, bias: Weight): Value {
    const { graph } = this;
    const columns = kernel.shape.at(-1) ?? 0;
    const rows = kernel.values.length / columns;
    const offset = graph.tensor(`${name}_bias`, [columns], bias.values);
    if (this.precision === 'fp32') {
      const product = graph.node('MatMul', [x, graph.tensor(`${name}_kernel`, [rows, columns], kernel.values)]);
      return graph.node('Add', [product, offset]);
    }
    const { integers, scales } = quantiseColumns(kernel.values, rows, columns);
    const [xInteger, xScale, xZero] = graph.nodeOfThree('DynamicQuantizeLinear', [x]);
    const weight = graph.tensor(`${name}_int8`, [rows, columns], integers);
    const product = graph.node('MatMulInteger', [xInteger, weight, xZero]);
    const scale = graph.node('Mul', [xScale, graph.tensor(`${name}_scale`, [columns], scales)]);
    const rescaled = graph.node('Mul', [graph.node('Cast', [product], { to: { int: FLOAT } }), scale]);
    return graph.node('Add', [rescaled, offset]);
  }

  private layerNorm(x: Value, name: string, scale: Weight, bias: Weight): Value {
    const inputs = [
      x,
      this.graph.tensor(`${name}_scale`, scale.shape, scale.values),
      this.graph.tensor(`${name}_bias`, bias.shape, bias.values),
    ];
    return this.graph.node('LayerNormalization', inputs, { axis: { int: -1 }, epsilon: { float: LAYER_NORM_EPSILON } });
  }

  /** One Transformer layer: x + attention(norm x), then y + feed-forward(norm y); `residual` widens x where needed. */
  private layer(index: 0 | 1, x: Value, bias: Value, residual: (x: Value) => Value): Value {
    const { graph } = this;
    const find = (...parts: readonly string[]) => this.weights.find(`Encode/Layer_${index}/`, ...parts);
    const stacked = (part: string) => this.weights.find(`TransformerStack/Layer_${index}/`, part);
    const name = `layer${index}`;

    const norm = 'TransformerLayer/layer_prepostprocess';
    const normed = this.layerNorm(x, `${name}_norm`, find(norm, 'layer_norm_scale'), find(norm, 'layer_norm_bias'));
    const attended = this.linear(
      this.attention(index, normed, bias),
      `${name}_attention_output`,
      find('output_transform_single/kernel'),
      find('output_transform_single/bias'),
    );
    const y = graph.node('Add', [attended, residual(x)]);

    const innerNorm = 'FFN/layer_prepostprocess';
    const inner = this.layerNorm(
      y,
      `${name}_inner_norm`,
      find(innerNorm, 'layer_norm_scale'),
      find(innerNorm, 'layer_norm_bias'),
    );
    const wide = this.linear(inner, `${name}_wide`, stacked('FFN/conv1/Tensordot/Reshape_1'), find('FFN/conv1/bias'));
    const narrow = this.linear(
      graph.node('Relu', [wide]),
      `${name}_narrow`,
      stacked('FFN/conv2/Tensordot/Reshape_1'),
      find('FFN/conv2/bias'),
    );
    return graph.node('Add', [narrow, y]);
  }

  /** Scaled dot-product attention with four heads, before the output projection. */
  private attention(index: 0 | 1, x: Value, bias: Value): Value {
    const { graph } = this;
    const { heads } = UNIVERSAL_SENTENCE_ENCODER;
    const kernel = this.weights.find(`Encode/Layer_${index}/`, 'qkv_transform_single/kernel');
    const width = (kernel.shape.at(-1) ?? 0) / 3;
    const scale = this.weights.scalar(`TransformerStack/Layer_${index}/`, 'MultiheadAttention/mul/y');

    const qkvBias = this.weights.find(`Encode/Layer_${index}/`, 'qkv_transform_single/bias');
    const qkv = this.linear(x, `layer${index}_qkv`, kernel, qkvBias);
    const [q, k, v] = graph.nodeOfThree('Split', [qkv, graph.integers(width, width, width)], { axis: { int: 2 } });
    const byHead = (value: Value, ...permutation: readonly number[]) =>
      graph.node('Transpose', [graph.node('Reshape', [value, graph.integers(0, 0, heads, width / heads)])], {
        perm: { ints: permutation },
      });

    const query = graph.node('Mul', [byHead(q, 0, 2, 1, 3), graph.scalar(`layer${index}_query_scale`, scale)]);
    const scores = graph.node('Add', [graph.node('MatMul', [query, byHead(k, 0, 2, 3, 1)]), bias]);
    const shares = graph.node('Softmax', [scores], { axis: { int: -1 } });
    const mixed = graph.node('MatMul', [shares, byHead(v, 0, 2, 1, 3)]);
    const joined = graph.node('Transpose', [mixed], { perm: { ints: [0, 2, 1, 3] } });
    return graph.node('Reshape', [joined, graph.integers(0, 0, width)]);
  }

  /** Sum over the second axis (tokens, or the features of a pooled row), kept as an axis of length 1 when `keep` is 1. */
  private sumOverSecondAxis(x: Value, keep: 0 | 1 = 0): Value {
    return this.graph.node('ReduceSum', [x, this.graph.integers(1)], { keepdims: { int: keep } });
  }
}
