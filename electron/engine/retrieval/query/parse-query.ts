import { kindsOfMarks, quotation } from '@shared/prompt/quoted-words';
import type { Library, Scope } from '../../store';
import { type AskedDate, askedDates } from '../../text/calendar-dates';
import { functionWordsOf } from '../../text/function-words';
import { folded } from '../../text/segmentation';
import { words } from '../../text/terms';

/** A query's conditions beside its words: all of it is in the query, visible to everyone. */
export interface ParsedQuery {
  readonly text: string;
  /** Stretches in quotation marks: chunks that hold them as they are come first. */
  readonly phrases: readonly string[];
  /** Whether others are left out if a chunk holds all phrases; a sentence that quotes something asks for its meaning. */
  readonly phrasesOnly: boolean;
  /** Codes, part numbers and names of code: chunks that hold them as they are come first. */
  readonly identifiers: readonly string[];
  /** Days and months of years: chunks that state them, in whichever form, come first. */
  readonly dates: readonly AskedDate[];
  readonly titles: readonly string[];
  readonly collections: readonly string[];
}

const filter = /(^|\s)(title|titel|collection|sammlung):(?:"([^"]+)"|„([^“”"]+)[“”"]|“([^”]+)”|([^\s"„“]+))/giu;
const hasWord = /[\p{L}\p{N}]/u;
const word = /[\p{L}\p{N}]+(?:[_./#-][\p{L}\p{N}]+)*/gu;

const isTitle = (name: string): boolean => /^tit/iu.test(name);

/** `ERR_4012`, `AB-1234`, `B747`, `v2.1`, `parseQuery`, `HttpClient`; not `1990s`, `20th`, `well-known` or `3.5`. */
export function looksLikeIdentifier(token: string): boolean {
  // Most words of most queries: none of the patterns of other alphabets has to be asked.
  if (token.length < 2 || /^[a-z]+$/.test(token)) return false;
  if (/_/u.test(token)) return true;
  // Counted things: `20th`, `24-yard`, `3rd-and-9`.
  if (/^\p{N}+\p{L}{1,3}$/u.test(token) || /^\p{N}+\p{L}*-\p{L}{3,}/u.test(token)) return false;
  if (/\p{L}/u.test(token) && /\p{N}/u.test(token)) return true;
  return /^\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(token) || /^(?:\p{Lu}\p{Ll}{2,}){2,}$/u.test(token);
}

/**
 * Takes filters, quoted phrases and identifiers out of a query. A filter is `title:word`, `title:"more words"`,
 * `collection:name`; a colon with white space behind it is punctuation. A query of filters alone searches for their
 * words.
 */
export function parseQuery(query: string): ParsedQuery {
  const titles: string[] = [];
  const collections: string[] = [];
  const unfiltered = normaliseQuery(query).replace(filter, (_all, _space, name: string, ...values) => {
    const value = values.slice(0, 4).find((one): one is string => typeof one === 'string' && one !== '') ?? '';
    (isTitle(name) ? titles : collections).push(value.trim());
    return ' ';
  });
  const phrases = [...unfiltered.matchAll(quotation)]
    .map((match) => normaliseQuery(match.slice(1).join('')))
    // No index holds `"*.*"`, and no chunk has to.
    .filter((phrase) => hasWord.test(phrase));
  const besidePhrases = words(unfiltered.replace(quotation, ' '));
  const unquoted = normaliseQuery(
    unfiltered.replace(quotation, (_all, ...values) => ` ${values.slice(0, kindsOfMarks).join('')} `),
  );
  const text = unquoted === '' ? [...titles, ...collections].join(' ') : unquoted;
  return {
    text,
    phrases: [...new Set(phrases)],
    phrasesOnly: !besidePhrases.some((beside) => functionWordsOf(beside).length > 0),
    identifiers: [...new Set([...text.matchAll(word)].map(([token]) => token).filter(looksLikeIdentifier))],
    dates: askedDates(text),
    titles,
    collections,
  };
}

/** Words of ASCII with one space between them: nothing of them is to be normalised. */
const plain = /^[!-~]+(?: [!-~]+)*$/u;

export function normaliseQuery(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** ASCII without a mark that ends a sentence: most questions are one, which need not be looked for. */
const oneSentence = /^[ -~]*$/u;
const endOfSentence = /[.?!](?=.)/u;
/** Fewer words are no clause that a passage could answer alone. */
const minimumWords = 3;

const sentencesOf = (query: string): readonly string[] =>
  oneSentence.test(query) && !endOfSentence.test(query)
    ? [query]
    : Array.from(sentences.segment(query), ({ segment }) => segment.trim());

/** Clauses: sentences, split again at `;`, `:`, dashes, and at `,` or `and`/`und`/`y` between stretches of three words. */
function clauses(query: string): string[] {
  const found: string[] = [];
  for (const sentence of sentencesOf(query)) {
    found.push(sentence);
    const parts = sentence
      .split(/\s*[;:–—]\s+|,\s+|\s+(?:and|or|but|und|oder|y|o)\s+/u)
      .map((part) => part.trim())
      .filter((part) => part.split(/\s+/u).length >= minimumWords);
    if (parts.length > 1) found.push(...parts);
  }
  return found;
}

/** At most `count` pieces: the query, then its clauses, longest first; blind windows measured worse (docs/adr/0004). */
export function queryPieces(query: string, count: number): string[] {
  const whole = normaliseQuery(query);
  if (whole === '' || count < 1) return [];
  const parts = clauses(whole)
    .filter((part) => part.split(/\s+/u).length >= minimumWords)
    .map((part, position) => ({ part, position }))
    .sort((a, b) => b.part.length - a.part.length || a.position - b.position)
    .map(({ part }) => part);
  return [...new Set([whole, ...parts])].slice(0, count);
}

/**
 * A scope narrowed by the filters in a query: documents whose title holds every `title:`, in one of the `collection:`s.
 * Case and accents do not count. A filter without a match finds nothing.
 */
export function narrowedScope(scope: Scope, { titles, collections }: ParsedQuery, library: Library): Scope {
  if (titles.length === 0 && collections.length === 0) return scope;
  const wantedTitles = titles.map(folded);
  const wantedCollections = new Set(collections.map(folded));
  const documentIds = library.documents
    .list()
    .filter(({ title, collections: places }) => {
      const name = folded(title);
      return (
        wantedTitles.every((wanted) => name.includes(wanted)) &&
        (wantedCollections.size === 0 || places.some((place) => wantedCollections.has(folded(place))))
      );
    })
    .map(({ documentId }) => documentId);
  const before = scope.documentIds ? new Set(scope.documentIds) : null;
  return { ...scope, documentIds: before ? documentIds.filter((id) => before.has(id)) : documentIds };
}
