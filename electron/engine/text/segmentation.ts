/**
 * Letters that are written without blanks between words, and Korean, whose words carry their particles. They are
 * searched for by their letters and pairs of neighbouring ones, as Lucene's CJKBigramFilter has it. Those are the same
 * in a text and in a question, in any context and on every computer; a dictionary's words are not. MRR@10 of the words
 * alone on XQuAD in Chinese: .946, pairs alone .937, words by `Intl.Segmenter` .940, before .122.
 */
const unspaced = ['Hani', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'];
const isUnspaced = `(?=[${unspaced.map((script) => `\\p{scx=${script}}`).join('')}])[\\p{L}\\p{M}]`;
const unspacedRun = new RegExp(`(?:${isUnspaced})+`, 'gu');
const unspacedLetter = new RegExp(isUnspaced, 'u');

/** Whether a text has letters of a script without blanks between words. */
export const hasUnspaced = (text: string): boolean => unspacedLetter.test(text);

/** Marks that only vary a letter; the voicing of kana and the vowels of India make another letter of it. */
const accents = /(?![\u3099\u309a])(?=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}])\p{M}/gu;
/** Letters with several spellings in Arabic (Lucene's ArabicNormalizer), the dotless i, and tatweel, a filler. */
const variants: Readonly<Record<string, string>> = { ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '', ı: 'i' };
const variant = /[ىیکةـı]/gu;
const easternDigit = /[٠-٩۰-۹]/gu;

/** Latin letters and punctuation, of which nothing else is to be folded: that takes a third of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is a part of Unicode
const latin = /^[\x00-\u0130\u0132-\u024f\u2000-\u206f]*$/;

/** The form in which words are compared: composed differently, accented or in another spelling, it is the same word. */
export function folded(text: string): string {
  const decomposed = text.normalize('NFKD');
  return latin.test(text) ? decomposed.replace(/[\u0300-\u036f]+/g, '').toLowerCase() : foldedOther(decomposed);
}

const foldedOther = (decomposed: string): string =>
  decomposed
    .replace(accents, '')
    .toLowerCase()
    .replace(variant, (letter) => variants[letter] ?? letter)
    .replace(easternDigit, (digit) => String(digit.charCodeAt(0) & 15))
    .normalize('NFC');

/** The letters of a stretch, each with the pair that it begins behind it: a word may be one letter. */
function pairs(run: string): string[] {
  const letters = [...run];
  return letters.flatMap((letter, at) =>
    at + 1 < letters.length ? [letter, `${letter}${letters[at + 1]}`] : [letter],
  );
}

/** A folded word in its searched form: stretches without blanks by letters and pairs, and the text between them. */
export function segments(word: string): string[] {
  if (!hasUnspaced(word)) return [word];
  return word
    .replace(unspacedRun, (run) => ` ${pairs(run).join(' ')} `)
    .split(' ')
    .filter((part) => part !== '');
}

/** Text that the text index cannot fold itself: other letters than Latin ones, full-width ones, and Turkish ones. */
const unknownToIndex =
  /(?:(?!\p{Script=Latin})\p{L}(?:(?!\p{Script=Latin})[\p{L}\p{M}])*|[\uff10-\uff5a٠-٩۰-۹İı]+|\u0307)/gu;

/** Grows with every change of what `indexedText` makes: an index that was made otherwise is made again. */
export const segmentation = 1;

/** A text as the text index takes it, which splits at blanks and folds Latin letters itself. */
export const indexedText = (text: string): string =>
  text.replace(unknownToIndex, (run) => {
    const parts = segments(folded(run));
    return hasUnspaced(run) ? ` ${parts.join(' ')} ` : parts.join('');
  });
