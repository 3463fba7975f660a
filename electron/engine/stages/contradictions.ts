import { jaccardFrom } from '@shared/near-duplicates';
import { sentences } from '@shared/sentences';
import { addToSketch, emptySketch, leastMembers, mayBeAlike, type SetSketch } from '@shared/set-sketch';
import { termSet, words } from '@shared/terms';
import { scanWords, wordHash } from '@shared/word-scan';
import { comparable, compatible, numberWords, type Quantity, quantities } from './quantities';

/**
 * A sentence that may contradict another. Most contradict none, so that it is only read as far as is asked for.
 */
export class Claim {
  private parts: ClaimParts | null;

  /**
   * @param text the sentence
   * @param subject sketch of its subject's words
   * @param tells whether it denies or counts something
   */
  constructor(
    readonly text: string,
    readonly subject: SetSketch,
    readonly tells: boolean,
    parts: ClaimParts | null = null,
  ) {
    this.parts = parts;
  }

  read(): ClaimParts {
    this.parts ??= claimOf(this.text);
    return this.parts;
  }
}

/** A sentence reduced to what two sentences must share to be about the same thing, and what may then differ. */
interface ClaimParts {
  /** Words other than negations and quantities; a number that names (page 3) is one of them. */
  readonly subject: ReadonlySet<string>;
  /** The words of substance among them, as stems, found when asked for; of a pair of opposites the first stands for both. */
  substance(): ReadonlySet<string>;
  /** The subject's words in their order, `#` for each quantity: equal ones can be compared place by place. */
  readonly skeleton: string;
  readonly quantities: readonly Quantity[];
  /** Denied, or said by the second of two opposites; both together affirm. */
  readonly negated: boolean;
}

/** In the form that `words` gives: lower case, without diacritics. */
const negations = new Set(
  (
    'not no nor never none neither nobody nothing without cannot ' +
    'nicht kein keine keinem keinen keiner keines nie niemals ohne nunca jamas ningun ninguna ninguno tampoco sin'
  ).split(' '),
);
const deniedVerb = /^\p{L}+n['’]t$/u;
const isNegation = (word: string): boolean => negations.has(word) || (word.endsWith('t') && deniedVerb.test(word));
/** Here a negation denies nothing. */
const harmless =
  /(?:^|[^\p{L}])(?:not only|not just|no doubt|without doubt|not least|no longer than|nicht nur|nicht zuletzt|ohne zweifel|no solo|sin duda)(?![\p{L}])/gu;

/** The second says the opposite of the first. */
const opposites = new Map(
  (
    'open closed|opens closes|allowed forbidden|allowed prohibited|' +
    'possible impossible|enabled disabled|included excluded|includes excludes|required optional|' +
    'true false|valid invalid|legal illegal|safe unsafe|increased decreased|increases decreases|rose fell|rises falls|' +
    'free occupied|accepted rejected|offen geschlossen|erlaubt verboten|zulassig unzulassig|' +
    'moglich unmoglich|gultig ungultig|wahr falsch|abierta cerrada|abierto cerrado|permitido prohibido|' +
    'posible imposible|valido invalido|verdadero falso'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string])
    .map(([first, second]) => [second, first] as const),
);
/** Two words for the first of such a pair. */
const synonyms = new Map([
  ['permitted', 'allowed'],
  ['mandatory', 'required'],
  ['geoffnet', 'offen'],
]);
const minimumWords = 4;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
const ascii = /^[\x00-\x7f]*$/;

function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Bits of a subject's sketch: ten times the words of a long sentence. */
const subjectPlaces = 128;

/** Words that a sentence has to be read whole for: it may deny, count, or say the opposite of another. */
const special: ReadonlySet<string> = new Set([
  ...negations,
  ...opposites.keys(),
  ...synonyms.keys(),
  ...numberWords.keys(),
]);
const specialPlaces = 4096;
const placeOf = (hash: number): number => (hash ^ (hash >>> 13)) & (specialPlaces - 1);
/** By a place of their hashes whether one of them may be meant. */
const mayBeSpecial = new Uint8Array(specialPlaces);
for (const word of special) mayBeSpecial[placeOf(wordHash(word))] = 1;

