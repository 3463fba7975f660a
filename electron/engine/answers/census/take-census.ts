import { formOf, type TypedValue } from '@shared/value-types';
import { type ExtractionDocument, type FoundValue, leastConfidence, ranked, readForExtraction } from '../../extraction';
import { literalCount } from '../../overview';
import { folded } from '../../text/segmentation';
import { type Range, valueTypeOf } from '../../text/values';
import { canonicalName } from '../../text/values/name';
import type { CensusComparison, CensusTest } from './read-census';

/** The verdict of a census on one document. */
export interface CensusVerdict {
  /** `unclear`: the document does not state it, and the answer is unknown. */
  readonly verdict: 'yes' | 'no' | 'unclear';
  /** The place in the document, with the sentence or row around it; null if there is nothing to quote. */
  readonly place:
    | (Pick<FoundValue, 'start' | 'end' | 'quoteStart' | 'quoteEnd'> & { readonly value?: TypedValue })
    | null;
  /** The probability that the verdict is right, 0..1; words are there or not. */
  readonly sure: number;
}

const nowhere = { place: null } as const;

const longestQuote = 300;

/**
 * A verdict has to be likelier true than not: a value that a question names, and the whole count, may rest on less than
 * a separate cell. The answer gives its certainty.
 */
const evenChance = 0.5;

/** The line around a place, cut where it is long. */
function lineAround(
  text: string,
  start: number,
  end: number,
): { readonly quoteStart: number; readonly quoteEnd: number } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  return {
    quoteStart: Math.max(lineStart, start - longestQuote),
    quoteEnd: Math.min(lineEnd, end + longestQuote),
  };
}

/** The verdict on one document by its own text: for words and values. A subject is a search's to judge. */
export function documentVerdict(
  document: ExtractionDocument,
  test: Exclude<CensusTest, { readonly by: 'subject' }>,
): CensusVerdict {
  if (test.by === 'words') {
    const [counted] = literalCount([{ documentId: '', text: document.text }], test.words);
    const [first] = counted?.places ?? [];
    if (!first) return { verdict: 'no', ...nowhere, sure: 1 };
    const { start, end } = first;
    return { verdict: 'yes', place: { start, end, ...lineAround(document.text, start, end) }, sure: 1 };
  }
  const { values } = ranked(readForExtraction(document), test.column);
  const isExtreme = test.comparison === 'most' || test.comparison === 'least';
  // One wrong value among all would be the answer: here each must be as sure as a cell's.
  const least = isExtreme ? leastConfidence(test.column) : evenChance;
  const likely = values.filter(({ confidence }) => confidence >= least);
  const found = test.column.many ? likely : likely.slice(0, 1);
  const [first] = found;
  if (!first && test.comparison !== 'stated') return { verdict: 'unclear', ...nowhere, sure: 0 };
  // A value that is too unsure may still be one.
  if (!first) return { verdict: 'no', ...nowhere, sure: 1 - (values[0]?.confidence ?? 0) };
  const right = test.comparison === 'stated' || isExtreme ? first : found.find(({ value }) => isSo(value, test));
  const place = right ?? first;
  return { verdict: right ? 'yes' : 'no', place, sure: place.confidence };
}

function isSo(
  value: TypedValue,
  { comparison, values, named }: Extract<CensusTest, { readonly by: 'value' }>,
): boolean {
  if (value.type === 'name') return isNamed(value.name, named);
  const [one, other] = values;
  if (!one || one.type !== value.type) return false;
  if (unitOf(value) !== unitOf(one)) return false;
  const [low, high] = rangeOf(value);
  const [from, to] = rangeOf(one);
  return compares(comparison, [low, high], [from, other ? rangeOf(other)[1] : to]);
}

/** A date of a year alone is any day of it: after 2010 is not within it, and in 2010 is. */
function compares(comparison: CensusComparison, [low, high]: Range, [from, to]: Range): boolean {
  switch (comparison) {
    case 'after':
      return low > to;
    case 'before':
      return high < from;
    case 'at-least':
      return low >= from;
    case 'at-most':
      return high <= to;
    case 'between':
    case 'stated':
    case 'most':
    case 'least':
    case 'is':
      return low >= from && high <= to;
  }
}

/**
 * Those verdicts whose document states the most of something, or the least; all of them if they state the same. Null if
 * nothing can be compared, or for two currencies or units.
 */
export function extremesOf<Verdict extends Pick<CensusVerdict, 'place'>>(
  verdicts: readonly Verdict[],
  comparison: 'most' | 'least',
): readonly Verdict[] | null {
  const stated = verdicts.flatMap((verdict) => {
    const value = verdict.place?.value;
    return value ? [{ verdict, unit: unitOf(value), range: rangeOf(value) }] : [];
  });
  if (stated.length === 0 || new Set(stated.map(({ unit }) => unit)).size > 1) return null;
  const best =
    comparison === 'most'
      ? Math.max(...stated.map(({ range: [low] }) => low))
      : Math.min(...stated.map(({ range: [, high] }) => high));
  // A year alone may be that of any of its days.
  return stated.filter(({ range: [low, high] }) => low <= best && best <= high).map(({ verdict }) => verdict);
}

const unitOf = (value: TypedValue): string | undefined => formOf(value.type).unit?.(value);

/** Words are in no range. */
const rangeOf = (value: TypedValue): Range => valueTypeOf(value.type).range?.(value) ?? [Number.NaN, Number.NaN];

/** Legal forms at the end of a name are left out of most questions: “with Acme”. */
const forms = /(?:\s+(?:inc|corp|corporation|company|co|llc|lp|llp|ltd|limited|plc|gmbh|ag|sa|nv|bv))+$/u;

/** Tells whether the words of a question contain a name, as whole words. */
function isNamed(name: string, words: string): boolean {
  const bare = (text: string): string =>
    folded(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const canonical = bare(canonicalName(name));
  const short = canonical.replace(forms, '');
  const within = ` ${bare(words)} `;
  return [canonical, short].some((one) => one.length > 1 && within.includes(` ${one} `));
}
