import type { Answer, TextSpan } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { placeName } from '@shared/place-names';
import type { TaskAgent } from '@shared/prompt/agent-config';
import { type Chunk, sourceOf } from '@shared/prompt/chunk';
import { inLanguage, t } from '@shared/words/index';
import { notice } from '@shared/words/sayings';
import {
  answerLanguage,
  bandOf,
  type CitableChunk,
  checkCitations,
  citedAnswer,
  escapedMarkdown,
  snippetOf,
} from '../../chat';
import type { ChatModel } from '../../models';
import { queryLanguage } from '../../retrieval';
import type { Library, StoredDocument, StoredSurvey, SurveyReply, SurveyStore } from '../../store';
import { askForText, CallFailure, isSentenceBorneOut, packedGroups, roomOf } from './read-document';

export interface Source {
  readonly chunk: Chunk;
  readonly span: TextSpan;
}

/** A sentence with all places that it rests on, of one document or, where it was put together, of several. */
export interface Note {
  readonly text: string;
  readonly sources: readonly Source[];
}

export interface SurveyWriting {
  readonly surveys: SurveyStore;
  readonly survey: StoredSurvey;
  readonly agent: TaskAgent;
  readonly limits: PipelineLimits;
  model(): Promise<ChatModel>;
  onAsked(): void;
  readonly signal: AbortSignal;
}

export type WrittenSurvey = Pick<
  Answer,
  'answer' | 'foundMarkers' | 'citations' | 'cited' | 'notices' | 'quoted' | 'tokens'
>;

/** As many notes are listed where the model cannot put them together. */
const mostListed = 100;

/**
 * Combines notes in as many rounds as the model's window needs. Sentences are compared with the documents' words. Lists
 * the notes if a round does not help. Errors: as `askForText`, without `CallFailure`.
 */
export async function writeAnswer(writing: SurveyWriting, all: readonly Note[]): Promise<WrittenSurvey> {
  const { survey, agent, limits } = writing;
  const { question } = survey.asked;
  let notes = all;
  const frame = { question: { data: question }, notes: { plain: '' } };
  const room = notes.length > 0 ? await roomOf(await writing.model(), agent, frame, limits) : null;
  for (;;) {
    const groups = packedGroups(notes, room?.tokens ?? 0, agent.maxItems, ({ text }) => room?.taken(text) ?? 0);
    const [only] = groups;
    if (!only) return { answer: '', citations: [], cited: [], notices: [], quoted: true };
    if (groups.length === 1) return (await finalAnswer(writing, only)) ?? listed(writing, all);
    const next: Note[] = [];
    for (const group of groups) next.push(...(await putTogether(writing, group)));
    if (next.length >= notes.length) return listed(writing, all);
    notes = next;
  }
}

/** The model's text from notes, with its sentences compared to the places; null without a result. */
async function comparedReply(writing: SurveyWriting, notes: readonly Note[]) {
  const { survey, limits } = writing;
  const reply = await replyTo(writing, notes);
  if (!reply) return null;
  const { text, citable, sources, complete } = sourced(reply, notes, limits);
  const checking = { question: survey.asked.question, complete, findSources: true };
  return { tokens: reply.tokens, sources, complete, ...citedAnswer(text, citable, checking, limits.answer) };
}

async function finalAnswer(writing: SurveyWriting, notes: readonly Note[]): Promise<WrittenSurvey | null> {
  const { survey, limits } = writing;
  const reply = await comparedReply(writing, notes);
  if (!reply || reply.citations.length === 0) return null;
  const { answer, foundMarkers, citations, cited, sources, complete, tokens } = reply;
  return {
    answer,
    ...(foundMarkers.length > 0 ? { foundMarkers } : {}),
    citations: citations.map((citation) => ({ ...citation, ...placeOf(sources[citation.marker - 1], limits) })),
    cited,
    notices: complete ? [] : [notice('answer-cut', { model: survey.asked.model, tokens: writing.agent.maxTokens })],
    quoted: false,
    tokens,
  };
}

