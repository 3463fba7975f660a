import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormulas } from '../../../../../../renderer/panels/answer/markdown/FormulaText';
import { forAll } from '../../../../../for-all';
import { ownTime } from '../../../../../own-time';
import data from './FormulaText.json';

const tex = (markdown: string) =>
  withoutFormulas(markdown).formulas.map((formula) => [formula.tex, formula.display ? 'display' : 'inline']);

describe('formulas in Markdown', () => {
  it.each(data.formulas as [string, readonly (readonly string[])[]][])('%j', (markdown, found) => {
    expect(tex(markdown)).toEqual(found);
  });

  it.each(data.none)('are not in %j', (markdown) => {
    expect(withoutFormulas(markdown)).toEqual({ markdown, formulas: [] });
  });

  it('are not in words of a file that is no Markdown', () => {
    const money = 'A fee of $[amount] a year, a deposit of $[amount]$, \\(x\\) and $$y$$';
    expect(withoutFormulas(money, false)).toEqual({ markdown: money, formulas: [] });
  });

  it.each(['\\(a ', '\\[a ', '$$a\n\n', '$a ', '`a\n\n``'])(
    'of a long text take a time that grows with its length: %j',
    (part) => {
      const text = part.repeat(120_000 / part.length);
      const passed = ownTime();
      expect(withoutFormulas(text).markdown.length).toBeLessThanOrEqual(text.length);
      expect(passed()).toBeLessThan(1500);
    },
  );

  it('give the text again when they are put back', () => {
    forAll(fc.string({ unit: fc.constantFrom(...'a1 $\\()[]`~\n') }), (markdown) => {
      const taken = withoutFormulas(markdown);
      const back = taken.markdown.replace(/\uFDD0(\d+)\uFDD1/g, (_, n) => taken.formulas[Number(n)]?.source ?? '');
      expect(back).toBe(markdown);
    });
  });
});
