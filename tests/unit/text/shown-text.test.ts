import { describe, expect, it } from 'vitest';
import { shownText, withoutReferences } from '../../../electron/engine/text/shown-text';
import cases from './shown-text.json';

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
