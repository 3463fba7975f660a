import { setImmediate as breath } from 'node:timers/promises';
import type { Census, Citation } from '@shared/contract';
import { factsOf } from '@shared/formats';
import { byCodeUnits, falling } from '@shared/ranking';
import { valueText } from '@shared/review-values';
import { inLanguage, locale, t } from '@shared/words/index';
import {
  answerLanguage,
  builtPrompt,
  citationOfPlace,
  type Draft,
  escapedMarkdown,
  quotedSentences,
  scopeOfRun,
} from '../../chat';
import { unsearched } from '../../retrieval';
import type { Library, StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import { exactDraft } from '../exact-draft';
import { documentsNamed, isOfKind } from '../forms/documents-named';
import { type Day, type FactsQuestion, readFacts } from '../forms/read-facts';
import type { Asked, Drafting, Way, WayMatch } from '../way';

/** So many documents are named; the others are counted. */
const mostNamed = 30;
/** So many documents are looked at before other work has its turn. */
const documentsAtOnce = 50;
/** Days that a time reaches back, today included. */
const daysOf: Readonly<Record<Day, number>> = { today: 1, yesterday: 2, week: 7, month: 31, year: 366 };

/** “How many documents are there?”, “Which are in German?”, “Who wrote the survey?”: facts that the catalogue knows. */
export const facts: Way = {
  id: 'facts',
  asks: async (asked) => factsMatch(asked),
  evidence: async ({ question, limits }) => ({ found: unsearched(question, limits) }),
  async answer(drafting, { documentIds }) {
    const { run, parts, limits } = drafting;
    const { body, extras } = builtPrompt(run);
    const question = readFacts(body.task ?? '');
    if (!question) return null;
    const { library } = parts;
    const all = library.documents.list(scopeOfRun(run)).filter(({ state }) => state === 'ready');
    const documents = documentIds
      ? all.filter(({ documentId }) => documentIds.includes(documentId))
      : await chosenOf(drafting, all, question);
    const language = answerLanguage(extras.query?.language);
    const looked = { documents, of: all.length, snippetCharacters: limits.answer.snippetCharacters };
    return exactDraft(drafting, await inLanguage(language, () => factsAnswer(library, question, looked)));
  },
};

/** Returns the documents that a question for facts is answered with; null where the catalogue does not know them. */
function factsMatch(asked: Asked): WayMatch | null {
  const question = readFacts(asked.question);
  const all = asked.documents();
  if (!question || all.length === 0) return null;
  if (question.document !== undefined) {
    const named = documentsNamed(asked, question.document)?.documents ?? [];
    if (named.length === 0 || !named.every((one) => isKnown(one, question))) return null;
    return { by: 'files', about: '', documentIds: named.map(({ documentId }) => documentId) };
  }
  // An author whom no document states may be one of whom a text speaks.
  if (question.author !== undefined && !all.some((one) => isBy(one, question.author))) return null;
  return { by: 'files', about: '' };
}

/** Tells whether the catalogue knows what is asked of a document. A text without pages has words. */
const isKnown = ({ author }: StoredDocument, { asks }: FactsQuestion): boolean => asks !== 'author' || author !== null;

function isChosen(library: Library, document: StoredDocument, question: FactsQuestion): boolean {
  const { format, kind, language, author, added } = question;
  return (
    (format === undefined || factsOf(document.format)?.kind === format) &&
    (language === undefined || document.language === language) &&
    isBy(document, author) &&
    (added === undefined || isWithin(document.createdAt, added)) &&
    (kind === undefined || isOfKind(library, document, kind))
  );
}

const isBy = (document: StoredDocument, author: string | undefined): boolean =>
  author === undefined || (document.author !== null && folded(document.author).includes(author));

/** Tells whether a moment lies in a time, by the days of this computer. */
function isWithin(moment: string, day: Day): boolean {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const from = midnight - (daysOf[day] - 1) * 86_400_000;
  const time = Date.parse(moment);
  return time >= from && (day !== 'yesterday' || time < midnight);
}

/**
 * Returns the documents that the question chooses: for a superlative the first of them alone. A kind and a length are read
 * from each text, with a pause for other work in between. Errors: `cancelled`.
 */
async function chosenOf(
  { parts: { library }, signal, shown }: Drafting,
  all: readonly StoredDocument[],
  question: FactsQuestion,
): Promise<readonly StoredDocument[]> {
  const chosen: { readonly document: StoredDocument; readonly size: number }[] = [];
  const measure = measures[question.asks];
  for (const [at, document] of all.entries()) {
    if (isChosen(library, document, question)) chosen.push({ document, size: measure?.(document, library) ?? 0 });
    if ((at + 1) % documentsAtOnce > 0) continue;
    shown.looked(at + 1, all.length);
    await breath();
    signal.throwIfAborted();
  }
  if (measure) chosen.sort((a, b) => falling(a.size, b.size) || byCodeUnits(a.document.path, b.document.path));
  return (measure ? chosen.slice(0, 1) : chosen).map(({ document }) => document);
}

/** The size by which a superlative chooses. */
const measures: Partial<Record<FactsQuestion['asks'], (one: StoredDocument, library: Library) => number>> = {
  longest: ({ documentId }, { documents }) => documents.source(documentId).text.length,
  largest: ({ bytes }) => bytes,
  newest: ({ createdAt }) => Date.parse(createdAt),
  oldest: ({ createdAt }) => -Date.parse(createdAt),
};

type Exact = Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> & { readonly census?: Census };

interface Looked {
  readonly documents: readonly StoredDocument[];
  readonly of: number;
  readonly snippetCharacters: number;
}

/** Returns the answer in the language that is spoken, each named document with a citation of its beginning. */
function factsAnswer(library: Library, question: FactsQuestion, { documents, of, snippetCharacters }: Looked): Exact {
  const named = documents.slice(0, mostNamed);
  const citations = named.flatMap((one, at) => beginningOf(library, one, at + 1, snippetCharacters) ?? []);
  const rest = documents.length - named.length;
  const markers = new Map(citations.map(({ documentId, marker }) => [documentId, marker]));
  const marked = (document: StoredDocument, said: string): string => {
    const marker = markers.get(document.documentId);
    return marker === undefined ? said : `${said} [Citation ${marker}]`;
  };
  const isList = question.asks === 'count' || question.asks === 'list' || question.asks === 'languages';
  const lines = named.map((one) => {
    const title = `**${escapedMarkdown(one.title)}**`;
    return `- ${marked(one, isList ? title : `${title}: ${factOf(library, one, question)}`)}`;
  });
  const [line = ''] = lines;
  const answer = [
    ...(isList ? [t('chat.facts.count', { count: documents.length })] : []),
    ...(question.asks === 'languages' ? [languagesOf(documents)] : []),
    lines.length === 1 && !isList ? line.slice(2) : lines.join('\n'),
    ...(rest > 0 ? [t('chat.census.more', { count: rest })] : []),
  ];
  const found = documents.map(({ documentId, title }) => ({
    documentId,
    title,
    marker: markers.get(documentId) ?? null,
  }));
  const census: Census = {
    asks: question.asks === 'count' ? 'count' : 'list',
    looked: of,
    of,
    unclear: 0,
    found,
    column: null,
  };
  const text = answer.filter((part) => part !== '').join('\n\n');
  return {
    answer: text,
    citations,
    cited: quotedSentences(citations),
    confidence: 1,
    ...(isList ? { census } : {}),
  };
}

/** Returns a document's fact in words. */
function factOf({ documents }: Library, document: StoredDocument, { asks }: FactsQuestion): string {
  const words = (): string => {
    const count = documents.source(document.documentId).text.split(/\s+/u).filter(Boolean).length;
    return t('chat.facts.words', { count });
  };
  const added = t('chat.facts.added', { day: valueText({ type: 'date', date: document.createdAt.slice(0, 10) }) });
  if (asks === 'author') return escapedMarkdown(document.author ?? '');
  if (asks === 'newest' || asks === 'oldest' || asks === 'added') return added;
  if (asks === 'largest') return t('chat.facts.bytes', { count: Math.max(1, Math.round(document.bytes / 1024)) });
  if (asks === 'words' || document.pages === 0) return words();
  return [t('quantity.pages', { count: document.pages }), words()].join(', ');
}

/** Returns the languages of documents by name with their numbers, the most frequent first. */
function languagesOf(documents: readonly StoredDocument[]): string {
  const counts = new Map<string, number>();
  for (const { language } of documents) counts.set(language, (counts.get(language) ?? 0) + 1);
  const names = new Intl.DisplayNames(locale(), { type: 'language' });
  const known = [...counts].filter(([code]) => code !== 'und').sort(([, one], [, other]) => other - one);
  return known.map(([code, count]) => `${names.of(code) ?? code} (${count})`).join(', ');
}

function beginningOf(library: Library, document: StoredDocument, marker: number, most: number): Citation | null {
  const { text } = library.documents.source(document.documentId);
  const snippet = text.slice(0, most).replace(/\s+/gu, ' ').trim();
  const span = { startChar: 0, endChar: Math.min(text.length, most) };
  return citationOfPlace(library, document, span, 0, { marker, snippet });
}
