/** A stretch in quotation marks of any kind; its content is in one of its groups. */
export const quotation = /"([^"]{2,300})"|“([^”]{2,300})”|„([^“”]{2,300})[“”]|«([^»]{2,300})»|»([^«]{2,300})«/gu;
/** Groups of `quotation`. */
export const kindsOfMarks = 5;

/** A word as it is written, with hyphens, points and apostrophes in it and behind it. */
export const writtenWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’.-]*/gu;
const punctuationBehind = /['’.-]*$/u;
const genitiveBehind = /(?:['’]s)?['’.-]*$/u;
/** A genitive's ending and a full stop are no part of a word. */
export const withoutEnd = (written: string): string => written.replace(genitiveBehind, '');

/** The marks for a word: the first pair that does not pair with a mark in the text. */
const marks = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
] as const;

/**
 * Returns the text with a word in quotation marks at every place without, together with its hyphens and its genitive.
 * Null if the text has no such place.
 *
 * @param word as a search names it: in composed form (NFC), without ending
 */
export function inQuotationMarks(text: string, word: string): string | null {
  for (const pair of marks) {
    const quoted = quotedWith(pair, text, word);
    if (quoted === null) return null;
    // A mark that stood alone, as the one of 5", may have taken the new one for its own.
    if (quotedWith(pair, quoted, word) === null) return quoted;
  }
  return null;
}

/** Whether a written word is this one, or has it as a part between hyphens. */
function isOf(token: string, word: string): boolean {
  const whole = withoutEnd(token);
  return [whole, ...whole.split('-')].some((part) => part.normalize('NFC') === word);
}

export const hasWord = (text: string, word: string): boolean =>
  [...text.matchAll(writtenWord)].some(([token]) => isOf(token, word));

function quotedWith([open, close]: readonly [string, string], text: string, word: string): string | null {
  let found = false;
  const outside = (stretch: string): string =>
    stretch.replace(writtenWord, (token) => {
      if (!isOf(token, word)) return token;
      found = true;
      const kept = token.replace(punctuationBehind, '');
      return `${open}${kept}${close}${token.slice(kept.length)}`;
    });
  let quoted = '';
  let end = 0;
  for (const { 0: stretch, index } of text.matchAll(quotation)) {
    quoted += outside(text.slice(end, index)) + stretch;
    end = index + stretch.length;
  }
  quoted += outside(text.slice(end));
  return found ? quoted : null;
}
