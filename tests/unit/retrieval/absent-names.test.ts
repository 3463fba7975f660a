import { terms } from '@shared/terms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absentName, namesIn } from '../../../electron/engine/retrieval/absent-names';
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
    ['What reads “Mailnag”, > Mailnag and (Mailnag)?', []],
    // What asks nothing names nothing that is asked for.
    ['Explain it to me in English: how do plants make sugar?', []],
    ['How do plants make sugar? Thanks, Anna', []],
    ['What does our policy say about this? > Hello Jonathan, please read it.', []],
    ['explain how Mailnag works', []],
    // Documents often leave unsaid where, when and for whom.
    ['Which train goes on Monday to New York, and what does it cost in Germany?', []],
    ['Who gave it to Vincent van Gogh?', []],
    [`Who is Mailnag, ${'and what is said of it '.repeat(8)}?`, []],
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
    ['What does Cyrix do with a server?', 'Cyrix'],
    ['What do Graham Foo and Cyrix do?', 'Graham Foo'],
    // One name is known: the others may be asked for beside it.
    ['What do Servers and Cyrix do?', null],
    ['What does the Server do?', null],
    // One word of it is known; it is another form of what is known; it has no word that counts.
    ['What does Graham Twigg propose?', null],
    ['Who wrote The Mark of Anarchy?', null],
    ['Which famous Indian was it?', null],
    ['Who is that Anarch?', null],
    ['Who is that Ana?', 'Ana'],
    ['What are the Lights?', null],
    // A document is called so, though none has the word.
    ['What does the Meridian report say?', null],
    ['What do The And Of mean to him?', null],
    // Without a capital nothing tells a name.
    ['what does cyrix do with a server?', null],
  ])('%s %s', (question, name) => {
    expect(absentName(question, library)).toBe(name);
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
