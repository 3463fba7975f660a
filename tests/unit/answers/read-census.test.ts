import { describe, expect, it } from 'vitest';
import { readCensus } from '../../../electron/engine/answers/census/read-census';
import { documentVerdict } from '../../../electron/engine/answers/census/take-census';

const testOf = (question: string) => readCensus(question)?.test ?? null;

describe('A question about all documents', () => {
  it.each([
    ['How many of these contracts are governed by Delaware law?', 'count', 'value'],
    ['Which agreements were signed after 2010?', 'list', 'value'],
    ['Which contracts have a term longer than two years?', 'list', 'value'],
    ['How many documents mention "force majeure"?', 'count', 'words'],
    ['list all papers that mention CO2', 'list', 'words'],
    ['Which documents are about bees?', 'list', 'subject'],
    ['Wie viele Verträge unterliegen deutschem Recht?', 'count', 'value'],
    ['Welche Verträge wurden nach 2015 geschlossen?', 'list', 'value'],
    ['Welche Dokumente erwähnen Honig?', 'list', 'words'],
    ['list every paper that reports a dose', 'list', 'value'],
    ['Which contracts have a notice period?', 'list', 'value'],
    ['¿Cuántos contratos mencionan la miel?', 'count', 'words'],
  ])('is told by its form: %s', (question, asks, by) => {
    expect(readCensus(question)).toMatchObject({ asks, test: { by } });
  });

  it.each([
    ['Which agreement has the longest term?', 'duration', 'most'],
    ['Which of these contracts was signed last?', 'date', 'most'],
    ['Which invoice is due first?', 'date', 'least'],
    ['Which lease has the highest monthly rent?', 'amount', 'most'],
    ['Which paper has the smallest sample size?', 'number', 'least'],
    ['Welcher Vertrag hat die längste Laufzeit?', 'duration', 'most'],
    ['Welcher Vertrag wurde zuletzt unterzeichnet?', 'date', 'most'],
    ['¿Qué contrato tiene la duración más larga?', 'duration', 'most'],
    ['¿Qué factura tiene el total más bajo?', 'amount', 'least'],
  ])('may ask for the most or the least of what documents state: %s', (question, type, comparison) => {
    expect(readCensus(question)).toMatchObject({ asks: 'list', test: { by: 'value', comparison, column: { type } } });
  });

  it.each([
    'Which agreement was signed by the last owner?',
    'Which document describes the first procedure?',
    'Which file is the largest?',
    'What is the longest river?',
    'How many papers do I need for a passport?',
    'How many documents do I have to bring?',
    'How many contracts do I have?',
    'Which documents?',
    'What files are in the archive that the installer opens?',
    'Which documents do I need to apply?',
    'What files does the installer create?',
    'Which document describes the procedure?',
    'How many employees signed the agreement?',
    'Welche Unterlagen brauche ich für den Antrag?',
    'How long is the term of the contract?',
    '',
    '?',
  ])('is none without that form: %s', (question) => {
    expect(readCensus(question)).toBeNull();
  });

  it('names words as they are written, without quotes and article', () => {
    expect(testOf('How many documents mention “Force Majeure”?')).toEqual({ by: 'words', words: 'Force Majeure' });
    expect(testOf('Which files mention the Treaty of Rome?')).toEqual({ by: 'words', words: 'Treaty of Rome' });
  });

  it.each([
    ['Which documents do not mention bees?', { by: 'words', words: 'bees' }],
    ['Welche Dokumente erwähnen Honig nicht?', { by: 'words', words: 'Honig' }],
    ['How many agreements are not governed by New York law?', { by: 'value', comparison: 'is' }],
    ['Which contracts aren’t governed by Delaware law?', { by: 'value', comparison: 'is' }],
    ['Which contracts are governed by a law other than that of Ohio?', { by: 'value', comparison: 'is' }],
    ['Which agreements were not signed after 2010?', { by: 'value', comparison: 'after' }],
    ['Wie viele Verträge unterliegen nicht deutschem Recht?', { by: 'value', comparison: 'is' }],
    ['¿Cuántos contratos no mencionan la miel?', { by: 'words', words: 'miel' }],
  ])('is negated by the words of its language: %s', (question, test) => {
    expect(readCensus(question)).toMatchObject({ negated: true, test });
  });

  it('is not negated by a bound of quantities', () => {
    const question = 'Which agreements have a term of not less than 3 years?';
    expect(readCensus(question)).toMatchObject({ negated: false, test: { comparison: 'at-least' } });
  });

  it('compares by the words before its value', () => {
    const comparisonOf = (question: string) => {
      const test = testOf(question);
      return test?.by === 'value' ? [test.comparison, test.values.length] : null;
    };
    expect(comparisonOf('Which agreements were signed before 2010?')).toEqual(['before', 1]);
    expect(comparisonOf('Which agreements were signed in 2010?')).toEqual(['is', 1]);
    expect(comparisonOf('Which agreements were signed between 2007 and 2010?')).toEqual(['between', 2]);
    expect(comparisonOf('Which agreements have a term of at least 3 years?')).toEqual(['at-least', 1]);
    expect(comparisonOf('Welche Verträge haben eine Laufzeit von mehr als zwei Jahren?')).toEqual(['after', 1]);
    expect(comparisonOf('Which contracts have an interest rate above 4.5 %?')).toEqual(['after', 1]);
  });
});

