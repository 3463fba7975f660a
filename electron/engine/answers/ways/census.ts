import { setImmediate as breath } from 'node:timers/promises';
import type { Answer, Census, CensusColumn, Citation } from '@shared/contract';
import { factsOf } from '@shared/formats';
import type { PipelineLimits } from '@shared/limits';
import { inLanguage, t } from '@shared/words/index';
import {
  answerLanguage,
  builtPrompt,
  citationOfPlace,
  type Draft,
  escapedMarkdown,
  quotedSentences,
  scopeOfRun,
} from '../../chat';
import type { Candidate } from '../../retrieval';
import type { StoredDocument } from '../../store';
import { type CensusQuestion, type CensusTest, readCensus } from '../census/read-census';
import { type CensusVerdict, documentVerdict, extremesOf } from '../census/take-census';
import { exactDraft } from '../exact-draft';
import type { AnswerParts, Asked, Drafting, Way, WayMatch } from '../way';
import { passages } from './passages';

/** The answer itself names as many; the others are in its list. */
const mostNamed = 50;
/** Time between two reports of progress, ms. */
const msBetweenTellings = 200;
/** Passages that a search for a subject judges. */
const mostPassages = 1000;

type Found = Pick<CensusVerdict, 'place' | 'sure'> & { readonly document: StoredDocument };

/** “How many of these contracts are governed by Delaware law?”: every document is looked at. */
export const census: Way = {
  id: 'census',
  asks: async (asked) => censusMatch(asked),
  evidence: passages.evidence,
  answer: (drafting) => censusDraft(drafting),
};

/** Returns what a question about all documents asks of each; null for every other question. */
function censusMatch(asked: Asked): WayMatch | null {
  const question = readCensus(asked.question);
  if (!question || asked.documents().length === 0) return null;
  return { by: question.test.by, about: aboutOf(question.test) };
}

function aboutOf(test: CensusTest): string {
  if (test.by === 'value') return test.column.question;
  if (test.by === 'words') return test.words;
  return test.by === 'subject' ? test.subject : '';
}

/**
 * Looks at every document where a run looks, one after the other. Returns how many there are, and which, of which what the
 * question says is true; null where there is no document to look at. Errors: `cancelled`, those of a search.
 */
async function censusDraft(drafting: Drafting): Promise<Draft | null> {
  const { run, limits, parts, shown } = drafting;
  const census = readCensus(builtPrompt(run).body.task ?? '');
  if (!census) return null;
  const documents = parts.library.documents
    .list(scopeOfRun(run))
    .filter(({ state, contentId }) => state !== 'failed' && contentId !== null)
    .filter((document) => isCounted(document, census));
  if (documents.length === 0) return null;
  const told = lookedAt(documents.length, shown.looked);
  const verdicts =
    census.test.by === 'subject'
      ? await aboutSubject(drafting, census.test.subject, documents)
      : await bySight(drafting, census, documents, told);
  told(documents.length);
  if (!verdicts) return null;
  const { yes, no, unclear } = verdicts;
  const found = census.negated ? no : yes;
  const named = found.slice(0, mostNamed);
  const citations = named.flatMap((one, at) => citationOf(parts, one, at + 1, limits.answer.snippetCharacters) ?? []);
  const cited = new Set(citations.map(({ marker }) => marker));
  const counted: Census = {
    asks: census.asks,
    looked: documents.length,
    of: documents.length,
    unclear: unclear.length,
    found: found.map(({ document: { documentId, title } }, at) => ({
      documentId,
      title,
      marker: cited.has(at + 1) ? at + 1 : null,
    })),
    column: columnOf(census),
  };
  const answer = await inLanguage(answerLanguage(census.language), () => textOf(counted, citations));
  const confidence = sureness(found, { yes, no, unclear });
  return exactDraft(drafting, { answer, citations, cited: quotedSentences(citations), census: counted, confidence });
}

/** Returns whether a document is one of the files that the question names. */
const isCounted = ({ format }: StoredDocument, { files }: CensusQuestion): boolean =>
  files === 'any' || factsOf(format)?.kind === files;

/** Tells at most so often; the last time always. */
function lookedAt(of: number, onLooked: Drafting['shown']['looked']): (looked: number) => void {
  let last = 0;
  return (looked) => {
    const now = performance.now();
    if (looked < of && now - last < msBetweenTellings) return;
    last = now;
    onLooked(looked, of);
  };
}

interface Verdicts {
  readonly yes: readonly Found[];
  readonly no: readonly Found[];
  readonly unclear: readonly Found[];
}

