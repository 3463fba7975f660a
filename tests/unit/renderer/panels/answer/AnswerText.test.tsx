import type { Citation } from '@shared/contract';
import { Tooltip } from 'radix-ui';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { extractiveAnswer, quotedFrom } from '../../../../../electron/engine/chat/quoting/extractive-answer';
import { scoredUnits } from '../../../../../electron/engine/chat/quoting/score-sentences';
import { blocksOfText } from '../../../../../electron/engine/ingest/recognise-blocks';
import { AnswerText } from '../../../../../renderer/panels/answer/AnswerText';
import { aChunk, gated, limits } from '../../../stages/memory-library';

const drawn = (markdown: string, growing = false, citations: readonly Citation[] = [], quoted = false): string =>
  renderToStaticMarkup(
    createElement(
      Tooltip.Provider,
      null,
      createElement(AnswerText, { markdown, growing, citations, quoted, current: null, open: () => {} }),
    ),
  );

describe('an answer', () => {
  it.each([
    '<img src="x" onerror="alert(1)">',
    '<script>alert(1)</script>',
    'before <b onclick="x">bold</b> after',
    '<iframe src="https://example.org"></iframe>',
    '| a |\n|---|\n| <svg onload="x"> |',
    '$\\href{javascript:alert(1)}{x}$ <style>*{display:none}</style>',
  ])('shows HTML as text: %j', (markdown) => {
    const html = drawn(markdown);
    expect(html).not.toMatch(/<(?:img|script|b|iframe|svg|style)\b/);
    expect(html).toMatch(/&lt;(?:img|script|b|iframe|svg|style)\b/);
  });

  it('shows marks that turn the direction of a text, and controls', () => {
    expect(drawn('Open \u202efdp.exe\u001b[2J')).toContain('Open \ufffdfdp.exe\u241b[2J');
  });

  it('has neither pictures nor addresses that could be fetched', () => {
    expect(drawn('![a](https://example.org/a.png) [b](javascript:alert(1))')).not.toMatch(/src=|href=/);
  });

  it('keeps tables and code in frames of their own, with their content', () => {
    const html = drawn('| a | b |\n|---|---|\n| $\\|x\\|$ | 2 |\n\n```ts\nconst price = "$5 and $x$";\n```');
    expect(html).toMatch(/<section class="table-frame"[^>]*><table>/);
    expect(drawn('| Day | Place |\n| --- | --- |\n| 2025-06-12 | 8 Mill Lane |')).toMatch(
      /<td class="whitespace-nowrap">2025-06-12<\/td>\s*<td>8 Mill Lane/,
    );
    expect(html).toContain('$\\|x\\|$');
    expect(html).toContain('<pre tabindex="0"><code>const price = &quot;$5 and $x$&quot;;</code></pre>');
  });

  it('draws money as money, word for word, also where a model writes it', () => {
    const money = 'The rent is $1,200 per month in US$. A key is $a and $b$ [Citation 1].';
    const citation = { marker: 1, title: 'Lease', pages: [1], headings: [], snippet: '' };
    const cited = (mime: string) => [{ ...citation, mime }] as unknown as readonly Citation[];
    expect(drawn(money, false, cited('text/plain'), true)).not.toContain('data-testid="formula"');
    expect(drawn(money, false, cited('text/plain'), true)).toContain('$1,200 per month in US$. A key is $a and $b$');
    expect(drawn(money, false, cited('text/markdown'), true)).toContain('>$b$</span>');
    expect(drawn(money)).toContain('$1,200 per month in US$. A key is $a and <span');
  });

  it('keeps dollars in addresses', () => {
    expect(drawn('[a $x$ b](https://example.org/$y$)')).toMatch(/<button[^>]*>a <span[^>]*>\$x\$<\/span> b<\/button>/);
  });

  it('tells a source that was found from one that the model named, in looks and to screen readers', () => {
    const citation = { title: 'Report', pages: [2], headings: [], snippet: 'Silk takes fifty lux.' };
    const citations = [
      { ...citation, marker: 1, origin: 'found' },
      { ...citation, marker: 2, origin: 'model' },
      { ...citation, marker: 3 },
    ] as unknown as readonly Citation[];
    const chips = drawn('Silk [Citation 1]. Wood [Citation 2]. Rye [Citation 3].', false, citations).match(
      /<button[^>]*>.*?<\/button>/gu,
    );
    expect(chips?.map((chip) => /data-origin="(\w+)"/u.exec(chip)?.[1])).toEqual(['found', 'model', 'model']);
    expect(chips?.map((chip) => chip.includes('Found by Vitrine: the model named no source.'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(chips?.map((chip) => chip.includes('*'))).toEqual([true, false, false]);
  });

  it('draws while it grows as much of it as is certain', () => {
    expect(drawn('It takes **fifty', true)).toContain('<strong>fifty</strong>');
    expect(drawn('It takes **fifty', false)).toContain('**fifty');
  });
});

describe('the sentence that answers best', () => {
  const lit = (text: string, question: string, quoted = true): string[] => {
    const chunk = aChunk('c1', text, { blocks: blocksOfText(text) });
    const from = quotedFrom(gated([[chunk, 0.9]], question), [{ chunk, number: 1, score: 0.9 }]);
    const given = extractiveAnswer(scoredUnits(from.passages, from.question, null), limits.answer);
    if (!given) throw new Error('nothing is quoted');
    const html = renderToStaticMarkup(
      <Tooltip.Provider>
        <AnswerText {...given} markdown={given.answer} quoted={quoted} current={null} open={() => {}} />
      </Tooltip.Provider>,
    );
    const plain = html.replace(/<\/?mark>/gu, '');
    expect(plain.match(/<button/gu)).toHaveLength(given.citations.length);
    return [...html.matchAll(/<mark>(.*?)<\/mark>/gsu)].map(([, words = '']) => words);
  };
  const deposit =
    'Flat 12 was let in May. The deposit of the flat is 1,400 euros, “in three parts”. It is paid in cash at the office.';

  it('is highlighted inside longer text, and nothing else is', () => {
    expect(lit(deposit, 'How much is the deposit?')).toEqual([
      'The deposit of the flat is 1,400 euros, “in three parts”.',
    ]);
    expect(lit(deposit, 'How much is the deposit?', false)).toEqual([]);
  });

  it('is not lit where it is all that is quoted', () => {
    expect(lit('The deposit of the flat is 1,400 euros.', 'How much is the deposit?')).toEqual([]);
  });

  it('is an item of a list that is quoted whole', () => {
    const list =
      'The house has three rules:\n- No dogs on the stairs.\n- Bicycles stand in the cellar.\n- Quiet after ten.';
    expect(lit(list, 'Where do bicycles stand?')).toEqual(['Bicycles stand in the cellar.']);
  });

  it('is highlighted across set-apart text, and to its end if a citation is shorter', () => {
    const bold = 'Flat 12 was let in May. The deposit of the flat is **1,400 euros** in all. It is paid in cash.';
    expect(lit(bold, 'How much is the deposit?').join('')).toBe('The deposit of the flat is 1,400 euros in all.');
    const long = `The deposit of the flat is ${'a very large and carefully counted '.repeat(7)}sum.`;
    expect(lit(`Flat 12 was let in May. ${long} It is paid.`, 'How much is the deposit?')).toEqual([long]);
  });
});

describe('a list that is quoted from a document', () => {
  /** The visible text, with the numbers that the list itself counts. */
  const read = (text: string, question: string): string[] => {
    const chunk = aChunk('c1', text, { blocks: blocksOfText(text) });
    const from = quotedFrom(gated([[chunk, 0.9]], question), [{ chunk, number: 1, score: 0.9 }]);
    const given = extractiveAnswer(scoredUnits(from.passages, from.question, null), limits.answer);
    const html = drawn(given?.answer.replace(/ \[Citation 1\]/gu, '') ?? '');
    return [...html.matchAll(/<(ol|ul)[^>]*>(.*?)<\/\1>/gsu)].flatMap(([, kind, items = '']) =>
      [...items.matchAll(/<li>(.*?)<\/li>/gsu)].map(
        ([, item], at) => `${kind === 'ol' ? `${at + 1}. ` : ''}${item?.replace(/\u00a0/gu, ' ')}`,
      ),
    );
  };

  it.each([
    [
      'Die Termine sind:\n1. März 2026\n15. April 2026\n30. Juni 2026',
      ['1. März 2026', '15. April 2026', '30. Juni 2026'],
    ],
    ['Die Termine sind:\n- 2. März 2026\n- 15. April 2026', ['2. März 2026', '15. April 2026']],
    ['Termine hat:\n4. die Mühle\n7. das Rad', ['4. die Mühle', '7. das Rad']],
    ['Termine haben:\n2. die Mühle\n3. das Rad', ['2. die Mühle', '3. das Rad']],
    ['Termine haben:\n1. die Mühle\n   - alt\n2. das Rad', ['1. die Mühle', 'alt', '2. das Rad']],
    ['Termine haben:\n1. die Mühle\n2. das Rad', ['1. die Mühle', '2. das Rad']],
  ])('keeps the days and numbers of %j', (text, items) => {
    expect(read(text, 'Welche Termine sind es?')).toEqual(items);
  });

  it('keeps the day of a single line', () => {
    const text = 'Lerchen sangen.\n\n15. April 2026: Abgabe der Termine';
    const chunk = aChunk('c1', text, { blocks: blocksOfText(text) });
    const citable = [{ chunk, number: 1, score: 0.9 }];
    const from = quotedFrom(gated([[chunk, 0.9]], 'Wann ist Abgabe der Termine?'), citable);
    const given = extractiveAnswer(scoredUnits(from.passages, from.question, null), limits.answer);
    expect(drawn(given?.answer ?? '')).toContain('15.\u00a0April 2026: Abgabe der Termine');
  });
});
