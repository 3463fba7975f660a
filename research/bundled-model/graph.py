"""Writes the ONNX graph of the encoder: word rows of 4 bits, matrices of 8 bits, the rest in single precision."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from weights import BLOCK

TOP = 63  # of 127: with more, the u8 × s8 kernel overflows on x64 without VNNI (docs/adr/0007)
INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
OUTPUT = 'last_hidden_state'


class Encoder:
    def __init__(self, weights, kept):
        self.weights, self.kept = weights, kept
        self.nodes, self.constants, self.shared = [], [], {}

    def constant(self, value):
        name = f'constant{len(self.constants)}'
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def whole(self, *values):
        if values not in self.shared:
            self.shared[values] = self.constant(np.array(values, np.int64))
        return self.shared[values]

    def node(self, operation, *inputs, results=1, result=None, **attributes):
        names = [result or f'{operation}{len(self.nodes)}.{i}' for i in range(results)]
        self.nodes.append(helper.make_node(operation, inputs, names, **attributes))
        return names[0] if results == 1 else names

    def floats(self, x):
        return self.node('Cast', x, to=TensorProto.FLOAT)

    def norm(self, x, name, result=None):
        gain, shift = (self.constant(self.weights.floats(f'{name}.{part}')) for part in 'wb')
        return self.node('LayerNormalization', x, gain, shift, axis=-1, epsilon=self.weights.epsilon, result=result)

    def linear(self, x, *names, columns):
        """x · W + b with W in 8 bits, one scale an output; several matrices become one."""
        matrix = np.concatenate([self.weights.matrix(f'{name}.w', columns) for name in names]).T
        scale = np.abs(matrix).max(axis=0) / TOP
        rounded, step, zero = self.node('DynamicQuantizeLinear', x, results=3)
        weights = self.constant(np.round(matrix / scale).astype(np.int8))
        product = self.floats(self.node('MatMulInteger', rounded, weights, zero))
        scaled = self.node('Mul', product, self.node('Mul', step, self.constant(scale.astype(np.float32))))
        return self.node('Add', scaled, self.constant(np.concatenate([self.weights.floats(f'{n}.b') for n in names])))

    def words(self):
        """The rows of the tokens, unpacked when a token asks for them."""
        width = self.weights.width
        scales, halves = self.weights.packed('emb.word', width)
        packed = self.constant(halves[self.kept].reshape(len(self.kept), -1))
        both = self.floats(self.node('Gather', packed, INPUTS[0]))
        both = self.node('Reshape', both, self.whole(0, 0, width // BLOCK, BLOCK // 2))
        high = self.node('Floor', self.node('Mul', both, self.constant(np.float32(1 / 16))))
        low = self.node('Sub', both, self.node('Mul', high, self.constant(np.float32(16))))
        values = self.node('Sub', self.node('Concat', low, high, axis=3), self.constant(np.float32(8)))
        scale = self.floats(self.node('Gather', self.constant(scales[self.kept]), INPUTS[0]))
        values = self.node('Mul', values, self.node('Unsqueeze', scale, self.whole(3)))
        return self.node('Reshape', values, self.whole(0, 0, width))

    def embeddings(self):
        width = self.weights.width
        length = self.node('Slice', self.node('Shape', INPUTS[0]), self.whole(1), self.whole(2), self.whole(0))
        positions = self.constant(self.weights.floats('emb.pos').reshape(-1, width))
        positions = self.node('Slice', positions, self.whole(0), length, self.whole(0))
        types = self.node('Gather', self.constant(self.weights.floats('emb.type').reshape(-1, width)), INPUTS[2])
        return self.norm(self.node('Add', self.node('Add', self.words(), positions), types), 'emb.ln')

    def attention(self, x, layer, hidden):
        width, heads = self.weights.width, self.weights.heads
        parts = self.linear(x, *(f'{layer}.{part}' for part in 'qkv'), columns=width)
        parts = self.node('Split', parts, self.whole(width, width, width), results=3, axis=2)
        apart = self.whole(0, 0, heads, width // heads)
        query, key, value = (self.node('Reshape', part, apart) for part in parts)
        query = self.node('Transpose', query, perm=[0, 2, 1, 3])
        query = self.node('Mul', query, self.constant(np.float32((width // heads) ** -0.5)))
        scores = self.node('MatMul', query, self.node('Transpose', key, perm=[0, 2, 3, 1]))
        shares = self.node('Softmax', self.node('Add', scores, hidden), axis=-1)
        mixed = self.node('MatMul', shares, self.node('Transpose', value, perm=[0, 2, 1, 3]))
        mixed = self.node('Transpose', mixed, perm=[0, 2, 1, 3])
        return self.linear(self.node('Reshape', mixed, self.whole(0, 0, width)), f'{layer}.ao', columns=width)

    def model(self):
        width, inner, layers = self.weights.width, self.weights.inner, self.weights.layers
        x = self.embeddings()
        mask = self.floats(self.node('Unsqueeze', INPUTS[1], self.whole(1, 2)))
        absent = self.node('Sub', self.constant(np.float32(1)), mask)
        hidden = self.node('Mul', absent, self.constant(np.float32(-1e9)))
        for i in range(layers):
            layer = f'l{i}'
            x = self.norm(self.node('Add', self.attention(x, layer, hidden), x), f'{layer}.aln')
            wide = self.node('Gelu', self.linear(x, f'{layer}.fi', columns=width))
            narrow = self.node('Add', self.linear(wide, f'{layer}.fo', columns=inner), x)
            x = self.norm(narrow, f'{layer}.oln', OUTPUT if i == layers - 1 else None)
        inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ['texts', 'tokens']) for name in INPUTS]
        outputs = [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ['texts', 'tokens', width])]
        graph = helper.make_graph(self.nodes, 'multilingual-e5-small', inputs, outputs, self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid('', 20)], ir_version=9)
