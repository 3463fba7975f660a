import { type LanguageCode, languageCodes, languages, ofAll } from '../languages';

/** The form in which words are compared: composed differently or accented, it is the same word. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** German and Spanish function words that are words of substance in English: a question about the war is no empty one. */
export const alsoEnglish: ReadonlySet<string> = new Set(ofAll(({ alsoEnglish: words }) => words));
/** Words that show a text to be German or Spanish; there the words above are function words too. */
export const foreign: ReadonlySet<string> = new Set(ofAll(({ telltale }) => telltale));

const wordsByLanguage = new Map<LanguageCode, ReadonlySet<string>>(
  languageCodes.map((language) => [
    language,
    new Set(
      [...languages[language].stopWords, ...languages[language].questionWords]
        .map(folded)
        .filter((word) => word.length > 1),
    ),
  ]),
);

/** A word of substance in English says little of its being German. */
const doubtful = 0.25;

const languagesByWord = new Map<string, (readonly [LanguageCode, number])[]>();
for (const [language, list] of wordsByLanguage) {
  for (const word of list) {
    const weight = language !== 'eng' && alsoEnglish.has(word) ? doubtful : 1;
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), [language, weight]]);
  }
}

/** The languages that have a word, in the form of `folded`, as a function word, and how far it speaks for each. */
export const functionWordsOf = (word: string): readonly (readonly [LanguageCode, number])[] =>
  languagesByWord.get(word) ?? [];

/** English function words that neither the text index nor `terms` leaves out. */
const askedInEnglish: ReadonlySet<string> = new Set(['may', 'whether']);

/**
 * Whether a query in this language is searched without the word; of a language without a list none is. The text index
 * leaves out what is most frequent in English, and what it keeps of the rest (`who`, `how many`) helps to rank: without
 * it MRR@10 on xquad-dev falls by 0.002.
 */
function isLeftOut(word: string, language: string): boolean {
  if (language === 'eng') return askedInEnglish.has(word);
  return languageCodes.some((known) => known === language && wordsByLanguage.get(known)?.has(word));
}

const word = /[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu;

/**
 * A query without the function words of its language: what is left says what it is about. A word in capitals stays
 * (`US`, `WHO`), and so does the month of May where it stands as a name. The text itself where nothing would be left.
 */
export function contentWords(text: string, language: string): string {
  const shouted = text === text.toUpperCase();
  let isFirst = true;
  const kept = text.replace(word, (found) => {
    const begins = isFirst;
    isFirst = false;
    if (!isLeftOut(folded(found), language)) return found;
    const isName = (!shouted && /^\p{Lu}{2,}$/u.test(found)) || (found === 'May' && !begins);
    return isName ? found : '';
  });
  const left = kept.replace(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}
