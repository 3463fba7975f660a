import { t } from '@shared/words/index';
import { type CitedPlaces, escapedMarkdown, scopeOfRun, shownWords } from '../../chat';
import { libraryOverview } from '../../jobs/overview/library-overview';
import { fromPassages } from '../from-passages';
import type { Asked, Drafting, Way } from '../way';
import { documentsIn } from '../wholes/documents-meant';
import { passagesAt } from '../wholes/outline';
import { readOverview } from '../wholes/read-instruction';
import { type Written, wholeText } from '../wholes/whole-text';
import { summaryText } from './summary';

/** Fewer documents have no topics. */
const fewestWithTopics = 3;
/** Sentences quoted and documents named for a topic; one sentence each if there are many topics. */
const sentencesOfTopic = 2;
const manyTopics = 8;
const titlesOfTopic = 8;
/** Sentences quoted from each document if there are too few documents for topics. */
const sentencesOfFew = 4;
/** Characters: a longer sentence is cut. */
const longestSentence = 280;
/** Words that name a topic, as on the map of the library. */
const wordsOfName = 3;

/** “What are these files about?”: the topics of a collection, a folder or all documents. */
export const overview: Way = {
  id: 'overview',
  async asks(asked) {
    const form = readOverview(asked.question);
    if (!form || asked.documents().length === 0) return null;
    if (form.place === null) return { by: 'all', about: '' };
    const documentIds = documentsIn(asked.documents(), form.place).map(({ documentId }) => documentId);
    return documentIds.length === 0 ? null : { by: 'place', about: form.place, documentIds };
  },
  takes: async (asked) => (asked.documents().length === 0 ? null : { by: 'all', about: '' }),
  async evidence(asked, { documentIds }) {
    return { found: await passagesOfTopics(asked, documentIds) };
  },
  async answer(drafting, { documentIds }) {
    return fromPassages(drafting, await wholeText(drafting, (places) => overviewText(drafting, documentIds, places)));
  },
};

/** Returns the passages with the typical sentences of the topics; the largest topics first. */
async function passagesOfTopics({ parts, scope, limits, question, signal }: Asked, documentIds?: readonly string[]) {
  const { topics } = await libraryOverview(parts, { ...scope, ...(documentIds && { documentIds }) }, signal);
  const deepest = Math.max(0, ...topics.map(({ sentences }) => sentences.length));
  const inTurn = Array.from({ length: deepest }, (_, at) => topics.flatMap(({ sentences }) => sentences[at] ?? []));
  return passagesAt(parts.library, inTurn.flat().slice(0, limits.N3_FINAL_SELECTION_MAX), question, limits);
}

/** Returns the topics with their documents and typical sentences; of very few documents a short summary of each. */
async function overviewText(
  { run, parts, signal }: Drafting,
  documentIds: readonly string[] | undefined,
  places: CitedPlaces,
): Promise<Written> {
  const scope = { ...scopeOfRun(run), ...(documentIds && { documentIds }) };
  const { topics, places: read, withoutVectors } = await libraryOverview(parts, scope, signal);
  const looked = read.length;
  const of = looked + withoutVectors;
  const written = (said: string, each: readonly string[]): Written => ({
    answer: [`${said} ${t('chat.census.looked', { looked, of })}`, ...each].join('\n\n'),
    whole: { kind: 'overview', looked, of, documentIds: documentIds ?? [] },
  });
  const { documents } = parts.library;
  if (looked < fewestWithTopics) {
    const each = read.map(({ documentId }) => summaryText(parts, documents.byId(documentId), places, sentencesOfFew));
    return written(t('chat.overview.few', { count: looked }), each);
  }
  const titles = new Map(read.map(({ documentId, title }) => [documentId, title]));
  const quotedOf = topics.length > manyTopics ? 1 : sentencesOfTopic;
  const each = topics.map(({ label, documentIds: members, sentences }) => {
    const name = label.length === 0 ? t('overview.unnamed') : label.slice(0, wordsOfName).join(' · ');
    const count = members.length;
    const named = members.slice(0, titlesOfTopic).map((id) => titles.get(id) ?? id);
    const rest = count - named.length;
    const inIt = named.map(escapedMarkdown).join(' · ');
    const quotes = sentences.slice(0, quotedOf).map(({ documentId, startChar: start, endChar: end, text }) => {
      const document = documents.byId(documentId);
      const shown = shownWords(text, longestSentence, document.mime);
      return `- ${places.quote(document, { start, end }, shown)}`;
    });
    return [
      `### ${escapedMarkdown(t('chat.overview.topic', { name, count }))}`,
      quotes.join('\n'),
      rest > 0 ? t('chat.overview.andMore', { titles: inIt, count: rest }) : inIt,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return written(t('chat.overview.topics', { count: topics.length }), each);
}
