import { oneLine } from '@shared/prompt/prompt-layout';
import type { ValueOf } from '@shared/value-types';
import { folded } from '../segmentation';
import type { ValueType } from './value-type';
import { wordBegins, wordEnds } from './words';

const escaped = (words: string): string =>
  words
    .trim()
    .replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
    .replace(/\s+/gu, '\\s+');

/** How much it speaks for a choice that it is named, as a logit. */
const named = 1.5;

export const choice: ValueType<ValueOf<'choice'>> = {
  asks: [],
  severalAsked: true,
  leastConfidence: 0.5,
  find: ({ plain }, { choices }) =>
    choices.flatMap((one) => {
      const words = folded(one).trim();
      if (words === '') return [];
      const pattern = new RegExp(`${wordBegins}${escaped(words)}${wordEnds}`, 'gu');
      return [...plain.matchAll(pattern)].map(({ 0: written, index: start }) => ({
        value: { type: 'choice', choice: one } as const,
        start,
        end: start + written.length,
        key: one,
      }));
    }),
  fit: () => named,
  wanted: (choices) => `one of these: ${choices.map(oneLine).join('; ')}`,
  read(words, choices) {
    const one = choices.find((known) => folded(known) === folded(words));
    return one === undefined ? null : { type: 'choice', choice: one };
  },
  words: ({ choice: value }) => value,
};
