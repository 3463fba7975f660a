import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PairModel } from '../../../../electron/engine/models/local/pair-model';
import { bestSpan, OnnxReader, PassageTokens } from '../../../../electron/engine/models/local/reader';
import { stridedSpans } from '../../../../electron/engine/models/windows';
import { forAll } from '../../../for-all';

/** Tokens as BERT makes them: parts of words of at most three folded letters, and single signs. */
const folding = {
  encode: (text: string): number[] =>
    [
      ...text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .matchAll(/[\p{L}\p{N}]{1,3}|[^\s\p{L}\p{N}]/gu),
    ].map(([part]) => part.codePointAt(0) ?? 0),
};
/** Tokens as a tokenizer of bytes makes them: a word behind a blank has a token of its own. */
const ofBytes = {
  encode: (text: string): number[] =>
    [...text.matchAll(/ ?[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]|\s/gu)].map(([part]) =>
      part.startsWith(' ') ? 1 : 2,
    ),
};

const rangeOf = (text: string, from: number, to = from, tokenizer = folding): string => {
  const { start, end } = new PassageTokens(tokenizer, text).rangeOf(from, to);
  return text.slice(start, end);
};

describe('the range of tokens in a passage', () => {
  it('R18 is whole words, without the signs beside them', () => {
    expect(rangeOf('It cost (1,250 euros).', 4, 8)).toBe('1,250 euros');
    expect(rangeOf('Ends on 2024-03-01, he said.', 3, 8)).toBe('2024-03-01');
    expect(rangeOf('Ends here.', 2, 3)).toBe('here');
  });

  it('R18 counts UTF-16 behind signs beyond the first plane', () => {
    expect(rangeOf('🎉🎉 Ada won', 2)).toBe('Ada');
    expect(rangeOf('𝒳𝒴 and Ada', 0)).toBe('𝒳𝒴');
    expect(rangeOf('👩\u200d🔬 Ada', 0)).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/u);
  });

  it('R18 keeps decomposed accents with their letters', () => {
    expect(rangeOf('Zoe\u0308 e\u0301crit a\u0300 Rene\u0301.', 4, 5)).toBe('Rene\u0301');
    expect(rangeOf('Zoe\u0308 reads', 0)).toBe('Zoe\u0308');
  });

  it('R18 finds the words of a tokenizer for which a blank is part of the word', () => {
    expect(rangeOf('Ada won twice', 1, 2, ofBytes)).toBe('won twice');
  });

  it('R18 of all tokens begins with the first word and ends with the last, and no range is empty', () => {
    forAll(
      fc.array(fc.constantFrom('Ada', 'e\u0301', '🎉', '—', '1.5', '(x)', 'straße'), { minLength: 1 }),
      (words) => {
        const text = ` ${words.join('\n ')} `;
        const passage = new PassageTokens(folding, text);
        const last = passage.ids.length - 1;
        const { start, end } = passage.rangeOf(0, last);
        expect(text.slice(start, end)).toBe(text.trim());
        for (const at of passage.ids.keys()) expect(rangeOf(text, at)).not.toBe('');
      },
    );
  });
});

describe('bestSpan', () => {
  it('takes the highest sum, never an end before its start, and no more than thirty tokens', () => {
    expect(bestSpan([0, 5, 1], [3, 1, 4])).toEqual({ from: 1, to: 2, score: 9 });
    const [starts, ends] = [new Float32Array(60), new Float32Array(60)];
    starts[0] = 9;
    ends[59] = 9;
    ends[29] = 1;
    expect(bestSpan(starts, ends)).toEqual({ from: 0, to: 29, score: 10 });
  });
});

describe('stridedSpans', () => {
  it('covers all tokens by windows of one size, each with a part of the one before it', () => {
    expect(stridedSpans(0, 10, 4)).toEqual([{ start: 0, end: 0 }]);
    expect(stridedSpans(10, 10, 4)).toEqual([{ start: 0, end: 10 }]);
    forAll(
      fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })),
      ([tokens, step, overlap]) => {
        const spans = stridedSpans(tokens, step + overlap, overlap);
        expect(spans[0]?.start).toBe(0);
        expect(spans.at(-1)?.end).toBe(tokens);
        for (const [at, { start, end }] of spans.entries()) {
          expect(end - start).toBe(Math.min(tokens, step + overlap));
          if (at > 0) expect((spans[at - 1]?.end ?? 0) - start).toBeGreaterThanOrEqual(Math.min(overlap, tokens));
        }
      },
    );
  });
});

describe('a reader of SQuAD 2.0', () => {
  const [cls, sep] = [101, 102];
  const answer = 'x'.codePointAt(0);
  /** Sees the answer in the letter x, sure by `logit`, and none by the first token. */
  const modelOf = (logit: number, lengths: number[] = []): PairModel =>
    ({
      tokenizer: { ...folding, pairFrame: () => ({ head: [cls], middle: [sep], tail: [sep] }) },
      async run(ids: BigInt64Array) {
        lengths.push(ids.length);
        const logits = Float32Array.from(ids, (id, at) => (at === 0 ? 1 : Number(id) === answer ? logit : 0));
        return { start_logits: logits, end_logits: logits };
      },
    }) as unknown as PairModel;
  const entry = {
    job: 'reader' as const,
    id: 'r',
    title: 'r',
    licence: '',
    source: { kind: 'folder' as const, folder: 'r' },
    files: {},
    window: 40,
  };
  const long = `${'é '.repeat(50)}🎉 x ${'b '.repeat(50)}`;

  it('R18 says no answer by the first token, in windows that overlap, with places in the whole passage', async () => {
    const lengths: number[] = [];
    const [sure] = await new OnnxReader(entry, modelOf(3, lengths)).read('q', [long]);
    expect(sure).toEqual({ start: long.indexOf('x'), end: long.indexOf('x') + 1, score: 6, none: 2 });
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
    const [unsure] = await new OnnxReader(entry, modelOf(0.5)).read('q', [long]);
    expect(unsure).toMatchObject({ score: 1, none: 2 });
  });

  it('R18 refuses numbers that are none', async () => {
    await expect(new OnnxReader(entry, modelOf(Number.NaN)).read('q', ['x'])).rejects.toMatchObject({
      code: 'model-failed',
    });
  });
});
