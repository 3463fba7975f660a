import { describe, expect, it } from 'vitest';
import { mergedNotices } from '../../../../renderer/components/merged-notices';

const byDefault = (end: string) => ({ code: 'default-used', message: `No language model took part: ${end}.` });
const other = { code: 'keyword-only', message: 'Found by words: the index has no vectors.' };

describe('notices of one cause', () => {
  it('are one line that says what each of the stages did', () => {
    expect(mergedNotices([byDefault('headers were mapped'), other, byDefault('facts were found')])).toEqual([
      { code: 'default-used', message: 'No language model took part: headers were mapped; facts were found.' },
      other,
    ]);
  });

  it('name the stages where each can be told', () => {
    const ends = ['the prompt was shaped by cues', 'the context was condensed', 'the answer format was read'];
    expect(mergedNotices([byDefault('candidates were judged'), other, ...ends.map(byDefault)])).toEqual([
      {
        code: 'default-used',
        message: 'No language model took part: stages A2, A3, A4 and A5 used their rules instead.',
      },
      other,
    ]);
  });

  it('stay as they are when there is one, or when the causes differ', () => {
    const two = [byDefault('a'), { code: 'default-used', message: 'The model did not answer: b.' }];
    expect(mergedNotices(two)).toEqual(two);
    expect(mergedNotices([other, other])).toEqual([other, other]);
  });
});
