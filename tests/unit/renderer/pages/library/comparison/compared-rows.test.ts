import type { ComparedPassage, DocumentComparison } from '@shared/contract/index';
import { describe, expect, it } from 'vitest';
import {
  comparedRowsOf,
  piecesOf,
  readingOrder,
  shortText,
  stopsOf,
  withoutSame,
} from '../../../../../../renderer/pages/library/comparison/compared-rows';

/** A comparison of texts whose passages are named by the words they consist of. */
function compared(
  old: string,
  next: string,
  passages: readonly (readonly [kind: ComparedPassage['kind'], words: string, newWords?: string])[],
): Pick<DocumentComparison, 'passages' | 'texts'> {
  const place = (text: string, words: string) => {
    const startChar = text.indexOf(words);
    return startChar < 0 ? null : { startChar, endChar: startChar + words.length, page: 1 };
  };
  return {
    texts: { old, new: next },
    passages: passages.map(([kind, words, newWords = words]) => ({
      kind,
      old: kind === 'new' ? null : place(old, words),
      new: kind === 'gone' ? null : place(next, newWords),
      edits: [],
    })),
  };
}
const shown = ({ texts, ...rest }: Pick<DocumentComparison, 'passages' | 'texts'>) =>
  comparedRowsOf({ texts, ...rest }).map(({ kind, old, new: next }) => [
    kind,
    old ? texts.old.slice(old.startChar, old.endChar).trim() : null,
    next ? texts.new.slice(next.startChar, next.endChar).trim() : null,
  ]);

describe('the rows of two documents side by side', () => {
  it('have moved text at its old and at its new place', () => {
    const comparison = compared('one\ntwo\nthree\nfour', 'one\nthree\nfour\ntwo', [
      ['same', 'one'],
      ['same', 'three'],
      ['same', 'four'],
      ['moved', 'two'],
    ]);
    expect(shown(comparison)).toEqual([
      ['same', 'one', 'one'],
      ['moved', 'two', null],
      ['same', 'three', 'three'],
      ['same', 'four', 'four'],
      ['moved', null, 'two'],
    ]);
    const keys = comparedRowsOf(comparison).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('have what moved to the top below what stood before it', () => {
    expect(
      shown(
        compared('one\ntwo', 'two\none', [
          ['moved', 'two'],
          ['same', 'one'],
        ]),
      ),
    ).toEqual([
      ['moved', null, 'two'],
      ['same', 'one', 'one'],
      ['moved', 'two', null],
    ]);
  });

  it('cut equal text by paragraphs, at the same words on both sides', () => {
    const old = 'The first pas-\nsage stands here.\n\nA second one\nfollows it.';
    const next = 'The first passage stands here.\n\nA second one follows it.';
    expect(shown(compared(old, next, [['same', old, next]]))).toEqual([
      ['same', 'The first pas-\nsage stands here.', 'The first passage stands here.'],
      ['same', 'A second one\nfollows it.', 'A second one follows it.'],
    ]);
  });

  it('lose nothing of a text without paragraphs, and cut none of its words', () => {
    const text = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
    const comparison = compared(text, text, [['same', text]]);
    const rows = comparedRowsOf(comparison);
    expect(rows.length).toBeGreaterThan(3);
    const of = (side: 'old' | 'new') =>
      rows.map((row) => text.slice(row[side]?.startChar ?? 0, row[side]?.endChar ?? 0));
    expect(of('old').join('')).toBe(text);
    expect(of('new')).toEqual(of('old'));
    expect(of('new').flatMap((part) => part.trim().split(' '))).toEqual(text.split(' '));
  });

  it('tell how much is the same where only differences are shown', () => {
    const rows = comparedRowsOf(
      compared('a\nb\nc\nd', 'a\nb\nc\nx', [
        ['same', 'a'],
        ['same', 'b'],
        ['gone', 'd'],
        ['same', 'c'],
        ['new', 'x'],
      ]),
    );
    expect(withoutSame(rows).map((row) => (row.kind === 'folded' ? row.count : row.kind))).toEqual([
      2,
      'gone',
      1,
      'new',
    ]);
  });
});

describe('the differences that are gone to', () => {
  const span = (startChar: number) => ({ startChar, endChar: startChar + 1 });
  const { passages, texts } = compared('a\nb\nc', 'b\na\nc', [
    ['changed', 'c'],
    ['moved', 'a'],
    ['moved', 'b'],
  ]);
  const differences = [
    { kind: 'number', old: span(4), new: span(4), passage: 2 },
    { kind: 'text', old: span(1), new: span(8), passage: 0 },
    { kind: 'text', old: span(0), new: span(2), passage: 0 },
  ] as const;
  const stops = stopsOf({ passages, texts, differences } as unknown as DocumentComparison);

  it('have merely moved text last, and once', () => {
    expect(stops.map(({ kind, passage }) => `${kind} ${passage}`)).toEqual(['number 2', 'text 0', 'text 0', 'moved 1']);
  });

  it('come one after the other as one reads them', () => {
    expect(readingOrder(stops)).toEqual([2, 1, 3, 0]);
  });
});

describe('the pieces of a passage', () => {
  it('are the passage, with the words that are otherwise marked', () => {
    const text = 'before: the fee is 1,500 EUR a year. after';
    const span = { startChar: 8, endChar: 36 };
    const pieces = piecesOf(text, span, [
      { startChar: 19, endChar: 24 },
      { startChar: 28, endChar: 28 },
      { startChar: 29, endChar: 35 },
    ]);
    expect(pieces.map(({ text: part }) => part).join('')).toBe(text.slice(8, 36));
    expect(pieces.filter(({ changed }) => changed).map(({ text: part }) => part)).toEqual(['1,500', 'a year']);
  });

  it('are shown in one line, cut if they are long', () => {
    expect(shortText('one\n  two three', { startChar: 0, endChar: 15 }, 80)).toBe('one two three');
    expect(shortText('one two three', { startChar: 0, endChar: 13 }, 8)).toBe('one two…');
    expect(shortText('one', null, 8)).toBe('');
  });
});
