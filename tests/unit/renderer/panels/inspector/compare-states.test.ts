import { emptySuperPrompt } from '@shared/prompt/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStates, wordPieces } from '../../../../../renderer/panels/inspector/CompareTab';
import { forAll } from '../../../../for-all';
import { aChunk } from '../../a-run';

const before = {
  ...emptySuperPrompt('What is kept?'),
  body: { task: 'What is kept?', tone: 'neutral' },
  base_context_chunks: [aChunk('a'), aChunk('b')],
  views_by_stage: { retrieval: ['a', 'b'] },
};

describe('comparing two states', () => {
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
    forAll(text, text, (one, other) => {
      const pieces = wordPieces(one, other);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map((piece) => piece.text)
          .join('');
      expect(without('added')).toBe(one);
      expect(without('removed')).toBe(other);
    });
  });
});
