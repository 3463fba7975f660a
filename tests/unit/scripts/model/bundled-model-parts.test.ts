import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantiseColumns, quantiseRows } from '../../../../scripts/model/int8-quantisation';
import { bytes, float, integer, text } from '../../../../scripts/model/protobuf';
import { tokenizerFiles } from '../../../../scripts/model/sentencepiece-tokenizer-json';
import { sine, timingSignal } from '../../../../scripts/model/timing-signal';

describe('protobuf', () => {
  it('writes the examples of the format’s own documentation', () => {
    expect(integer(1, 150).toString('hex')).toBe('089601');
    expect(text(2, 'testing').toString('hex')).toBe('120774657374696e67');
    expect(bytes(3, integer(1, 150)).toString('hex')).toBe('1a03089601');
  });

  it('writes a negative integer in ten bytes and a float in four', () => {
    expect(integer(1, -2).toString('hex')).toBe('08feffffffffffffffff01');
    expect(float(2, 1).toString('hex')).toBe('150000803f');
  });
});

describe('sine', () => {
  it('agrees with the engine’s own to 1e-13 over every angle of the position signal', () => {
    fc.assert(
      fc.property(fc.double({ min: -200, max: 200, noNaN: true }), (angle) => {
        expect(Math.abs(sine(angle) - Math.sin(angle))).toBeLessThan(1e-13);
      }),
    );
  });
});

describe('timingSignal', () => {
  it('puts the sines of a position before its cosines', () => {
    const signal = timingSignal(2, Float32Array.of(1, 0.5));
    const expected = [0, 0, 1, 1, Math.sin(1), Math.sin(0.5), Math.cos(1), Math.cos(0.5)];
    expect([...signal]).toEqual(expected.map(Math.fround));
  });
});

describe('int8 quantisation', () => {
  const matrix = Float32Array.of(1, -20, 0, 0.25, 5, 0);

  it('scales every column to ±63', () => {
    const { integers, scales } = quantiseColumns(matrix, 2, 3);
    expect([...integers]).toEqual([63, -63, 0, 16, 16, 0]);
    expect([...scales]).toEqual([1 / 63, 20 / 63, 1].map(Math.fround));
  });

  it('scales every row to ±127', () => {
    const { integers } = quantiseRows(matrix, 2, 3);
    expect([...integers]).toEqual([6, -127, 0, 6, 127, 0]);
  });

  it('is off by half a step at most', () => {
    const values = fc.array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(values, (list) => {
        const { integers, scales } = quantiseColumns(Float32Array.from(list), 4, 2);
        for (const [index, value] of list.entries()) {
          const scale = scales[index % 2] ?? 0;
          expect(Math.abs(value - (integers[index] ?? 0) * scale)).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });
});

describe('tokenizer files', () => {
  it('names the reserved pieces so that no normalised text can spell them', () => {
    const vocabulary: [string, number][] = [
      ['�', 0],
      ['<s>', 0],
      ['</s>', 0],
      ['spare_1', 0],
      ['spare_2', 0],
      ['spare_3', 0],
      ['▁the', -3],
    ];
    const files = tokenizerFiles(vocabulary, 128);
    const { model } = files['tokenizer.json'] as { model: { vocab: [string, number][] } };
    const reserved = model.vocab.slice(1, 6).map(([piece]) => piece);
    expect(reserved).toHaveLength(5);
    for (const piece of reserved) expect(piece.normalize('NFKC')).not.toBe(piece);
    expect(model.vocab[6]).toEqual(['▁the', -3]);
  });
});
