import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutFormulas } from '../../../../../../renderer/pages/chat/markdown/FormulaText';
import { forAll } from '../../../../../for-all';

const tex = (markdown: string) =>
  withoutFormulas(markdown).formulas.map((formula) => [formula.tex, formula.display ? 'display' : 'inline']);

describe('formulas in Markdown', () => {
  it.each([
    ['so $E = mc^2$ it is', [['E = mc^2', 'inline']]],
    ['$$\n\\sum_i x_i\n$$', [['\\sum_i x_i', 'display']]],
    [
      'a \\(x_1\\) b \\[y\\]',
      [
        ['x_1', 'inline'],
        ['y', 'display'],
      ],
    ],
    [
      '$x$ and $y$',
      [
        ['x', 'inline'],
        ['y', 'inline'],
      ],
    ],
    ['$\\text{\\$5}$', [['\\text{\\$5}', 'inline']]],
  ])('%j', (markdown, found) => {
    expect(tex(markdown)).toEqual(found);
  });

  it.each([
    'It costs $5 to $10.',
    '$5, $6 or US$7',
    '\\$x\\$',
    '`$x$` and ``a ` $y$``',
    '```\n$x$\n\\(y\\)\n```',
    '~~~\n$$x$$',
    '$x\n\ny$',
    '\\(never closed',
  ])('are not in %j', (markdown) => {
    expect(withoutFormulas(markdown)).toEqual({ markdown, formulas: [] });
  });

  it('give the text again when they are put back', () => {
    forAll(fc.string({ unit: fc.constantFrom(...'a1 $\\()[]`~\n') }), (markdown) => {
      const taken = withoutFormulas(markdown);
      const back = taken.markdown.replace(/\uFDD0(\d+)\uFDD1/g, (_, n) => taken.formulas[Number(n)]?.source ?? '');
      expect(back).toBe(markdown);
    });
  });
});
