import type { Block, TextRange } from '@shared/prompt/blocks';
import { rounded } from '@shared/ranking';
import { rangesOf } from '../text/passage-units';
import { inverseDocumentFrequency, terms } from '../text/terms';
import type { ComparedDocument } from './passages';
import { type Place, pageAt } from './redline';
import { type OtherFigure, otherFigures, statedFigures } from './stated-figures';

export interface SubjectPassage extends Place {
  /** Words of the heading that it stands under; null before the first. */
  readonly heading: string | null;
}

/** Passages of two documents about one thing. */
export interface SubjectPair {
  readonly first: SubjectPassage;
  readonly second: SubjectPassage;
  /** What both speak of, as the first has it, the rarest first. */
  readonly shared: readonly string[];
  /** Numbers and dates of one measure in which they differ; ranges of the documents' texts. */
  readonly differences: readonly OtherFigure[];
  /** How near they are: 0 to 1. */
  readonly nearness: number;
}

/** Blocks of fewer words are read with those behind them, and longer ones in parts. */
const fewestWords = 20;
const mostWords = 90;
/** What a heading says of the passages below it, against what they say themselves. */
const headingWeight = 0.4;
/** Passages that are less alike are about different things, or share but one word. */
const leastNearness = 0.12;
const leastShared = 2;
/** Terms that more of the passages of a document have tell nothing about one of them. */
const mostHolding = 60;
const sharedShown = 6;

/**
 * Passages of two documents about the same things side by side, each passage at most once: by the terms that both have
 * (cosine of tf·idf, Salton & Buckley 1988) in themselves and in their headings. Pairs with differing numbers or dates
 * first, then the nearest.
 *
 * Errors: the signal's reason.
 */
export function compareBySubject(
  [one, other]: readonly [ComparedDocument, ComparedDocument],
  limit: number,
  signal?: AbortSignal,
): SubjectPair[] {
  const sides = [topicalOf(one), topicalOf(other)] as const;
  const idf = weighing([...sides[0], ...sides[1]]);
  const vectors = sides.map((all) => all.map((passage) => vectorOf(passage, idf)));
  const holding = new Map<string, number[]>();
  vectors[1]?.forEach((vector, at) => {
    for (const term of vector.keys()) holding.set(term, [...(holding.get(term) ?? []), at]);
  });
  const near = (vectors[0] ?? []).flatMap((vector, first) => {
    signal?.throwIfAborted();
    const products = new Map<number, { sum: number; shared: number }>();
    for (const [term, weight] of vector) {
      const there = holding.get(term) ?? [];
      if (there.length > mostHolding) continue;
      for (const second of there) {
        const known = products.get(second) ?? { sum: 0, shared: 0 };
        const product = weight * (vectors[1]?.[second]?.get(term) ?? 0);
        products.set(second, { sum: known.sum + product, shared: known.shared + 1 });
      }
    }
    return [...products].flatMap(([second, { sum, shared }]) =>
      sum >= leastNearness && shared >= leastShared ? [{ first, second, nearness: rounded(Math.min(1, sum)) }] : [],
    );
  });
  near.sort((a, b) => b.nearness - a.nearness || a.first - b.first || a.second - b.second);
  const taken = [new Set<number>(), new Set<number>()] as const;
  const pairs: SubjectPair[] = [];
  for (const { first, second, nearness } of near) {
    if (taken[0].has(first) || taken[1].has(second)) continue;
    const [here, there] = [sides[0][first], sides[1][second]];
    if (!here || !there) continue;
    taken[0].add(first);
    taken[1].add(second);
    pairs.push(pairOf([one, here], [other, there], nearness, idf));
  }
  const differing = pairs.filter(({ differences }) => differences.length > 0);
  const rest = pairs.filter(({ differences }) => differences.length === 0);
  return [...differing, ...rest].slice(0, Math.max(0, limit));
}

type Weigh = (term: string) => number;

