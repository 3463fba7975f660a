import type { Run, TextSpan, Whole } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { inLanguage, t } from '@shared/words/index';
import type { WholeAnswer } from '../../chat';
import type { EngineContext } from '../../engine-context';
import { summarise } from '../../overview';
import { passagesAt, type Retrieved, type Route } from '../../retrieval';
import type { StoredDocument } from '../../store';
import { libraryOverview } from '../../jobs/overview/library-overview';
import { answerLanguage, CitedPlaces, escapedMarkdown, scopeOfRun, shownWords } from '../../chat/cited-places';
import { comparisonText } from './comparison-text';

/** Fewer documents have no topics. */
const fewestWithTopics = 3;
/** Of a topic so many sentences are quoted and documents named; of many topics one sentence. */
const sentencesOfTopic = 2;
const manyTopics = 8;
const titlesOfTopic = 8;
/** Of each document where there are too few for topics. */
const sentencesOfFew = 4;

/** A summary has so many sentences, and one for each section of a longer document up to the most. */
const usualSentences = 10;
const mostSentences = 36;
/** Characters: a longer sentence is cut. */
const longestSentence = 280;

/** A section of a document with the sentences that carry it, which stand in its text as they are cited. */
export interface CarriedSection {
  /** Null before the first heading. */
  readonly heading: string | null;
  readonly sentences: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/**
 * The sections of a document, each with the sentences that carry it, in its order; every section has one as far as
 * `most` allows. Empty for a document without words. Errors: `document-not-found`.
 *
 * @param within only what lies in these places, characters
 */
export function sectionsOfDocument(
  { library }: Pick<EngineContext, 'library'>,
  documentId: string,
  most = mostSentences,
  within?: readonly TextSpan[],
): CarriedSection[] {
  const { text, blocks: all } = library.documents.source(documentId);
  const blocks = within
    ? all.filter(({ start, end }) => within.some(({ startChar, endChar }) => start < endChar && end > startChar))
    : all;
  const headings = blocks.filter(({ kind }) => kind === 'heading').length;
  const count = Math.min(most, Math.max(usualSentences, headings + 1));
  const sections: { heading: string | null; sentences: CarriedSection['sentences'][number][] }[] = [];
  for (const { heading, start, end } of summarise({ text, blocks }, count)) {
    const last = sections.at(-1);
    const sentence = { text: text.slice(start, end), start, end };
    if (last && last.heading === heading) last.sentences.push(sentence);
    else sections.push({ heading, sentences: [sentence] });
  }
  return sections;
}

const overviewOf = (parts: EngineContext, run: Run, { documentIds }: Route, signal?: AbortSignal) =>
  libraryOverview(parts, { ...scopeOfRun(run), ...(documentIds ? { documentIds } : {}) }, signal);

/** The passages that hold the typical sentences of the topics, for a prompt about a collection; the largest topics first. */
export async function passagesOfTopics(
  parts: EngineContext,
  run: Run,
  route: Route,
  query: string,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Retrieved> {
  const { topics } = await overviewOf(parts, run, route, signal);
  const deepest = Math.max(0, ...topics.map(({ sentences }) => sentences.length));
  const inTurn = Array.from({ length: deepest }, (_, at) => topics.flatMap(({ sentences }) => sentences[at] ?? []));
  return passagesAt(parts.library, inTurn.flat().slice(0, limits.N3_FINAL_SELECTION_MAX), query, limits);
}

/**
 * The answer to a question about documents as wholes: what a collection is about, what is in a document, how several
 * differ; every sentence of it is quoted and cited. Null where there is nothing to quote. Errors: the signal's reason.
 *
 * @param asItStands a summary of what the passages of the prompt hold, and of no more
 */
export async function wholeAnswer(
  parts: EngineContext,
  run: Run,
  route: Route,
  limits: PipelineLimits,
  signal: AbortSignal,
  asItStands = false,
): Promise<WholeAnswer | null> {
  const places = new CitedPlaces(parts.library, limits.answer.snippetCharacters);
  const prompt = run.snapshots.Prompt_Builder;
  const language = prompt?.extras.query?.language;
  const chosen = new Set(prompt?.final_selection_ids);
  const within = (documentId: string): readonly TextSpan[] | undefined =>
    asItStands
      ? prompt?.base_context_chunks.filter((chunk) => chosen.has(chunk.id) && chunk.documentId === documentId)
      : undefined;
  const told = async (): Promise<{ readonly answer: string; readonly whole: Whole }> => {
    if (route.kind === 'overview') return overviewText(parts, run, route, places, signal);
    const documents = (route.documentIds ?? []).map((id) => parts.library.documents.byId(id));
    const documentIds = documents.map(({ documentId }) => documentId);
    const looked = { looked: documents.length, of: documents.length, documentIds };
    if (route.kind === 'comparison') {
      const { answer, versions } = comparisonText(parts, documents, places, signal);
      return { answer, whole: { kind: 'comparison', ...looked, ...(versions ? { versions } : {}) } };
    }
    const most = Math.ceil(mostSentences / Math.max(1, documents.length));
    const answer = documents.map((one) => summaryText(parts, one, places, most, within(one.documentId))).join('\n\n');
    return { answer, whole: { kind: 'summary', ...looked } };
  };
  const { answer, whole } = await inLanguage(answerLanguage(language), told);
  const { citations, cited } = places;
  return citations.length === 0 ? null : { answer, citations, cited, whole };
}

/** One document under its title, its sections under their headings. */
function summaryText(
  parts: EngineContext,
  document: StoredDocument,
  places: CitedPlaces,
  most: number,
  within?: readonly TextSpan[],
): string {
  const sections = sectionsOfDocument(parts, document.documentId, most, within);
  if (sections.length === 0) return '';
  return [
    `### ${escapedMarkdown(document.title)}`,
    ...sections.flatMap(({ heading, sentences }) => [
      ...(heading === null || heading === document.title
        ? []
        : [`**${escapedMarkdown(shownWords(heading, longestSentence))}**`]),
      sentences.map((one) => `- ${places.quote(document, one, shownWords(one.text, longestSentence))}`).join('\n'),
    ]),
  ].join('\n\n');
}

async function overviewText(
  parts: EngineContext,
  run: Run,
  route: Route,
  places: CitedPlaces,
  signal: AbortSignal,
): Promise<{ readonly answer: string; readonly whole: Whole }> {
  const { topics, places: read, withoutVectors } = await overviewOf(parts, run, route, signal);
  const looked = read.length;
  const of = looked + withoutVectors;
  const documentIds = route.documentIds ?? [];
  const line = (said: string): string => `${said} ${t('chat.census.looked', { looked, of })}`;
  const { documents } = parts.library;
  if (looked < fewestWithTopics) {
    const each = read.map(({ documentId }) => summaryText(parts, documents.byId(documentId), places, sentencesOfFew));
    const answer = [line(t('chat.overview.few', { count: looked })), ...each].join('\n\n');
    return { answer, whole: { kind: 'overview', looked, of, documentIds } };
  }
  const titles = new Map(read.map(({ documentId, title }) => [documentId, title]));
  const quotedOf = topics.length > manyTopics ? 1 : sentencesOfTopic;
  const told = topics.map(({ label, documentIds: members, sentences }) => {
    const name = label.length === 0 ? t('overview.unnamed') : label.slice(0, wordsOfName).join(' · ');
    const count = members.length;
    const named = members.slice(0, titlesOfTopic).map((id) => titles.get(id) ?? id);
    const rest = count - named.length;
    const inIt = named.map(escapedMarkdown).join(' · ');
    return [
      `### ${escapedMarkdown(t('chat.overview.topic', { name, count }))}`,
      sentences
        .slice(0, quotedOf)
        .map((one) => {
          const document = documents.byId(one.documentId);
          return `- ${places.quote(document, { start: one.startChar, end: one.endChar }, shownWords(one.text, longestSentence))}`;
        })
        .join('\n'),
      rest > 0 ? t('chat.overview.andMore', { titles: inIt, count: rest }) : inIt,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  const answer = [line(t('chat.overview.topics', { count: topics.length })), ...told].join('\n\n');
  return { answer, whole: { kind: 'overview', looked, of, documentIds } };
}

/** Words that name a topic, as on the map of the library. */
const wordsOfName = 3;
