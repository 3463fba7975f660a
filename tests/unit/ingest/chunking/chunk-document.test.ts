import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limitsSchema } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { chunkDocument, chunksOf, openLanguageDetector, type ReadDocument } from '../../../../electron/engine/ingest';
import { countWords, hasEquations } from '../../../../electron/engine/ingest/chunking/chunk-document';
import { threadMs } from '../../../thread-time';
import { documentOf, readFixture } from '../fixture-documents';
import data from './chunk-document.json';

const configured = limitsSchema.parse(
  JSON.parse(readFileSync(resolve(__dirname, '../../../../config/pipeline_limits.json'), 'utf8')),
).ingest.profiles;
const profileOf = (name: string) => {
  const profile = configured[name];
  if (!profile) throw new Error(`no profile ${name}`);
  return profile;
};
const balanced = profileOf('balanced');
const countTokens = (text: string) => (text.match(/\S+/g) ?? []).length;
const textsOf = (document: ReadDocument, profile = balanced) =>
  chunkDocument(document, profile, countTokens).map((chunk) => chunk.text);
const small = { unit: 'characters', size: 60, minSize: 0, overlap: 0 } as const;

describe('the separator ladder', () => {
  it.each(data.ladder as [string, string, string][])('cuts at %s', async (_, text, end) => {
    const [first] = textsOf(await documentOf(text), small);
    expect(first?.endsWith(end)).toBe(true);
  });

  it('does not end a sentence at an abbreviation', async () => {
    const text = 'One two three four five six seven, e.g. eight nine ten eleven twelve.';
    expect(textsOf(await documentOf(text), small)[0]).toBe('One two three four five six seven,');
  });

  it('cuts a text without spaces between its characters, full', async () => {
    expect(textsOf(await documentOf('x'.repeat(150)), small).map((text) => text.length)).toEqual([60, 60, 30]);
  });

  it('cuts Japanese at its full stops', async () => {
    const text = '展示ケースの鍵は入口の横に掛かっています。'.repeat(6);
    for (const chunk of textsOf(await documentOf(text), small)) expect(chunk.endsWith('。')).toBe(true);
  });
});

describe('the overlap', () => {
  it('begins at a sentence or a word', async () => {
    const text = 'The lamp is dimmed at night. Silk bears fifty lux, stone bears more of it! '.repeat(60);
    const document = await documentOf(text);
    const chunks = chunkDocument(document, balanced, countTokens);
    expect(chunks.length).toBeGreaterThan(3);
    chunks.slice(1).forEach((chunk, index) => {
      const repeated = (chunks[index]?.endChar ?? 0) - chunk.startChar;
      expect(repeated).toBeGreaterThan(80);
      expect(repeated).toBeLessThanOrEqual(200);
      expect(chunk.text).toMatch(/^(?:The|Silk) /);
    });
  });

  it('does not reach into another section', async () => {
    const document = await documentOf(`# A\n\n${'alpha '.repeat(250)}\n\n# B\n\n${'beta '.repeat(250)}`, 'a.md');
    for (const text of textsOf(document)) expect(text.includes('alpha') && text.includes('beta')).toBe(false);
  });
});

