import type { Notice } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { Library } from '../store';
import type { LibraryFacts } from './library-facts';
import { inTime } from './patient-index';
import type { ParsedQuery } from './query-syntax';
import { type Correction, correctable, corrected, isCased, type MeantTerm, meantTerms, writtenAs } from './spelling';

/** Chunks in which it is looked up how a term is written. */
const chunksRead = 10;
/** Letters by which terms are longer or shorter that a word may be meant for. */
const difference = 2;

export interface Spelled {
  /** What its words are looked for by. */
  readonly words: string;
  /** What it means: with its names corrected, and nothing else. */
  readonly meaning: string;
  readonly notices: readonly Notice[];
}

/**
 * A query with the words that no document has replaced by those most probably meant, as the documents write them. A
 * model knows many a word that a library lacks (`compliant` is no `complaint`), and no name that is misspelt. What
 * stands in quotation marks is meant as it stands.
 *
 * @param language of the query, ISO 639-3
 * @param byWords whether words are looked for at all
 * Errors: those of the index, `cancelled`.
 */
export async function spelledAsIn(
  library: Library,
  facts: LibraryFacts,
  { text, phrases }: ParsedQuery,
  language: string,
  byWords: boolean,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Spelled> {
  const quoted = new Set(phrases.flatMap((phrase) => correctable(phrase).map(({ word }) => word)));
  const asked = correctable(text).filter(({ word }) => !quoted.has(word));
  const occurs = facts.occurring(asked.map(({ term }) => term));
  const found: Correction[] = [];
  for (const word of asked) {
    // A plural of which the documents have the singular is no slip, nor a compound of words that they have.
    if (occurs(word.term) || facts.haveOtherwise(word.word, language)) continue;
    const meant = meantTerms(word.term, library.contents.termsLike(word.term, difference));
    if (meant.length === 0) continue;
    const texts = await textsWith(library, meant, limits, signal);
    const correction = writtenAs(word, meant, texts, isCased(text));
    if (correction && (byWords || correction.isName)) found.push(correction);
  }
  const names = found.filter(({ isName }) => isName);
  return { words: corrected(text, found), meaning: corrected(text, names), notices: found.map(noticeOf) };
}

/** The index's stems are others than ours (`shelley` for `shellei`): words that have this one of ours, or nearly so. */
const guesses = (term: string): string[] => [term, `${term}e`, `${term}s`, term.replace(/i$/u, 'y')];

async function textsWith(
  library: Library,
  meant: readonly MeantTerm[],
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const lists = await inTime(
    Promise.all(
      meant.map(({ term }) => library.index.text({ text: guesses(term).join(' '), as: 'words' }, chunksRead, null)),
    ),
    limits.retrieval.indexPatienceMs,
    signal,
  );
  return new Map(
    meant.map(({ term }, at) => {
      const chunks = library.documents.chunks(lists?.answer[at]?.map(({ chunkId }) => chunkId) ?? []);
      return [term, [...chunks.values()].map(({ text }) => text)];
    }),
  );
}

const noticeOf = ({ word, written }: Correction): Notice => ({
  code: 'spelling-corrected',
  message: `No document has “${word}”: “${written}” was searched for.`,
  values: { word, term: written },
});
