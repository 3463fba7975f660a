import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedDocument, type RedlineResult, redline } from '../../../electron/engine/comparison';
import { blocksOfText } from '../../../electron/engine/ingest/recognise-blocks';
import { forAllWith } from '../../for-all';
import { readFixture } from '../ingest/fixture-documents';
import { foundIn, plantedEdits } from './planted-edits';
import data from './redline.json';

const documentOf = (text: string): ComparedDocument => ({ text, blocks: blocksOfText(text), pages: [] });

/** Each passage as its kind with the words of both sides, `[old > new]` for each edit. */
function read(old: string, next: string): string[] {
  const result = redline(documentOf(old), documentOf(next));
  return result.passages.map(({ kind, old: from, new: to, edits = [] }) => {
    const changes = edits.map(
      (edit) => `[${old.slice(edit.old.start, edit.old.end)} > ${next.slice(edit.new.start, edit.new.end)}]`,
    );
    const text = to ? next.slice(to.start, to.end) : old.slice(from?.start, from?.end);
    return [kind, changes.length > 0 ? changes.join(' ') : text].join(': ');
  });
}

/** Each difference as its kind with what it was and what it is. */
const differencesOf = (old: string, next: string): string[] =>
  redline(documentOf(old), documentOf(next)).differences.map(
    ({ kind, old: from, new: to }) =>
      `${kind}: ${from ? old.slice(from.start, from.end) : '–'} > ${to ? next.slice(to.start, to.end) : '–'}`,
  );

/** Characters of the text that no passage holds, and how often the others are held. */
function holds({ passages }: RedlineResult, side: 'old' | 'new', text: string): Uint8Array {
  const counts = new Uint8Array(text.length);
  for (const passage of passages)
    for (let at = passage[side]?.start ?? 0; at < (passage[side]?.end ?? 0); at += 1)
      counts[at] = (counts[at] ?? 0) + 1;
  return counts;
}

function expectCovered(result: RedlineResult, side: 'old' | 'new', text: string): void {
  const counts = holds(result, side, text);
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]/gu))
    if (counts[index] !== 1) throw new Error(`${side} ${index} ${JSON.stringify(word)} is held ${counts[index]} times`);
}

