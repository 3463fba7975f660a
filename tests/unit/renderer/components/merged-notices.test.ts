import { afterEach, describe, expect, it } from 'vitest';
import { mergedNotices } from '../../../../renderer/components/merged-notices';
import { speak } from '../../../../renderer/strings/index';

const byDefault = (end: string) => ({ code: 'default-used', message: `No language model took part: ${end}.` });
const other = { code: 'keyword-only', message: 'Found by words: the index has no vectors.' };
const line = ({ message }: { readonly message: string }) => ({ text: message, original: null });

afterEach(() => speak('en'));

describe('notices of one cause', () => {
  it('are one line that says what each of the stages did', () => {
    expect(mergedNotices([byDefault('headers were mapped'), other, byDefault('facts were found')])).toEqual([
      { text: 'No language model took part: headers were mapped; facts were found.', original: null },
      line(other),
    ]);
  });

  it('name the stages where each can be told', () => {
    const ends = ['the prompt was shaped by cues', 'the context was condensed', 'the answer format was read'];
    expect(mergedNotices([byDefault('candidates were judged'), other, ...ends.map(byDefault)])).toEqual([
      { text: 'Stages A2, A3, A4 and A5 followed their rules, without a language model.', original: null },
      line(other),
    ]);
  });

  it('stay as they are when there is one, or when the causes differ', () => {
    const two = [byDefault('a'), { code: 'default-used', message: 'The model did not answer: b.' }];
    expect(mergedNotices(two)).toEqual(two.map(line));
    expect(mergedNotices([other, other])).toEqual([line(other), line(other)]);
  });

  it('are said in German with the words of the engine behind them', () => {
    speak('de');
    const notices = ['headers were mapped', 'the context was condensed'].map((end) => ({
      ...byDefault(end),
      values: { model: 'ollama:m' },
    }));
    expect(mergedNotices(notices)).toEqual([
      {
        text: 'ollama:m wurde nicht verwendet: Die Stufen A0 und A4 sind stattdessen ihren Regeln gefolgt.',
        original: notices.map(({ message }) => message).join(' '),
      },
    ]);
    expect(mergedNotices([byDefault('something unknown')])[0]?.text).toBe('Kein Sprachmodell wurde verwendet.');
  });
});

describe('a notice that another word was searched for', () => {
  it('says in German how to insist on the word', () => {
    speak('de');
    const corrected = { code: 'spelling-corrected', message: '', values: { word: 'Ghandi', term: 'Gandhi' } };
    expect(mergedNotices([corrected])[0]?.text).toBe(
      'Kein Dokument enthält „Ghandi“: Gesucht wurde „Gandhi“. Setze das Wort in Anführungszeichen, um es so zu suchen, wie es da steht.',
    );
  });
});
