import { emptySuperPrompt } from '@shared/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStates, wordPieces } from '../../../../../renderer/inspector/compare/compare-states';
import { aChunk } from '../../a-run';

const before = {
  ...emptySuperPrompt('What is kept?'),
  body: { task: 'What is kept?', tone: 'neutral' },
  base_context_chunks: [aChunk('a'), aChunk('b')],
  views_by_stage: { retrieval: ['a', 'b'] },
};

describe('comparing two states', () => {
  it('finds nothing different between a state and itself', () => {
    const { changed, equal } = compareStates(before, { ...before });
    expect(changed).toEqual([]);
    expect(equal).toEqual(expect.arrayContaining(['raw', 'body.task', 'views_by_stage.retrieval', 'prompt_ready']));
  });

  it('names a field of the body that differs, one that came and one that went', () => {
    const after = { ...before, body: { tone: 'formal', purpose: 'a talk' } };
    expect(compareStates(before, after).changed).toEqual([
      { path: 'body.task', kind: 'text', before: 'What is kept?', after: '' },
      { path: 'body.tone', kind: 'text', before: 'neutral', after: 'formal' },
      { path: 'body.purpose', kind: 'text', before: '', after: 'a talk' },
    ]);
  });

  it('says how chunks moved in a view, and does not compare their texts', () => {
    const after = { ...before, views_by_stage: { retrieval: ['b', 'a', 'c'] } };
    expect(compareStates(before, after).changed).toEqual([
      {
        path: 'views_by_stage.retrieval',
        kind: 'ranks',
        moves: [
          { chunkId: 'b', before: 2, after: 1, kind: 'rose' },
          { chunkId: 'a', before: 1, after: 2, kind: 'fell' },
          { chunkId: 'c', before: null, after: 3, kind: 'entered' },
        ],
      },
    ]);
  });

  it('names lists of chunks first, and what stages note for each other last', () => {
    const after = { ...before, raw: 'Else?', extras: { semantic_used: true }, final_selection_ids: ['a'] };
    expect(compareStates(before, after).changed.map(({ path }) => path)).toEqual([
      'final_selection_ids',
      'raw',
      'extras.semantic_used',
    ]);
  });

  it('does not mind the order of members', () => {
    const one = { ...before, extras: { stated: { tone: 'x', depth: 'y' } } };
    const other = { ...before, extras: { stated: { depth: 'y', tone: 'x' } } };
    expect(compareStates(one, other).changed).toEqual([]);
  });
});

describe('the words of two texts', () => {
  it('marks the words that only one of them has', () => {
    expect(wordPieces('kept in a folder', 'kept in one folder')).toEqual([
      { text: 'kept in ', kind: 'same' },
      { text: 'a', kind: 'removed' },
      { text: 'one', kind: 'added' },
      { text: ' folder', kind: 'same' },
    ]);
  });

  it('loses nothing of either text', () => {
    const text = fc.array(fc.constantFrom('a', 'b ', ' ', '\n', 'word', '.'), { maxLength: 30 }).map((w) => w.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const pieces = wordPieces(one, other);
        const without = (kind: string) =>
          pieces
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join('');
        expect(without('added')).toBe(one);
        expect(without('removed')).toBe(other);
      }),
    );
  });
});
