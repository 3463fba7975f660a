import type { Notice, SearchMode } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { CorrectedName } from '@shared/super-prompt';
import type { Library } from '../store';
import type { LibraryFacts } from './library-facts';
import { inTime } from './patient-index';
import type { ParsedQuery } from './query-syntax';
import {
  type AskedWord,
  type Correction,
  correctable,
  corrected,
  isCased,
  type MeantTerm,
  meantTerms,
  writtenAs,
} from './spelling';

/** Chunks in which it is looked up how a term is written. */
const chunksRead = 10;
/** Letters by which terms are longer or shorter that a word may be meant for. */
const difference = 2;
/**
 * Words that are looked up in a query: one with more of which the library knows nothing is about something else or in
 * another language, and each is compared with all terms that begin like it.
 */
const mostUnknown = 12;

interface Slip {
  readonly word: AskedWord;
  readonly meant: readonly MeantTerm[];
}

export interface Spelled {
  /** What its words are looked for by. */
  readonly words: string;
  /** What it means: with its names corrected, and nothing else. */
  readonly meaning: string;
  /** As it was asked, with its filters and quotation marks: with its names corrected, and nothing else. */
  readonly asked: string;
  /** Its misspelt names. */
  readonly names: readonly CorrectedName[];
  readonly notices: readonly Notice[];
}

/** The library whose words a query is compared with, and how long it may take to look them up. */
export interface KnownWords {
  readonly library: Library;
  readonly facts: LibraryFacts;
  readonly limits: PipelineLimits;
}

/** A query as it was written and as it was parsed. */
export interface WrittenQuery {
  readonly query: string;
  readonly parsed: ParsedQuery;
  /** ISO 639-3. */
  readonly language: string;
  /** `vector` looks for no words: then names alone are corrected. */
  readonly mode: SearchMode;
}

/**
 * A query with the words that no document has replaced by those most probably meant, as the documents write them. A
 * model knows many a word that a library lacks (`compliant` is no `complaint`), and no name that is misspelt. What
 * stands in quotation marks or in a filter is meant as it stands.
 * Errors: those of the index, `cancelled`.
 */
export async function spelledAsIn(
  { library, facts, limits }: KnownWords,
  { query, parsed: { text, phrases, titles, collections }, language, mode }: WrittenQuery,
  signal?: AbortSignal,
): Promise<Spelled> {
  const asItStands = [...phrases, ...titles, ...collections];
  const kept = new Set(asItStands.flatMap((part) => correctable(part).map(({ word }) => word)));
  const asked = correctable(text).filter(({ word }) => !kept.has(word));
  const occurs = facts.occurring(
    asked.flatMap(({ term, unhyphenated, beside = [] }) => [term, unhyphenated ?? term, ...beside]),
  );
  const slips: Slip[] = [];
  let unknown = 0;
  for (const word of asked) {
    // A plural of which the documents have the singular is no slip, nor a compound of words that they have, nor a
    // hyphenated word that they write as one.
    if (occurs(word.term) || occurs(word.unhyphenated ?? word.term) || facts.haveOtherwise(word.word, language))
      continue;
    // A name in small letters, of which the documents lack another part too: what it is cannot be told from its parts.
    if (word.beside?.some((term) => !occurs(term))) continue;
    unknown += 1;
    if (unknown > mostUnknown) break;
    const meant = meantTerms(word.term, library.contents.termsLike(word.term, difference));
    if (meant.length > 0) slips.push({ word, meant });
  }
  const texts = await textsWith(
    library,
    new Set(slips.flatMap(({ meant }) => meant.map(({ term }) => term))),
    limits,
    signal,
  );
  const capitalsTell = isCased(text);
  const found = slips
    .map(({ word, meant }) => writtenAs(word, meant, texts, capitalsTell))
    .filter((correction): correction is Correction => correction !== null && (mode !== 'vector' || correction.isName));
  const names = found.filter(({ isName }) => isName);
  return {
    words: corrected(text, found),
    meaning: corrected(text, names),
    asked: corrected(query, names),
    names: names.map(({ isName: _name, ...name }) => name),
    notices: [...new Map(found.map((one) => [`${one.word} ${one.written}`, noticeOf(one)])).values()],
  };
}

/** The index's stems are others than ours (`shelley` for `shellei`): words that have this one of ours, or nearly so. */
const guesses = (term: string): string[] => [term, `${term}e`, `${term}s`, term.replace(/i$/u, 'y')];

/** Some texts with each of these terms: none where the index does not answer in time. */
async function textsWith(
  library: Library,
  terms: ReadonlySet<string>,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  if (terms.size === 0) return new Map();
  const lists = await inTime(
    Promise.all(
      [...terms].map((term) => library.index.text({ text: guesses(term).join(' '), as: 'words' }, chunksRead, null)),
    ),
    limits.retrieval.indexPatienceMs,
    signal,
  );
  return new Map(
    [...terms].map((term, at) => {
      const chunks = library.documents.chunks(lists?.answer[at]?.map(({ chunkId }) => chunkId) ?? []);
      return [term, [...chunks.values()].map(({ text }) => text)];
    }),
  );
}

const noticeOf = ({ word, written }: Correction): Notice => ({
  code: 'spelling-corrected',
  message: `No document has “${word}”: “${written}” was searched for. Put the word in quotation marks to search for it as it stands.`,
  values: { word, term: written },
});
