import { rankFeatures } from '@shared/ranking';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allOf,
  bestFit,
  bestStrength,
  contributionOf,
  crossValidated,
  figure,
  fitted,
  gain,
  grid,
  noWeights,
  priorWeights,
  type Question,
  withinReach,
} from '../../../research/rank-fit';
import { forAll } from '../../for-all';

/** Documents `d0`, `d1`, …, of which `right` answers, with what the columns say of each. */
function question(
  right: number,
  fused: readonly number[],
  columns: Partial<Record<string, readonly number[]>> = {},
): Question {
  const column = (name: string) => Float64Array.from(fused, (_value, at) => columns[name]?.[at] ?? 0);
  return {
    judgements: new Map([[`d${right}`, 1]]),
    labels: fused.map((_value, at) => `d${at}`),
    fused: Float64Array.from(fused),
    features: Object.fromEntries(rankFeatures.map((feature) => [feature, column(feature)])) as Question['features'],
  };
}

/** Questions that the fused score gets wrong by a quarter, and title right. */
const titleHelps = Array.from({ length: 8 }, () => question(1, [0.75, 0.5], { title: [0, 1] }));

describe('what a candidate is fitted on', () => {
  const of = { ...Object.fromEntries(rankFeatures.map((feature) => [feature, 0.01])), meaning: 0.25, words: 0.5 };

  it('has of the fused score what both lanes give, and of a feature its part', () => {
    expect(contributionOf(of, 'fusion')).toBe(0.75);
    expect(rankFeatures.map((feature) => contributionOf(of, feature))).toEqual(rankFeatures.map(() => 0.01));
  });

  it('is refused if a part is missing: a zero would be fitted as a measurement', () => {
    const { words: _words, title: _title, ...less } = of as Record<string, number>;
    expect(() => contributionOf(less, 'fusion')).toThrow('words');
    expect(() => contributionOf(less, 'title')).toThrow('title');
    expect(() => contributionOf(undefined, 'relevance')).toThrow('relevance');
  });
});

describe('fitting the weights of the reranker', () => {
  it('leaves a feature that no question tells anything about at its prior', () => {
    const { weights } = fitted([{ name: 'set', questions: titleHelps }], [0], 0.003);
    expect(weights).toEqual({ ...priorWeights, title: 0.3 });
  });

  it('keeps to the prior the nearer the stronger it is', () => {
    const sets = [{ name: 'set', questions: titleHelps }];
    const strong = fitted(sets, [0], 100);
    expect(strong.weights).toEqual(priorWeights);
    expect(gain(titleHelps[0] ?? question(0, []), strong.weights)).toBeLessThan(1);
  });

  it('takes a weight away that puts wrong documents first', () => {
    const misled = Array.from({ length: 8 }, () => question(0, [0.5, 0.48], { title: [0, 1] }));
    const { weights } = fitted([{ name: 'set', questions: misled }], [1], 0.003);
    expect(weights).toEqual({ ...priorWeights, title: 0 });
  });

  it('counts what a nearly solved set gains by the share of what it lacked', () => {
    // Titles put one of ten questions right and another wrong, in a set with all others right and in one with none
    // right.
    const solved = Array.from({ length: 9 }, () => question(0, [1, 0]));
    const hopeless = Array.from({ length: 9 }, () => question(9, [1, 0]));
    const helped = question(1, [0.75, 0.6], { title: [0, 1] });
    const harmed = question(0, [0.75, 0.6], { title: [0, 1] });
    const before = (questions: Question[]) => questions.reduce((sum, one) => sum + gain(one, noWeights), 0) / 10;
    const sets = [
      { name: 'nearly solved', questions: [...solved, helped] },
      { name: 'hardly begun', questions: [...hopeless, harmed] },
    ];
    const { weights } = fitted(
      sets,
      sets.map(({ questions }) => before(questions)),
      0.003,
    );
    expect(weights.title).toBeGreaterThan(0.15);
  });

  it('reaches the required gain of a set, whatever another one loses', () => {
    const helped = Array.from({ length: 8 }, () => question(1, [0.75, 0.6], { title: [0, 1] }));
    const harmed = Array.from({ length: 8 }, () => question(0, [0.75, 0.6], { title: [0, 1] }));
    const hopeless = Array.from({ length: 8 }, () => question(9, [1, 0]));
    const first = { name: 'helped', questions: helped };
    const second = { name: 'harmed', questions: [...harmed, ...hopeless] };
    const baseline = [first, second].map((set) => figure(set, noWeights));
    expect(fitted([first, second], baseline, 0.003).weights.title).toBeLessThan(0.15);
    expect(fitted([{ ...first, required: 1 }, second], baseline, 0.003).weights.title).toBeGreaterThan(0.15);
  });

  it('measures a strength on halves that were not fitted, and takes the stronger prior of two as good', () => {
    const all = [{ vectorWeight: 0.5, sets: [{ name: 'set', questions: titleHelps }] }];
    const [weak, middle, strong] = [0.003, 0.01, 100].map((strength) => crossValidated(all, strength));
    if (!weak || !middle || !strong) throw new Error('three strengths were tried');
    expect([weak.figures, strong.figures.map((value) => value < 1)]).toEqual([[1], [true]]);
    expect(bestStrength([weak, middle, strong]).strength).toBe(0.01);
    expect(bestFit(all, allOf, 0.01)).toMatchObject({ vectorWeight: 0.5, weights: { title: 0.3 } });
  });

  it('leaves out only candidates that no weights of the grid bring among the first ten', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const candidate = fc.tuple(
      fc.integer({ min: 0, max: 25 }),
      share,
      fc.array(share, { minLength: rankFeatures.length, maxLength: rankFeatures.length }),
    );
    const weights = fc.tuple(...rankFeatures.map(() => fc.constantFrom(...grid)));
    forAll(
      fc.array(candidate, { minLength: 1, maxLength: 60 }),
      weights,
      fc.integer({ min: 0, max: 25 }),
      (candidates, drawn, right) => {
        const whole: Question = {
          judgements: new Map([[`d${right}`, 1]]),
          labels: candidates.map(([label]) => `d${label}`),
          fused: Float64Array.from(candidates, ([, fused]) => fused),
          features: Object.fromEntries(
            rankFeatures.map((feature, index) => [
              feature,
              Float64Array.from(candidates, ([, , values]) => values[index] ?? 0),
            ]),
          ) as Question['features'],
        };
        const weights = { ...noWeights };
        for (const [index, feature] of rankFeatures.entries()) Object.assign(weights, { [feature]: drawn[index] });
        expect(gain(withinReach(whole), weights)).toBe(gain(whole, weights));
      },
    );
  });

  it('does leave some out, which is what makes a fit quick', () => {
    const many = question(0, [...Array(10).fill(1), ...Array(90).fill(0.1)]);
    expect(withinReach(many).labels).toHaveLength(10);
  });
});
