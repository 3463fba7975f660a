import type { ValueOf } from '@shared/value-types';
import { ofAll } from '../../languages';
import { folded } from '../segmentation';
import { sentenceFit, sentencesOf } from './text';
import type { ValueType } from './value-type';
import { anyWord, wordBegins, wordEnds } from './words';

const denials = ofAll(({ negations }) => negations.words).map(folded);
const harmless = ofAll(({ negations }) => negations.harmless).map(folded);
const denial = new RegExp(
  `${wordBegins}(?:${[...denials, anyWord(({ forbids }) => forbids)].join('|')})${wordEnds}|n['’]t${wordEnds}`,
  'gu',
);
const harmlessWords = new RegExp(`${wordBegins}(?:${harmless.join('|')})${wordEnds}`, 'gu');
/** Returns how often a folded text denies. */
export const denialsIn = (plain: string): number => [...plain.replace(harmlessWords, ' ').matchAll(denial)].length;

const plainAnswer = new RegExp(
  `[:|?]\\s*(?:(${anyWord(({ yes }) => yes)})|(${anyWord(({ no }) => no)}))\\s*(?:[|.]|$)`,
  'u',
);

/** Returns whether a sentence affirms a question that denies so often (“without consent”): odd denials deny. */
function affirms(plain: string, asked: number): boolean {
  const stated = plainAnswer.exec(plain);
  if (stated) return stated[1] !== undefined;
  return (denialsIn(plain) - asked) % 2 === 0;
}

export const yesNo: ValueType<ValueOf<'yes-no'>> = {
  asks: ['yes-no'],
  severalAsked: false,
  leastConfidence: 0.5,
  find: (document, { denials: asked }) =>
    document.once(sentencesOf).map((span) => {
      const yes = affirms(document.plain.slice(span.start, span.end), asked);
      return { value: { type: 'yes-no', yes }, ...span, key: String(yes) };
    }),
  fit: (_value, field) => sentenceFit(field),
  wanted: () => 'yes or no',
  read(words) {
    // As the prompt asks for it.
    const [, answer] = /^(yes|no)\b/iu.exec(words) ?? [];
    return answer === undefined ? null : { type: 'yes-no', yes: answer.toLowerCase() === 'yes' };
  },
};