/** Fewer notes that say the same; the same ones where the model has pointed to none of them. */
async function putTogether(writing: SurveyWriting, notes: readonly Note[]): Promise<readonly Note[]> {
  const reply = notes.length > 1 ? await comparedReply(writing, notes) : null;
  if (!reply) return notes;
  const kept = reply.cited.filter(isSentenceBorneOut).map(({ text, markers }): Note => {
    return { text, sources: markers.flatMap((marker) => reply.sources[marker - 1] ?? []) };
  });
  return kept.length > 0 ? kept : notes;
}

/** The model's text from notes; null without a result. Its earlier text from the same notes is stored. */
async function replyTo(writing: SurveyWriting, notes: readonly Note[]): Promise<SurveyReply | null> {
  const { surveys, survey, agent, signal } = writing;
  const { model, question } = survey.asked;
  const items = notes.map(({ text, sources }, at) => ({
    label: `[Citation ${at + 1}]`,
    about: aboutNote(sources),
    text: text.slice(0, agent.itemCharacters),
  }));
  const settings = [agent.maxTokens, agent.temperature, agent.seed].map(String);
  const key = ['write', model, question, agent.version, agent.template, ...settings, JSON.stringify(items)];
  const kept = surveys.reply(key);
  if (kept) return kept;
  writing.onAsked();
  try {
    const values = { question: { data: question }, notes: { items } };
    const { text, complete, tokens } = await askForText(await writing.model(), agent, values, signal);
    const reply: SurveyReply = { sentences: [], dropped: 0, written: { text, complete }, tokens };
    surveys.keepReply(survey.surveyId, key, null, reply);
    return reply;
  } catch (error) {
    if (error instanceof CallFailure) return null;
    throw error;
  }
}

const titlesNamed = 3;

function aboutNote(sources: readonly Source[]): string {
  const titles = [...new Set(sources.map(({ chunk }) => chunk.title))];
  const [first] = sources;
  const page = first && titles.length === 1 && first.chunk.pages.length > 0 ? [placeName(first.chunk)] : [];
  const more = titles.length > titlesNamed ? [`and ${titles.length - titlesNamed} more`] : [];
  return [...titles.slice(0, titlesNamed), ...page, ...more].join(', ');
}

const markers = /\[Citation (\d+)\]/gu;

/** Replaces numbers of notes by numbers of places, and returns the places in that order. */
function sourced({ written }: SurveyReply, notes: readonly Note[], { answer: limits }: PipelineLimits) {
  const asCitable = notes.flatMap(({ sources: [first] }, at): CitableChunk[] =>
    first ? [{ chunk: first.chunk, number: at + 1, score: 1 }] : [],
  );
  const { answer } = checkCitations(written?.text ?? '', asCitable, limits.snippetCharacters);
  const sources: Source[] = [];
  const numberOf = (source: Source): number => {
    const at = sources.findIndex((known) => isSamePlace(known, source));
    return at >= 0 ? at + 1 : sources.push(source);
  };
  const text = answer.replace(markers, (_all, note: string) =>
    [...new Set((notes[Number(note) - 1]?.sources ?? []).map(numberOf))].map((at) => `[Citation ${at}]`).join(''),
  );
  // Those that the model did not point to: a sentence without a source may rest on them.
  for (const note of notes) note.sources.forEach(numberOf);
  const citable = sources.map(({ chunk }, at): CitableChunk => ({ chunk, number: at + 1, score: 1 }));
  return { text, citable, sources, complete: written?.complete ?? true };
}

const isSamePlace = (one: Source, other: Source): boolean =>
  one.chunk.documentId === other.chunk.documentId &&
  one.span.startChar === other.span.startChar &&
  one.span.endChar === other.span.endChar;

/** A citation opens the sentence that the note was taken from, and not the passage around it. */
function placeOf(source: Source | undefined, { answer: { snippetCharacters } }: PipelineLimits) {
  if (!source) return {};
  const { chunk, span } = source;
  const words = chunk.text.slice(span.startChar - chunk.startChar, span.endChar - chunk.startChar);
  return { ...span, spans: [span], snippet: snippetOf(words, snippetCharacters) };
}

