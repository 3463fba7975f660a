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

/** A tree of the tokens by their characters; what leads to no token is not in it. */
interface Branch {
  id: number;
  /** NaN where no token ends here. */
  score: number;
  readonly next: Map<string, Branch>;
}

const branch = (): Branch => ({ id: 0, score: Number.NaN, next: new Map() });

/**
 * Ids of one word by a unigram model: the tokens with the largest sum of scores (Kudo 2018), found from left to right.
 * Null where the word's tokens may depend on the text around it: a text's sums are added up from its beginning, so that
 * of two that are the same but for rounding, as of `aa a` and `a aa`, what stands before the word chooses.
 */
export function unigramWords({ vocab, unk_id: unknownId }: z.infer<typeof unigramDefinition>['model']) {
  const root = branch();
  for (const [id, [token, score]] of vocab.entries()) {
    let end = root;
    for (const character of token) {
      const next = end.next.get(character) ?? branch();
      end.next.set(character, next);
      end = next;
    }
    end.id = id;
    end.score = score;
  }
  const unknownScore = Math.min(...vocab.map(([, score]) => score)) - UNKNOWN_BELOW;
  const unknownToken = vocab[unknownId]?.[0] ?? '';

  return (word: string): number[] | null => {
    const plain = word.normalize('NFKC');
    if (plain.includes(space) || plain.includes(unknownToken) || BLANK.test(plain)) return null;
    const characters = [space, ...plain];
    const best = Array.from({ length: characters.length + 1 }, unreached);
    (best[0] ?? unreached()).sum = 0;
    for (let start = 0; start < characters.length; start += 1) {
      const { sum } = best[start] ?? unreached();
      let at = root.next.get(characters[start] ?? '');
      if (at === undefined || Number.isNaN(at.score)) step(best[start + 1], start, sum + unknownScore, unknownId);
      for (let end = start + 1; at !== undefined; end += 1) {
        if (!Number.isNaN(at.score)) step(best[end], start, sum + at.score, at.id);
        at = end < characters.length ? at.next.get(characters[end] ?? '') : undefined;
      }
    }
    const ids: number[] = [];
    for (let at = characters.length; at > 0; ) {
      const { ahead, id, from } = best[at] ?? unreached();
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

const unreached = (): Step => ({ sum: Number.NEGATIVE_INFINITY, ahead: 0, from: 0, id: 0 });

function step(to: Step | undefined, from: number, sum: number, id: number): void {
  if (!to) return;
  if (sum <= to.sum) {
    to.ahead = Math.min(to.ahead, to.sum - sum);
    return;
  }
  to.ahead = sum - to.sum;
  to.sum = sum;
  to.from = from;
  to.id = id;
}
