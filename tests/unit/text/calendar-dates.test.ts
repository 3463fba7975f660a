import { describe, expect, it } from 'vitest';
import {
  askedDates,
  firstBetweenSlashes,
  inFigures,
  statesDate,
  statesOtherDay,
} from '../../../electron/engine/text/calendar-dates';
import cases from './calendar-dates.json';

const dateOf = (question: string) => {
  const [date] = askedDates(question);
  if (!date) throw new Error(`${question} names no date.`);
  return date;
};

describe('a date of a question', () => {
  it.each(cases as [string, string][])('%s is in %s', (question, text) => {
    expect(statesDate(text, dateOf(question))).toBe(true);
  });

  it.each([
    ['Wie viele am 12. Oktober 2016?', '10/13/2016 12:00'],
    ['Wie viele am 12. Oktober 2016?', '12 Räder im Oktober 2016'],
    ['Wie viele am 12. Oktober 2016?', '12. Oktober 2015'],
    ['Wie viele am 12. Oktober 2016?', 'Version 10.12.2016.1'],
  ])('%s is not in %s', (question, text) => {
    expect(statesDate(text, dateOf(question))).toBe(false);
  });

  it('is none without a year', () => {
    expect(askedDates('Was war am 12. Oktober?')).toEqual([]);
  });

  it('is read between slashes as the texts have it', () => {
    expect(firstBetweenSlashes(['10/13/2016', '10/12/2016'])).toBe('month');
    expect(firstBetweenSlashes(['13/10/2016'])).toBe('day');
    expect(firstBetweenSlashes(['10/13/2016', '13/10/2016'])).toBeNull();
    const [asked, other] = [dateOf('am 12. Oktober 2016'), dateOf('am 10. Dezember 2016')];
    expect([asked, other].map((date) => statesDate('10/12/2016', date, 'month'))).toEqual([true, false]);
    expect([asked, other].map((date) => statesDate('10/12/2016', date, 'day'))).toEqual([false, true]);
    expect([asked, other].map((date) => statesDate('10/12/2016', date))).toEqual([true, true]);
  });

  it('has another day in its place where a text states days, and not this one', () => {
    const date = dateOf('am 12. Oktober 2017');
    expect(statesOtherDay('10/12/2016', date)).toBe(true);
    expect(statesOtherDay('10/12/2016 bis 12.10.2017', date)).toBe(false);
    expect(statesOtherDay('seit 2016', date)).toBe(false);
    expect(statesOtherDay('10/12/2016', dateOf('seit März 2019'))).toBe(false);
  });

  it('is looked for in figures, in each order', () => {
    expect(inFigures(dateOf('3. Mai 2016'))).toEqual([
      '2016 05 03',
      '03 05 2016',
      '05 03 2016',
      '3 5 2016',
      '5 3 2016',
    ]);
    expect(inFigures(dateOf('im Mai 2016'))).toEqual([]);
  });
});
