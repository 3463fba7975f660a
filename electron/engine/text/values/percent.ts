import { anyWord, wordEnds } from './words';

/** Names of a hundredth in all languages, over folded text. */
const percentName = anyWord(({ percent }) => percent);
/** The signs and words after the number of a percentage. */
export const percentSign = `\\s?%|[\\s-]{1,3}(?:${percentName})${wordEnds}`;

const sign = new RegExp(`^(?:%|${percentName})$`, 'u');
/** Returns whether a folded word means a hundredth. */
export const isPercent = (word: string): boolean => sign.test(word);
