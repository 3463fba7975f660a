import { withoutEnd, writtenWord } from '@shared/prompt/quoted-words';
import type { Library } from '../../store';
import { askedDates } from '../../text/calendar-dates';
import { addCompounds, type CompoundPart, compoundParts, hasCompounds } from '../../text/compounds';
import { contentWords } from '../../text/function-words';
import { formsOf, type WordForm } from '../../text/inflections';
import { folded } from '../../text/segmentation';
import { terms } from '../../text/terms';
import type { SpokenLanguages } from './cross-language';
import { type QueryTerms, weighQuery } from './query-terms';

/** An acronym that the library spells out, and whether a query has it or its words. */
export interface Acronym {
  readonly short: string;
  readonly long: string;
  readonly asked: 'short' | 'long';
}

interface CountedOnce {
  readonly version: number;
  readonly chunks: number;
  readonly frequencies: Map<string, number>;
  spoken?: SpokenLanguages;
  headings?: ReadonlyMap<string, string>;
}

/** Number of stored terms, after which they are looked up again. Memory alone depends on it. */
const frequenciesKept = 200_000;
/** Fewer letters begin too many words to mean one. */
const leastTyped = 3;
const completions = 3;

/** Counts over the whole library, once a version of it: at 10,000 chunks they cost more than the search. */
export class LibraryTerms {
  private known: CountedOnce | null = null;

  constructor(private readonly library: Library) {}

  weigh(
    query: string,
    language: string,
    carried: readonly string[] = [],
    acronyms: readonly Acronym[] = [],
  ): QueryTerms {
    const { chunks } = this.now();
    const content = [contentWords(query, language), ...carried].join(' ');
    const forms = new Map([...formsOf(content, language), ...this.standIns(content, acronyms)]);
    const asked = [...new Set([...terms(content), ...forms.keys()])];
    const frequencies = this.frequencies(asked);
    const occurs = this.occurring(asked);
    const found = new Map([...forms].filter(([term]) => occurs(term)));
    addCompounds(found, content, this.joining(language), (asked) => this.occurring(asked));
    return weighQuery(content, frequencies, chunks, found, carried);
  }

  /** Whether some chunk has a word in another form than the index's stem covers, or else both parts of a compound. */
  haveOtherwise(word: string, language: string): boolean {
    return this.haveInflected(word, language) || this.partsOf(word, language).length > 0;
  }

  /** Returns whether some chunk has a word in another form than the index's stem covers. */
  haveInflected(word: string, language: string): boolean {
    const forms = [...formsOf(word, language).keys()];
    return forms.some(this.occurring(forms));
  }

  /** Words of a query, as written, that no document has in any form; of a hyphenated word none of its parts. */
  unknownWords(content: string, language: string): string[] {
    const asked = [...new Set((content.match(writtenWord) ?? []).map(withoutEnd))];
    const occurs = this.occurring(asked.flatMap(terms));
    return asked.filter((word) => {
      const own = terms(word);
      return own.length > 0 && !own.some(occurs) && !this.haveOtherwise(word, language);
    });
  }

  /** A query without the months of its dates that no document names: “October” of a table that has `10/12/2016`. */
  besideMonths(query: string, language: string): string {
    const months = askedDates(query).flatMap(({ written }) => written.match(/\p{L}{3,}/gu) ?? []);
    const unknown = new Set(months.length === 0 ? [] : this.unknownWords(months.join(' '), language));
    return query.replace(/\p{L}{3,}/gu, (word) => (unknown.has(word) ? ' ' : word));
  }

  /** A query with its last word, where no document has it, as words that begin so, or else as the stem that it has. */
  completed(query: string): string {
    const [word] = /[\p{L}\p{M}\p{N}]+$/u.exec(query) ?? [''];
    if (word.length < leastTyped || terms(word).some(this.occurring(terms(word)))) return query;
    const begun = this.library.contents.termsBeginning(folded(word), completions);
    return begun.length === 0 ? query : query.slice(0, -word.length) + begun.join(' ');
  }

  /** The equivalent of an acronym, the rarest of its words; and that of the rarest word of an acronym's meaning. */
  private standIns(content: string, acronyms: readonly Acronym[]): Map<string, WordForm> {
    const own = new Set(terms(content));
    const found = new Map<string, WordForm>();
    for (const { short, long, asked } of acronyms) {
      const [term] = terms(short);
      const frequencies = this.frequencies(terms(long));
      const known = terms(long).filter((one) => (frequencies.get(one) ?? 0) > 0);
      const [rarest] = known.sort((a, b) => (frequencies.get(a) ?? 0) - (frequencies.get(b) ?? 0));
      if (term === undefined || rarest === undefined) continue;
      const form = asked === 'short' ? { words: [long], of: term } : { words: [short], of: rarest };
      const stands = asked === 'short' ? rarest : term;
      if (!own.has(stands)) found.set(stands, form);
    }
    return found;
  }

  /** Titles and headings by a key, the first of each; made once a version of the library. */
  headingsBy(keyOf: (heading: string) => string): ReadonlyMap<string, string> {
    const facts = this.now();
    facts.headings ??= new Map(
      this.library.contents
        .headingTexts()
        .map((heading) => [keyOf(heading), heading] as const)
        .reverse(),
    );
    return facts.headings;
  }

  /** Returns the language of a query's compounds: a lone word is of no known language, and may be of the library's. */
  private joining(language: string): string {
    return language === 'und' ? (this.spoken().find(([code]) => hasCompounds(code))?.[0] ?? language) : language;
  }

  private partsOf(word: string, language: string): readonly CompoundPart[] {
    return compoundParts(word, this.joining(language), (asked) => this.occurring(asked));
  }

  occurring(asked: readonly string[]): (term: string) => boolean {
    const frequencies = this.frequencies(asked);
    return (term) => (frequencies.get(term) ?? 0) > 0;
  }

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

  spoken(): SpokenLanguages {
    const facts = this.now();
    facts.spoken ??= this.library.documents.languages();
    return facts.spoken;
  }

  private now(): CountedOnce {
    const { version } = this.library;
    if (this.known?.version !== version) {
      const chunks = this.library.documents.chunkCount();
      this.known = { version, chunks, frequencies: new Map() };
    }
    return this.known;
  }
}
