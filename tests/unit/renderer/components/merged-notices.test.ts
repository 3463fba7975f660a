import { describe, expect, it } from 'vitest';
import { mergedNotices } from '../../../../renderer/components/merged-notices';

const byDefault = (end: string) => ({ code: 'default-used', message: `No language model is set up: ${end}.` });
const other = { code: 'keyword-only', message: 'Found by words: the index has no vectors.' };

describe('notices of one cause', () => {
  it('are one line that says what each of the stages did', () => {
    expect(mergedNotices([byDefault('headers were mapped'), other, byDefault('facts were quoted')])).toEqual([
      { code: 'default-used', message: 'No language model is set up: headers were mapped; facts were quoted.' },
      other,
    ]);
  });

  it('name the stages where all of them used their rules', () => {
    const [first, ...rest] = mergedNotices(['a', 'b', 'c', 'd', 'e'].map(byDefault));
    expect(first?.message).toMatch(/^No language model is set up: .*A0, A2, A3, A4 and A5/);
    expect(rest).toEqual([]);
  });

  it('stay as they are when there is one, or when the causes differ', () => {
    const two = [byDefault('a'), { code: 'default-used', message: 'The model did not answer: b.' }];
    expect(mergedNotices(two)).toEqual(two);
    expect(mergedNotices([other, other])).toEqual([other, other]);
  });
});