describe('sections of a Markdown file', () => {
  it('are split first, each heading with the text below it', async () => {
    const chunks = chunkDocument(await readFixture('handbook.md'), balanced, countTokens);
    expect(chunks.map((chunk) => [chunk.headings, chunk.text.split('\n')[0]])).toEqual([
      [[], '---'],
      [['Display cases'], '# Display cases'],
      [['Display cases', 'Light'], '## Light'],
      [['Display cases', 'Light', 'Measured values'], '### Measured values'],
      [['Display cases', 'Dust'], '## Dust'],
      [['Display cases', 'Underlined heading'], 'Underlined heading'],
    ]);
  });

  it('join a heading without a body with the first heading below it', async () => {
    const document = await documentOf('# Book\n\n## One\n\nText.\n\n## Two\n\nText.\n', 'a.md');
    expect(chunkDocument(document, balanced, countTokens).map(({ headings, text }) => [headings, text])).toEqual([
      [['Book', 'One'], '# Book\n\n## One\n\nText.'],
      [['Book', 'Two'], '## Two\n\nText.'],
    ]);
  });

  it('join by the profile "sections" while they are tiny and share a parent', async () => {
    const entry = (name: string) => `### ${name}\n\n${'word '.repeat(100)}\n\n`;
    const text = `# Book\n\n## One\n\n${entry('a')}${entry('b')}${entry('c')}## Two\n\n${entry('d')}`;
    const chunks = chunkDocument(await documentOf(text, 'a.md'), profileOf('sections'), countTokens);
    expect(chunks.map(({ headings, tokenCount }) => [headings, tokenCount])).toEqual([[['Book'], 414]]);
    const apart = chunkDocument(await documentOf(text, 'a.md'), balanced, countTokens);
    expect(apart.map(({ headings }) => headings.at(-1))).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('sections of a web page', () => {
  it('are split at its headings, h1 to h6, each heading with the text below it', async () => {
    const page = `<title>Cases</title><p>Before.</p><h1>Cases</h1><p>All of them.</p><h2>Light</h2><p>Fifty lux.</p>
      <h3>Silk</h3><p>Less.</p><section><h2>Dust</h2><p>None.</p></section><h6>Note</h6><p>End.</p>`;
    const chunks = chunkDocument(await documentOf(page, 'a.html'), balanced, countTokens);
    expect(chunks.map(({ headings, text }) => [headings, text])).toEqual([
      [[], 'Before.'],
      [['Cases'], '# Cases\n\nAll of them.'],
      [['Cases', 'Light'], '## Light\n\nFifty lux.'],
      [['Cases', 'Light', 'Silk'], '### Silk\n\nLess.'],
      [['Cases', 'Dust'], '## Dust\n\nNone.'],
      [['Cases', 'Dust', 'Note'], '###### Note\n\nEnd.'],
    ]);
  });

  it.each(['pandoc-notes.html', '../programs/writer-notes.html', '../programs/chromium-page.html'])(
    'of %s begin at each heading, whatever program has saved it',
    async (name) => {
      const { text, headings, ...rest } = await readFixture(name);
      expect(headings.length).toBeGreaterThan(2);
      const chunks = chunkDocument({ text, headings, ...rest }, balanced, countTokens);
      for (const heading of headings) {
        const [chunk, ...others] = chunks.filter(
          ({ startChar, endChar }) => startChar <= heading.startChar && heading.endChar <= endChar,
        );
        expect(others).toEqual([]);
        expect(chunk?.headings).toContain(heading.text);
        // Only headings without a body may come before it.
        expect(text.slice(chunk?.startChar, heading.startChar)).toMatch(/^(?:#+ .*\s*)*$/);
      }
    },
  );
});

describe('the profile "sections"', () => {
  it('gives 400 to 600 tokens, at ends of sentences, however long the text', async () => {
    const text = 'The curator keeps the glass objects behind clear panes for all visitors of the house. '.repeat(400);
    const chunks = chunkDocument(await documentOf(text), profileOf('sections'), countTokens);
    for (const chunk of chunks) {
      expect(chunk.tokenCount).toBeGreaterThanOrEqual(400);
      expect(chunk.tokenCount).toBeLessThanOrEqual(600);
      expect(chunk.text).toMatch(/^The[\s\S]*house\.$/);
    }
  });

  it('counts tokens a few times a chunk, not a word', async () => {
    let calls = 0;
    const counted = (text: string) => {
      calls += 1;
      return countTokens(text);
    };
    const text = 'The curator keeps the glass objects behind clear panes. '.repeat(5000);
    const chunks = chunkDocument(await documentOf(text), profileOf('sections'), counted);
    expect(calls).toBeLessThan(chunks.length * 6);
  });
});

describe('sizes at the edge', () => {
  it('hold for a tokenizer that counts a text for less than its parts', async () => {
    const odd = (text: string) => (/\s$/.test(text) ? 1 : Math.ceil(text.length / 4));
    const document = await documentOf('some words of four letters '.repeat(300));
    const chunks = chunkDocument(document, { unit: 'tokens', size: 100, minSize: 0, overlap: 20 }, odd);
    expect(chunks.length).toBeGreaterThan(10);
    for (const chunk of chunks) expect(odd(chunk.text)).toBeLessThanOrEqual(100);
  });

  it('hold where a blank belongs to the last grapheme', async () => {
    const document = await documentOf(`${'x'.repeat(59)}\u0600 ${'y'.repeat(30)}`);
    expect(textsOf(document, small)).toEqual(['x'.repeat(59), `\u0600 ${'y'.repeat(30)}`]);
  });
});

describe('code blocks and tables', () => {
  const code = `\`\`\`js\n${'const lux = 50;\n\n'.repeat(55)}\`\`\``;
  const rows = `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(65)}`;

  it.each([
    ['code', code],
    ['a table', rows.trimEnd()],
  ])('keep %s in one piece if it fits, at any place', async (_, block) => {
    for (const before of [0, 30, 60, 90, 120, 150, 180]) {
      const text = `${'Some words. '.repeat(before)}\n\n${block}\n\n${'More words. '.repeat(90)}`;
      expect(textsOf(await documentOf(text, 'a.md')).filter((chunk) => chunk.includes(block))).toHaveLength(1);
    }
  });

  it('are cut at a line where they do not fit', async () => {
    const long = `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(200)}`;
    const chunks = textsOf(await documentOf(long, 'a.md'));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk).toMatch(/^\|[\s\S]*\|$/);
  });
});

describe('a chunk’s facts', () => {
  it('hold the line above their first items, if an earlier chunk has it', async () => {
    const items = ['smoking indoors', 'open fires', 'loud music at night', 'dogs without a lead'];
    const text = ['What is not allowed:', '', ...items.map((item) => `- ${item}`)].join('\n');
    const chunks = chunkDocument(await documentOf(text, 'rules.md'), small, countTokens);
    expect(chunks.map(({ lead }) => lead)).toEqual(['', 'What is not allowed:']);
  });

  it('are all there', async () => {
    const chunks = chunkDocument(await readFixture('handbook.md'), balanced, countTokens);
    expect(chunks.map(({ hasCode, hasEquations }) => [hasCode, hasEquations])).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [false, false],
      [false, true],
      [false, false],
    ]);
    expect(chunks[1]).toEqual({
      index: 1,
      lead: '',
      startChar: 45,
      endChar: 99,
      text: '# Display cases\n\nEvery case has a number and a keeper.',
      tokenCount: 11,
      pages: [],
      headings: ['Display cases'],
      wordCount: 10,
      hasCode: false,
      hasEquations: false,
      language: 'eng',
      blocks: [
        { kind: 'heading', start: 45, end: 60, level: 1, words: 47 },
        { kind: 'paragraph', start: 62, end: 99 },
      ],
    });
  });

  it('have the chunk’s own language where it is long enough to tell', async () => {
    const english =
      'Every case in the museum has a keeper who looks after the light and the dust. In the evening the lamps are ' +
      'dimmed, because silk and paper lose their colours when they stand in the sun for too long. Stone and glass ' +
      'are less delicate, but nobody may touch them either; that is why the panes are cleaned before the doors open. ';
    const german =
      'Jede Vitrine des Museums hat eine Leiterin, die sich um das Licht und den Staub kümmert. Am Abend werden die ' +
      'Lampen gedämpft, denn Seide und Papier verlieren ihre Farben, wenn sie zu lange in der Sonne stehen. Stein ' +
      'und Glas sind weniger empfindlich, doch auch sie darf niemand berühren; deshalb putzt man jeden Morgen. ';
    const document = await documentOf(`# One\n\n${english}\n\n# Two\n\n${german}`, 'a.md');
    const chunks = chunkDocument(document, balanced, countTokens, await openLanguageDetector());
    const languages = chunks.map((chunk) => [chunk.headings[0], chunk.language]);
    expect(languages).toEqual([
      ['One', 'eng'],
      ['Two', 'deu'],
    ]);
  });
});

describe('very long texts', () => {
  it('are chunked in bounded time, also on a single line', async () => {
    const text = 'The curator of the museum keeps every glass object behind clear panes. '.repeat(70_000);
    const document = await documentOf(text);
    const started = threadMs();
    let last = 0;
    for (const chunk of chunksOf(document, balanced, (part) => part.length / 4)) last = chunk.endChar;
    expect(last).toBe(text.trimEnd().length);
    // 5 MB take 0.3 s on the machine this was measured on; a quadratic chunker would take minutes.
    expect(threadMs() - started).toBeLessThan(10_000);
  });

  it.each([
    ['blanks', `a${' '.repeat(2_000_000)}b`, 2],
    ['one letter', 'x'.repeat(2_000_000), 2500],
    ['combining marks', `a${'\u0301'.repeat(200_000)}`, null],
  ])('of nothing but %s end', async (_, text, chunks) => {
    const found = textsOf(await documentOf(text));
    expect(found.every((chunk) => chunk.length <= 1000)).toBe(true);
    if (chunks !== null) expect(found).toHaveLength(chunks);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['One, two – three!', 3],
    ["don't well-known 3.14", 3],
    ['Größe über Straße', 3],
    ['הדלת פתוחה', 2],
  ])('%j has %i', (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it('counts the words of scripts without spaces', () => {
    expect(countWords('展示ケースの鍵')).toBeGreaterThan(2);
  });
});

describe('hasEquations', () => {
  it.each([
    'so $E = mc^2$ holds',
    '\\begin{align*} a &= b \\end{align*}',
    '$$ a + b $$',
    'the sum ∑ x over all x',
    'E = mc²',
    'v = (2/9) * r^2 * g',
    'F(x) = a*x + b   (3.1)',
  ])('says yes to %j', (text) => {
    expect(hasEquations(text, false)).toBe(true);
  });

  it.each([
    'It costs $5 and then $10 more.',
    'name = value',
    'See A → B for details.',
    'The price was $3 = 2 euros, or $4.',
    'x = 1',
  ])('says no to %j', (text) => {
    expect(hasEquations(text, false)).toBe(false);
  });

  it('does not take an assignment in code for one', () => {
    expect(hasEquations('total = a + b * c', true)).toBe(false);
  });
});
