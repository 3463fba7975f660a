import type { EmbeddingEntry } from '@shared/model-catalogue';
import { type LanguageCode, languageCodes, languages } from '../../languages';
import { functionWordsOf } from '../../text/function-words';
import { words } from '../../text/terms';

export interface QueryLanguage {
  /** ISO 639-3, or `und` where nothing tells. */
  readonly code: string;
  readonly by: 'function-words' | 'letters' | 'nothing';
}

/** Weight of a word with one language's own letters beside a function word: names have them in every language. */
const letterWeight = 0.6;
const lettersOf: readonly (readonly [LanguageCode, RegExp])[] = languageCodes.flatMap((language) => {
  const { letters } = languages[language];
  return letters === null ? [] : [[language, new RegExp(`\\p{L}*[${letters}]\\p{L}*`, 'giu')] as const];
});
/** Japanese mixes these with Chinese characters. Chinese has none of them. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Scripts of languages without words of their own here, each by its most frequent language. */
const scripts: readonly (readonly [code: string, letters: RegExp])[] = [
  ['rus', /\p{Script=Cyrillic}/gu],
  ['ara', /\p{Script=Arabic}/gu],
  ['jpn', new RegExp(kana, 'gu')],
  ['kor', /\p{Script=Hangul}/gu],
  ['ell', /\p{Script=Greek}/gu],
  ['heb', /\p{Script=Hebrew}/gu],
  ['hin', /\p{Script=Devanagari}/gu],
  ['tha', /\p{Script=Thai}/gu],
];
/** Marks that no other of these languages has. */
const inverted = /[¿¡]/u;
/** Holds none of either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
const ascii = /^[\x00-\x7f]*$/;

/**
 * Returns the language that a query is in, of those that are known. Function words decide: each counts for the languages
 * that have it, less the more have it. Letters of a language's own count too, and a script of its own. Ties, queries of
 * names alone and other languages in Latin script stay undetermined: sequences of letters guess too often at so few.
 */
export function queryLanguage(query: string): QueryLanguage {
  const scores = new Map<LanguageCode, number>(languageCodes.map((language) => [language, 0]));
  const add = (language: LanguageCode, value: number): void => {
    scores.set(language, (scores.get(language) ?? 0) + value);
  };
  for (const word of words(query)) {
    const having = functionWordsOf(word);
    for (const [language, weight] of having) add(language, weight / having.length);
  }
  const said = best(scores);
  if (!ascii.test(query)) {
    const isJapanese = kana.test(query);
    for (const [language, pattern] of lettersOf) {
      if (language === 'cmn' && isJapanese) continue;
      add(language, letterWeight * (query.match(pattern)?.length ?? 0));
    }
    if (inverted.test(query)) add('spa', 2);
  }
  const found = best(scores);
  const [script] = found === null ? scripts.filter(([, letters]) => isMostOf(query, letters)) : [];
  if (script) return { code: script[0], by: 'letters' };
  if (found === null) return { code: 'und', by: 'nothing' };
  return { code: found, by: said === found ? 'function-words' : 'letters' };
}

/** More than half of the letters, so a Greek sign in an English question tells nothing. */
function isMostOf(query: string, letters: RegExp): boolean {
  return 2 * (query.match(letters)?.length ?? 0) > (query.match(/\p{L}/gu)?.length ?? 0);
}

/** Least that speaks for a language, and least that it is ahead of the next. */
const least = 0.5;
const ahead = 0.1;

function best(scores: ReadonlyMap<LanguageCode, number>): LanguageCode | null {
  const [first, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (!first || first[1] < least || first[1] - (second?.[1] ?? 0) < ahead) return null;
  return first[0];
}

/**
 * Whether a query is in none of the languages that a model reads. A model whose languages are unknown reads everything.
 */
export function isForeign({ code, by }: QueryLanguage, { languages }: Pick<EmbeddingEntry, 'languages'>): boolean {
  return by !== 'nothing' && languages !== undefined && !languages.includes(code);
}
