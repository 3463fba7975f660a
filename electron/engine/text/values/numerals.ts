import { languages, type TextLanguage } from '../../languages';
import { folded } from '../segmentation';

/** Digits with marks between groups and before decimals. */
export const digits = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d+)?`;

/** The languages that values are read in: those that say how texts state them. */
const readIn = Object.entries<TextLanguage>(languages).filter(([, { review }]) => review);

const valuesOf = (which: 'cardinals' | 'ordinals' | 'multipliers'): ReadonlyMap<string, number> =>
  new Map(
    readIn.flatMap(([, { numbers }]) =>
      Object.entries(numbers[which]).map(([word, value]) => [folded(word), value] as const),
    ),
  );

/** “Million”, “Mio.”; folded. */
export const multipliers = valuesOf('multipliers');
/** “Third”, “dritten”; folded. */
export const ordinals = valuesOf('ordinals');
const cardinals = valuesOf('cardinals');

/** Returns words as alternatives of a pattern, the longest first. */
export const alternatives = (words: readonly string[]): string =>
  [...words].sort((one, other) => other.length - one.length).join('|');
const wordsFor = (fits: (value: number) => boolean): string[] =>
  [...cardinals].flatMap(([word, value]) => (fits(value) ? [word] : []));

const articles = readIn.flatMap(([, { numbers }]) => (numbers.one === '' ? [] : [numbers.one]));
const article = new RegExp(`^(?:${articles.join('|')})$`, 'u');
const smallWords = [alternatives(wordsFor((value) => value > 0 && value <= 20)), ...articles].join('|');
const tensWords = alternatives(wordsFor((value) => value >= 10 && value < 100 && value % 10 === 0));

/** A number in words up to 99: “three”, “thirty-six”, “dreißig”. */
export const spelled = `(?:${tensWords})(?:[- ](?:${smallWords}))?|(?:${smallWords})`;

const valueOfWord = (word: string): number | null => cardinals.get(word) ?? (article.test(word) ? 1 : null);

/** Returns the value of digits or of a spelled number; null for another word. */
export const statedNumber = (written: string, language: string): number | null =>
  /\d/u.test(written) ? readNumber(written, language) : spelledValue(written);

/** Returns the value of a spelled number; null for another word. */
export function spelledValue(words: string): number | null {
  const [first = '', second] = words.split(/[- ]/u);
  const value = valueOfWord(first);
  if (second === undefined || value === null) return value;
  const more = valueOfWord(second);
  return more !== null && more < 10 && value % 10 === 0 ? value + more : null;
}

/** Function words of one language that are numbers in another: “once” is eleven in Spanish. */
const functionWords = new Map(
  readIn.map(([code, { stopWords, numbers }]) => {
    const own = new Set(Object.keys(numbers.cardinals).map(folded));
    return [code, new Set(stopWords.map(folded).filter((word) => cardinals.has(word) && !own.has(word)))] as const;
  }),
);
const isFunctionWord = (word: string): boolean => [...functionWords.values()].some((words) => words.has(word));

/** Returns whether a number word is a function word in a text of this language. */
export const isFunctionWordIn = (word: string, language: string): boolean =>
  functionWords.get(language)?.has(word) ?? false;

/** Returns the value of a folded number word of any language; null for others, nought and one among them. */
export function numberNamed(word: string): number | null {
  const value = cardinals.get(word);
  return value === undefined || value < 2 || isFunctionWord(word) ? null : value;
}

const anyNumberWord = new RegExp(
  `(?<!\\p{L})(?:${alternatives([...cardinals.keys()].filter((word) => numberNamed(word) !== null))})(?!\\p{L})`,
  'gu',
);

/** Returns a folded text with digits for its number words. */
export const withDigits = (text: string): string =>
  text.replace(anyNumberWord, (word) => String(numberNamed(word) ?? word));

const countingWords: ReadonlySet<string> = new Set(
  Object.values<TextLanguage>(languages).flatMap(({ numbers }) =>
    [...Object.keys(numbers.cardinals), ...Object.keys(numbers.multipliers), ...numbers.others]
      .map(folded)
      .filter((word) => word.length > 2 && (numbers.cardinals[word] ?? 2) > 1 && !isFunctionWord(word)),
  ),
);

/** Returns whether a folded word counts something in any language: “three”, “dozens”, “millones”. */
export const isNumberWord = (word: string): boolean => countingWords.has(word);

/** Returns the value of digits; one mark before three digits groups as the language has it: 1.500, 1,500. */
export function readNumber(written: string, language: string): number | null {
  const plain = written.replace(/[\u00a0\u202f '’]/gu, '').replace('−', '-');
  const marks = plain.match(/[.,]/gu) ?? [];
  const decimal = decimalMark(plain, marks, language);
  const value = Number(plain.replace(/[.,]/gu, (mark) => (mark === decimal ? '.' : '')));
  return Number.isFinite(value) && plain !== '' ? value : null;
}

function decimalMark(plain: string, marks: readonly string[], language: string): string | null {
  const last = marks.at(-1);
  if (last === undefined) return null;
  if (new Set(marks).size > 1) return last;
  if (marks.length > 1) return null;
  const groups = /^\d{1,3}[.,]\d{3}$/u.test(plain) && !plain.startsWith('0');
  if (!groups) return last;
  const thousands = language === 'eng' || language === 'und' ? ',' : '.';
  return last === thousands ? null : last;
}

/** Returns every way to read digits: `1,500.5` has one, `1.500` has two, and `1.2.3` is no number and has none. */
export function numbersOf(written: string): number[] {
  const plain = written.replace('−', '-').replace(/[ \u00a0\u202f'’]/gu, '');
  const marks = plain.match(/[.,]/gu) ?? [];
  if (marks.length === 0) return [Number(plain)];
  const grouped = /^-?[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/u.test(plain);
  const joined = Number(plain.replace(/[.,]/gu, ''));
  if (marks.length === 1) {
    const decimal = Number(plain.replace(',', '.'));
    return grouped ? [joined, decimal] : [decimal];
  }
  if (grouped) return [joined];
  const mixed = /^(-?\d{1,3}(?:([.,])\d{3})+)(?!\2)[.,](\d+)$/u.exec(plain);
  return mixed ? [Number(`${(mixed[1] ?? '').replace(/[.,]/gu, '')}.${mixed[3]}`)] : [];
}
