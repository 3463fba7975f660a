import { describe, expect, it } from 'vitest';
import { shownText, withoutReferences } from '../../../electron/engine/text/shown-text';

describe('the words of Markdown', () => {
  it.each([
    ['Keep **all** receipts *and* the _old_ ones.', 'Keep all receipts and the old ones.'],
    ['See [the rules](https://rules.test/a_(b) "Rules") and [more][2].', 'See the rules and more.'],
    ['Ask [the desk]({% page "/desk/#help" %}) or {% channel "keys" %}.', 'Ask the desk or keys.'],
    ['{% include "steps.html" %}Begin <b>here</b><!-- not yet -->.', 'Begin here.'],
    ['\\[Must I keep it?\\] Yes, 3 \\* 4.', '[Must I keep it?] Yes, 3 * 4.'],
    ['# Safety {#sec-safety}', '# Safety '],
    ['Mills turned [@Ahlen2020, p. 4] until 1910.[^3]', 'Mills turned until 1910.'],
    ['![A mill](mill.png) Write to <https://mill.test>.', 'A mill Write to https://mill.test.'],
    ['Set `max_size` and snake_case_name to 2 * 3 * 4.', 'Set max_size and snake_case_name to 2 * 3 * 4.'],
    ['The area is $a_1 * b_1$ or $$\\sum_i a_i$$.', 'The area is $a_1 * b_1$ or $$\\sum_i a_i$$.'],
    ['It costs $5 or **$10** [Project Name].', 'It costs $5 or $10 [Project Name].'],
    ['**Half a pair that was cut.', 'Half a pair that was cut.'],
  ])('of “%s”', (source, shown) => {
    expect(shownText(source)).toBe(shown);
  });
});

describe('running text', () => {
  it('is shown without the marks of its sources', () => {
    expect(withoutReferences('149] The mill [2, 5–7] turned.[12] It stopped.[')).toBe('The mill turned. It stopped.');
    expect(withoutReferences('Fill in [Name] and box [ ] 3.')).toBe('Fill in [Name] and box [ ] 3.');
  });
});