describe('redline', () => {
  it.each([1, 2, 7, 8])('finds every planted edit and invents none (seed %i)', (seed) => {
    const { old, new: next, expected } = plantedEdits({ seed, words: 9000, edits: 3 });
    const result = redline(old, next);
    expect(expected).toContainEqual(foundIn(result, old, next));
    expectCovered(result, 'old', old.text);
    expectCovered(result, 'new', next.text);
    expect(result.passages.find(({ kind }) => kind === 'moved')?.new?.page).toBeGreaterThan(0);
  });

  it('lists numbers and dates first, as far as they reach', () => {
    const old = 'Anna lives here. The rent is 500 euros from 12 March 2024, due after 30 days at −5 degrees.';
    const next = 'Berta lives here. The rent is 650 euros from 15 April 2024, due after 30 weeks at 5 degrees.';
    expect(differencesOf(old, next)).toEqual([
      'number: 500 > 650',
      'date: 12 March 2024 > 15 April 2024',
      'number: 30 days > 30 weeks',
      'number: −5 > 5',
      'text: Anna > Berta',
    ]);
  });

  it.each(data.changed as [string, string, string][])('%j against %j', (old, next, difference) => {
    expect(differencesOf(old, next)).toEqual([difference]);
  });

  it.each(data.unchanged as [string, string, string][])('takes %s for no change', (_name, old, next) => {
    expect(new Set(read(old, next).map((one) => one.split(':')[0]))).toEqual(new Set(['same']));
  });

  it.each(['pandoc-notes.odt', 'libreoffice-notes.docx', 'libreoffice-notes.rtf'])(
    'finds nothing between one document in two formats (%s)',
    async (name) => {
      const [docx, other] = await Promise.all([readFixture('pandoc-notes.docx'), readFixture(name)]);
      expect(redline(docx, other).differences).toEqual([]);
    },
  );

  it('sees through the number of a page within a sentence', () => {
    const old = 'The mill that grinds\n\nPage 3\n\nfor the whole town stands. It is old.';
    const next = 'The mill that grinds for the whole town\n\nPage 3\n\nstands. It is new.';
    expect(differencesOf(old, next)).toEqual(['text: old > new']);
  });

  it('tells a hyphen within a line', () => {
    expect(read('We re-cover it.', 'We recover it.')).toEqual(['changed: [re-cover > recover]']);
  });

  it('says that the same file is the same', () => {
    const { old } = plantedEdits({ seed: 3, words: 3000, edits: 1 });
    const { passages, differences } = redline(old, old);
    expect(passages.map(({ kind }) => kind)).toEqual(['same']);
    expect(differences).toEqual([]);
  });

  it.each([
    ['', '', []],
    [' \n ', '', []],
    ['', 'Hello there.', ['new: Hello there.']],
    ['Hello there.', '', ['gone: Hello there.']],
  ])('%j against %j', (old, next, expected) => {
    expect(read(old, next)).toEqual(expected);
  });

  it('finds moved text and the changes inside it, once', () => {
    const old =
      'Alpha beta gamma delta one. Epsilon zeta eta theta two. Iota kappa lambda mu three. Nu xi omicron pi four.';
    const next =
      'Epsilon zeta eta theta two. Iota kappa lambda mu three. Nu xi omicron pi four. Alpha beta gamma delta nine.';
    expect(read(old, next)).toEqual([
      'same: Epsilon zeta eta theta two. Iota kappa lambda mu three. Nu xi omicron pi four.',
      'moved: [one > nine]',
    ]);
  });

  it('leaves text in its place that appears elsewhere by chance', () => {
    const old = 'Note.\n\nAlpha beta gamma delta epsilon.\n\nZeta eta theta iota kappa.';
    const next = 'Alpha beta gamma delta epsilon.\n\nZeta eta theta iota kappa.\n\nNote.';
    expect(read(old, next).map((one) => one.split(':')[0])).toEqual(['gone', 'same', 'new']);
  });

  it('follows the rows of a table in a new order', () => {
    const head = '| Fruit | Kilos |\n| --- | --- |\n';
    const old = `${head}| Apple | 12 |\n| Pear | 13 |\n| Plum | 14 |\n| Quince | 15 |`;
    const next = `${head}| Quince | 16 |\n| Apple | 12 |\n| Pear | 13 |\n| Plum | 14 |`;
    expect(read(old, next).slice(1, 2)).toEqual(['moved: [15 > 16]']);
    expect(differencesOf(old, next)).toEqual(['number: 15 > 16']);
  });

  it('takes the new number of an item that has another before it for no number', () => {
    const old = '1. The first item is here.\n2. The last item is there.';
    const next = '1. The first item is here.\n2. Another thing comes between.\n3. The last item is there.';
    expect(differencesOf(old, next)).toEqual(['text: – > 2. Another thing comes between.', 'text: 2 > 3']);
  });

  it('splits and joins sentences without losing a word', () => {
    const old = 'The mill grinds for the town, and the wheel turns all day.';
    const next = 'The mill grinds for the town. The wheel turns all day.';
    expect(read(old, next)).toEqual(['changed: [, and the > . The]']);
  });

  it('follows words from one sentence into the next', () => {
    const old =
      'The old mill grinds rye for the town and for the inn. The wheel turns all day, says the miller of Dole.';
    const next =
      'The old mill grinds rye for the town. And for the inn the wheel turns all day, says the miller of Dole.';
    expect(read(old, next)).toEqual(['changed: [and > . And] [. The > the]']);
  });

  const piece = fc.constantFrom(
    'Mill',
    'wheel',
    'turns',
    '500',
    '12 March 2024',
    'a-\nb',
    'x-',
    '-5',
    '%',
    'ends.',
    '\n',
    '\n\n',
    '# ',
    '- ',
    '2. ',
    '| x | 1 |\n',
    '磨坊',
    'Page 3\n\n',
    '\n\nPage 4\n\n',
    '😀',
    '...',
    '```\n',
    'e.g.',
  );
  const any = fc.array(piece, { maxLength: 40 }).map((all) => all.join(' '));

  it('holds every word of both documents exactly once, in their order', () => {
    forAllWith({ numRuns: 400 })(any, any, (old, next) => {
      const result = redline(documentOf(old), documentOf(next));
      expectCovered(result, 'old', old);
      expectCovered(result, 'new', next);
      const starts = result.passages.flatMap((passage) => passage.new?.start ?? []);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    });
  });

  it('makes the new document of the old one by its edits', () => {
    const letters = (text: string): string => text.replace(/[-\s#|`]/gu, '');
    forAllWith({ numRuns: 200 })(any, any, (old, next) => {
      for (const { old: from, new: to, edits = [] } of redline(documentOf(old), documentOf(next)).passages) {
        if (!from || !to) continue;
        let made = '';
        let at = from.start;
        for (const edit of edits) {
          expect(edit.old.start).toBeGreaterThanOrEqual(at);
          made += old.slice(at, edit.old.start) + next.slice(edit.new.start, edit.new.end);
          at = edit.old.end;
        }
        expect(letters(made + old.slice(at, from.end))).toBe(letters(next.slice(to.start, to.end)));
      }
    });
  });

  it('compares a line of 5 MB', () => {
    const words = Array.from({ length: 700_000 }, (_, at) => `w${(at * 7919) % 30_011}`);
    const old = words.join(' ');
    const next = words.with(350_000, 'changed').toSpliced(10, 0, 'put', 'in').join(' ');
    const whole = (text: string): ComparedDocument => ({
      text,
      blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
      pages: [],
    });
    const { passages } = redline(whole(old), whole(next));
    const edits = passages.flatMap((passage) => passage.edits ?? []);
    expect(edits.length).toBe(2);
    expect(edits.map((edit) => next.slice(edit.new.start, edit.new.end))).toEqual(['put in', 'changed']);
    expect(passages.every(({ kind }) => kind === 'same' || kind === 'changed')).toBe(true);
  });

  it('ends when its signal does', () => {
    const { old, new: next } = plantedEdits({ seed: 3, words: 3000, edits: 1 });
    expect(() => redline(old, next, AbortSignal.abort(new Error('stopped')))).toThrow('stopped');
  });
});
