import { inverseDocumentFrequency, terms } from '@shared/terms';
import type { Library } from '../store';
import { type QueryTerms, weighQuery } from './query-coverage';

interface CountedOnce {
  readonly version: number;
  readonly chunks: number;
  topics: readonly string[] | null;
  readonly frequencies: Map<string, number>;
}

const frequenciesKept = 200_000;

/** What is counted over the whole library, once a version of it: at 10,000 chunks it costs more than the search. */
export class LibraryFacts {
  private known: CountedOnce | null = null;

  constructor(private readonly library: Library) {}

  /** A query's terms with their weight in this library. */
  weigh(query: string): QueryTerms {
    const { chunks } = this.now();
    return weighQuery(query, this.frequencies([...new Set(terms(query))]), chunks);
  }

  /** Inverse document frequencies of terms in this library. */
  idf(asked: readonly string[]): Map<string, number> {
    const { chunks } = this.now();
    const frequencies = this.frequencies(asked);
    return new Map(
      asked.map((term) => [term, inverseDocumentFrequency(frequencies.get(term) ?? 0, Math.max(chunks, 1))]),
    );
  }

  /** In how many chunks each term occurs; read once a version of the library. */
  frequencies(asked: readonly string[]): ReadonlyMap<string, number> {
    const { frequencies } = this.now();
    if (frequencies.size > frequenciesKept) frequencies.clear();
    const missing = asked.filter((term) => !frequencies.has(term));
    if (missing.length > 0) {
      const read = this.library.contents.documentFrequencies(missing);
      for (const term of missing) frequencies.set(term, read.get(term) ?? 0);
    }
    return frequencies;
  }

  /** What the library knows about (R5). */
  topics(limit: number): readonly string[] {
    const facts = this.now();
    facts.topics ??= this.library.documents.topics(limit);
    return facts.topics.slice(0, limit);
  }

  private now(): CountedOnce {
    const { version } = this.library;
    if (this.known?.version !== version) {
      const { chunks } = this.library.documents.counts();
      this.known = { version, chunks, topics: null, frequencies: new Map() };
    }
    return this.known;
  }
}
