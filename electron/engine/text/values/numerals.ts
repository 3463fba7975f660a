import { allReviewWords, anyWord } from '../../extraction/review-words';

/** Digits with marks between groups and before decimals. */
export const digits = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d+)?`;

const small = allReviewWords.flatMap(({ numbers }) =>
  numbers.map((forms, at) => [new RegExp(`^(?:${forms})$`, 'u'), at + 1] as const),
);
const tens = new Map(
  allReviewWords.flatMap(({ tens: words }) => words.map((word, at) => [word, (at + 1) * 10] as const)),
);
const smallWords = anyWord(({ numbers }) => numbers.join('|'));
const tensWords = [...tens.keys()].join('|');

/** A number in words up to 99: “three”, “thirty-six”, “dreißig”. */
export const spelled = `(?:${tensWords})(?:[- ](?:${smallWords}))?|(?:${smallWords})`;

const valueOfWord = (word: string): number | null =>
  tens.get(word) ?? small.find(([forms]) => forms.test(word))?.[1] ?? null;

/** The value of a spelled number; null for another word. */
export function spelledValue(words: string): number | null {
  const [first = '', second] = words.split(/[- ]/u);
  const value = valueOfWord(first);
  if (second === undefined || value === null) return value;
  const more = valueOfWord(second);
  return more !== null && more < 10 && value % 10 === 0 ? value + more : null;
}

/**
 * The value of digits. Where one mark could part thousands or decimals (1.500), English has a comma for the former,
 * other languages a full stop.
 */
export function readNumber(written: string, language: string): number | null {
  const plain = written.replace(/[\u00a0\u202f '’]/gu, '');
  const marks = plain.match(/[.,]/gu) ?? [];
  const decimal = decimalMark(plain, marks, language);
  const value = Number([...plain].map((sign) => (/[.,]/u.test(sign) ? (sign === decimal ? '.' : '') : sign)).join(''));
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
