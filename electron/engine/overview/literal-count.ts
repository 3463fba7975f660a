import type { TextRange } from '@shared/prompt/blocks';
import { hasUnspaced } from '../text/segmentation';

export interface SearchedText {
  readonly documentId: string;
  readonly text: string;
}

export interface CountOptions {
  /** Else capitals and small letters are the same, as Unicode folds them: `STRASSE` is `Straße`. */
  readonly matchCase?: boolean;
  /** Not within a longer word. Letters that are written without blanks between words are counted all the same. */
  readonly wholeWord?: boolean;
}

export interface LiteralCount {
  readonly documentId: string;
  readonly count: number;
  /** UTF-16 code units of the document's text; ascending, without overlap. */
  readonly places: readonly TextRange[];
}

/**
 * How often texts have some words, letter by letter: no stems, no synonyms, quotes as they are. An accent makes another
 * letter, however it is composed; a run of white space is one blank, since lines break anywhere. One entry a text, in
 * their order, also where the words are not in it.
 *
 * 1,000 texts of 100,000 characters take about two seconds. Errors: the signal's reason.
 */
export function literalCount(
  texts: Iterable<SearchedText>,
  words: string,
  { matchCase = false, wholeWord = false }: CountOptions = {},
  signal?: AbortSignal,
): LiteralCount[] {
  const own = words.trim();
  const letters = matchCase ? [] : foldedLetters();
  const wanted = foldedText(own, foldingOf(letters, matchCase, true, true)).folded;
  // Most texts are read without what only a few words could meet: it takes half of the time.
  const met = letters.filter(
    ({ sign, to }) => sign.toLowerCase().length !== sign.length || [...to].some((one) => wanted.includes(one)),
  );
  const hasBlank = wanted.includes(' ');
  const plain = foldingOf(met, matchCase, hasBlank, false);
  const accented = foldingOf(met, matchCase, hasBlank, true);
  const counts: LiteralCount[] = [];
  for (const { documentId, text } of texts) {
    signal?.throwIfAborted();
    const places = wanted === '' ? [] : placesIn(text, wanted, mark.test(text) ? accented : plain, wholeWord);
    counts.push({ documentId, count: places.length, places });
  }
  return counts;
}

interface Folding {
  readonly plain: (text: string) => string;
  readonly one: (text: string) => string;
  /** Parts that change their length or belong together: a part alone cannot be found. Null for none. */
  readonly special: RegExp | null;
}

const mark = /\p{M}/u;
/** A letter with its accents, where they are signs of their own. */
const composed = String.raw`\P{M}\p{M}+`;
const blanks = String.raw`\s{2,}|[^\S ]`;

function foldingOf(letters: readonly Folded[], matchCase: boolean, withBlanks: boolean, withMarks: boolean): Folding {
  const special = [
    ...(withMarks ? [composed] : []),
    ...(withBlanks ? [blanks] : []),
    ...(letters.length > 0 ? [`[${letters.map(({ sign }) => sign).join('')}]`] : []),
  ];
  return {
    plain: matchCase ? (text) => text : (text) => text.toLowerCase(),
    one: matchCase ? (text) => text : folded,
    special: special.length > 0 ? new RegExp(special.join('|'), 'gu') : null,
  };
}

/** Full case folding (Unicode 3.13, D144) by the upper case of each character: `ß` is `ss`; `ı` has none. */
const folded = (text: string): string =>
  Array.from(text, (sign) => (sign === 'ı' ? sign : sign.toLowerCase().toUpperCase().toLowerCase())).join('');

interface Folded {
  readonly sign: string;
  readonly to: string;
}

let known: readonly Folded[] | null = null;

/** Found at the first use: it looks at every character that may have a case. */
function foldedLetters(): readonly Folded[] {
  if (known) return known;
  const found: Folded[] = [];
  for (let code = 128; code < 0x1f000; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    const lower = sign.toLowerCase();
    const to = folded(sign);
    // The small letter of Σ hangs on the letters around it.
    if (lower.length !== sign.length || to !== lower || sign === 'Σ') found.push({ sign, to });
  }
  known = found;
  return found;
}

interface FoldedText {
  readonly folded: string;
  /** Ascending; in the folded text and in the text, `[start, end)` each. */
  readonly specials: readonly (readonly [from: number, to: number, start: number, end: number])[];
}

function foldedText(text: string, { plain, one, special }: Folding): FoldedText {
  const specials: [number, number, number, number][] = [];
  let made = '';
  let last = 0;
  for (const { 0: sign, index } of special ? text.matchAll(special) : []) {
    made += plain(text.slice(last, index));
    const from = made.length;
    made += sign.trim() === '' ? ' ' : one(sign.normalize('NFC'));
    last = index + sign.length;
    specials.push([from, made.length, index, last]);
  }
  return { folded: made + plain(text.slice(last)), specials };
}

function placesIn(text: string, wanted: string, folding: Folding, wholeWord: boolean): TextRange[] {
  const { folded: made, specials } = foldedText(text, folding);
  const places: TextRange[] = [];
  for (let at = made.indexOf(wanted); at >= 0; ) {
    const start = placeOf(specials, at);
    const end = placeOf(specials, at + wanted.length);
    const fits = start !== null && end !== null && (!wholeWord || isWhole(text, start, end));
    if (fits) places.push({ start, end });
    at = made.indexOf(wanted, fits ? at + wanted.length : at + 1);
  }
  return places;
}

/** The place in the text of one in the folded text; null within a special character: one `s` is not in `ß`. */
function placeOf(specials: FoldedText['specials'], at: number): number | null {
  let [low, high] = [0, specials.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((specials[middle]?.[0] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const before = specials[low - 1];
  if (!before) return at;
  const [, to, , end] = before;
  return at < to ? null : end + at - to;
}

const wordCharacter = /^[\p{L}\p{M}\p{N}_]/u;
/** Characters met before: a text repeats its letters. */
const ofWords = new Map<number, boolean>();

function isOfWord(code: number | undefined): boolean {
  if (code === undefined) return false;
  let is = ofWords.get(code);
  if (is === undefined) {
    const sign = String.fromCodePoint(code);
    is = wordCharacter.test(sign) && !hasUnspaced(sign);
    ofWords.set(code, is);
  }
  return is;
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = (place: number): number | undefined => {
    const low = text.charCodeAt(place - 1);
    return text.codePointAt(low >= 0xdc00 && low <= 0xdfff ? place - 2 : place - 1);
  };
  const goesOn = (one: number | undefined, other: number | undefined): boolean => isOfWord(one) && isOfWord(other);
  return !goesOn(before(start), text.codePointAt(start)) && !goesOn(before(end), text.codePointAt(end));
}
