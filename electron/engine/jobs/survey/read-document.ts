import type { CitedSentence } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { placeName } from '@shared/place-names';
import type { TaskAgent } from '@shared/prompt/agent-config';
import type { Chunk } from '@shared/prompt/chunk';
import type { WhyUnused } from '@shared/words/sayings';
import { callModel, renderAgentPrompt, throwIfUnavailable } from '../../agents';
import { type CitableChunk, citedAnswer } from '../../chat';
import type { ChatModel } from '../../models';
import type { Retriever } from '../../retrieval';
import type { Library, StoredDocument, StoredSurvey, SurveyReply } from '../../store';
import { sentences } from '../../text/sentences';
import { evenly } from '../models/model-costs';

export interface SurveyReading {
  readonly library: Library;
  retriever(): Promise<Retriever>;
  readonly survey: StoredSurvey;
  readonly agent: TaskAgent;
  readonly limits: PipelineLimits;
  model(): Promise<ChatModel>;
  readonly signal: AbortSignal;
}

/** Why a model wrote nothing that can be used: of this call alone. */
export class CallFailure extends Error {
  constructor(readonly reason: WhyUnused) {
    super(reason.code);
  }
}

/** Errors: those of an unavailable model; `CallFailure` of this call alone; an aborted signal's reason. */
export async function askForText(
  model: ChatModel,
  agent: TaskAgent,
  values: Parameters<typeof renderAgentPrompt>[1],
  signal: AbortSignal,
) {
  let cut = false;
  const onCut = (): void => {
    cut = true;
  };
  const messages = renderAgentPrompt(agent, values);
  const answer = await callModel(model, { ...agent, messages, format: null, onCut }, signal);
  const { raw, failure, promptTokens, outputTokens } = answer;
  throwIfUnavailable(failure);
  const isTooLong = failure?.code === 'wrote-on';
  if (failure && !isTooLong) throw new CallFailure(failure);
  return { text: raw, complete: !cut && !isTooLong, tokens: { prompt: promptTokens, answer: outputTokens } };
}

export interface CallBudget {
  /** For texts. */
  readonly tokens: number;
  /** Of the text around them. */
  readonly frame: number;
  /** Of a text with its label. */
  taken(text: string): number;
}

export async function roomOf(
  model: ChatModel,
  agent: TaskAgent,
  frame: Parameters<typeof renderAgentPrompt>[1],
  limits: PipelineLimits,
): Promise<CallBudget> {
  const counter = await model.tokenCounter();
  const messages = renderAgentPrompt(agent, frame);
  const used = await model.countTokens(messages.map(({ content }) => content).join('\n'));
  const window = Math.min(model.contextTokens - agent.maxTokens, limits.build.tokenBudget);
  return { tokens: Math.max(1, window - used), frame: used, taken: (text) => counter.count(text) + tokensOfLabel };
}

/** Of a marker with a title, a page and a fence. */
const tokensOfLabel = 40;

/** Cut where it is longer, which no passage of the shipped profiles is. */
const shown = (text: string, agent: TaskAgent): string => text.slice(0, agent.itemCharacters);

const aboutPassage = (chunk: Chunk): string =>
  [chunk.title, ...chunk.headings, ...(chunk.pages.length > 0 ? [placeName(chunk)] : [])].join(' › ');

/** Returns a model's notes on a document. Errors: as `askForText`, those of a search, `document-not-found`. */
export async function surveyDocument(
  reading: SurveyReading,
  document: StoredDocument,
  onAsked: () => void,
): Promise<SurveyReply[]> {
  const { library, survey, agent } = reading;
  const { surveyId, asked } = survey;
  const kept = asked.reading === 'best' ? keptOf(library, asked, agent, document, []) : null;
  if (kept) return [kept];
  const replies: SurveyReply[] = [];
  for (const chunks of await passagesOf(reading, document)) {
    const part = partOf(asked, chunks);
    const key = keyOf(asked, agent, document, part);
    let reply = library.surveys.reply(key);
    if (!reply) {
      onAsked();
      reply = await readPassages(reading, chunks);
      library.surveys.keepReply(surveyId, key, document.contentId, reply);
    }
    replies.push(reply);
  }
  return replies;
}

const keyOf = (
  { model, question }: StoredSurvey['asked'],
  { version, template, maxTokens, temperature, seed }: TaskAgent,
  { contentId }: StoredDocument,
  part: string,
): string[] => {
  const settings = [maxTokens, temperature, seed].map(String);
  return ['read', contentId ?? '', model, question, part, version, template, ...settings];
};

/** The best passages depend on the whole library: stored notes on a content stay. */
const partOf = ({ reading }: StoredSurvey['asked'], chunks: readonly Chunk[]): string =>
  reading === 'best' ? 'best' : chunks.map(({ id }) => id).join();

