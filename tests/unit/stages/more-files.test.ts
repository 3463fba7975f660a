import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preferMoreFiles } from '../../../electron/engine/stages/more-files';

type Passage = readonly [id: string, documentId: string, relevance: number];
const order = (...all: readonly Passage[]): string[] =>
  preferMoreFiles(all.map(([id, documentId, relevance]) => ({ id, documentId, relevance }))).map(({ id }) => id);

describe('a preference for more files', () => {
  it('R11 takes a comparable passage of another file first, and leaves a clearly worse one behind', () => {
    expect(order(['a1', 'a', 0.9], ['a2', 'a', 0.88], ['b1', 'b', 0.86])).toEqual(['a1', 'b1', 'a2']);
    expect(order(['a1', 'a', 0.9], ['a2', 'a', 0.88], ['b1', 'b', 0.8])).toEqual(['a1', 'a2', 'b1']);
  });

  it('keeps all passages, the best one first, and the order within each file', () => {
    const some = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (drawn) => {
        const given = drawn
          .sort((x, y) => y[1] - x[1])
          .map(([documentId, relevance], at) => ({ id: `${documentId}${at}`, documentId, relevance }));
        const taken = preferMoreFiles(given);
        expect(taken[0]).toBe(given[0]);
        expect([...taken].sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual(
          [...given].sort((x, y) => (x.id < y.id ? -1 : 1)),
        );
        for (const file of ['a', 'b', 'c']) {
          const of = (all: typeof given) => all.filter(({ documentId }) => documentId === file);
          expect(of(taken)).toEqual(of(given));
        }
      }),
    );
  });
});
