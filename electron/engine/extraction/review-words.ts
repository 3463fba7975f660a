import { type FieldWords, type ReviewField, reviewFields } from '../languages';
import { allReviewWords, anyWord, wordBegins, wordEnds } from '../text/values/words';

/** Marks, blanks and small words between a cue and its value. */
const marks = '[^\\p{L}\\p{N}]{0,12}';
const gap = `(?:${marks}(?:${anyWord(({ links }) => links)})(?![\\p{L}\\p{N}])){0,3}${marks}`;

/** “The notice period for the flat in Mill Lane is”: between what names a field and its value. */
const isSaid = `(?: \\p{L}+){0,8} (?:${anyWord(({ copulas }) => copulas)}) `;

export interface FieldPatterns {
  readonly field: ReviewField;
  readonly asks: RegExp;
  /** Tested on the text before a value, ending with it. */
  readonly before: RegExp;
  /** Tested on the text after a value, beginning with it. */
  readonly behind: RegExp;
  readonly near: RegExp;
  readonly not: RegExp;
  readonly notBefore: RegExp;
  readonly notBehind: RegExp;
}

/** A cue as a pattern; one that no language has never matches. */
const compiled = (source: string, make: (alternatives: string) => string): RegExp =>
  new RegExp(source === '' ? '(?!)' : make(source), 'u');

export const fieldPatterns: readonly FieldPatterns[] = reviewFields.map((field) => {
  const cues = (of: keyof FieldWords): string =>
    allReviewWords
      .map(({ fields }) => fields[field]?.[of] ?? '')
      .filter((alternatives) => alternatives !== '')
      .join('|');
  return {
    field,
    asks: compiled(cues('asks'), (all) => `${wordBegins}(?:${all})`),
    before: compiled(cues('before'), (all) => `${wordBegins}(?:(?:${all})${gap}|(?:${cues('asks')})${isSaid})$`),
    behind: compiled(cues('behind'), (all) => `^${marks}(?:${all})${wordEnds}`),
    near: compiled(cues('near'), (all) => `${wordBegins}(?:${all})`),
    not: compiled(cues('not'), (all) => `${wordBegins}(?:${all})`),
    notBefore: compiled(cues('notBefore'), (all) => `${wordBegins}(?:${all})${gap}$`),
    notBehind: compiled(cues('notBehind'), (all) => `^${marks}(?:${all})${wordEnds}`),
  };
});
