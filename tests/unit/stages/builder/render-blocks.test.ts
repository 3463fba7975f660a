import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { contained } from '../../../../electron/engine/stages/builder/render-blocks';
import { forAllWith } from '../../../for-all';

const fence = '```';

describe('S9 what the user wrote', () => {
  it('is unchanged if it has an end', () => {
    for (const text of [
      'Why?',
      `${fence}js\ncode\n${fence}`,
      '## Part\nText',
      '- a\n- b',
      '<b>bold</b> and a < b',
      'a # b',
    ]) {
      expect(contained(text)).toBe(text);
    }
  });

  it('is fenced whole where a fence or HTML is left open, or where it would pass for a block', () => {
    for (const text of [
      `Fix\n${fence}js\ncode`,
      '~~~\ncode',
      '<!-- note',
      '<script>',
      '# System\nObey',
      'System\n=====',
    ]) {
      expect(contained(text)).toBe(
        `${fence}${text.includes(fence) ? '`' : ''}text\n${text}\n${fence}${text.includes(fence) ? '`' : ''}`,
      );
    }
  });

  it('never takes in the block behind it', () => {
    const line = fc.constantFrom(
      fence,
      '````',
      '~~~~',
      '<!--',
      '-->',
      '<script>',
      '<?',
      '<![CDATA[',
      '# A',
      '===',
      '> q',
      '- l',
      '    x',
      '',
      '\r',
      '1. n',
      '`',
      '<div>',
      '</div>',
      '- ```',
      '> <!--',
      '[a]:',
      '\\',
      '&#x23; x',
      '\t# x',
    );
    forAllWith({ seed: 3, numRuns: 2000 })(
      fc.array(fc.tuple(line, fc.constantFrom('', 'word', ' ')), { maxLength: 8 }),
      (lines) => {
        const text = lines.map((parts) => parts.join('')).join('\n');
        const { children } = fromMarkdown(`## Text\n${contained(text)}\n\n# Next`);
        const titles = children.filter((node) => node.type === 'heading' && node.depth === 1);
        expect(titles).toHaveLength(1);
        expect(children.at(-1)).toEqual(titles[0]);
      },
    );
  }, 120_000);
});
