import type { Block } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import { isBesideText, passageOf, quotedPassage } from '../../../electron/engine/text/passage-units';
import { shownText, withoutReferences } from '../../../electron/engine/text/shown-text';
import { aChunk } from '../stages/memory-library';
import cases from './shown-text.json';

const md = 'text/markdown';
const paragraph = (text: string): Block[] => [{ kind: 'paragraph', start: 0, end: text.length }];

describe('the units of a passage', () => {
  it('have words as they are shown, and places in the source', () => {
    const text =
      'See [**what** to keep]({% page "/keep. All/" %}) first. Keep it.[12] Burn \\[the rest\\](a. b) later [3].';
    const { units } = passageOf(aChunk('c1', text, { mime: md, blocks: paragraph(text) }));
    expect(units.map(({ text: shown, start, end }) => [shown, text.slice(start, end)])).toEqual([
      ['See what to keep first.', 'See [**what** to keep]({% page "/keep. All/" %}) first.'],
      ['Keep it.', 'Keep it.[12]'],
      ['Burn [the rest](a. b) later.', 'Burn \\[the rest\\](a. b) later [3].'],
    ]);
  });

  it('keep the signs of a text that is not Markdown', () => {
    const text = 'Write <name> and **both** in [brackets](a.md).';
    const [unit] = passageOf(aChunk('c1', text, { mime: 'application/pdf', blocks: paragraph(text) })).units;
    expect(unit?.text).toBe(text);
  });

  it('are none of what is beside the text, which comes last among passages', () => {
    const text = '[Next >](b.md)\n\nThe mill turned.';
    const [link, prose] = ['[Next >](b.md)', 'The mill turned.'].map((part) => text.indexOf(part));
    const blocks: Block[] = [
      { kind: 'navigation', start: link ?? 0, end: 14 },
      { kind: 'paragraph', start: prose ?? 0, end: text.length },
    ];
    const chunk = aChunk('c1', text, { mime: md, blocks });
    expect(quotedPassage(chunk)).toBe('The mill turned.');
    expect(isBesideText(chunk)).toBe(false);
    expect(isBesideText({ blocks: blocks.slice(0, 1) })).toBe(true);
    expect(isBesideText({ blocks: [] })).toBe(false);
  });
});

describe('the words of Markdown', () => {
  it.each(cases as [string, string][])('of “%s”', (source, shown) => {
    expect(shownText(source)).toBe(shown);
  });
});

describe('running text', () => {
  it('is shown without the marks of its sources', () => {
    expect(withoutReferences('149] The mill [2, 5–7] turned.[12] It stopped.[')).toBe('The mill turned. It stopped.');
    expect(withoutReferences('Fill in [Name] and box [ ] 3.')).toBe('Fill in [Name] and box [ ] 3.');
  });
});
