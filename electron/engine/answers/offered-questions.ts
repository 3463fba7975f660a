import { sampleCollection } from '@shared/contract';
import { factsOf } from '@shared/formats';
import { isAside } from '@shared/prompt/blocks';
import { extract, readForExtraction } from '../extraction';
import { isAgreement, isMadeUpTitle, ofSections } from '../ingest';
import { languageOf, languages, type TextLanguage } from '../languages';
import type { Library, Scope, StoredDocument } from '../store';
import { folded } from '../text/segmentation';
import { readTableFor, typedTablesOf } from './calculation/calculation-plan';

/** So many questions are offered, about the newest of so many documents. */
const mostQuestions = 3;
const newest = 12;
/** A section of fewer tokens, its heading included, is a line under a line and answers nothing. */
const leastTokens = 24;
/** Limits of a heading that a question quotes, in characters and words, and of a title. Longer ones are sentences. */
const longest = 60;
const longestTitle = 120;
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

/** Of so many documents, the newest ones, the text or the tables are read for questions. */
const mostRead = 4;
/** A longer file of tables takes seconds to read; bytes. */
const longestSheet = 300_000;
/** What an agreement is asked, with the type of the value that it must state. */
const ofAgreements = { notice: 'duration', law: 'name', term: 'duration' } as const;
/** Names of columns whose numbers only count or name rows. */
const idle = /_|(?:^|\W)(?:ids?|no|nr|key|code|plz|year|jahr|año|lat|lon)$/iu;

/** Headings that are no words by themselves, or that a page's layout has joined: “F team members”, “SeitePhasen”. */
const notQuoted = /^\p{Ll}|\p{L}\d+$|[.,;?!]$|^\p{L}\s|\p{Ll}\p{Lu}|^\p{Lu}{4,}$/u;

const isHeading = (name: string): boolean => canBeQuoted(name, lettersOfHeading, longest) && !notQuoted.test(name);

/** The name of a column may begin with a small letter. */
const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

interface Offer {
  readonly subject: string;
  readonly question: string;
}

/**
 * Returns questions to begin with, each of which the documents answer: about what agreements state, about columns of
 * tables, about sections that have text; one of each of the newest documents, then more of them; about a whole where it
 * has nothing else. About the sample where there is nothing else in the scope.
 *
 * @param spoken ISO 639-3 of the language to ask in; each document's own if it is not given
 */
export function offeredQuestions(library: Library, spoken?: string, scope: Scope = {}): readonly string[] {
  const { documents, jobs } = library;
  const ready = documents.list(scope).filter(({ state, chunks }) => state === 'ready' && chunks > 0);
  const own = ready
    .filter(({ collections }) => !collections.includes(sampleCollection))
    .slice(-newest)
    .reverse();
  // While the sample is being added, the document that is asked for may not be there yet.
  if (own.length === 0) return ready.length > 0 && jobs.files.underWay().size === 0 ? aboutSample : [];
  const usual = documents.languages().find(([code]) => languageOf(code))?.[0] ?? '';
  let read = 0;
  const ofEach = own.map((document) => {
    const title = [document.title, document.path.replace(/^.*[/\\]|\.[^.]+$/gu, '')].find(
      (name) => canBeQuoted(name, lettersOfTitle, longestTitle) && !isMadeUpTitle(name) && !/_|--/u.test(name),
    );
    if (title === undefined) return [];
    const { offers } = languageOf(spoken ?? '') ?? languageOf(document.language) ?? languageOf(usual) ?? languages.eng;
    const isSheet = factsOf(document.format)?.kind === 'sheet';
    if (isSheet ? document.bytes <= longestSheet : isAgreement(title)) {
      read += 1;
      const find = () =>
        isSheet ? ofTables(library, document, offers) : ofAgreement(library, document, title, offers);
      const found = read > mostRead ? [] : find();
      if (found.length > 0) return found;
    }
    return isSheet ? [] : ofSectionsOf(documents, document, title, offers);
  });
  const deepest = Math.max(...ofEach.map(({ length }) => length));
  const inTurn = Array.from({ length: deepest }, (_none, at) => ofEach.flatMap((questions) => questions[at] ?? []));
  const subjects = new Set<string>();
  return inTurn
    .flat()
    .filter(({ subject }) => !subjects.has(subject) && subjects.add(subject))
    .slice(0, mostQuestions)
    .map(({ question }) => question);
}

