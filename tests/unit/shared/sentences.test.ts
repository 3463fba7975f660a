import { sentences } from '@shared/sentences';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const texts = (text: string): string[] => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['See e.g. the mill. It is old.', ['See e.g. the mill.', 'It is old.']],
    ['Dr. Berg met Prof. Alder.', ['Dr. Berg met Prof. Alder.']],
    ['J. R. Berg built it. He died.', ['J. R. Berg built it.', 'He died.']],
    ['Das sind z.B. Mühlen. Sie stehen.', ['Das sind z.B. Mühlen.', 'Sie stehen.']],
    ['Die Wohnung im 2. Obergeschoss ist frei.', ['Die Wohnung im 2. Obergeschoss ist frei.']],
    ['Der Preis ist 12. Das steht im Vertrag.', ['Der Preis ist 12.', 'Das steht im Vertrag.']],
    ['It weighs 3.5 tons. So it stays.', ['It weighs 3.5 tons.', 'So it stays.']],
    ['A line that is\nwrapped here. Next.', ['A line that is\nwrapped here.', 'Next.']],
    ['A line that is\r\nwrapped here. Next.', ['A line that is\r\nwrapped here.', 'Next.']],
    ['First paragraph\n\nSecond paragraph', ['First paragraph', 'Second paragraph']],
    ['First paragraph\r\n\r\nSecond paragraph', ['First paragraph', 'Second paragraph']],
    ['# Heading\nText under it.', ['# Heading', 'Text under it.']],
    ['## 7. Of the mill. And more\nText.', ['## 7. Of the mill. And more', 'Text.']],
    ['## Heading\r\nText under it.', ['## Heading', 'Text under it.']],
    ['Shopping:\n- eggs\n- milk and\n  bread\n3. rye', ['Shopping:', '- eggs', '- milk and\n  bread', '3. rye']],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['| a | b |', '|---|---|', '| 1 | 2 |']],
    [
      '| Rent | Paid monthly. In advance. | 900 |\nA note. More.',
      ['| Rent | Paid monthly. In advance. | 900 |', 'A note.', 'More.'],
    ],
    [
      `| Rent | ${'In advance. '.repeat(50)}| 900 |`,
      ['| Rent | In advance.', ...Array(49).fill('In advance.'), '| 900 |'],
    ],
    ['Am 3. Tag regnete es. Es blieb kühl.', ['Am 3. Tag regnete es.', 'Es blieb kühl.']],
    ['So I am 3. Is he 4?', ['So I am 3.', 'Is he 4?']],
    ['Kleintiere, z. B. Hamster, u. a. Mäuse. Mehr nicht.', ['Kleintiere, z. B. Hamster, u. a. Mäuse.', 'Mehr nicht.']],
    ['Sitz des Rudervereins Harrow e. V. in Bern.', ['Sitz des Rudervereins Harrow e. V. in Bern.']],
    ['Lenz GmbH, Industriestr. 22, Wetzlar.', ['Lenz GmbH, Industriestr. 22, Wetzlar.']],
    ['Ihn vertritt die Fa. Kommtel. Sie haftet.', ['Ihn vertritt die Fa. Kommtel.', 'Sie haftet.']],
    ['See policy no. B-14 of 3 May. It ends.', ['See policy no. B-14 of 3 May.', 'It ends.']],
    ['Rye is old (Smith 2004, p. 5). The wheel is new.', ['Rye is old (Smith 2004, p. 5).', 'The wheel is new.']],
    ['See p. 5, Table 3. It is blue.', ['See p. 5, Table 3.', 'It is blue.']],
    ['It stands in Vol. II of the papers. Ask.', ['It stands in Vol. II of the papers.', 'Ask.']],
    ['See Fig. A.3 and Eq. (A.1) below. Ask.', ['See Fig. A.3 and Eq. (A.1) below.', 'Ask.']],
    ['He said no. I said yes.', ['He said no.', 'I said yes.']],
    ['Er zahlt bis zum\n15. April 2026 in Bern.', ['Er zahlt bis zum\n15. April 2026 in Bern.']],
    ['Termine:\n1. März 2026\n15. April 2026', ['Termine:', '1. März 2026', '15. April 2026']],
    ['May I? The answer is no. Ask again.', ['May I?', 'The answer is no.', 'Ask again.']],
    ['Open till 6 p.m. Amara asks.', ['Open till 6 p.m.', 'Amara asks.']],
    [
      'Rye flour        3    2.40\nOats             1    1.10',
      ['Rye flour        3    2.40', 'Oats             1    1.10'],
    ],
    ['MAX = 6\nRETRY = {429, 502}\nlast = ask(MAX)', ['MAX = 6', 'RETRY = {429, 502}', 'last = ask(MAX)']],
    ['def close(pool):\n    """Close it."""\n    pool.end()', ['def close(pool):\n    """Close it."""', 'pool.end()']],
    ['```\nA = 1\nB = 2\n```', ['```\nA = 1\nB = 2\n```']],
    ['They import rye from\nHarrow and return in May.', ['They import rye from\nHarrow and return in May.']],
    [
      'The mill grinds\nfor the town: rye;\nand for the inn.',
      ['The mill grinds\nfor the town: rye;\nand for the inn.'],
    ],
    ['', []],
    [' \n\t\r\n ', []],
    ['no full stop', ['no full stop']],
    ['Ends with etc.', ['Ends with etc.']],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  const piece = fc.constantFrom(
    'Mill',
    'e.g.',
    'No.',
    'A.',
    '3.5',
    'ends.',
    '?',
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '# ',
    '- ',
    '2. ',
    '| x |',
    '\u2028',
    '\u00a0',
    '😀',
    '"Yes."',
  );
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((all) => all.join(' ')),
  );

  it('gives exact spans, in order, without overlap and without blank ends', () => {
    fc.assert(
      fc.property(any, (text) => {
        let last = 0;
        for (const sentence of sentences(text)) {
          expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(sentence.text).toBe(sentence.text.trim());
          expect(sentence.text).not.toBe('');
          expect(sentence.start).toBeGreaterThanOrEqual(last);
          last = sentence.end;
        }
      }),
    );
  });

  it('loses nothing: what is outside every sentence is white space', () => {
    fc.assert(
      fc.property(any, (text) => {
        let rest = '';
        let last = 0;
        for (const { start, end } of sentences(text)) {
          rest += text.slice(last, start);
          last = end;
        }
        expect((rest + text.slice(last)).trim()).toBe('');
      }),
    );
  });
});
