import type { TextQuery } from '../../store';
import type { WordForm } from '../../text/inflections';
import { inverseDocumentFrequency, TermMatcher, termSet } from '../../text/terms';
import { withCarried } from './follow-up';

/** The query's distinct terms with their idf in this library. */
export interface QueryTerms {
  readonly idf: ReadonlyMap<string, number>;
  readonly total: number;
  readonly matcher: TermMatcher;
  /** Other forms of the query's terms: `larger` for `large`. */
  readonly forms: ReadonlyMap<string, WordForm>;
  readonly formsOf: ReadonlyMap<string, readonly string[]>;
}

/**
 * @param documentFrequencies of the query's terms and of their forms
 * @param forms other forms of the query's terms that some chunk has
 * @param carried words of the query that it is carried on by, and that count less
 */
export function weighQuery(
  query: string,
  documentFrequencies: ReadonlyMap<string, number>,
  chunks: number,
  forms: ReadonlyMap<string, WordForm> = new Map(),
  carried: readonly string[] = [],
): QueryTerms {
  const frequencies = new Map([...termSet(query)].map((term) => [term, documentFrequencies.get(term) ?? 0]));
  for (const [form, { of }] of forms) {
    const own = frequencies.get(of);
    if (own !== undefined) frequencies.set(of, own + (documentFrequencies.get(form) ?? 0));
  }
  const own = new Map<string, number>();
  for (const [term, frequency] of frequencies) {
    own.set(term, inverseDocumentFrequency(frequency, Math.max(chunks, 1)));
  }
  const idf = withCarried(own, carried);
  const total = [...idf.values()].reduce((sum, value) => sum + value, 0);
  const formsOf = new Map<string, string[]>();
  for (const [form, { of }] of forms) formsOf.set(of, [...(formsOf.get(of) ?? []), form]);
  let matcher: TermMatcher | null = null;
  return {
    idf,
    total,
    /** Made when it is asked for: a search does without. */
    get matcher() {
      matcher ??= new TermMatcher(new Set([...idf.keys(), ...forms.keys()]));
      return matcher;
    },
    forms,
    formsOf,
  };
}

/** The query's terms that occur in a text, in one form or another. */
export function coveredTerms(text: string, query: QueryTerms): Set<string> {
  const found = query.matcher.in(text);
  return query.forms.size === 0 ? found : new Set([...found].map((term) => query.forms.get(term)?.of ?? term));
}

/** Share of the query's idf mass that occurs in a text, 0–1; 0 for a query of stop words alone. */
export function coverage(text: string, query: QueryTerms): number {
  if (query.total === 0) return 0;
  let sum = 0;
  for (const term of coveredTerms(text, query)) sum += query.idf.get(term) ?? 0;
  return sum / query.total;
}

export function coverageIn(held: ReadonlySet<string>, { idf, total, formsOf }: QueryTerms): number {
  if (total === 0) return 0;
  let sum = 0;
  for (const [term, weight] of idf) {
    if (held.has(term) || formsOf.get(term)?.some((form) => held.has(form))) sum += weight;
  }
  return Math.min(1, sum / total);
}

/** The keyword lane's query: the words, and with less weight their forms with other stems. */
export function searchedWords(content: string, { forms }: QueryTerms, carried: readonly string[] = []): TextQuery {
  const kin = [...forms.values()].flatMap(({ words }) => words);
  return { text: content, as: 'words', lesser: [...kin, ...carried].join(' ') };
}
