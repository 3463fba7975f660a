import { setImmediate as breath } from 'node:timers/promises';
import type { SurveyEstimate } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { TaskAgent } from '@shared/prompt/agent-config';
import type { ChatModel } from '../../models';
import type { Library, StoredDocument, StoredSurvey } from '../../store';
import { type ChatCost, evenly } from '../models/model-costs';
import { askForText, type CallBudget, CallFailure, keptOf, roomOf, wholeGroups } from './read-document';

interface Estimating {
  readonly library: Library;
  readonly asked: StoredSurvey['asked'];
  readonly documents: readonly StoredDocument[];
  readonly agents: { readonly reader: TaskAgent; readonly writer: TaskAgent };
  readonly limits: PipelineLimits;
  readonly model: ChatModel;
  readonly cost: ChatCost | null;
  readonly signal: AbortSignal;
}

/** Passages by which the model's tokens are held against those that are known of every passage. */
const mostCompared = 12;
/** An answer to a question is about half of the allowed length. */
const lengthShare = 0.5;

/** Estimates a survey by the lengths of passages, without search or model. A reply counts as half of its limit. */
export async function estimated(estimating: Estimating): Promise<SurveyEstimate> {
  const { library, asked, documents, agents, limits, model, cost, signal } = estimating;
  const { reader, writer } = agents;
  const question = { data: asked.question };
  const room = await roomOf(model, reader, { question, passages: { plain: '' } }, limits);
  const ratio = asked.reading === 'best' ? await tokensPerToken(library, documents, model) : 1;
  let kept = 0;
  let calls = 0;
  let promptTokens = 0;
  for (const document of documents) {
    const sizes =
      asked.reading === 'whole'
        ? sizesOfParts(estimating, document, room)
        : sizesOfBest(estimating, document, room, ratio);
    if (sizes.length === 0) kept += 1;
    calls += sizes.length;
    promptTokens += sizes.reduce((sum, size) => sum + size + room.frame, 0);
    await breath();
    signal.throwIfAborted();
  }
  const perCall = reader.maxTokens * lengthShare;
  let answerTokens = calls * perCall;
  const writing = await roomOf(model, writer, { question, notes: { plain: '' } }, limits);
  // Combined notes become the notes of the next round, until one call holds all of them.
  for (let notes = documents.length * perCall; kept < documents.length && notes > 0; ) {
    const rounds = Math.max(1, Math.ceil(notes / writing.tokens));
    calls += rounds;
    promptTokens += notes + rounds * writing.frame;
    answerTokens += rounds * writer.maxTokens * lengthShare;
    notes = rounds > 1 ? rounds * writer.maxTokens * lengthShare : 0;
  }
  const [read, wrote] = [Math.round(promptTokens), Math.round(answerTokens)];
  return {
    model: model.id,
    documents: documents.length,
    kept,
    calls,
    promptTokens: read,
    answerTokens: wrote,
    ms: cost && Math.round(read * cost.msPerPromptToken + wrote * cost.msPerAnswerToken),
  };
}

/** Lets the model read the beginning of the first document, for its time; the reply is not stored. */
export async function timedOnce({
  library,
  asked,
  documents,
  agents,
  limits,
  model,
  signal,
}: Omit<Estimating, 'cost'>) {
  const [first] = documents;
  if (!first) return;
  const question = { data: asked.question };
  const room = await roomOf(model, agents.reader, { question, passages: { plain: '' } }, limits);
  const [chunks = []] = wholeGroups(library, first.documentId, agents.reader, room);
  const items = chunks.map(({ text }, at) => ({ label: `[Citation ${at + 1}]`, text }));
  await askForText(model, agents.reader, { question, passages: { items } }, signal).catch((error: unknown) => {
    // Whatever else it failed of, it was timed or was not.
    if (!(error instanceof CallFailure)) throw error;
  });
}

function sizesOfParts({ library, asked, agents }: Estimating, document: StoredDocument, room: CallBudget): number[] {
  return wholeGroups(library, document.documentId, agents.reader, room)
    .filter((chunks) => keptOf(library, asked, agents.reader, document, chunks) === null)
    .map((chunks) => chunks.reduce((sum, { text }) => sum + room.taken(text), 0));
}

function sizesOfBest(
  { library, asked, agents }: Estimating,
  document: StoredDocument,
  room: CallBudget,
  ratio: number,
): number[] {
  if (keptOf(library, asked, agents.reader, document, []) !== null) return [];
  const places = library.documents.chunkPlaces(document.documentId);
  if (places.length === 0) return [];
  const label = room.taken('');
  const tokens = places.reduce((sum, { tokenCount }) => sum + tokenCount * ratio + label, 0);
  return [Math.min(room.tokens, tokens)];
}

async function tokensPerToken(library: Library, documents: readonly StoredDocument[], model: ChatModel) {
  const counter = await model.tokenCounter();
  let own = 0;
  let known = 0;
  for (const { documentId } of evenly(documents, mostCompared)) {
    const [place] = library.documents.chunkPlaces(documentId).slice(-1);
    if (!place) continue;
    own += counter.count(library.documents.chunk(place.id).text);
    known += place.tokenCount;
  }
  return known > 0 ? own / known : 1;
}
