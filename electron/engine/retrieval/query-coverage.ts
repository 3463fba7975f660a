import { inverseDocumentFrequency, TermMatcher, termSet } from '@shared/terms';

/** The query's distinct terms with their idf in this library. */
export interface QueryTerms {
  readonly idf: ReadonlyMap<string, number>;
  readonly total: number;
  readonly matcher: TermMatcher;
}

export function weighQuery(
  query: string,
  documentFrequencies: ReadonlyMap<string, number>,
  chunks: number,
): QueryTerms {
  const idf = new Map<string, number>();
  for (const term of termSet(query)) {
    idf.set(term, inverseDocumentFrequency(documentFrequencies.get(term) ?? 0, Math.max(chunks, 1)));
  }
  const total = [...idf.values()].reduce((sum, value) => sum + value, 0);
  return { idf, total, matcher: new TermMatcher(new Set(idf.keys())) };
}

/** The query's terms that occur in a text. */
export function coveredTerms(text: string, query: QueryTerms): Set<string> {
  return query.matcher.in(text);
}

/** Share of the query's idf mass that occurs in a text, 0–1; 0 for a query of stop words alone. */
export function coverage(text: string, query: QueryTerms): number {
  if (query.total === 0) return 0;
  let sum = 0;
  for (const term of coveredTerms(text, query)) sum += query.idf.get(term) ?? 0;
  return sum / query.total;
}
