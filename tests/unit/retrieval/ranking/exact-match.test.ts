import type { Chunk } from '@shared/prompt/chunk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactMatcher } from '../../../../electron/engine/retrieval/ranking/rank-features';

const chunk = (text: string): Chunk => ({ title: '', headings: [], text }) as unknown as Chunk;
const share = (text: string, identifier: string): number =>
  new ExactMatcher({ phrases: [], phrasesOnly: true, identifiers: [identifier] }).in(chunk(text)).share;

describe('an exact match', () => {
  it.each(['AS-206', 'ERR_4012', 'v2.1', 'a/b#c', 'C++ (x)', '[y]'])(
    'finds %s where it stands, in any case',
    (code) => {
      expect(share(`see ${code.toLowerCase()}, please`, code)).toBe(1);
    },
  );

  it('is no part of a longer code', () => {
    expect(share('ERR_40125 and XERR_4012', 'ERR_4012')).toBe(0);
    expect(share('v211', 'v2.1')).toBe(0);
  });

  it('takes any text for what it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        expect(() => share('anything', text)).not.toThrow();
      }),
    );
  });
});
