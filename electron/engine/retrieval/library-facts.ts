import { contentWords } from '@shared/function-words';
import { type Form, formsOf } from '@shared/inflections';
import { inverseDocumentFrequency, terms } from '@shared/terms';
import type { Library } from '../store';
import { absentName } from './absent-names';
import type { TermDictionary } from './chunk-terms';
import { type CompoundPart, compoundParts } from './compound-parts';
import { type QueryTerms, weighQuery } from './query-coverage';

interface CountedOnce {
  readonly version: number;
  readonly chunks: number;
  /** As many as were asked for at most. */
  topics: { readonly limit: number; readonly list: readonly string[] };
  readonly frequencies: Map<string, number>;
  /** Parts of German compounds, by the word as it was written. */
  readonly parts: Map<string, readonly CompoundPart[]>;
  /** Of which dictionary, and by number of a term of it; NaN where it was not asked for yet. */
  dictionary: TermDictionary | null;
  rarities: Float64Array;
}

const frequenciesKept = 200_000;
const partsKept = 1000;
const noTopics = { limit: 0, list: [] };

/** What is counted over the whole library, once a version of it: at 10,000 chunks it costs more than the search. */
export class LibraryFacts {
  private known: CountedOnce | null = null;

  constructor(private readonly library: Library) {}

  /** A query's terms with their weight in this library, and their other forms that it has. */
  weigh(query: string, language: string): QueryTerms {
    const { chunks } = this.now();
    const content = contentWords(query, language);
    const forms = formsOf(content, language);
    const asked = [...new Set([...terms(content), ...forms.keys()])];
    const frequencies = this.frequencies(asked);
    const occurs = this.occurring(asked);
    const found = new Map([...forms].filter(([term]) => occurs(term)));
    if (language === 'deu') this.addParts(found, content);
    return weighQuery(content, frequencies, chunks, found);
  }

  /**
   * The name in a query that no document knows, or null. German nouns have capitals as names have, and what is written in
   * no language that can be told may be German.
   */
  absentName(query: string, language: string): string | null {
    if (language === 'deu' || language === 'und') return null;
    return absentName(query, {
      occurring: (asked) => this.occurring(asked),
      haveOtherwise: (word) => this.haveOtherwise(word, language),
      hasLonger: (term, most) => this.library.contents.hasLonger(term, most),
      isNamed: (word) => this.library.documents.isNamed(word),
    });
  }

  /** Whether some chunk has a word in another form than the index's stem covers, or else both parts of a compound. */
  haveOtherwise(word: string, language: string): boolean {
    const forms = [...formsOf(word, language).keys()];
    return forms.some(this.occurring(forms)) || (language === 'deu' && this.partsOf(word).length > 0);
  }

  /** Compounds of a query that no document has are searched for by their parts. */
  private addParts(forms: Map<string, Form>, content: string): void {
    const own = new Set(terms(content));
    const inForms = new Set([...forms.values()].map(({ of }) => of));
    for (const [word] of content.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
      const [of, ...more] = terms(word);
      if (of === undefined || more.length > 0 || inForms.has(of) || this.occurring([of])(of)) continue;
      for (const part of this.partsOf(word)) {
        if (!own.has(part.term) && !forms.has(part.term)) forms.set(part.term, { words: [part.word], of });
      }
    }
  }

  /** Looked for once, although the spelling of a query and its weights both ask. */
  private partsOf(word: string): readonly CompoundPart[] {
    const { parts } = this.now();
    const known = parts.get(word);
    if (known) return known;
    if (parts.size >= partsKept) parts.clear();
    const found = compoundParts(word, (asked) => this.occurring(asked));
    parts.set(word, found);
    return found;
  }

  /** Says which of these terms some chunk has. */
  occurring(asked: readonly string[]): (term: string) => boolean {
    const frequencies = this.frequencies(asked);
    return (term) => (frequencies.get(term) ?? 0) > 0;
  }

  /** Inverse document frequencies in this library of terms by their numbers. */
  idf(dictionary: TermDictionary, numbers: readonly number[]): Float64Array {
    const facts = this.now();
    if (facts.dictionary !== dictionary || facts.rarities.length < dictionary.size) {
      facts.dictionary = dictionary;
      facts.rarities = new Float64Array(2 * dictionary.size).fill(Number.NaN);
    }
    const { rarities } = facts;
    const missing = numbers.filter((number) => Number.isNaN(rarities[number] ?? 0));
    if (missing.length > 0) {
      const frequencies = this.frequencies(missing.map((number) => dictionary.term(number)));
      for (const number of missing) {
        const frequency = frequencies.get(dictionary.term(number)) ?? 0;
        rarities[number] = inverseDocumentFrequency(frequency, Math.max(facts.chunks, 1));
      }
    }
    return new Float64Array(numbers.map((number) => rarities[number] ?? 0));
  }

  /** In how many chunks each term occurs; read once a version of the library. */
  private frequencies(asked: readonly string[]): ReadonlyMap<string, number> {
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
    if (limit > facts.topics.limit) facts.topics = { limit, list: this.library.documents.topics(limit) };
    return facts.topics.list.slice(0, limit);
  }

  private now(): CountedOnce {
    const { version } = this.library;
    if (this.known?.version !== version) {
      const chunks = this.library.documents.chunkCount();
      const kept = { frequencies: new Map(), parts: new Map(), rarities: new Float64Array() };
      this.known = { version, chunks, topics: noTopics, dictionary: null, ...kept };
    }
    return this.known;
  }
}