const innerPunctuation = /[_'.-]/;

function isSpecial(word: string): boolean {
  if (special.has(word)) return true;
  return (
    innerPunctuation.test(word) && (isNegation(word) || word.split(innerPunctuation).some((part) => special.has(part)))
  );
}

/** The sentences of a text that have words enough to tell what they are about. */
export function claims(text: string): Claim[] {
  return sentences(text).flatMap(({ text: sentence }) => plainClaim(sentence) ?? wholeClaim(sentence) ?? []);
}

/** The claim of a sentence in ASCII that neither denies nor counts; null for any other, and for a short one. */
function plainClaim(sentence: string): Claim | null {
  const scanned = scanWords(sentence);
  if (scanned === null || scanned.hasDigits) return null;
  const { count, hashes, starts, ends, plain } = scanned;
  const subject = emptySketch(subjectPlaces);
  subject.most = count;
  for (let at = 0; at < count; at += 1) {
    const hash = hashes[at] ?? 0;
    if (plain[at] === 0 || mayBeSpecial[placeOf(hash)] === 1) {
      if (isSpecial(sentence.slice(starts[at], ends[at]).toLowerCase())) return null;
    }
    addToSketch(subject, hash);
  }
  return leastMembers(subject) < minimumWords ? null : new Claim(sentence, subject, false);
}

/** Null for a sentence that has too few words. */
function wholeClaim(sentence: string): Claim | null {
  const parts = claimOf(sentence);
  if (parts.subject.size + parts.quantities.length < minimumWords) return null;
  const subject = emptySketch(subjectPlaces);
  subject.most = parts.subject.size;
  for (const word of parts.subject) addToSketch(subject, wordHash(word));
  return new Claim(sentence, subject, parts.negated || parts.quantities.length > 0, parts);
}

/** Whether a sentence denies, or says the second of two opposites; both together affirm. */
export const denies = (sentence: string): boolean => claimOf(sentence).negated;

function claimOf(sentence: string): ClaimParts {
  const { found, rest } = quantities(folded(sentence));
  const all = (rest.replace(harmless, ' ').match(/#|[^#]+/gu) ?? []).flatMap((part) =>
    part === '#' ? ['#'] : words(part),
  );
  const kept = all.filter((word) => !isNegation(word));
  const denied = kept.length < all.length;
  const flips = kept.filter((word) => opposites.has(word)).length;
  const plain = kept.map((word) => opposites.get(word) ?? synonyms.get(word) ?? word);
  const subject = plain.filter((word) => word !== '#');
  let substance: ReadonlySet<string> | null = null;
  return {
    subject: new Set(subject),
    substance() {
      substance ??= termSet(subject.join(' '));
      return substance;
    },
    skeleton: plain.join(' '),
    quantities: found,
    negated: denied !== (flips % 2 === 1),
  };
}

export interface Contradiction {
  readonly kind: 'number' | 'date' | 'negation';
  readonly before: string;
  readonly after: string;
}

/**
 * The first pair of claims, one of each list, that speak of the same thing and cannot both be true. They do where their
 * words are alike (Jaccard ≥ `similarity`) and none puts a word of substance in the place of another's: the north hall
 * and the south hall may differ in everything.
 */
export function contradiction(
  before: readonly Claim[],
  after: readonly Claim[],
  similarity: number,
): Contradiction | null {
  // Two claims that neither deny nor count contradict nothing: most pairs are of these.
  const telling = after.filter(({ tells }) => tells);
  for (const one of before) {
    for (const other of one.tells ? after : telling) {
      if (!mayBeAlike(one.subject, other.subject, similarity)) continue;
      const [first, second] = [one.read(), other.read()];
      const kind = difference(first, second);
      if (kind === null || !sameSubject(first, second, similarity)) continue;
      return { kind, before: one.text, after: other.text };
    }
  }
  return null;
}

function sameSubject(one: ClaimParts, other: ClaimParts, similarity: number): boolean {
  if (jaccardFrom(one.subject, other.subject, similarity) === null) return false;
  const lacks = (a: ClaimParts, b: ClaimParts) => [...a.substance()].some((term) => !b.substance().has(term));
  return !(lacks(one, other) && lacks(other, one));
}

/** How two claims about one thing would exclude each other; null where they would not. */
function difference(one: ClaimParts, other: ClaimParts): Contradiction['kind'] | null {
  const differing = differingQuantities(one, other);
  const dates = differing.filter(({ dimension }) => dimension === 'date').length;
  if (one.negated !== other.negated) {
    // Denied of one time or amount, affirmed of another: no contradiction.
    return differing.length === 0 ? 'negation' : null;
  }
  if (differing.length === 0) return null;
  // Another amount at another time: a series, such as visitors year by year.
  if (dates > 0) return differing.length === dates && !timeIsQualifier(one, other) ? 'date' : null;
  return 'number';
}

/** “In 2019 the museum had 5 halls”: a date in front of what is counted says when, not what. */
function timeIsQualifier(one: ClaimParts, other: ClaimParts): boolean {
  const leads = ({ quantities: all, skeleton }: ClaimParts) =>
    all.length > 1 && all[0]?.dimension === 'date' && /^(?:\S+ ){0,3}#/u.test(skeleton);
  return leads(one) && leads(other);
}

/** Quantities of the first that the second cannot bear, where the second has one in their place that differs too. */
function differingQuantities(one: ClaimParts, other: ClaimParts): Quantity[] {
  if (one.quantities.length === 0 || other.quantities.length === 0) return [];
  if (one.skeleton === other.skeleton && one.quantities.length === other.quantities.length) {
    return one.quantities.filter((own, place) => {
      const theirs = other.quantities[place];
      return theirs !== undefined && comparable(own, theirs) && !compatible(own, theirs);
    });
  }
  const open = (own: Quantity, theirs: readonly Quantity[]) =>
    theirs.some((their) => comparable(own, their)) &&
    !theirs.some((their) => comparable(own, their) && compatible(own, their));
  const opposed = other.quantities.filter((own) => open(own, one.quantities));
  return one.quantities.filter((own) => open(own, other.quantities) && opposed.some((their) => comparable(own, their)));
}
