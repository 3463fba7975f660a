import type { Block } from '@shared/prompt/blocks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOfText } from '../../../electron/engine/ingest/recognise-blocks';
import { forAll } from '../../for-all';

const kindsOf = (text: string): string[] => blocksOfText(text).map(({ kind }) => kind);
/** Kind, words after the mark, and the heading above, line by line. */
const shown = (text: string): string[] =>
  blocksOfText(text).map(({ kind, start, end, words, lead }: Block) => {
    const under = lead ? ` < ${text.slice(lead.start, lead.end)}` : '';
    return `${kind}: ${text.slice(words ?? start, end).replace(/\n/g, ' / ')}${under}`;
  });

describe('blocks of a plain text', () => {
  it('are headings, paragraphs and lists under what leads to them', () => {
    expect(
      shown(
        'Silk and light\n\nSilk fades in the light. Keep it in the dark,\nand look after it.\n\nTake along:\n- gloves\n- a lamp\n  with a filter\n\n1. Look.\n2. Count.\n',
      ),
    ).toEqual([
      'heading: Silk and light',
      'paragraph: Silk fades in the light. Keep it in the dark, / and look after it.',
      'paragraph: Take along:',
      'list-item: gloves < Take along:',
      'list-item: a lamp /   with a filter < Take along:',
      'list-item: Look. < Take along:',
      'list-item: Count. < Take along:',
    ]);
  });

  it('are the rows of a table under its head, also without bars at the ends', () => {
    expect(shown('| Case | Lux |\n| --- | --- |\n| A1 | 50 |\n| B7 | 80 |')).toEqual([
      'table-head: | Case | Lux |',
      'table-row: | A1 | 50 | < | Case | Lux |',
      'table-row: | B7 | 80 | < | Case | Lux |',
    ]);
    expect(shown('Case | Lux\n---|---\nA1 | 50')).toEqual([
      'table-head: Case | Lux',
      'table-row: A1 | 50 < Case | Lux',
    ]);
    expect(shown('| 2021 | 12.4 |\n| --- | --- |\n| A | b |').slice(0, 1)).toEqual(['table-head: | 2021 | 12.4 |']);
  });

  it('are the head of a mail, what it quotes, and what its lines say by a label', () => {
    expect(
      shown(
        'From: Ada <ada@example.org>\nSubject: Keys\n\n> Where are they?\n> Since May.\n\nRoom: 4\nKeeper: M. Keller\n',
      ),
    ).toEqual([
      'mail-head: From: Ada <ada@example.org> < From',
      'mail-head: Subject: Keys < Subject',
      'quote: Where are they? / > Since May.',
      'form-field: Room: 4 < Room',
      'form-field: Keeper: M. Keller < Keeper',
    ]);
  });

  it('are notes, captions, and lines without meaning alone', () => {
    expect(
      shown('[1] See the plan.\n\nFigure 3: The north wing\n\nPage 3 of 12\n\nLight . . . . . . 12\n\n---'),
    ).toEqual([
      'note: [1] See the plan.',
      'caption: Figure 3: The north wing',
      'furniture: Page 3 of 12',
      'furniture: Light . . . . . . 12',
      'furniture: ---',
    ]);
  });

  it.each([
    ['a sentence that holds a colon', 'There is one rule: nobody touches silk.'],
    ['a number at the beginning of a wrapped line', 'The wing was opened on\n3. May by the director.'],
    ['verse', 'The lamp is low\nthe case is cold'],
    ['a figure that is told of', 'Figure 3 shows the wing as it was in 1904.'],
  ])('leave %s in its paragraph', (_, text) => {
    expect(kindsOf(text)).toEqual(['paragraph']);
  });

  it('ascend, do not overlap, and cover every word, whatever the text', () => {
    const line = fc.constantFrom(
      '',
      '- a',
      '  - b',
      '> q',
      '| a | b |',
      '| - | - |',
      'A: b',
      'x = 1;',
      '```',
      'Words.',
      '1. c',
      'T',
      '===',
      'a\tb',
    );
    forAll(fc.array(fc.oneof(line, fc.string()), { maxLength: 25 }), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = lines.join(end);
      let at = 0;
      for (const { start, end: to, words = start, lead } of blocksOfText(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(start);
        expect(words).toBeLessThanOrEqual(to);
        expect(text.slice(at, start)).not.toMatch(/[\p{L}\p{N}]/u);
        if (lead) expect(lead.end).toBeGreaterThan(lead.start);
        at = to;
      }
      expect(text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
    });
  });
});

describe('code among text', () => {
  it.each([
    'def area(r):\n    return 3 * r;\n',
    'import os\nfrom sys import argv\n',
    'const a = 1;\nconst b = 2;',
    'Run this:\n```\nls\n```',
    '<div>\n<p class="x">\n',
  ])('says yes to %j', (text) => {
    expect(kindsOf(text)).toContain('code');
  });

  it.each([
    'A sentence; and another one.\nImport duties rose.',
    'if you look closely, you see it',
    'Class of 1995:\n- Ada\n- Emmy',
    'Let x = 3 be the number.\nThen it follows.',
  ])('says no to %j', (text) => {
    expect(kindsOf(text)).not.toContain('code');
  });
});
