import { inverseDocumentFrequency, terms, words } from '@shared/terms';
import { stemmer } from 'stemmer';

/** The query's distinct terms with their idf in this library. */
export interface QueryTerms {
  readonly idf: ReadonlyMap<string, number>;
  readonly total: number;
  /** First letters of the terms: a word that shares none with any term need not be stemmed. */
  readonly prefixes: ReadonlySet<string>;
}

const prefixLength = 2;

export function weighQuery(
  query: string,
  documentFrequencies: ReadonlyMap<string, number>,
  chunks: number,
): QueryTerms {
  const idf = new Map<string, number>();
  for (const term of new Set(terms(query))) {
    idf.set(term, inverseDocumentFrequency(documentFrequencies.get(term) ?? 0, Math.max(chunks, 1)));
  }
  const total = [...idf.values()].reduce((sum, value) => sum + value, 0);
  return { idf, total, prefixes: new Set([...idf.keys()].map((term) => term.slice(0, prefixLength))) };
}

/** The query's terms that occur in a text. */
export function coveredTerms(text: string, query: QueryTerms): Set<string> {
  const found = new Set<string>();
  for (const word of words(text)) {
    for (const part of word.split(/[_'’.-]/)) {
      if (!query.prefixes.has(part.slice(0, prefixLength))) continue;
      const term = /^\p{N}+$/u.test(part) ? part : stemmer(part);
      if (query.idf.has(term)) found.add(term);
    }
    if (found.size === query.idf.size) break;
  }
  return found;
}

/** Share of the query's idf mass that occurs in a text, 0–1; 0 for a query of stop words alone. */
export function coverage(text: string, query: QueryTerms): number {
  if (query.total === 0) return 0;
  let sum = 0;
  for (const term of coveredTerms(text, query)) sum += query.idf.get(term) ?? 0;
  return sum / query.total;
}
