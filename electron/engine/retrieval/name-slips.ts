import { folded } from '@shared/function-words';
import { doubleMetaphone } from 'double-metaphone';
import { slipsBetween } from './slips-between';

/** Philips 2000, “The Double Metaphone Search Algorithm”; of other than Latin letters it knows nothing. */
function soundsLike(a: string, b: string): boolean {
  const [sound, other] = [doubleMetaphone(folded(a)), doubleMetaphone(folded(b))];
  return sound[0] !== '' && sound.every((code, at) => code === other[at]);
}

/** With one letter for those that have one sound. */
const plain = (name: string): string => folded(name).replace(/ß/gu, 'ss').replace(/y/gu, 'i').replace(/k/gu, 'c');

const lettersOf = (name: string): string => [...name].sort().join('');

/** Whether what the longer one has more is not heard: a letter twice, an `h`, the `e` of `Jaeger` and that of `Shelley`. */
function isUnheard(longer: string, shorter: string): boolean {
  let at = 0;
  while (at < shorter.length && longer[at] === shorter[at]) at += 1;
  const [before = '', letter] = [longer[at - 1], longer[at]];
  if (letter === 'e') return /[aoue]/u.test(before) || longer.slice(at) === 'ei';
  return letter === 'h' || letter === before;
}

/**
 * Whether one name is the other misspelt: they sound the same, and a letter is at another place, doubled, silent
 * or another one of the same sound. Double Metaphone hears no vowel but the first: names that differ in another are
 * mostly others (`Maria`, `Marie`; `Spain`, `Spahn`), and words that do as well (`Kassel`, `Kessel`).
 */
export function isNameMisspelt(name: string, other: string): boolean {
  if (!soundsLike(name, other)) return false;
  const [a, b] = [plain(name), plain(other)];
  const slips = slipsBetween(a, b);
  if (slips <= 2 && lettersOf(a) === lettersOf(b)) return true;
  return slips === 1 && a.length !== b.length && (a.length > b.length ? isUnheard(a, b) : isUnheard(b, a));
}