/** The note on each document, one after the other, for a model that does not combine them. */
function listed({ limits }: SurveyWriting, notes: readonly Note[]): WrittenSurvey {
  const named = notes.slice(0, mostListed);
  const rest = notes.length - named.length;
  const places = named.flatMap(({ text, sources: [source] }) => (source ? [{ text, source }] : []));
  const lines = places.map(
    ({ text, source }, at) =>
      `- **${escapedMarkdown(source.chunk.title)}**: ${escapedMarkdown(text)} [Citation ${at + 1}]`,
  );
  return {
    answer: [lines.join('\n'), ...(rest > 0 ? [t('chat.census.more', { count: rest })] : [])].join('\n\n'),
    citations: places.map(({ source }, at) => ({
      marker: at + 1,
      ...sourceOf(source.chunk),
      mime: source.chunk.mime,
      checksum: source.chunk.checksum,
      score: 1,
      startChar: source.span.startChar,
      endChar: source.span.endChar,
      snippet: '',
      ...placeOf(source, limits),
      support: 'supported' as const,
      origin: 'model' as const,
    })),
    cited: places.map(({ text, source: { span } }, at) => ({
      text,
      markers: [at + 1],
      origin: 'model' as const,
      support: 'supported' as const,
      share: 1,
      missingNumbers: [],
      spans: [{ marker: at + 1, ...span }],
    })),
    notices: [notice('survey-listed')],
    quoted: false,
  };
}

interface Read {
  readonly replies: readonly { readonly document: StoredDocument; readonly replies: readonly SurveyReply[] }[];
  readonly failed: number;
}

type SaidAnswer = Omit<
  Answer,
  'messageId' | 'conversationId' | 'question' | 'suggestions' | 'runId' | 'timings' | 'createdAt'
>;

/** Combines a model's notes on all documents into an answer. Errors: those of an unavailable model. */
export async function surveyAnswer(
  writing: SurveyWriting & { readonly library: Library },
  { replies, failed }: Read,
): Promise<SaidAnswer> {
  const { library, survey, limits } = writing;
  const notes = replies.flatMap(({ document, replies: parts }) => notesOf(library, document, parts));
  const { answer, ...written } = await writeAnswer(writing, notes);
  const said = new Set(notes.flatMap(({ sources }) => sources.map(({ chunk }) => chunk.documentId))).size;
  const dropped = replies.flatMap((one) => one.replies).reduce((sum, reply) => sum + reply.dropped, 0);
  const facts = { read: replies.length, of: replies.length + failed, said, dropped };
  const language = answerLanguage(queryLanguage(survey.asked.question).code);
  const { read, of } = facts;
  const looked = await inLanguage(language, () => t('chat.survey.looked', { read, of, count: said }));
  const supported = written.cited.filter(({ support }) => support === 'supported').length;
  const confidence = written.cited.length > 0 ? supported / written.cited.length : 0;
  return {
    ...written,
    answer: answer === '' ? looked : `${answer}\n\n${looked}`,
    outcome: 'answered',
    way: 'survey',
    survey: facts,
    model: written.quoted ? null : survey.asked.model,
    confidence,
    band: bandOf(confidence, limits.answer.bands),
  };
}

/** The notes on one document, each sentence with the passages that hold its places now. */
function notesOf(
  { documents }: Library,
  { documentId }: StoredDocument,
  replies: readonly SurveyReply[],
): readonly Note[] {
  const said = replies.flatMap(({ sentences }) => sentences);
  if (said.length === 0) return [];
  const places = documents.chunkPlaces(documentId);
  const holding = (at: number) => places.find(({ startChar, endChar }) => at >= startChar && at < endChar) ?? places[0];
  const ids = said.flatMap(({ spans }) => spans.flatMap(({ startChar }) => holding(startChar)?.id ?? []));
  const chunks = documents.chunks([...new Set(ids)], { documentIds: [documentId] });
  return said.flatMap(({ text, spans }): Note[] => {
    const sources = spans.flatMap((span): Source[] => {
      const chunk = chunks.get(holding(span.startChar)?.id ?? '');
      return chunk ? [{ chunk, span }] : [];
    });
    return sources.length > 0 ? [{ text, sources }] : [];
  });
}