type Offers = TextLanguage['offers'];

/** Returns questions for what an agreement states: its notice period, its law, its term. */
function ofAgreement({ documents }: Library, document: StoredDocument, title: string, { agreement }: Offers): Offer[] {
  const { text, blocks, pages } = documents.source(document.documentId);
  const prepared = readForExtraction({ text, blocks, pages, language: document.language, title });
  return Object.entries(ofAgreements).flatMap(([field, type]) => {
    const asked = agreement[field as keyof typeof ofAgreements];
    if (asked === '' || extract(prepared, { question: filled(asked, { title: '' }), type }).found.length === 0)
      return [];
    return [{ subject: `${field} ${folded(title)}`, question: filled(asked, { title }) }];
  });
}

/** Returns a question for the greatest number or the sum of amounts of a table, as far as it is read as a calculation. */
function ofTables(library: Library, { documentId }: StoredDocument, { table: asks }: Offers): Offer[] {
  const asked = { number: asks.highest, amount: asks.total } as const;
  return typedTablesOf(library, documentId)
    .tables.flatMap(({ table }) => table.columns)
    .flatMap(({ name, type }) => {
      if ((type !== 'number' && type !== 'amount') || idle.test(name) || !isHeading(capitalised(name))) return [];
      const question = filled(asked[type], { column: name });
      return readTableFor({ library }, question, [documentId])?.found ? [{ subject: question, question }] : [];
    })
    .slice(0, 1);
}

/** Returns questions about a document's sections, the longest first; about all of it where it has none. */
function ofSectionsOf(
  documents: Library['documents'],
  document: StoredDocument,
  title: string,
  offers: Offers,
): Offer[] {
  const sections = new Map<string, { id: string; tokens: number; stretches: number }>();
  let before = '';
  for (const { id, headings, tokenCount } of documents.chunkPlaces(document.documentId)) {
    const heading = headings.at(-1) ?? '';
    const known = sections.get(heading) ?? { id, tokens: 0, stretches: 0 };
    const stretches = known.stretches + (heading === before ? 0 : 1);
    sections.set(heading, { id: known.id, tokens: known.tokens + tokenCount, stretches });
    before = heading;
  }
  const asked = [...sections]
    // A heading at several places is a running head, or says too little.
    .filter(([, { tokens, stretches }]) => tokens >= leastTokens && stretches === 1)
    .sort(([, a], [, b]) => b.tokens - a.tokens)
    // Without its number: “§ 3 Notice period”, “2.1 Care”.
    .map(([heading, { id }]) => ({ id, heading: heading.replace(/^[^\p{L}]+(?=\p{L})|\s*:$/gu, '') }))
    .filter(({ heading }) => isHeading(heading))
    .filter(({ heading }) => !folded(title).includes(folded(heading)) && !ofSections.has(heading.toLowerCase()))
    .slice(0, mostQuestions)
    .filter(({ id }) =>
      documents
        .chunks([id])
        .get(id)
        ?.blocks.some(({ kind }) => !isAside(kind) && kind !== 'heading'),
    )
    .map(({ heading }) => ({ subject: folded(heading), question: filled(offers.section, { title, heading }) }));
  if (asked.length > 0 || offers.whole === null) return asked;
  return [{ subject: folded(title), question: filled(offers.whole, { title }) }];
}

const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/gu, (_all, name: string) => values[name] ?? '');

/** Words that suit quotation marks: mostly letters, in words that are not single letters. */
function canBeQuoted(name: string, letters: number, most: number): boolean {
  const words = name.split(/\s+/u);
  const inWords = name.replace(/\s+/gu, '');
  const ownLetters = inWords.replace(/[^\p{L}\p{M}]+/gu, '').length;
  return (
    name.length <= most &&
    words.length <= (mostWords * most) / longest &&
    ownLetters > 1 &&
    ownLetters >= letters * inWords.length &&
    words.filter((word) => /^\p{L}$/u.test(word)).length <= words.length / 2 &&
    !/["“”„«»‘`|<>{}[\]\\=*\p{Cc}\uFFFD]/u.test(name)
  );
}
