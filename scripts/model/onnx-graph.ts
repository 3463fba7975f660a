import { bytes, float, integer, text } from './protobuf';

/** Name of a value in the graph: an input, a constant or what an operator put out. */
export type Value = string;

export type ElementType = 'float32' | 'int8' | 'int64';
export type Attribute = { readonly int: number } | { readonly ints: readonly number[] } | { readonly float: number };
export type Dimension = number | string;

type TensorData = Float32Array | Int8Array | BigInt64Array;

/** TensorProto.DataType of onnx.proto3. */
const elementTypeCode: Record<ElementType, number> = { float32: 1, int8: 3, int64: 7 };
/** AttributeProto.AttributeType of onnx.proto3. */
const attributeType = { float: 1, int: 2, ints: 7 };

const IR_VERSION = 8;
/** First operator set with LayerNormalization. */
const OPERATOR_SET = 17;

/**
 * Writes one ONNX graph, operator by operator, in the order of the calls; the same calls give the same bytes.
 * Field numbers are those of onnx.proto3 (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3).
 */
export class OnnxGraph {
  private readonly nodes: Buffer[] = [];
  private readonly constants = new Map<Value, Buffer>();
  private readonly inputs: Buffer[] = [];
  private readonly outputs: Buffer[] = [];
  private values = 0;

  constructor(private readonly name: string) {}

  /** Declares an input; a dimension given as text is free. */
  input(name: string, type: ElementType, shape: readonly Dimension[]): Value {
    this.inputs.push(valueInfo(name, type, shape));
    return name;
  }

  /** Declares `value` as an output under `name`. */
  output(value: Value, name: string, type: ElementType, shape: readonly Dimension[]): void {
    this.addNode('Identity', [value], [name], {});
    this.outputs.push(valueInfo(name, type, shape));
  }

  /** Adds an operator with one output. */
  node(operator: string, inputs: readonly Value[], attributes: Readonly<Record<string, Attribute>> = {}): Value {
    const output = this.freshValue();
    this.addNode(operator, inputs, [output], attributes);
    return output;
  }

  /** Adds an operator with three outputs (Split in three, DynamicQuantizeLinear). */
  nodeOfThree(
    operator: string,
    inputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): readonly [Value, Value, Value] {
    const outputs = [this.freshValue(), this.freshValue(), this.freshValue()] as const;
    this.addNode(operator, inputs, outputs, attributes);
    return outputs;
  }

  /** A constant tensor; a name used before refers to the tensor given then. */
  tensor(name: Value, shape: readonly number[], data: TensorData): Value {
    if (!this.constants.has(name)) {
      const type = elementTypeOf(data);
      const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      this.constants.set(
        name,
        Buffer.concat([
          ...shape.map((size) => integer(1, size)),
          integer(2, elementTypeCode[type]),
          text(8, name),
          bytes(9, raw),
        ]),
      );
    }
    return name;
  }

  /** A vector of 64-bit integers: axes, shapes, bounds. */
  integers(...values: readonly number[]): Value {
    return this.tensor(`int_${values.join('_')}`, [values.length], BigInt64Array.from(values, BigInt));
  }

  scalar(name: Value, value: number): Value {
    return this.tensor(name, [], Float32Array.of(value));
  }

  /** The file: a ModelProto. */
  serialise(producer: string): Buffer {
    const graph = Buffer.concat([
      ...this.nodes.map((node) => bytes(1, node)),
      text(2, this.name),
      ...[...this.constants.values()].map((constant) => bytes(5, constant)),
      ...this.inputs.map((input) => bytes(11, input)),
      ...this.outputs.map((output) => bytes(12, output)),
    ]);
    const operatorSet = Buffer.concat([text(1, ''), integer(2, OPERATOR_SET)]);
    return Buffer.concat([integer(1, IR_VERSION), text(2, producer), bytes(8, operatorSet), bytes(7, graph)]);
  }

  private freshValue(): Value {
    this.values += 1;
    return `v${this.values}`;
  }

  private addNode(
    operator: string,
    inputs: readonly Value[],
    outputs: readonly Value[],
    attributes: Readonly<Record<string, Attribute>>,
  ): void {
    this.nodes.push(
      Buffer.concat([
        ...inputs.map((input) => text(1, input)),
        ...outputs.map((output) => text(2, output)),
        text(3, `${operator}_${this.nodes.length}`),
        text(4, operator),
        ...Object.entries(attributes).map(([name, attribute]) => bytes(5, attributeProto(name, attribute))),
      ]),
    );
  }
}

function attributeProto(name: string, attribute: Attribute): Buffer {
  if ('ints' in attribute) {
    const values = attribute.ints.map((value) => integer(8, value));
    return Buffer.concat([text(1, name), ...values, integer(20, attributeType.ints)]);
  }
  if ('float' in attribute) {
    return Buffer.concat([text(1, name), float(2, attribute.float), integer(20, attributeType.float)]);
  }
  return Buffer.concat([text(1, name), integer(3, attribute.int), integer(20, attributeType.int)]);
}

function elementTypeOf(data: TensorData): ElementType {
  if (data instanceof Float32Array) return 'float32';
  return data instanceof Int8Array ? 'int8' : 'int64';
}

function valueInfo(name: string, type: ElementType, shape: readonly Dimension[]): Buffer {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'string' ? text(2, size) : integer(1, size)));
  const tensorType = Buffer.concat([integer(1, elementTypeCode[type]), bytes(2, Buffer.concat(dimensions))]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, tensorType))]);
}