function pairOf(
  [one, first]: readonly [ComparedDocument, Topical],
  [other, second]: readonly [ComparedDocument, Topical],
  nearness: number,
  idf: Weigh,
): SubjectPair {
  const figures = ({ text }: ComparedDocument, { start, end }: TextRange) =>
    statedFigures(text.slice(start, end)).map((figure) => ({
      ...figure,
      start: figure.start + start,
      end: figure.end + start,
    }));
  const placed = ({ pages }: ComparedDocument, { start, end, heading }: Topical): SubjectPassage => ({
    start,
    end,
    page: pageAt(pages, start),
    heading,
  });
  const written = new Map<string, string>();
  for (const word of one.text.slice(first.start, first.end).match(/\p{L}[\p{L}\p{M}\p{N}-]*/gu) ?? [])
    for (const term of terms(word)) if (!written.has(term)) written.set(term, word);
  const shared = [...first.counts.keys()]
    .filter((term) => second.counts.has(term) && written.has(term))
    .sort((a, b) => idf(b) - idf(a))
    .slice(0, sharedShown);
  return {
    first: placed(one, first),
    second: placed(other, second),
    shared: shared.map((term) => written.get(term) ?? term),
    differences: otherFigures(figures(one, first), figures(other, second)),
    nearness,
  };
}

/** A passage with its terms and those of its heading. */
interface Topical extends TextRange {
  readonly heading: string | null;
  readonly counts: ReadonlyMap<string, number>;
  readonly headingTerms: readonly string[];
}

function topicalOf({ text, blocks }: ComparedDocument): Topical[] {
  const whole: Block[] = [{ kind: 'paragraph', start: 0, end: text.length }];
  const found: Topical[] = [];
  let heading: string | null = null;
  let headingTerms: string[] = [];
  /** The passage that is being read; of no words where none is. */
  let open = { start: 0, end: 0, words: 0 };
  const close = (): void => {
    if (open.words === 0) return;
    const { start, end } = open;
    open = { start: end, end, words: 0 };
    const counts = new Map<string, number>();
    for (const term of terms(text.slice(start, end))) counts.set(term, (counts.get(term) ?? 0) + 1);
    if (counts.size > 0) found.push({ start, end, heading, counts, headingTerms });
  };
  for (const { kind, start, end, words } of blocks.length > 0 ? blocks : whole) {
    // The head of a table names its columns and states nothing.
    if (kind === 'furniture' || kind === 'table-head') continue;
    if (kind === 'heading') {
      close();
      heading = text
        .slice(words ?? start, end)
        .replace(/^#{1,6}\s|\s+/gu, ' ')
        .trim();
      headingTerms = [...new Set(terms(heading))];
      continue;
    }
    // A row is compared with a row.
    if (kind === 'table-row') close();
    for (const range of rangesOf(kind, text.slice(start, end))) {
      const own = { start: start + range.start, end: start + range.end };
      const length = text.slice(own.start, own.end).split(/\s+/u).length;
      if (open.words + length > mostWords) close();
      open = { start: open.words > 0 ? open.start : own.start, end: own.end, words: open.words + length };
    }
    if (kind === 'table-row' || open.words >= fewestWords) close();
  }
  close();
  return found;
}

function weighing(all: readonly Topical[]): Weigh {
  const holding = new Map<string, number>();
  for (const { counts } of all) for (const term of counts.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  return (term) => inverseDocumentFrequency(holding.get(term) ?? 0, all.length);
}

function vectorOf({ counts, headingTerms }: Topical, idf: Weigh): Map<string, number> {
  const vector = new Map<string, number>();
  // Numbers are what is compared, not by what.
  for (const [term, count] of counts) if (!/^\p{N}+$/u.test(term)) vector.set(term, (1 + Math.log(count)) * idf(term));
  for (const term of headingTerms)
    if (!/^\p{N}+$/u.test(term)) vector.set(term, (vector.get(term) ?? 0) + headingWeight * idf(term));
  let square = 0;
  for (const weight of vector.values()) square += weight * weight;
  const length = Math.sqrt(square);
  for (const [term, weight] of vector) vector.set(term, length > 0 ? weight / length : 0);
  return vector;
}