/** Null where a question asks for the most or the least of what cannot be compared, or none states. */
async function bySight(
  { parts: { library }, signal }: Drafting,
  census: CensusQuestion,
  documents: readonly StoredDocument[],
  told: (looked: number) => void,
): Promise<Verdicts | null> {
  const verdicts: Record<keyof Verdicts, Found[]> = { yes: [], no: [], unclear: [] };
  const { test } = census;
  if (test.by === 'subject') return verdicts;
  for (const [at, document] of documents.entries()) {
    const { text, pages, blocks } = library.documents.source(document.documentId);
    const { language, title } = document;
    const { verdict, place, sure } = documentVerdict({ text, pages, blocks, language, title }, test);
    verdicts[verdict].push({ document, place, sure });
    told(at + 1);
    await breath();
    signal.throwIfAborted();
  }
  if (test.by !== 'value' || (test.comparison !== 'most' && test.comparison !== 'least')) return verdicts;
  const yes = extremesOf(verdicts.yes, test.comparison);
  return yes && { yes, no: verdicts.yes.filter((one) => !yes.includes(one)), unclear: verdicts.unclear };
}

/** A document is about a subject where one of its passages is relevant to it, by the search's own measure: a probability. */
async function aboutSubject(
  { parts, run, limits, signal }: Drafting,
  subject: string,
  documents: readonly StoredDocument[],
): Promise<Verdicts> {
  const retriever = await parts.retriever();
  const wide: PipelineLimits = { ...limits, N1_RETR_MAX_CANDIDATES: mostPassages };
  const { candidates } = await retriever.retrieve(
    { query: subject, mode: 'hybrid', scope: scopeOfRun(run) },
    wide,
    signal,
  );
  const best = new Map<string, (typeof candidates)[number]>();
  const least = limits.retrieval.thresholds.relevance;
  for (const candidate of candidates) {
    const { documentId } = candidate.chunk;
    const known = best.get(documentId);
    if (!known || relevanceOf(candidate) > relevanceOf(known)) best.set(documentId, candidate);
  }
  const yes: Found[] = [];
  const no: Found[] = [];
  for (const document of documents) {
    const candidate = best.get(document.documentId);
    const relevance = candidate ? relevanceOf(candidate) : 0;
    if (candidate && relevance >= least) {
      const { startChar: start, endChar: end } = candidate.chunk;
      yes.push({ document, place: { start, end, quoteStart: start, quoteEnd: end }, sure: relevance });
    } else no.push({ document, place: null, sure: 1 - relevance });
  }
  return { yes, no, unclear: [] };
}

const relevanceOf = ({ scores }: Candidate): number => scores.relevance ?? 0;

/** Returns a citation of the place in a document; of its beginning if there is no such place. */
function citationOf(
  { library }: AnswerParts,
  { document, place }: Found,
  marker: number,
  snippetCharacters: number,
): Citation | null {
  const { text } = library.documents.source(document.documentId);
  const startChar = place?.quoteStart ?? 0;
  const endChar = place?.quoteEnd ?? Math.min(text.length, snippetCharacters);
  const quote = text.slice(startChar, endChar).replace(/\s+/gu, ' ').trim();
  const snippet = quote.length > snippetCharacters ? `${quote.slice(0, snippetCharacters - 1)}…` : quote;
  return citationOfPlace(library, document, { startChar, endChar }, place?.start ?? 0, { marker, snippet });
}

function textOf({ looked, of, unclear, found }: Census, citations: readonly Citation[]): string {
  const rest = found.length - citations.length;
  return [
    [
      t('chat.census.found', { count: found.length, of }),
      ...(unclear > 0 ? [t('chat.census.unclear', { count: unclear })] : []),
      t('chat.census.looked', { looked, of }),
    ].join(' '),
    citations
      .map(
        ({ marker, title, snippet }) =>
          `- **${escapedMarkdown(title)}**: ${escapedMarkdown(snippet)} [Citation ${marker}]`,
      )
      .join('\n'),
    ...(rest > 0 ? [t('chat.census.more', { count: rest })] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns the column of a review table that shows the same. */
function columnOf({ test }: CensusQuestion): CensusColumn | null {
  if (test.by !== 'value') return null;
  const { question, type, many = false } = test.column;
  return { question: question.replace(/\s+/gu, ' ').trim(), type, many };
}

/** Mean certainty of the named ones or, without any, of every verdict; times the share of decided documents. */
function sureness(found: readonly Found[], { yes, no, unclear }: Verdicts): Answer['confidence'] {
  const decided = [...yes, ...no];
  const counted = found.length > 0 ? found : decided;
  if (counted.length === 0) return 0;
  const mean = counted.reduce((sum, { sure }) => sum + sure, 0) / counted.length;
  return (mean * decided.length) / (decided.length + unclear.length);
}
