import { canonicalJson, deepFreeze } from '@shared/canonical-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../for-all';

describe('canonicalJson', () => {
  it('sorts keys at every depth and puts no white space', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'é', A: true })).toBe(
      '{"A":true,"a":"é","b":[{"c":null,"d":1}]}',
    );
  });

  it('sorts by code unit, not by locale', () => {
    expect(canonicalJson({ ä: 1, z: 2, a: 3 })).toBe('{"a":3,"z":2,"ä":1}');
  });

  it('leaves undefined members out, and keeps the place of undefined items', () => {
    expect(canonicalJson({ a: undefined, b: [undefined, 1] })).toBe('{"b":[null,1]}');
  });

  it('has one form of zero', () => {
    expect(canonicalJson(-0)).toBe(canonicalJson(0));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n, Symbol('s')])('refuses %s', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('gives what JSON.parse reads back, whatever the order of keys', () => {
    forAll(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.stringify(JSON.parse(text))).toHaveLength(JSON.stringify(value).length);
    });
  });
});

describe('deepFreeze', () => {
  it('freezes at every depth and gives the same value back', () => {
    const value = { a: [{ b: { c: 1 } }] };
    expect(deepFreeze(value)).toBe(value);
    expect(() => {
      Object.assign(value.a[0]?.b ?? {}, { c: 2 });
    }).toThrow(TypeError);
    expect(() => value.a.push({ b: { c: 3 } })).toThrow(TypeError);
  });

  it('freezes the content of a frozen object too', () => {
    const inner = { c: 1 };
    deepFreeze(Object.freeze({ inner }));
    expect(Object.isFrozen(inner)).toBe(true);
  });
});
