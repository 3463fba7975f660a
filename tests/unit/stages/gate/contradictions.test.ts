import limitsFile from '@config/pipeline_limits.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claims, contradiction, jaccard, jaccardFrom } from '../../../../electron/engine/stages/gate/contradictions';
import { numbersOf } from '../../../../electron/engine/text/values/numerals';
import { forAllWith } from '../../../for-all';

describe('numbers that name', () => {
  it.each([
    ['Chapter 1 covers the light of the cases in detail.', 'Chapter 2 covers the light of the cases in detail.'],
    ['See page 3 for the limits of every display case.', 'See page 4 for the limits of every display case.'],
  ])('do not contradict: %s', (before, after) => {
    expect(contradiction(claims(before), claims(after), 0.7)).toBeNull();
  });

  it('still contradict where they state something', () => {
    const found = contradiction(
      claims('The limit on page 3 is 50 lux for silk.'),
      claims('The limit on page 3 is 70 lux for silk.'),
      0.7,
    );
    expect(found?.kind).toBe('number');
  });
});

const similarity = limitsFile.gate.contradictionSimilarity;
const kindOf = (one: string, other: string) => contradiction(claims(one), claims(other), similarity)?.kind ?? null;

/** Both ways round: which of two passages ranks better must not decide whether they conflict. */
function expectBoth(one: string, other: string, kind: string | null): void {
  expect([kindOf(one, other), kindOf(other, one)]).toEqual([kind, kind]);
}

describe('passages that contradict each other', () => {
  it.each([
    ['The silk bears at most 50 lux of light.', 'The silk bears at most 70 lux of light.'],
    ['The tower of the mill is 1.5 km high.', 'The tower of the mill is 1600 m high.'],
    ['La seta sopporta al massimo 50 kg di peso.', 'La seta sopporta al massimo 70 kg di peso.'],
    ['O tecido suporta até 50 kg de peso total.', 'O tecido suporta até 70 kg de peso total.'],
    ['De zijde draagt hoogstens 50 kg gewicht.', 'De zijde draagt hoogstens 70 kg gewicht.'],
    ['The repair of the wheel cost €2.5 million in total.', 'The repair of the wheel cost 3,5 million euros in total.'],
    ['Silk is kept at 5–10 % of the light.', 'Silk is kept at 12 % of the light.'],
    ['Hall A is 5 m long and the wing is 7 m long.', 'Hall A is 7 m long and the wing is 5 m long.'],
  ])('by a number: %s / %s', (one, other) => {
    expectBoth(one, other, 'number');
  });

  it.each([
    ['The mill was opened to the public in 1881.', 'The mill was opened to the public in 1891.'],
    ['The mill was opened on 4 March 1881 by the mayor.', 'The mill was opened on March 5, 1881 by the mayor.'],
    ['The mill was opened on 1881-03-04 by the mayor.', 'The mill was opened on 04.05.1881 by the mayor.'],
    ['Die Mühle wurde am 4. März 1881 eröffnet.', 'Die Mühle wurde am 4. Mai 1881 eröffnet.'],
    ['El molino se abrió el 4 de marzo de 1881.', 'El molino se abrió el 4 de mayo de 1881.'],
    ['Le moulin fut ouvert le 4 mars 1881 au village.', 'Le moulin fut ouvert le 4 avril 1881 au village.'],
    ['The tower, 40 m high, was finished in 1881.', 'The tower, 40 m high, was finished in 1891.'],
  ])('by a date: %s / %s', (one, other) => {
    expectBoth(one, other, 'date');
  });
});

describe('passages that do not', () => {
  it.each([
    // the same amount, written otherwise
    ['The tower of the mill is 1,500 m high.', 'The tower of the mill is 1500 m high.'],
    ['The mill was opened on 1881-03-04 by the mayor.', 'The mill was opened on 4.3.1881 by the mayor.'],
    ['The lamp in the case gives 50 lux.', 'The lamp in the case gives 50 °C.'],
    ['Il mulino porta almeno 50 kg di farina.', 'Il mulino porta 70 kg di farina.'],
    ['O moinho leva entre 50 e 80 kg de farinha.', 'O moinho leva 70 kg de farinha.'],
    ['De molen draagt tussen 50 en 80 kg meel.', 'De molen draagt 70 kg meel.'],
    ['In 2019 the museum had 5 halls.', 'In 2020 the museum had 5 halls.'],
    ['The mill grinds rye for the town.', 'The mill grinds rye for the town.'],
  ])('%s / %s', (one, other) => {
    expectBoth(one, other, null);
  });
});

describe('numbersOf', () => {
  it.each([
    ['1500', [1500]],
    ['1’500', [1500]],
    ['1,500.25', [1500.25]],
    ['1500.5', [1500.5]],
    ['192.168.0.1', []],
  ])('%s → %j', (written, values) => {
    expect(numbersOf(written)).toEqual(values);
  });
});

describe('the likeness of two sets', () => {
  it('is shown if it reaches the least, and null if it does not', () => {
    const set = fc.uniqueArray(fc.nat(12)).map((items) => new Set(items));
    forAllWith({ seed: 5, numRuns: 2000 })(set, set, fc.constantFrom(0, 0.25, 0.5, 0.75, 0.85, 1), (a, b, least) => {
      const likeness = jaccard(a, b);
      expect(jaccardFrom(a, b, least)).toBe(likeness >= least ? likeness : null);
    });
  });
});
