import { z } from 'zod';

/** JavaScript’s blanks and those of Unicode differ by U+0085 and U+FEFF. */
const BLANK = /\s|\p{White_Space}/u;
const space = '▁';

/** A tokenizer as SentencePiece's unigram models have it, of which no token spans two words. */
export const unigramDefinition = z.object({
  added_tokens: z.tuple([]),
  normalizer: z.object({
    type: z.literal('Sequence'),
    normalizers: z.tuple([
      z.object({ type: z.literal('NFKC') }),
      z.object({
        type: z.literal('Replace'),
        pattern: z.object({ Regex: z.literal('\\s+') }),
        content: z.literal(' '),
      }),
      z.object({ type: z.literal('Strip'), strip_left: z.literal(true), strip_right: z.literal(true) }),
    ]),
  }),
  pre_tokenizer: z.object({
    type: z.literal('Metaspace'),
    replacement: z.literal(space),
    prepend_scheme: z.literal('always'),
    split: z.literal(false),
  }),
  model: z.object({
    type: z.literal('Unigram'),
    unk_id: z.number(),
    vocab: z.array(z.tuple([z.string().refine((token) => !token.includes(space, 1)), z.number()])),
  }),
});

/** Sums of scores that lie closer than this may change places through rounding. */
const NEAR = 1e-6;
/** What a character that no token has scores below the least of them, as in SentencePiece. */
const UNKNOWN_BELOW = 10;

interface Token {
  readonly id: number;
  readonly score: number;
}

/**
 * Ids of one word by a unigram model: the tokens with the largest sum of scores (Kudo 2018), found from left to right.
 * Null where the word's tokens may depend on the text around it: a text's sums are added up from its beginning, so that
 * of two that are the same but for rounding, as of `aa a` and `a aa`, what stands before the word chooses.
 */
export function unigramWords({ vocab, unk_id: unknownId }: z.infer<typeof unigramDefinition>['model']) {
  const tokens = new Map<string, Token>(vocab.map(([token, score], id) => [token, { id, score }]));
  const unknown = { id: unknownId, score: Math.min(...vocab.map(([, score]) => score)) - UNKNOWN_BELOW };
  const unknownToken = vocab[unknownId]?.[0] ?? '';
  const beginnings = new Set(vocab.flatMap(([token]) => beginningsOf(token)));

  return (word: string): number[] | null => {
    const plain = word.normalize('NFKC');
    if (plain.includes(space) || plain.includes(unknownToken) || BLANK.test(plain)) return null;
    const characters = [space, ...plain];
    const best: Step[] = characters.map(() => ({ ...unreached }));
    best.push({ ...unreached });
    best[0] = { ...unreached, sum: 0 };
    for (let start = 0; start < characters.length; start += 1) {
      let text = '';
      for (let end = start + 1; end <= characters.length; end += 1) {
        text += characters[end - 1];
        const token = tokens.get(text) ?? (end === start + 1 ? unknown : undefined);
        if (token) step(best, start, end, token);
        if (!beginnings.has(text)) break;
      }
    }
    const ids: number[] = [];
    for (let at = characters.length; at > 0; ) {
      const { ahead, id, from } = best[at] ?? unreached;
      if (ahead < NEAR) return null;
      // Unknown characters beside each other are one token.
      if (id !== unknownId || ids.at(-1) !== unknownId) ids.push(id);
      at = from;
    }
    return ids.reverse();
  };
}

/** The best way to a place in a word, by its last token. */
interface Step {
  sum: number;
  /** By how much it is better than the next best. */
  ahead: number;
  from: number;
  id: number;
}

const unreached: Step = { sum: Number.NEGATIVE_INFINITY, ahead: 0, from: 0, id: 0 };

function step(best: readonly Step[], start: number, end: number, { id, score }: Token): void {
  const to = best[end];
  const sum = (best[start]?.sum ?? 0) + score;
  if (!to) return;
  if (sum <= to.sum) {
    to.ahead = Math.min(to.ahead, to.sum - sum);
    return;
  }
  to.ahead = sum - to.sum;
  to.sum = sum;
  to.from = start;
  to.id = id;
}

function beginningsOf(token: string): string[] {
  const beginnings: string[] = [];
  for (const character of token) beginnings.push(`${beginnings.at(-1) ?? ''}${character}`);
  return beginnings;
}
