import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { steadyMarkdown } from '../../../../../../renderer/panels/answer/markdown/steady-markdown';
import { forAll } from '../../../../../for-all';
import cases from './steady-markdown.json';

const answer = `# Limits

Silk takes **fifty lux** and *no more* [Citation 1]. See [the guide](https://example.org/a_b) or \`max_lux\`.

- one **two** three
- four ~~five~~

1. first
2. second

| material | lux |
|----------|-----|
| silk | 50 |
| wood | 200 |

\`\`\`ts
const limit = 50; // **not bold**
\`\`\`

> quoted $$E = mc^2$$ and \\(a + b\\) too

---

The end.
`;

const blocks = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children.map(
    ({ type }) => type,
  );

describe('an answer on its way', () => {
  it('never turns one kind of block into another, at any letter', () => {
    const whole = blocks(answer);
    for (let length = 0; length <= answer.length; length += 1) {
      const drawn = blocks(steadyMarkdown(answer.slice(0, length)));
      expect(drawn, JSON.stringify(answer.slice(0, length).slice(-30))).toEqual(whole.slice(0, drawn.length));
    }
  });

  it.each(cases as [string, string][])('%j is drawn as %j', (text, drawn) => {
    expect(steadyMarkdown(text)).toBe(drawn);
  });

  it('is drawn whole where nothing is open', () => {
    for (const text of ['One. Two.', answer, 'a * b', 'snake_case', 'costs $5'])
      expect(steadyMarkdown(text)).toBe(text);
  });

  it('adds no words of its own, whatever comes', () => {
    forAll(fc.string({ unit: fc.constantFrom(...'ab *_`~|[]()$\\\n-#1.') }), (text) => {
      const letters = (one: string) => one.replace(/[^ab]/g, '');
      expect(letters(text).startsWith(letters(steadyMarkdown(text)))).toBe(true);
    });
  });
});