export const keptOf = (
  { surveys }: Library,
  asked: StoredSurvey['asked'],
  agent: TaskAgent,
  document: StoredDocument,
  chunks: readonly Chunk[],
): SurveyReply | null => surveys.reply(keyOf(asked, agent, document, partOf(asked, chunks)));

/** The passages of each call: of the whole document one after the other, otherwise the best ones in one. */
async function passagesOf(reading: SurveyReading, { documentId }: StoredDocument): Promise<Chunk[][]> {
  const { library, survey, agent, limits, signal } = reading;
  const { question, reading: how } = survey.asked;
  const scope = { documentIds: [documentId] };
  const frame = { question: { data: question }, passages: { plain: '' } };
  const room = await roomOf(await reading.model(), agent, frame, limits);
  const groups = wholeGroups(library, documentId, agent, room);
  if (how === 'whole' || groups.length === 1) return groups;
  const retriever = await reading.retriever();
  const { candidates } = await retriever.retrieve({ query: question, mode: 'hybrid', scope }, limits, signal);
  const least = limits.retrieval.thresholds.relevance;
  const near = candidates.filter(({ scores }) => scores.relevance >= least).map(({ chunk }) => chunk);
  // A question about the document as a whole is near to no passage: then it is read at even intervals.
  const ids = new Set(near.map(({ id }) => id));
  const all = groups.flat();
  const others = all.filter(({ id }) => !ids.has(id));
  const spread = evenly(others, Math.max(1, Math.ceil(all.length / groups.length) - near.length));
  const [first = []] = packedPassages([...near, ...spread], agent, room);
  return [first.toSorted((one, other) => one.index - other.index)];
}

export function wholeGroups({ documents }: Library, documentId: string, agent: TaskAgent, room: CallBudget): Chunk[][] {
  const ids = documents.chunkPlaces(documentId).map(({ id }) => id);
  const known = documents.chunks(ids, { documentIds: [documentId] });
  const chunks = ids.flatMap((id) => known.get(id) ?? []);
  return packedPassages(chunks, agent, room);
}

const packedPassages = (chunks: readonly Chunk[], agent: TaskAgent, room: CallBudget): Chunk[][] =>
  packedGroups(chunks, room.tokens, agent.maxItems, ({ text }) => room.taken(shown(text, agent)));

export function packedGroups<T>(items: readonly T[], tokens: number, most: number, sizeOf: (item: T) => number): T[][] {
  const groups: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = groups.at(-1);
    if (last && size <= left && last.length < most) {
      last.push(item);
      left -= size;
    } else {
      groups.push([item]);
      left = tokens - size;
    }
  }
  return groups;
}

async function readPassages({ survey, agent, limits, model, signal }: SurveyReading, chunks: readonly Chunk[]) {
  const { question } = survey.asked;
  const items = chunks.map((chunk, at) => ({
    label: `[Citation ${at + 1}]`,
    about: aboutPassage(chunk),
    text: shown(chunk.text, agent),
  }));
  const values = { question: { data: question }, passages: { items } };
  const { text, complete, tokens } = await askForText(await model(), agent, values, signal);
  return { ...replyOf(text, chunks, question, complete, limits), tokens };
}

/** The prompt asks for this word without a finding; some models put it into a sentence. */
const saysNothing = /^[\s"'*`_]*nothing[\s"'*`_.!]*(?:\[citation[^\]]*\][\s.]*)*$/iu;

/** The sentences that are borne out by the passages that they cite; the others are counted. */
export function replyOf(
  text: string,
  chunks: readonly Chunk[],
  question: string,
  complete: boolean,
  limits: PipelineLimits,
): Omit<SurveyReply, 'tokens'> {
  if (text.trim() === '' || saysNothing.test(text)) return { sentences: [], dropped: 0 };
  const citable = chunks.map((chunk, at): CitableChunk => ({ chunk, number: at + 1, score: 1 }));
  const { answer, cited } = citedAnswer(text, citable, { question, complete, findSources: true }, limits.answer);
  const kept = cited.filter(isSentenceBorneOut);
  const said = sentences(answer).filter((one) => /[\p{L}\p{N}]/u.test(one.text)).length;
  return {
    sentences: kept.map(({ text: sentence, markers, spans }) => ({
      text: sentence,
      spans: markers.flatMap((marker) => {
        const chunk = chunks[marker - 1];
        const { startChar, endChar } = spans.find((span) => span.marker === marker) ?? chunk ?? {};
        return startChar === undefined || endChar === undefined ? [] : [{ startChar, endChar }];
      }),
    })),
    dropped: Math.max(0, said - kept.length),
  };
}

/** Words of another language cannot be compared: their numbers can. */
export const isSentenceBorneOut = ({ support, otherLanguage, missingNumbers }: CitedSentence): boolean =>
  support === 'supported' || (otherLanguage === true && missingNumbers.length === 0);
