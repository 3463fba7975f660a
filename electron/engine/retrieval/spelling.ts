import { terms } from '@shared/terms';

/** A word that no document has, and the term of the library that was most probably meant. */
export interface Correction {
  readonly word: string;
  readonly term: string;
}

/** A term of the library with the number of chunks that it occurs in. */
export interface KnownTerm {
  readonly term: string;
  readonly chunks: number;
}

/** Shorter words are next to too many others (`topic`, `tropic`; `fourth`, `forth`). */
const shortest = 7;
/** From this length on, two slips. */
const twoSlips = 10;

/**
 * Least number of letters left out, put in, swapped with their neighbour or replaced, where that is at most two
 * (optimal string alignment; Damerau 1964).
 */
export function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_one, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Number.POSITIVE_INFINITY;
}

/**
 * Corrects the words of a query that no document has: by the term with the fewest slips, then the most frequent one,
 * then the first of the alphabet. Codes, numbers and short words are left as they are.
 *
 * @param unknown whether no document has this term, nor another form of the word that it was made of
 * @param near terms of the library that begin with the same letter and are about as long
 */
export function corrections(
  query: string,
  unknown: (term: string, word: string) => boolean,
  near: (term: string) => readonly KnownTerm[],
): Correction[] {
  const found = new Map<string, Correction>();
  for (const [word] of query.matchAll(/[\p{L}\p{N}_'’.-]+/gu)) {
    const [term, ...more] = terms(word);
    if (term === undefined || more.length > 0 || found.has(word)) continue;
    if (!/^\p{L}+$/u.test(term) || term.length < shortest || !unknown(term, word)) continue;
    const allowed = term.length >= twoSlips ? 2 : 1;
    const [best] = near(term)
      .map((known) => ({ ...known, slips: slipsBetween(term, known.term) }))
      .filter(({ slips }) => slips <= allowed)
      .sort((a, b) => a.slips - b.slips || b.chunks - a.chunks || (a.term < b.term ? -1 : 1));
    if (best) found.set(word, { word, term: best.term });
  }
  return [...found.values()];
}

/** The query with its corrected words in the place of the others. */
export function corrected(query: string, found: readonly Correction[]): string {
  const byWord = new Map(found.map(({ word, term }) => [word, term]));
  return query.replace(/[\p{L}\p{N}_'’.-]+/gu, (word) => byWord.get(word) ?? word);
}