describe('The verdict on a document', () => {
  const document = (text: string) => ({ text, blocks: [], pages: [], language: 'eng', title: null });

  it('on words is that of a scan, in either case, with accents kept apart', () => {
    const words = (text: string, asked: string) =>
      documentVerdict(document(text), { by: 'words', words: asked }).verdict;
    expect(words('A clause of FORCE majeure.', 'force Majeure')).toBe('yes');
    expect(words('Der Straßenbau', 'straßenbau')).toBe('yes');
    expect(words('resume', 'résumé')).toBe('no');
    const { place } = documentVerdict(document('One.\nTwo honey pots.\nThree.'), { by: 'words', words: 'honey' });
    expect(place).toMatchObject({ start: 9, end: 14, quoteStart: 5, quoteEnd: 20 });
  });

  it('on words finds them over the end of a line', () => {
    const { verdict } = documentVerdict(document('A clause of force\nmajeure.'), {
      by: 'words',
      words: 'force majeure',
    });
    expect(verdict).toBe('yes');
  });

  it('on whether something is stated at all is never unclear', () => {
    const test = testOf('Which contracts have a notice period?');
    if (test?.by !== 'value') throw new Error('not read');
    const of = (text: string) => documentVerdict(document(text), test).verdict;
    expect(of('Either party may terminate this Agreement with a notice period of three months.')).toBe('yes');
    expect(of('Rye bread is baked of sourdough.')).toBe('no');
  });

  it('on a percentage compares it with that of the question', () => {
    const test = testOf('Which contracts have an interest rate above 4 percent?');
    if (test?.by !== 'value') throw new Error('not read');
    const of = (text: string) => documentVerdict(document(text), test).verdict;
    expect(of('The loan bears interest at a contract interest rate of 4.5 % a year.')).toBe('yes');
    expect(of('The loan bears interest at a contract interest rate of three percent a year.')).toBe('no');
  });

  it('on what is stated is unclear where the document does not state it', () => {
    const test = testOf('Which agreements were signed after 2010?');
    if (test?.by !== 'value') throw new Error('not read');
    const of = (text: string) => documentVerdict(document(text), test).verdict;
    expect(of('This Agreement is entered into as of March 3, 2012 by and between Heron Inc. and Alder Ltd.')).toBe(
      'yes',
    );
    expect(of('This Agreement is entered into as of March 3, 2010 by and between Heron Inc. and Alder Ltd.')).toBe(
      'no',
    );
    expect(of('Rye bread is baked of sourdough.')).toBe('unclear');
  });

  it('is as sure as the value that it rests on, and of words quite', () => {
    const test = testOf('Which agreements were signed after 2010?');
    if (test?.by !== 'value') throw new Error('not read');
    const sure = (text: string) => documentVerdict(document(text), test).sure;
    const clear = sure('This Agreement is entered into as of March 3, 2012 (the “Effective Date”) by Heron Inc.');
    const vague = sure('Agreement\n\nMarch 3, 2012\n\nHeron Inc.');
    expect([clear > vague, vague > 0.5, sure('Rye bread is baked of sourdough.')]).toEqual([true, true, 0]);
    expect(documentVerdict(document('honey'), { by: 'words', words: 'bee' }).sure).toBe(1);
  });
});
