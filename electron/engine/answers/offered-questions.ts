import { type ChunkPlace, sampleCollection } from '@shared/contract';
import { isMadeUpTitle } from '../ingest';
import { languageOf, languages, type TextLanguage } from '../languages';
import type { Library, StoredDocument } from '../store';
import { folded } from '../text/segmentation';

/** So many questions are offered, about the newest of so many documents. */
const mostQuestions = 3;
const newest = 12;
/** A section of fewer tokens, its heading included, is a line under a line and answers nothing. */
const leastTokens = 24;
/** Limits of a heading that a question quotes, in characters and words. Longer ones are sentences. */
const longest = 60;
const mostWords = 8;
/** Share of letters among the characters of a heading, and of a title, which may be a file's name with a year. */
const lettersOfHeading = 0.75;
const lettersOfTitle = 0.5;

/** In the sample library's language; tests/integration/sample-library.test.ts holds their answers. */
const aboutSample = [
  'How long is the notice period for the flat in Mill Lane?',
  'What do I do when the machine shows E3?',
  'What did the repair of the lift motor cost?',
] as const;

/**
 * Questions to begin with: about sections that have text, one of each of the newest documents, then more of them; about
 * a whole where it has no section. About the sample where there is nothing else.
 *
 * @param spoken ISO 639-3 of the language to ask in; each document's own if it is not given
 */
export function offeredQuestions({ documents, jobs }: Library, spoken?: string): readonly string[] {
  const ready = documents.list().filter(({ state, chunks }) => state === 'ready' && chunks > 0);
  const own = ready
    .filter(({ collections }) => !collections.includes(sampleCollection))
    .slice(-newest)
    .reverse();
  // While the sample is being added, the document that is asked for may not be there yet.
  if (own.length === 0) return ready.length > 0 && jobs.files.underWay().size === 0 ? aboutSample : [];
  const usual = documents.languages().find(([code]) => languageOf(code))?.[0] ?? '';
  const ofEach = own.map((document) =>
    questionsAbout(document, documents.chunkPlaces(document.documentId), usual, spoken),
  );
  const deepest = Math.max(...ofEach.map(({ length }) => length));
  const inTurn = Array.from({ length: deepest }, (_none, at) => ofEach.flatMap((questions) => questions[at] ?? []));
  const subjects = new Set<string>();
  return inTurn
    .flat()
    .filter(({ subject }) => !subjects.has(subject) && subjects.add(subject))
    .slice(0, mostQuestions)
    .map(({ question }) => question);
}

/**
 * Returns questions about a document, its longest section first. `usual` is the language of a document that is too
 * short to tell.
 */
function questionsAbout(
  { title: given, path, language }: Pick<StoredDocument, 'title' | 'path' | 'language'>,
  places: readonly Pick<ChunkPlace, 'headings' | 'tokenCount'>[],
  usual: string,
  spoken: string | undefined,
): { readonly subject: string; readonly question: string }[] {
  const own = languageOf(language) ?? languageOf(usual) ?? languages.eng;
  const { section, whole } = (languageOf(spoken ?? '') ?? own).offers;
  const unasked = unaskedOf(own);
  const file = path.replace(/^.*[/\\]|\.[^.]+$/gu, '');
  const title = [given, file].find((name) => canBeQuoted(name, lettersOfTitle) && !isMadeUpTitle(name));
  if (title === undefined) return [];
  const sections = new Map<string, { tokens: number; stretches: number }>();
  let before = '';
  for (const { headings, tokenCount } of places) {
    const heading = headings.at(-1) ?? '';
    const known = sections.get(heading) ?? { tokens: 0, stretches: 0 };
    const stretches = known.stretches + (heading === before ? 0 : 1);
    sections.set(heading, { tokens: known.tokens + tokenCount, stretches });
    before = heading;
  }
  const asked = [...sections]
    // A heading at several places is a running head, or says too little.
    .filter(([, { tokens, stretches }]) => tokens >= leastTokens && stretches === 1)
    .sort(([, a], [, b]) => b.tokens - a.tokens)
    // Without its number: “§ 3 Notice period”, “2.1 Care”.
    .map(([heading]) => heading.replace(/^[^\p{L}]+(?=\p{L})|\s*:$/gu, ''))
    .filter((heading) => canBeQuoted(heading, lettersOfHeading) && !/^\p{Ll}|\p{L}\d+$|[.,;?!]$/u.test(heading))
    .filter((heading) => folded(heading) !== folded(title) && !unasked.has(heading.toLowerCase()))
    .map((heading) => ({ subject: folded(heading), question: filled(section, { title, heading }) }));
  if (asked.length > 0 || whole === null) return asked;
  return [{ subject: folded(title), question: filled(whole, { title }) }];
}

/** Headings of a language that no question is asked of: those of asides, and those that say too little. */
const unaskedOf = ({ offers, asides }: TextLanguage): ReadonlySet<string> =>
  new Set([...offers.notOf, ...Object.values(asides).flat()]);

const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? '');

/** Words that suit quotation marks: mostly letters, in words that are not single letters. */
function canBeQuoted(name: string, letters: number): boolean {
  const words = name.split(/\s+/u);
  const inWords = name.replace(/\s+/gu, '');
  const ownLetters = inWords.replace(/[^\p{L}\p{M}]+/gu, '').length;
  return (
    name.length <= longest &&
    words.length <= mostWords &&
    ownLetters > 1 &&
    ownLetters >= letters * inWords.length &&
    words.filter((word) => /^\p{L}$/u.test(word)).length <= words.length / 2 &&
    !/["“”„«»‘`|<>{}[\]\\=*\p{Cc}\uFFFD]/u.test(name)
  );
}
