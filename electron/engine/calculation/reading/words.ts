import { stemmer } from 'stemmer';
import {
  type CalculationOperator,
  type CalculationWords,
  type LanguageCode,
  languageCodes,
  languages,
} from '../../languages';
import { folded } from '../../text/segmentation';

/** A word, a number or a sign of a question, a header or a cell. */
export interface Token {
  /** Folded. */
  readonly key: string;
  /** Without its endings, as far as its language is known. */
  readonly stem: string;
  /** The decimal of a number, of a number word or of an ordinal. */
  readonly number: string | null;
  readonly start: number;
  readonly end: number;
}

/** One language's data for reading questions, prepared once. */
export interface Lexicon {
  readonly language: LanguageCode;
  readonly words: CalculationWords;
  readonly stem: (key: string) => string;
  /** Phrases by their first word, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly harmless: ReadonlySet<string>;
  readonly numbers: ReadonlyMap<string, string>;
  /** Number words that are places in an order: “third”. */
  readonly ordinals: readonly string[];
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
}

interface Phrase {
  readonly words: readonly string[];
  readonly operators: readonly CalculationOperator[];
}

const tokenForm =
  /(?<![\d\p{L}])\.\d+(?![\p{L}\p{N}])|\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:['’](?!s(?![\p{L}\p{N}]))\p{L}+)*|%|#|\p{Sc}/gu;
const ordinalForm = /^(\d+)(?:st|nd|rd|th)$/u;
const groupedForm = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u;
const dottedForm = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u;

/** A number of a question as a decimal. Marks before three digits group them as the language has it. */
function decimalOf(written: string, isCommaDecimal: boolean): string | null {
  const ordinal = ordinalForm.exec(written)?.[1];
  if (ordinal !== undefined) return ordinal;
  if (!/^\.?\d[\d.,]*$/u.test(written)) return null;
  if (isCommaDecimal) {
    if (dottedForm.test(written)) return written.replaceAll('.', '').replace(',', '.');
    return /^\d+(?:[.,]\d+)?$/u.test(written) ? written.replace(',', '.') : null;
  }
  if (groupedForm.test(written)) return written.replaceAll(',', '');
  if (/^\.\d+$/u.test(written)) return `0${written}`;
  return /^\d+(?:\.\d+)?$/u.test(written) ? written : null;
}

export function tokens(text: string, lexicon: Lexicon): Token[] {
  const plain = folded(text);
  return [...plain.matchAll(tokenForm)].map((match) => {
    const [key] = match;
    const number = /^\.?\d/u.test(key)
      ? decimalOf(key, lexicon.language !== 'eng')
      : (lexicon.numbers.get(key) ?? null);
    return { key, stem: lexicon.stem(key), number, start: match.index, end: match.index + key.length };
  });
}

/** Stems compare forms of a word: Porter's for English, without the language's endings for others. */
function stemOf(language: LanguageCode): (key: string) => string {
  if (language === 'eng') return (key) => (/^[a-z]+$/u.test(key) ? stemmer(key) : key);
  const { endings } = languages[language];
  if (!endings) return (key) => key;
  const of = endings.of.map(folded).filter((ending) => ending !== '');
  return (key) => {
    if (!/^\p{L}+$/u.test(key)) return key;
    const ending = of.find((one) => key.endsWith(one) && key.length - one.length >= Math.max(3, endings.least - 1));
    return ending === undefined ? key : key.slice(0, key.length - ending.length);
  };
}

const made = new Map<LanguageCode, Lexicon>();

export function lexiconOf(language: LanguageCode): Lexicon {
  const known = made.get(language);
  if (known) return known;
  const words = languages[language].calculation;
  const stem = stemOf(language);
  const phrases = new Map<string, (Phrase & { readonly operators: CalculationOperator[] })[]>();
  for (const [operator, list] of Object.entries(words.operators) as [CalculationOperator, readonly string[]][]) {
    for (const phrase of list) {
      const keys = folded(phrase).match(tokenForm);
      const [first] = keys ?? [];
      if (!keys || first === undefined) continue;
      const of = phrases.get(first) ?? [];
      const same = of.find((one) => one.words.join(' ') === keys.join(' '));
      if (same) same.operators.push(operator);
      else phrases.set(first, [...of, { words: keys, operators: [operator] }]);
    }
  }
  for (const of of phrases.values()) of.sort((a, b) => b.words.length - a.words.length);
  const synonyms = new Map<string, string[]>();
  for (const group of words.synonyms) {
    const stems = group.split(' ').map((word) => stem(folded(word)));
    for (const one of stems)
      synonyms.set(one, [...(synonyms.get(one) ?? []), ...stems.filter((other) => other !== one)]);
  }
  const harmless = new Set(words.harmless.map(folded));
  const ordinals = Object.keys(placesIn(language));
  const lexicon = { language, words, stem, phrases, harmless, numbers: numbersIn(language), ordinals, synonyms };
  made.set(language, lexicon);
  return lexicon;
}

/** Returns the number words of a language with their figures: cardinals, ordinals from the second on, and how often. */
function numbersIn(language: LanguageCode): ReadonlyMap<string, string> {
  const { numbers, calculation } = languages[language];
  const all = { ...numbers.cardinals, ...placesIn(language), ...calculation.times };
  return new Map(Object.entries(all).map(([word, value]) => [folded(word), String(value)]));
}

/** Returns the ordinals of a language but for the first, which is an operator. */
const placesIn = (language: LanguageCode): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries<number>(languages[language].numbers.ordinals).filter(([, value]) => value > 1));

export const readLanguages: readonly LanguageCode[] = languageCodes.filter(
  (code) => languages[code].calculation.operators.howMany.length > 0,
);

/** The language of a question among those that are read, by how many of its words it knows. */
export function questionLanguage(question: string): LanguageCode {
  const words = folded(question)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
  const score = (code: LanguageCode): number => {
    const { harmless, phrases } = lexiconOf(code);
    return words.filter((word) => harmless.has(word) || phrases.has(word)).length;
  };
  return [...readLanguages].sort((a, b) => score(b) - score(a))[0] ?? 'eng';
}

/** Whether a word says something: no word of grammar, and no mark. */
export const isContent = ({ harmless }: Lexicon, { key }: Token): boolean =>
  !harmless.has(key) && /[\p{L}\p{N}]/u.test(key);
