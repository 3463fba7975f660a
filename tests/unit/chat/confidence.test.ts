import { describe, expect, it } from 'vitest';
import {
  answerConfidence,
  bandOf,
  confidenceParts,
  evidenceOf,
  hasSufficientContext,
  isSure,
} from '../../../electron/engine/chat/confidence';
import { queryLanguage } from '../../../electron/engine/retrieval';
import { aChunk, gated, limits } from '../stages/memory-library';
import { confidenceWeights, noEvidence } from './confidence-weights';

const evidence = { ...noEvidence, passages: 2, coverage: 0.5 };

describe('confidence', () => {
  it('is the logistic function of the evidence', () => {
    expect(answerConfidence(evidence, confidenceWeights)).toBeCloseTo(0.5, 10);
    expect(answerConfidence({ ...evidence, nearness: 0.5 }, confidenceWeights)).toBeCloseTo(0.731059, 6);
    expect(answerConfidence(noEvidence, confidenceWeights)).toBe(0);
  });

  it('is the sum of its parts, without the unread ones', () => {
    const sumOf = (how: typeof evidence) =>
      confidenceParts(how, confidenceWeights).reduce((sum, { value, weight }) => sum + value * weight, 0);
    const read = { ...evidence, nearness: 0.5, missingNumbers: ['14'] };
    expect(confidenceParts(read, confidenceWeights)).toEqual([
      { input: 'start', value: 1, weight: -3 },
      { input: 'coverage', value: 0.5, weight: 6 },
      { input: 'nearness', value: 0.5, weight: 2 },
      { input: 'missingNumbers', value: 1, weight: -3 },
    ]);
    expect(confidenceParts(evidence, confidenceWeights).map(({ input }) => input)).not.toContain('nearness');
    for (const how of [evidence, read])
      expect(answerConfidence(how, confidenceWeights)).toBeCloseTo(1 / (1 + Math.exp(-sumOf(how))), 12);
  });

  it('rises with what the passage holds and how near it is, and falls with a number that it lacks', () => {
    const of = (more: Partial<typeof evidence>) => answerConfidence({ ...evidence, ...more }, confidenceWeights);
    expect(of({ coverage: 0.9 })).toBeGreaterThan(of({}));
    expect(of({ nearness: 0.9 })).toBeGreaterThan(of({ nearness: 0.2 }));
    expect(of({ missingNumbers: ['14'] })).toBeLessThan(of({}));
  });
});

describe('the evidence', () => {
  const of = (question: string, texts: readonly string[]) => {
    const chunks = texts.map((text, at) => aChunk(`c${at}`, text));
    const before = gated(
      chunks.map((chunk) => [chunk, 0.9] as const),
      question,
    );
    const scores = chunks.map(({ id }) => [id, { coverage: 0.7 }]);
    const prompt = {
      ...before,
      extras: {
        ...before.extras,
        query: { language: queryLanguage(question).code },
        retrieval_scores: Object.fromEntries(scores),
      },
    };
    const citable = chunks.map((chunk, at) => ({ chunk, number: at + 1, score: 0.9 }));
    return evidenceOf(prompt as typeof before, citable, citable, question, null);
  };

  it('names the numbers of the question that the best passage does not hold', () => {
    const texts = ['The rent of flat 12 is 1,400 euros.', 'Flat 14 has a garden.'];
    expect(of('What is the rent of flat 14?', texts)).toMatchObject({ missingNumbers: ['14'] });
    expect(of('Is the rent of flat 12 1400?', texts)).toMatchObject({ missingNumbers: [] });
    expect(of('Who?', [])).toEqual(noEvidence);
  });

  it.each([
    ['How many came on 12 October 2016?', ['| 2016-10-12 | 4 |'], { missingNumbers: [], absent: [] }],
    ['How many came on 12 October 2017?', ['| 2016-10-12 | 4 |'], { absent: ['12 October 2017'] }],
    ['How many came on 12 October 2016?', ['| 2016-10-13 | 4 |', '2016-10-12'], { absent: [] }],
    // A rule without a day of its own answers a question that names one.
    ['I began on 3 March 2020. How long is my leave?', ['Leave: 30 days.'], { absent: [] }],
    ['I began on 3 March 2020. How long is my leave?', ['30 days.'], { missingNumbers: ['3 March 2020'] }],
  ])('%s by %j lacks %j', (question, texts, lacks) => {
    expect(of(question, texts)).toMatchObject(lacks);
  });

  it('counts no word of a title as unknown', () => {
    const chunk = aChunk('c', '| 2015 | 12 |', { title: 'iowa-electricity' });
    const prompt = gated([[chunk, 0.9]], 'How much electricity?');
    const unknown_words = ['electricity', 'Nebraska'];
    const query = { whole: '', language: 'eng', pieces: [], out_of_scope: false, unknown_words };
    const given = { ...prompt, extras: { ...prompt.extras, query } };
    expect(evidenceOf(given, [], [{ chunk, number: 1, score: 0.9 }], '', null).unknownWords).toEqual(['Nebraska']);
  });

  it.each([
    ['How much did Nebraska pay in 2015?', ['Iowa paid 12.'], ['Nebraska', '2015']],
    ['How much did Iowa pay in March?', ['Iowa’s share was 12.'], []],
    ['Who was Leonard Cohen’s brother?', ['Cohen had none.'], []],
    ['What is the meal rate in New York City?', ['The meal rate in Boston is 9.'], ['New York City']],
    ['Which European state paid?', ['Europe paid.'], []],
    // Capitals tell no names in a title, nor in a language where every noun has one.
    ['How Much Did Nebraska Pay In Total?', ['Iowa paid 12.'], []],
    ['Wie viel hat Nebraska bei der Wahl bezahlt?', ['Iowa hat 12 bezahlt.'], []],
  ])('names the person of the question that no passage has: %s', (question, texts, names) => {
    expect(of(question, texts).absent).toEqual(names);
  });
});

describe('bands', () => {
  it.each([
    [1, 'high'],
    [0.79, 'medium'],
    [0.49, 'low'],
    [0.2, 'low'],
    [0.19, 'very-low'],
    [0, 'very-low'],
  ] as const)('%d is %s', (value, band) => {
    expect(bandOf(value, limits.answer.bands)).toBe(band);
  });
});

describe('sufficient context', () => {
  it.each([
    [[0.6, 0.2], 0.6, 1, true],
    [[0.59, 0.2], 0.6, 1, false],
    [[0.6, 0.6], 0.6, 2, true],
    [[0.6, 0.5], 0.6, 2, false],
    [[], 0, 1, false],
    // nothing at all is never enough, whatever the limits say
    [[], 0, 0, false],
  ])('%j at threshold %d with at least %i: %s', (values, threshold, least, sufficient) => {
    expect(hasSufficientContext(values, threshold, least)).toBe(sufficient);
  });
});

describe('a quotation that is called an answer', () => {
  it.each([
    ['Who may repair the old mill of the town?', 0.95, true],
    ['Who may repair the old mill of the town?', 0.75, false],
    ['Wer darf die alte Mühle der Stadt reparieren?', 0.95, false],
    ['¿Quién puede reparar el viejo molino de la ciudad?', 0.95, false],
  ])(
    'is sure, in a language in which such answers were measured to be right: %s at %d',
    (question, confidence, sure) => {
      expect(isSure(question, confidence, limits.answer.bands, confidenceWeights)).toBe(sure);
    },
  );
});
