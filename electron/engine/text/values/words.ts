import { languages, type ReviewWords, type TextLanguage } from '../../languages';

/** The words of every language for stated values: a document can be in several, and its language is a guess. */
export const allReviewWords: readonly ReviewWords[] = Object.values<TextLanguage>(languages).flatMap(
  ({ review }) => review ?? [],
);

/** Returns the alternatives of all languages; a pattern that never matches where no language has any. */
export const anyWord = (which: (words: ReviewWords) => string): string =>
  allReviewWords
    .map(which)
    .filter((alternatives) => alternatives !== '')
    .join('|') || '(?!)';

/** Not within a word. */
export const wordBegins = '(?<![\\p{L}\\p{N}])';
export const wordEnds = '(?![\\p{L}\\p{N}])';
