import type { Notice, SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { withoutEnd, writtenWord } from '@shared/prompt/quoted-words';
import type { CorrectedName } from '@shared/prompt/super-prompt';
import { notice } from '@shared/words/sayings';
import { doubleMetaphone } from 'double-metaphone';
import { raceTimeout } from '../../async';
import { languages } from '../../languages';
import type { Library } from '../../store';
import { folded } from '../../text/segmentation';
import { distanceToBeginning, editDistance, terms } from '../../text/terms';
import type { LibraryTerms } from './library-terms';
import type { ParsedQuery } from './parse-query';

interface Correction extends CorrectedName {
  /** Whether it is a name: a word that a dictionary may have is also searched unchanged. */
  readonly isName: boolean;
}

interface KnownTerm {
  readonly term: string;
  readonly chunks: number;
}

interface MeantTerm extends KnownTerm {
  /** Slips between the term and the beginning of the word that is most like it. */
  readonly slips: number;
}

interface AskedWord {
  readonly word: string;
  readonly term: string;
}

/** Shorter words are next to too many others (`topic`, `tropic`): of them only names are corrected, by their sound. */
const shortest = 7;
const shortestName = 5;
/** From this length on, as many slips as there may be; in shorter words one. With ten, twice as many words are changed. */
const twoSlips = 12;
const mostSlips = 2;
/** Terms of which it is looked up how the documents write them. */
const mostMeant = 8;
/** Letters by which a term may be shorter than that of a misspelt word, whose ending nothing takes away. */
const mostEnding = 6;
/** A term with fewer letters begins too many words. */
const shortestTerm = 3;

/** A word between blanks and punctuation: one with a hyphen, a slash, a digit or a sign may be a name or a code. */
const loneWord = /(?<![\p{L}\p{M}\p{N}_@:/\\~#$.-])\p{L}[\p{L}\p{M}'’]*(?![\p{L}\p{M}\p{N}_@/\\~#$-]|[:.]\p{L})/gu;

function onlyTerm(word: string): string | null {
  const [term, ...more] = terms(word);
  return term === undefined || more.length > 0 ? null : term;
}

const isLong = (word: string, term: string): boolean => term.length >= shortestName || word.length >= shortest - 1;

export function correctable(query: string): AskedWord[] {
  const asked = new Map<string, AskedWord>();
  for (const [written] of query.matchAll(loneWord)) {
    const word = withoutEnd(written);
    const term = onlyTerm(word);
    if (term !== null && /^\p{L}+$/u.test(term) && isLong(word, term)) asked.set(word, { word, term });
  }
  return [...asked.values()];
}

/** Returns the slips that a word may have; an ending of a form does not count to its length. */
function slipsIn(word: string): number {
  const { length } = word.replace(/(?:e?s|ed|ing)$/u, '');
  return length >= twoSlips ? mostSlips : Number(length >= shortest);
}

/** Returns whether a word may be another one with a slip: any slips of a long word, one of the fingers in a short one. */
const isMisspelt = (word: string, meant: string, slips: number): boolean =>
  slips <= slipsIn(word) || (Math.max(word.length, meant.length) >= shortest && isOfFingers(word, meant));

/** Letters of neighbouring keys, on English and German keyboards. */
const keys = ['qwertyuiop', 'qwertzuiopü', 'asdfghjklöä', 'zxcvbnm', 'yxcvbnm'];
const areNeighbours = (a: string, b: string): boolean => keys.some((row) => row.includes(a + b) || row.includes(b + a));

/**
 * Returns whether one word is the other with one slip of the fingers: a letter left out, typed twice, swapped with the
 * next one, or of the key beside. Right words mostly differ in another way (`adapted`, `adopted`).
 */
function isOfFingers(typed: string, meant: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at += 1;
  const [letter = '', next = ''] = typed.slice(at);
  const [own = '', following = ''] = meant.slice(at);
  const rest = typed.slice(at + 1);
  if (Math.abs(typed.length - meant.length) > 1) return false;
  if (typed.length < meant.length) return typed.slice(at) === meant.slice(at + 1);
  if (typed.length > meant.length) return rest === meant.slice(at) && letter === typed[at - 1];
  if (rest === meant.slice(at + 1)) return areNeighbours(letter, own);
  return letter === following && next === own && typed.slice(at + 2) === meant.slice(at + 2);
}

/** Least and most letters of the terms that a word may have been meant for. */
const termLengths = ({ word, term }: AskedWord): readonly [number, number] => [
  Math.max(term.length - mostEnding, shortestTerm),
  word.length + mostSlips,
];

/**
 * Terms of the library that a misspelt word may mean: those most like its beginning, of these the longest, then the
 * most frequent, then the first of the alphabet. A slip can be in an ending that no term has: `vacaton` begins with
 * `vacat`.
 *
 * @param near terms that begin with the same letter
 */
export function meantTerms({ word, term }: AskedWord, near: readonly KnownTerm[]): MeantTerm[] {
  const lower = folded(word);
  const allowed = slipsIn(lower);
  // A letter may be left out of the shortest word.
  const isLongEnough = lower.length >= shortest - 1;
  const meant: MeantTerm[] = [];
  for (const known of near) {
    const toBeginning = slipsToBeginning(known.term, lower);
    if (toBeginning > mostSlips) continue;
    const ofTerms = slipsBetween(term, known.term);
    const slips = Math.min(ofTerms, toBeginning);
    const isSlip = isLongEnough && slips < mostSlips && (lower.length >= shortest || isOfFingers(term, known.term));
    const isMeant = slips <= allowed || isSlip || (ofTerms <= mostSlips && isNameMisspelt(term, known.term));
    if (isMeant) meant.push({ ...known, slips });
  }
  return meant
    .sort(
      (a, b) => a.slips - b.slips || b.term.length - a.term.length || b.chunks - a.chunks || (a.term < b.term ? -1 : 1),
    )
    .slice(0, mostMeant);
}

/**
 * The correction of a misspelt word, in the documents' spelling: of the words with one of the terms, the one with the
 * fewest slips, then a name for a name, then the most frequent one. If none has it, a word that one of the terms makes
 * with a suffix. Null for a short word that is not a name, or sounds like none.
 *
 * @param texts by term: some that hold it
 * @param capitalsTell of names: in a query without any a word in small letters may be one
 */
export function writtenAs(
  { word }: AskedWord,
  meant: readonly MeantTerm[],
  texts: ReadonlyMap<string, readonly string[]>,
  capitalsTell: boolean,
): Correction | null {
  const lower = word.toLowerCase();
  const mayBeName = !capitalsTell || isCapitalised(word);
  const forms = meant.flatMap(({ term: known, chunks }) => {
    const found = formsOf(known, texts.get(known) ?? []);
    return [...found].map(([written, times]) => {
      const form = written.toLowerCase();
      const isName = mayBeName && !found.has(form) && isNameMisspelt(...withoutGenitive(lower, form));
      return { written, isName, times, chunks, slips: slipsBetween(lower, form) };
    });
  });
  const [best] = forms
    .filter(({ written, isName, slips }) => isName || isMisspelt(lower, written.toLowerCase(), slips))
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        Number(b.isName) - Number(a.isName) ||
        b.chunks - a.chunks ||
        b.times - a.times ||
        (a.written < b.written ? -1 : 1),
    );
  if (best) return { word, written: best.written, isName: best.isName };
  const [written] = meant.flatMap((known) => inflected(known.term, lower));
  return written === undefined ? null : { word, written, isName: false };
}

/** Returns words of a term that a misspelt word may be, whichever inflections of it the documents have. */
function inflected(term: string, misspelt: string): string[] {
  return [term, term.slice(0, -1), `${term}${term.slice(-1)}`]
    .flatMap((stem) =>
      languages.eng.suffixes
        .filter((suffix) => suffix.length > 2 || misspelt.endsWith(suffix))
        .map((suffix) => `${stem}${suffix}`),
    )
    .filter((made) => Math.max(made.length, misspelt.length) >= shortest && isOfFingers(misspelt, made))
    .filter((made) => onlyTerm(made) === term);
}

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

export const isCased = (query: string): boolean => /[\p{L}\p{N}]\P{L}+\p{Lu}/u.test(query);

const firstLetter = (word: string): string => folded(word.slice(0, 1)).slice(0, 1);

/** If one of two words ends in an `s`, both without it: German genitives have no apostrophe (`Gandhis`). */
const withoutGenitive = (a: string, b: string): readonly [string, string] =>
  a.endsWith('s') === b.endsWith('s') ? [a, b] : [a.replace(/s$/u, ''), b.replace(/s$/u, '')];

function formsOf(term: string, texts: readonly string[]): Map<string, number> {
  const forms = new Map<string, number>();
  for (const [written] of texts.flatMap((text) => [...text.matchAll(writtenWord)])) {
    for (const word of written.split('-').map(withoutEnd)) {
      if (firstLetter(word) === term[0] && onlyTerm(word) === term) forms.set(word, (forms.get(word) ?? 0) + 1);
    }
  }
  return forms;
}

/** The query with its corrected words in the place of the others; names, codes and paths stay as they are. */
export function corrected(query: string, found: readonly CorrectedName[]): string {
  if (found.length === 0) return query;
  const meant = new Map(found.map(({ word, written }) => [word, written]));
  return query.replace(loneWord, (token) => {
    const word = withoutEnd(token);
    return (meant.get(word.normalize('NFC')) ?? word) + token.slice(word.length);
  });
}

/** Philips 2000, “The Double Metaphone Search Algorithm”; of other than Latin letters it knows nothing. */
function soundsLike(a: string, b: string): boolean {
  const [sound, other] = [doubleMetaphone(folded(a)), doubleMetaphone(folded(b))];
  return sound[0] !== '' && sound.every((code, at) => code === other[at]);
}

/** With one letter for those that have one sound. */
const plain = (name: string): string => folded(name).replace(/ß/gu, 'ss').replace(/y/gu, 'i').replace(/k/gu, 'c');

const lettersOf = (name: string): string => [...name].sort().join('');

/** Whether what the longer one has more is not heard: a letter twice, an `h`, the `e` of `Jaeger` and that of `Shelley`. */
function isUnheard(longer: string, shorter: string): boolean {
  let at = 0;
  while (at < shorter.length && longer[at] === shorter[at]) at += 1;
  const [before = '', letter] = [longer[at - 1], longer[at]];
  if (letter === 'e') return /[aoue]/u.test(before) || longer.slice(at) === 'ei';
  return letter === 'h' || letter === before;
}

/**
 * Whether one name is the other misspelt: they sound the same, and a letter is at another place, doubled, silent
 * or another one of the same sound. Double Metaphone hears no vowel but the first: names that differ in another are
 * mostly others (`Maria`, `Marie`; `Spain`, `Spahn`), and words that do as well (`Kassel`, `Kessel`).
 */
function isNameMisspelt(name: string, other: string): boolean {
  if (!soundsLike(name, other)) return false;
  const [a, b] = [plain(name), plain(other)];
  const slips = slipsBetween(a, b);
  if (slips <= 2 && lettersOf(a) === lettersOf(b)) return true;
  return slips === 1 && a.length !== b.length && (a.length > b.length ? isUnheard(a, b) : isUnheard(b, a));
}

const slipsBetween = (a: string, b: string): number =>
  Math.abs(a.length - b.length) > mostSlips ? Number.POSITIVE_INFINITY : slips(editDistance, a, b);

const slipsToBeginning = (term: string, word: string): number => slips(distanceToBeginning, term, word);

/** Distance of two spellings, in which letters that are doubled in one and not in the other are one slip together. */
function slips(distance: typeof editDistance, a: string, b: string): number {
  const plain = distance(a, b, mostSlips);
  if (plain !== mostSlips) return plain;
  const [one, other] = [undoubled(a), undoubled(b)];
  const isDoubled = one.length < a.length || other.length < b.length;
  return isDoubled ? Math.min(plain, distance(one, other, mostSlips - 1) + 1) : plain;
}

const undoubled = (word: string): string => word.replace(/(.)\1/gu, '$1');

/** Chunks in which the spelling of a term is looked up. */
const chunksRead = 10;
/** Words that are looked up in a query: each is compared with all terms that begin like it. */
const mostUnknown = 12;

interface Slip {
  readonly word: AskedWord;
  readonly meant: readonly MeantTerm[];
}

export interface Spelled {
  readonly words: string;
  readonly meaning: string;
  /** As it was asked, with its filters and quotation marks: with its names corrected, and nothing else. */
  readonly asked: string;
  readonly names: readonly CorrectedName[];
  readonly notices: readonly Notice[];
}

export interface KnownWords {
  readonly library: Library;
  readonly facts: LibraryTerms;
  readonly limits: PipelineLimits;
}

interface WrittenQuery {
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly language: string;
  /** `vector` looks for no words: then names alone are corrected. */
  readonly mode: SearchMode;
}

/**
 * A query with the words that no document has replaced by their most likely corrections, in the documents' spelling. A
 * model knows many words that a library lacks (`compliant` is no `complaint`), and no misspelt name. Text in quotation
 * marks or in a filter does not change. Errors: those of the index, `cancelled`.
 */
export async function spelledAsIn(
  { library, facts, limits }: KnownWords,
  { query, parsed: { text, phrases, titles, collections }, language, mode }: WrittenQuery,
  signal?: AbortSignal,
): Promise<Spelled> {
  const asItStands = [...phrases, ...titles, ...collections];
  const kept = new Set(asItStands.flatMap((part) => correctable(part).map(({ word }) => word)));
  const asked = correctable(text).filter(({ word }) => !kept.has(word));
  const occurs = facts.occurring(asked.map(({ term }) => term));
  const slips: Slip[] = [];
  let unknown = 0;
  for (const word of asked) {
    // A plural of which the documents have the singular is no slip.
    if (occurs(word.term) || facts.haveInflected(word.word, language)) continue;
    unknown += 1;
    if (unknown > mostUnknown) break;
    const [first = '', second = ''] = word.term;
    const swapped = second + first + word.term.slice(2);
    const like = (term: string) => library.contents.termsLike(term, ...termLengths(word));
    const near = [...like(word.term), ...like(swapped).filter(({ term }) => term.startsWith(second + first))];
    const meant = meantTerms(word, near);
    if (meant.length > 0) slips.push({ word, meant });
  }
  const meant = new Set(slips.flatMap((slip) => slip.meant.map(({ term }) => term)));
  const texts = await textsWith({ library, limits }, [...meant], guesses, chunksRead, signal);
  const capitalsTell = isCased(text);
  const found = slips
    .map(({ word, meant }) => writtenAs(word, meant, texts, capitalsTell))
    .filter((correction): correction is Correction => correction !== null && (mode !== 'vector' || correction.isName));
  const names = found.filter(({ isName }) => isName);
  return {
    words: corrected(text, found),
    meaning: corrected(text, names),
    asked: corrected(query, names),
    names: names.map(({ isName: _name, ...name }) => name),
    notices: [...new Map(found.map((one) => [`${one.word} ${one.written}`, noticeOf(one)])).values()],
  };
}

/** The index's stems are others than ours (`shelley` for `shellei`): words that have this one of ours, or nearly so. */
const guesses = (term: string): string => [term, `${term}e`, `${term}s`, term.replace(/i$/u, 'y')].join(' ');

/** Some texts, at most `most`, with each of these words, by what the index is asked; none where it is too slow. */
export async function textsWith(
  { library, limits }: Pick<KnownWords, 'library' | 'limits'>,
  words: readonly string[],
  asked: (word: string) => string,
  most: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (words.length === 0) return new Map();
  const lists = await raceTimeout(
    Promise.all(words.map((word) => library.index.text({ text: asked(word), as: 'words' }, most, null))),
    limits.retrieval.indexPatienceMs,
    signal,
  );
  return new Map(
    words.map((word, at) => {
      const chunks = library.documents.chunks(lists?.value[at]?.map(({ chunkId }) => chunkId) ?? []);
      return [word, [...chunks.values()].map(({ text }) => text)];
    }),
  );
}

const noticeOf = ({ word, written }: Correction): Notice => notice('spelling-corrected', { word, term: written });
