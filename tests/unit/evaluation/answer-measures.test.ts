import { describe, expect, it } from 'vitest';
import {
  type AnswerToJudge,
  answerFigures,
  balancedAccuracy,
  halvesByTitle,
  judgeAnswer,
} from '../../../electron/engine/evaluation';

const cites = (marker: number, documentId: string) => ({ marker, documentId, path: '' });
const quoted = (answer: string, ...citations: AnswerToJudge['citations']): AnswerToJudge => ({
  outcome: 'answered',
  answer,
  citations,
  cited: [],
});
const right = ({ documentId }: { documentId: string }) => documentId === 'right';

describe('a quoted answer', () => {
  it('holds a span in other letters and other white space, but not one that its markers make', () => {
    expect(judgeAnswer(quoted('He led with  Eleven\nSacks. [Citation 1]'), ['eleven sacks'], right).holdsSpan).toBe(
      true,
    );
    expect(judgeAnswer(quoted('He led. [Citation 11]'), ['11'], right).holdsSpan).toBe(false);
  });

  it('of more than three sentences or 1,000 characters holds none', () => {
    const sentence = { text: '', markers: [1], support: 'supported', share: 1, missingNumbers: [], spans: [] } as const;
    const long = `${'x'.repeat(1000)} span`;
    expect(judgeAnswer(quoted(long), ['span'], right).holdsSpan).toBe(false);
    const four = { ...quoted('span'), cited: Array(4).fill(sentence) };
    expect(judgeAnswer(four, ['span'], right).holdsSpan).toBe(false);
    expect(judgeAnswer({ ...four, cited: Array(3).fill(sentence) }, ['span'], right).holdsSpan).toBe(true);
  });

  it('is judged by its first marker, in whatever order the citations come', () => {
    expect(judgeAnswer(quoted('a', cites(2, 'wrong'), cites(1, 'right')), [], right).firstCitationRight).toBe(true);
    expect(judgeAnswer(quoted('a', cites(1, 'wrong'), cites(2, 'right')), [], right).firstCitationRight).toBe(false);
    expect(judgeAnswer(quoted('a'), [], right).firstCitationRight).toBe(false);
  });

  it('that found nothing counts for nothing, and in every share', () => {
    const fallback = judgeAnswer({ ...quoted('span', cites(1, 'right')), outcome: 'nothing' }, ['span'], right);
    expect(fallback).toEqual({ answered: false, holdsSpan: false, firstCitationRight: false });
    const held = judgeAnswer(quoted('span', cites(1, 'right')), ['span'], right);
    expect(answerFigures([held, held, fallback], 0.87654)).toEqual({
      questions: 3,
      answered: 0.6667,
      spanInAnswer: 0.6667,
      firstCitationRight: 0.6667,
      abstention: 0.8765,
    });
  });
});

describe('abstention', () => {
  it('is the mean of right answers and right refusals', () => {
    const asked = (known: boolean, answered: boolean) => ({ known, answered });
    // 2 of 3 known answered, 1 of 2 unknown refused: (2/3 + 1/2)/2
    const all = [asked(true, true), asked(true, true), asked(true, false), asked(false, false), asked(false, true)];
    expect(balancedAccuracy(all)).toBeCloseTo(7 / 12, 12);
    expect(balancedAccuracy([asked(true, true)])).toBeNull();
    expect(balancedAccuracy([])).toBeNull();
  });

  it('takes every other title away, with all its documents', () => {
    const document = (id: string, title: string) => ({ id, title, text: '' });
    const all = [document('1', 'A'), document('2', 'B'), document('3', 'A'), document('4', 'C')];
    const ids = halvesByTitle(all)?.map((half) => half.map(({ id }) => id));
    expect(ids).toEqual([['1', '3', '4'], ['2']]);
    expect(halvesByTitle(all.filter(({ title }) => title === 'A'))).toBeNull();
  });
});
