import { deu, eng, fra, spa } from 'stopword';

/** Languages whose function words are known, by ISO 639-3. */
export const wordLanguages = ['eng', 'deu', 'spa', 'fra'] as const;
export type WordLanguage = (typeof wordLanguages)[number];

/** The form in which words are compared: composed differently or accented, it is the same word. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const wordList = (text: string): Set<string> => new Set(text.split(' '));

/** German and Spanish function words that are words of substance in English: a question about the war is no empty one. */
export const alsoEnglish: ReadonlySet<string> = wordList(
  'war die dies man hat tag will gut bin bist den elf mag gar lang los oft tat tun weg sin con',
);
/** Words that show a text to be German or Spanish; there the words above are function words too. */
export const foreign: ReadonlySet<string> = wordList(
  'der das ist sind und nicht ein eine einen einem einer wird werden wurde wie wer welche welcher welches kein keine auf dem fur zum zur ich wir sie el las que una del por es como cual',
);
/** English function words that the list lacks, and what an apostrophe leaves of a denied verb. */
export const furtherEnglish: ReadonlySet<string> = wordList(
  'does doing when why whose whom its she hers ours yours not nor so than just again once until upon shall them don isn aren wasn weren doesn didn couldn wouldn shouldn hasn haven won y o',
);

/** What German words ask and say that Spanish and English lists hold, and the other way round. */
const ownLists: Readonly<Record<WordLanguage, readonly string[]>> = {
  eng: [...eng, ...furtherEnglish, 'may', 'whether', 'within', 'without', 'there', 'been', 'were', 'much', 'what'],
  deu: [...deu, 'welche', 'welcher', 'welches', 'wieviel', 'wieviele', 'worin', 'womit', 'wofür', 'wodurch'],
  spa: [
    ...spa,
    ...'cómo cuándo dónde quién quiénes cuál cuáles cuánto cuánta cuántos cuántas qué es son fue fueron era eran está están ser hay'.split(
      ' ',
    ),
    ...'tiene tienen puede pueden debe deben hace hacen esta este estos estas entre según hacia cada todo toda todos todas'.split(
      ' ',
    ),
  ],
  fra: [...fra, ...'quel quelle quels quelles comment pourquoi quand combien où qui quoi est sont était'.split(' ')],
};

const wordsByLanguage = new Map<WordLanguage, ReadonlySet<string>>(
  wordLanguages.map((language) => [
    language,
    new Set(ownLists[language].map(folded).filter((word) => word.length > 1)),
  ]),
);

/** A word of substance in English says little of its being German. */
const doubtful = 0.25;

const languagesByWord = new Map<string, (readonly [WordLanguage, number])[]>();
for (const [language, list] of wordsByLanguage) {
  for (const word of list) {
    const weight = language !== 'eng' && alsoEnglish.has(word) ? doubtful : 1;
    languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), [language, weight]]);
  }
}

/** The languages that have a word, in the form of `folded`, as a function word, and how far it speaks for each. */
export const functionWordsOf = (word: string): readonly (readonly [WordLanguage, number])[] =>
  languagesByWord.get(word) ?? [];

/** English function words that neither the text index nor `terms` leaves out. */
const askedInEnglish: ReadonlySet<string> = wordList('may whether');

/**
 * Whether a query in this language is searched without the word; of a language without a list none is. The text index
 * leaves out what is most frequent in English, and what it keeps of the rest (`who`, `how many`) helps to rank: without
 * it MRR@10 on xquad-dev falls by 0.002.
 */
function isLeftOut(word: string, language: string): boolean {
  if (language === 'eng') return askedInEnglish.has(word);
  return wordLanguages.some((known) => known === language && wordsByLanguage.get(known)?.has(word));
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
