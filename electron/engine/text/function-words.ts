import { type LanguageCode, languageCodes, languages, ofAll } from '../languages';
import { folded, hasUnspaced } from './segmentation';

/** German and Spanish function words that are words of substance in English: a question about the war is no empty one. */
const alsoEnglish: ReadonlySet<string> = new Set(ofAll(({ alsoEnglish: words }) => words));

const wordsByLanguage = new Map<LanguageCode, ReadonlySet<string>>(
  languageCodes.map((language) => [
    language,
    new Set(
      [...languages[language].stopWords, ...languages[language].questionWords]
        .map(folded)
        // One letter of the Latin alphabet is no function word everywhere: vitamin C, the language R.
        .filter((word) => !/^[a-z]?$/.test(word)),
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

/** In these languages function words say nothing in any text; in others, in their own texts. */
const everywhere: readonly LanguageCode[] = ['eng', 'deu', 'spa'];
/** Function words of every text. One letter is none everywhere: vitamin C, the language R. */
export const stopWords: ReadonlySet<string> = new Set(
  everywhere.flatMap((language) =>
    languages[language].stopWords
      .map(folded)
      .filter((word) => language === 'eng' || (word.length > 1 && !alsoEnglish.has(word))),
  ),
);

/** Languages by the words that show a text to be in them, and by the words that are function words there alone. */
const byTelltale = new Map<string, LanguageCode>();
const byOwnWord = new Map<string, Set<LanguageCode>>();
for (const language of languageCodes) {
  for (const word of languages[language].telltale) byTelltale.set(word, language);
  const own = everywhere.includes(language) ? languages[language].alsoEnglish : wordsByLanguage.get(language);
  for (const word of own ?? []) {
    if (languages[language].telltale.length > 0 && word.length > 1 && !stopWords.has(word))
      byOwnWord.set(word, (byOwnWord.get(word) ?? new Set()).add(language));
  }
}

/** Whether a word is a function word in some texts. */
export const isSometimesStopWord = (word: string): boolean => byOwnWord.has(word);

/** Tells function words from others in one text, by its words. */
export function stopWordsOf(all: readonly string[]): (word: string) => boolean {
  let spoken: ReadonlySet<LanguageCode | undefined> | null = null;
  return (word) => {
    if (stopWords.has(word)) return true;
    const own = byOwnWord.get(word);
    if (!own) return false;
    spoken ??= new Set(all.map((one) => byTelltale.get(one)));
    return [...own].some((language) => spoken?.has(language));
  };
}

/** English function words that neither the text index nor `terms` leaves out. */
const askedInEnglish: ReadonlySet<string> = new Set(['may', 'whether']);

/**
 * Whether a query in this language is searched without the word; a language without a list has none. The text index
 * leaves out the most frequent English words, and its rest of them (`who`, `how many`) helps to rank: without it MRR@10
 * on xquad-dev falls by 0.002.
 */
function isLeftOut(word: string, language: string): boolean {
  if (language === 'eng') return askedInEnglish.has(word);
  return languageCodes.some((known) => known === language && wordsByLanguage.get(known)?.has(word));
}

const word = /[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu;
const dictionary = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A stretch without blanks, with one in the place of each function word; of those some are made of others. */
function withoutBetween(stretch: string, language: string): string {
  const isLeft = (part: string): boolean =>
    isLeftOut(folded(part), language) || [...part].every((one) => isLeftOut(one, language));
  return Array.from(dictionary.segment(stretch), ({ segment }) => (isLeft(segment) ? ' ' : segment)).join('');
}

/**
 * A query without the function words of its language: the rest names its subject. A word in capitals stays (`US`,
 * `WHO`), and so does the month of May as a name. The whole text if nothing would be left.
 */
export function contentWords(text: string, language: string): string {
  const shouted = text === text.toUpperCase();
  let isFirst = true;
  const kept = text.replace(word, (found) => {
    const begins = isFirst;
    isFirst = false;
    if (!isLeftOut(folded(found), language)) return hasUnspaced(found) ? withoutBetween(found, language) : found;
    const isName = (!shouted && /^\p{Lu}{2,}$/u.test(found)) || (found === 'May' && !begins);
    return isName ? found : '';
  });
  const left = kept.replace(/\s+/gu, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : text;
}
