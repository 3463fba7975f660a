import { terms } from '@shared/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesIn, namesWhatIsAbsent } from '../../../electron/engine/retrieval/absent-names';
import { despiteAbsentName } from '../../../electron/engine/retrieval/relevance';

describe('the names in a question', () => {
  it.each([
    ['What does Mailnag do with a server?', [['Mailnag']]],
    [
      'Who was Vincent van Gogh, and did Graham Twigg know him?',
      [
        ['Vincent', 'Gogh'],
        ['Graham', 'Twigg'],
      ],
    ],
    ['Who wrote the poem The Mark of Anarchy?', [['The', 'Mark', 'Anarchy']]],
    ['Does it know Java, Foobar and Tcl?', [['Java'], ['Foobar'], ['Tcl']]],
    // The begin of a sentence gives a capital to any word; with a name behind it, it may belong to it.
    ['Mailnag reads what?', []],
    ['Read it. Mailnag reads what?', []],
    ['Graham Twigg proposes what?', [['Graham', 'Twigg']]],
    // Abbreviations stand for what documents write out.
    ['What do the SP and RS232 do?', []],
    ['Why does mail not arrive?', []],
    // A heading has capitals everywhere.
    ['How To Repair Your Garden Fence', []],
    ['', []],
  ])('%s', (question, names) => {
    expect(namesIn(question)).toEqual(names);
  });
});

describe('a name that no document knows', () => {
  const known = new Set(terms('India server mail Twigg anarchy light'));
  const library = {
    occurring: () => (term: string) => known.has(term),
    haveOtherwise: (word: string) => word === 'Lights',
    hasLonger: (term: string, most: number) =>
      [...known].some((one) => one !== term && one.startsWith(term) && one.length <= term.length + most),
    isNamed: (word: string) => word === 'Meridian',
  };

  it.each([
    ['What does Cyrix do with a server?', true],
    ['What do Servers and Cyrix do?', true],
    ['What does the Server do?', false],
    // One word of it is known; it is another form of what is known; it has no word that counts.
    ['What does Graham Twigg propose?', false],
    ['Who wrote The Mark of Anarchy?', false],
    ['Which famous Indian was it?', false],
    ['Who is that Anarch?', false],
    ['Who is that Ana?', true],
    ['What are the Lights?', false],
    // A document is called so, though none has the word.
    ['What does the Meridian report say?', false],
    ['What do The And Of mean to him?', false],
    // Without a capital nothing tells a name.
    ['what does cyrix do with a server?', false],
  ])('%s %s', (question, isAbsent) => {
    expect(namesWhatIsAbsent(question, library)).toBe(isAbsent);
  });

  it('takes from a probability and keeps its order', () => {
    expect(despiteAbsentName(0.5)).toBeCloseTo(1 / (1 + Math.exp(2)), 12);
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(probability, probability, (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(despiteAbsentName(less)).toBeLessThanOrEqual(despiteAbsentName(more));
        expect(despiteAbsentName(more)).toBeLessThanOrEqual(more);
        expect(despiteAbsentName(less)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
