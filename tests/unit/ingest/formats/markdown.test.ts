import { wholeSpans } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import {
  parseMarkdown,
  plainHeading,
  readMarkdown,
  scanMarkdown,
} from '../../../../electron/engine/ingest/formats/markdown';
import { fixture, readFixture } from '../fixture-documents';

const handbook = new TextDecoder().decode(fixture('handbook.md'));

describe('the structure of a Markdown file', () => {
  it('has its headings, code and tables at their places', async () => {
    const { title, text, headings, blocks } = await readFixture('handbook.md');
    expect(title).toBe('Handbook of the display cases');
    expect(headings.map(({ level, text: words }) => `${level} ${words}`)).toEqual([
      '1 Display cases',
      '2 Light',
      '3 Measured values',
      '2 Dust',
      '2 Underlined heading',
    ]);
    expect(headings.map(({ startChar, endChar }) => text.slice(startChar, endChar))).toEqual([
      '# Display cases',
      '## Light',
      '### Measured values',
      '## Dust',
      'Underlined heading\n------------------',
    ]);
    expect(wholeSpans(blocks).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['code', expect.stringMatching(/^```ts\nexport[\s\S]*}\n```$/)],
      ['table', expect.stringMatching(/^\| Object[\s\S]*Emmy {3}\|$/)],
    ]);
  });

  it('is the same with Windows line ends', () => {
    const windows = handbook.replaceAll('\n', '\r\n');
    const { headings, blocks, title } = readMarkdown(windows);
    expect(title).toBe('Handbook of the display cases');
    expect(headings.map((heading) => windows.slice(heading.startChar, heading.endChar).split('\r\n')[0])).toEqual([
      '# Display cases',
      '## Light',
      '### Measured values',
      '## Dust',
      'Underlined heading',
    ]);
    expect(wholeSpans(blocks).map(({ kind }) => kind)).toEqual(['code', 'table']);
  });

  it('takes its title from the first heading of level 1 where there is no front matter', () => {
    expect(readMarkdown('## Second\n\n# First *of all*\n').title).toBe('First of all');
    expect(readMarkdown('no heading').title).toBeNull();
  });

  it('has headings that are written as HTML, at their places', () => {
    const text =
      '<div align="center">\n<h1>\n  <img src="a.png">\n  The <b>lamp</b>\n</h1>\n</div>\n\nText.\n\n<h2 id="x">Care</h2>\nMore.\n';
    const { title, headings } = readMarkdown(text);
    expect(title).toBe('The lamp');
    expect(headings.map(({ level, text: words }) => `${level} ${words}`)).toEqual(['1 The lamp', '2 Care']);
    expect(headings.map(({ startChar, endChar }) => text.slice(startChar, endChar))).toEqual([
      '<h1>\n  <img src="a.png">\n  The <b>lamp</b>\n</h1>',
      '<h2 id="x">Care</h2>',
    ]);
    const none =
      '<!-- <h1>no</h1> -->\n\n<pre><h1>no</h1></pre>\n\n<h1><img src="a.png"></h1>\n\n    <h1>no</h1>\n\n> <h1>no</h1>\n';
    expect(readMarkdown(none).headings).toEqual([]);
  });

  it('takes time linear in headings as HTML that never end', () => {
    const started = process.cpuUsage();
    readMarkdown(`${'<h1>a<h2'.repeat(7500)}\n\n${'<h3>b</h4>'.repeat(6000)}`);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });

  it('does not take headings out of code, quotations or lists', () => {
    const text = '```\n# no\n```\n\n> # no\n\n- # no\n\n# yes\n';
    expect(readMarkdown(text).headings.map((heading) => heading.text)).toEqual(['yes']);
  });

  it('does not take prose between two rules for front matter', () => {
    expect(readMarkdown('---\nSome prose without a key\n---\n\n# Title\n').headings.at(-1)?.text).toBe('Title');
  });

  it('is found line by line in a very long text, with a warning', () => {
    const long = `${handbook}\n${'Words of a long text. '.repeat(10_000)}\n\n# The end\n`;
    const { headings, warnings } = readMarkdown(long);
    expect(headings.at(-1)?.text).toBe('The end');
    expect(warnings).toHaveLength(1);
  });
});

describe('the scan by lines', () => {
  const body = handbook.slice(handbook.indexOf('# Display'));
  it.each([
    ['the handbook', body],
    ['Windows line ends', body.replaceAll('\n', '\r\n')],
    ['an open fence', '# A\n\n~~~\ncode\n# no'],
    ['fences in fences', '````\n```\n# no\n```\n````\n\n## B ##\n'],
    ['rules and underlines', 'A\n===\n\ntext\n\n---\n\nB\n---\n\n* * *\n'],
    ['a table without outer bars', 'a | b\n--|--\n1 | 2\n\n# C\n'],
    ['headings as HTML', '<h1 align="center">A <em>b</em></h1>\n\ntext\n\n<h2>C</h2>\n'],
    ['code in a list', '- item\n\n  ```js\n  x\n  ```\n\n# D\n'],
  ])('agrees with the parser on %s', (_, text) => {
    const [scanned, parsed] = [scanMarkdown(text), parseMarkdown(text)];
    expect(scanned.headings).toEqual(parsed.headings);
    expect(wholeSpans(scanned.blocks)).toEqual(wholeSpans(parsed.blocks));
  });
});

describe('the words of a heading', () => {
  it.each([
    ['# Plain', 'Plain'],
    ['## **Bold** and _italic_ ##', 'Bold and italic'],
    ['### The `code` of [a link](https://example.org/x)', 'The code of a link'],
    ['Underlined\n===', 'Underlined'],
    ['# snake_case_name stays', 'snake_case_name stays'],
    ['# A \\# sign {#anchor}', 'A # sign'],
    ['#', ''],
  ])('%j reads %j', (source, words) => {
    expect(plainHeading(source)).toBe(words);
  });
});
