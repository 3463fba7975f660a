import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frontMatter } from '../../../shared/prompt/front-matter';
import { forAll } from '../../for-all';

const pairs = (text: string) =>
  frontMatter(text)?.properties.map(({ key, value }) => [
    text.slice(key.from, key.to),
    text.slice(value.from, value.to),
  ]) ?? null;

describe('front matter', () => {
  it('is keys with their values, lists and lines that follow included', () => {
    const text = '---\ntitle: "Silk: a guide"\n# a remark\ntags:\n  - silk\n  - light\ndraft:\n---\n\n# Silk\n';
    expect(pairs(text)).toEqual([
      ['title', '"Silk: a guide"\n# a remark'],
      ['tags', '- silk\n  - light'],
      ['draft', ''],
    ]);
    expect(text.slice(frontMatter(text)?.end)).toBe('\n\n# Silk\n');
  });

  it('ends with dots too, and has the line ends of other systems', () => {
    expect(pairs('---\r\nauthor: Ada\r\n...\r\nWords.')).toEqual([['author', 'Ada']]);
  });

  it('is not prose between two rules, nothing that is not closed, and nothing further down', () => {
    expect(frontMatter('---\nA word about silk.\n---\n')).toBeNull();
    expect(frontMatter('---\ntitle: Silk\n\nWords.')).toBeNull();
    expect(frontMatter('Words.\n---\ntitle: Silk\n---\n')).toBeNull();
  });

  it('never reaches out of the text, and its places follow each other', () => {
    const line = fc.constantFrom('a: 1', 'b:', '  - c', '# d', '', 'e : f', 'words', '---', '...');
    forAll(fc.array(line), (lines) => {
      const text = ['---', 'k: v', ...lines].join('\n');
      const found = frontMatter(text);
      if (!found) return;
      const places = found.properties.flatMap(({ key, value }) => [key.from, key.to, value.from, value.to]);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places.at(-1) ?? 0).toBeLessThanOrEqual(found.end);
      expect(found.end).toBeLessThanOrEqual(text.length);
    });
  });
});
