import { ofAll } from '../../languages';
import { sentences } from '../../text/sentences';
import { termSet, words } from '../../text/terms';
import { compatible, type Quantity, quantities, sameDimension } from './quantities';

/** A sentence with a date or an amount, by what two sentences must share to be about the same thing, and what may then differ. */
export interface Claim {
  readonly text: string;
  /** Words other than negations and quantities; a number that names (page 3) is one of them. */
  readonly subject: ReadonlySet<string>;
  /** The words of substance among them, as stems. */
  readonly substance: ReadonlySet<string>;
  /** The subject's words in their order, `#` for each quantity: equal ones can be compared place by place. */
  readonly skeleton: string;
  readonly quantities: readonly Quantity[];
  readonly negated: boolean;
}

const negations = new Set(ofAll((language) => language.negations.words));
const deniedVerb = /^\p{L}+n['’]t$/u;
const isNegation = (word: string): boolean => negations.has(word) || (word.endsWith('t') && deniedVerb.test(word));
/** Here a negation denies nothing. */
const harmless = new RegExp(
  `(?:^|[^\\p{L}])(?:${ofAll((language) => language.negations.harmless).join('|')})(?!\\p{L})`,
  'gu',
);
/** A sentence of fewer words and figures states too little to be contradicted. */
const minimumWords = 4;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

export const denies = (sentence: string): boolean => words(folded(sentence).replace(harmless, ' ')).some(isNegation);

/** The sentences of a text that state a date or an amount, and have words enough to tell what of. */
export function claims(text: string): Claim[] {
  return sentences(text).flatMap(({ text: sentence }) => claimOf(sentence) ?? []);
}

function claimOf(sentence: string): Claim | null {
  const { found, rest } = quantities(folded(sentence));
  if (found.length === 0) return null;
  const all = (rest.replace(harmless, ' ').match(/#|[^#]+/gu) ?? []).flatMap((part) =>
    part === '#' ? ['#'] : words(part),
  );
  const kept = all.filter((word) => !isNegation(word));
  const subject = kept.filter((word) => word !== '#');
  if (new Set(subject).size + found.length < minimumWords) return null;
  return {
    text: sentence,
    subject: new Set(subject),
    substance: termSet(subject.join(' ')),
    skeleton: kept.join(' '),
    quantities: found,
    negated: kept.length < all.length,
  };
}

export interface Contradiction {
  readonly kind: 'number' | 'date';
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
  for (const one of before) {
    for (const other of after) {
      if (!sameSubject(one, other, similarity)) continue;
      const kind = difference(one, other);
      if (kind !== null) return { kind, before: one.text, after: other.text };
    }
  }
  return null;
}

function sameSubject(one: Claim, other: Claim, similarity: number): boolean {
  if (jaccardFrom(one.subject, other.subject, similarity) === null) return false;
  const lacks = (a: Claim, b: Claim) => [...a.substance].some((term) => !b.substance.has(term));
  return !(lacks(one, other) && lacks(other, one));
}

/** How two claims about one thing would exclude each other; null where they would not. */
function difference(one: Claim, other: Claim): Contradiction['kind'] | null {
  // Denied of one time or amount, affirmed of another: no contradiction.
  if (one.negated !== other.negated) return null;
  const differing = differingQuantities(one, other);
  if (differing.length === 0) return null;
  const dates = differing.filter(({ dimension }) => dimension === 'date').length;
  // Another amount at another time: a series, such as visitors year by year.
  if (dates > 0) return differing.length === dates && !timeIsQualifier(one, other) ? 'date' : null;
  return 'number';
}

/** “In 2019 the museum had 5 halls”: a date before a count says when, not what. */
function timeIsQualifier(one: Claim, other: Claim): boolean {
  const leads = ({ quantities: all, skeleton }: Claim) =>
    all[0]?.dimension === 'date' && (all.length > 1 || /\d/u.test(skeleton)) && /^(?:\S+ ){0,3}#/u.test(skeleton);
  return leads(one) && leads(other);
}

/** Quantities of the first that the second cannot bear, where the second has one in their place that differs too. */
function differingQuantities(one: Claim, other: Claim): Quantity[] {
  if (one.skeleton === other.skeleton && one.quantities.length === other.quantities.length) {
    return one.quantities.filter((own, place) => {
      const theirs = other.quantities[place];
      return theirs !== undefined && sameDimension(own, theirs) && !compatible(own, theirs);
    });
  }
  const open = (own: Quantity, theirs: readonly Quantity[]) =>
    theirs.some((their) => sameDimension(own, their)) &&
    !theirs.some((their) => sameDimension(own, their) && compatible(own, their));
  const opposed = other.quantities.filter((own) => open(own, one.quantities));
  return one.quantities.filter(
    (own) => open(own, other.quantities) && opposed.some((their) => sameDimension(own, their)),
  );
}

/** Words of a shingle, as is usual for near-duplicates of prose (Broder 1997). */
const shingleLength = 3;

/** Overlapping triples of words, as a set; a text shorter than that is one shingle. */
export function shingles(text: string): Set<string> {
  const all = words(text);
  if (all.length <= shingleLength) return new Set([all.join(' ')]);
  const found = new Set<string>();
  for (let start = 0; start + shingleLength <= all.length; start += 1) {
    found.add(all.slice(start, start + shingleLength).join(' '));
  }
  return found;
}

/** |A ∩ B| / |A ∪ B|, 0 for two empty sets (Broder 1997 calls it resemblance). */
export function jaccard<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** `jaccard` if it is at least `least`, otherwise null; sets that cannot reach it end after few members. */
export function jaccardFrom<T>(a: ReadonlySet<T>, b: ReadonlySet<T>, least: number): number | null {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  // s / (|A| + |B| − s) ≥ least needs s ≥ least · (|A| + |B|) / (1 + least); one more against rounding.
  let spare = small.size - Math.floor((least * (a.size + b.size)) / (1 + least)) + 1;
  for (const item of small) {
    if (large.has(item)) continue;
    spare -= 1;
    if (spare < 0) return null;
  }
  const likeness = jaccard(a, b);
  return likeness >= least ? likeness : null;
}
