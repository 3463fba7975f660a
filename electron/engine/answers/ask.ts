import type { Answer, AnswerSettings, Notice, ParsedRequestOf, Run, RunAnswer } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { withoutFound } from '@shared/prompt/answer-backing';
import {
  answerWithModel,
  bandOf,
  begunWith,
  builtPrompt,
  checkedAnswer,
  citableChunks,
  citingAsWritten,
  confidenceParts,
  type Draft,
  givenPassages,
  joined,
  limitsWith,
} from '../chat';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { modelsOfRequest } from '../jobs/models/chat-models';
import type { ChatModel } from '../models';
import { withThread } from '../retrieval';
import { notAllowed } from '../settings/permissions';
import type { ConversationStores } from '../store';
import { causeOf, fromPassages } from './from-passages';
import { assertLength, assertSelection, conversationTurns, promptOf, turnsElsewhere } from './question-turns';
import { controllerOf, type RunningParts } from './run-controller';
import { lookOf } from './run-look';
import type { Drafting, Shown } from './way';
import { ways } from './ways';
import { helpDraft, readHelp } from './ways/help';

/** The parts of the engine that an exchange uses. */
export type AnsweringParts = RunningParts & Uses<'settings'>;

/** One request for an answer, and where its conversation and its runs are kept. */
interface Answering {
  readonly parts: AnsweringParts;
  readonly context: RouteContext;
  readonly stores: ConversationStores;
}

/**
 * Answers a question in its conversation: a greeting at once, every other one through the stages and its way.
 * Errors: `question-length`, `conversation-not-found`, `bad-request`, `cancelled`, the stages' and models' codes.
 */
export async function askQuestion(answering: Answering, request: ParsedRequestOf<'chat.ask'>): Promise<Answer> {
  const started = performance.now();
  const { parts, context, stores } = answering;
  const limits = limitsWith(request, await parts.config.limits());
  const question = assertLength(request.question, limits);
  const selectedText = assertSelection(request.selectedText, limits);
  const messageId = stores.newId('msg');
  const conversationId = request.conversationId ?? stores.newId('conv');
  const history = request.conversationId === undefined ? [] : stores.conversations.upTo(conversationId, request.after);
  const isNew = !stores.conversations.has(conversationId);
  const shown = shownOf(answering, messageId);
  const { draft, answerMs } =
    (await helped(parts, request)) ??
    (await drafted(answering, request, promptOf(question, selectedText), history, { limits, shown }));
  const { run, firstTokenMs: _told, ...said } = draft;
  const { thread } = run?.snapshots.Prompt_Builder?.extras.query ?? {};
  const answer: Omit<Answer, 'band'> = {
    messageId,
    requestId: context.requestId,
    conversationId,
    question,
    ...(thread ? { searchedFor: withThread(question, thread) } : {}),
    ...(request.alone ? { alone: true } : {}),
    ...(selectedText === '' ? {} : { selectedText }),
    ...said,
    ...factsOf(parts, draft, performance.now() - started, answerMs),
  };
  // A conversation that was deleted while the question was answered does not come back.
  if (!isNew && !stores.conversations.has(conversationId)) {
    throw new VitrineError('conversation-not-found', { conversationId });
  }
  return keep(answering, answer, limits, history.at(-1)?.messageId ?? null, shown);
}

type WayDraft = Draft & Pick<Answer, 'way'>;

/** Returns the draft of a greeting or a question for help, for which no stage runs; null for every other question. */
async function helped(
  { library }: Pick<AnsweringParts, 'library'>,
  { question, asPassages }: ParsedRequestOf<'chat.ask'>,
): Promise<{ readonly draft: WayDraft; readonly answerMs: number } | null> {
  const asked = asPassages ? null : readHelp(question);
  return asked && { draft: await helpDraft(library, asked), answerMs: 0 };
}

/** Runs the stages on a prompt and drafts the answer to it. */
async function drafted(
  answering: Answering,
  request: ParsedRequestOf<'chat.ask'>,
  prompt: string,
  history: readonly Answer[],
  { limits, shown }: { readonly limits: PipelineLimits; readonly shown: Shown },
): Promise<{ readonly draft: WayDraft; readonly answerMs: number }> {
  const { parts, context, stores } = answering;
  const { model, withoutDocuments = false } = request;
  const pairs = limits.N4_RECENT_CONV_MAX_PAIRS;
  const conversation = request.history
    ? turnsElsewhere(request.history, pairs)
    : conversationTurns(history, pairs, request.alone);
  const answeredBy = request.noLlm ? null : (model ?? parts.options.chatModel);
  // The model is opened while the first stages work: no one waits for a hanging server after them. The answer gets the
  // same promise, and reports the fault.
  if (answeredBy !== null) {
    const opening = modelsOfRequest(parts, context)(answeredBy);
    void opening.then((opened) => opened.tokenCounter()).catch(() => null);
  }
  const controller = controllerOf(parts, context, { stores, withoutDocuments });
  const begun = await controller.start(prompt, {
    ...lookOf(parts, stores, request, conversation.length),
    conversation,
    // The agents of five stages take longer than the answer itself: in chat they are asked only where that is wanted.
    chatModel: request.noLlm || !limits.answer.agentsInChat ? null : model,
    answeredBy,
  });
  const run = await controller.auto(begun, undefined, context.signal);
  const draftingSince = performance.now();
  const draft = await draftAnswer({ ...draftingOf(answering, request, shown), run, limits, withoutDocuments });
  return { draft, answerMs: performance.now() - draftingSince };
}

/** Answers a run in the way that was chosen for it, from its passages where that way has no answer. */
const draftAnswer = async (drafting: Drafting): Promise<WayDraft> => {
  const { way } = builtPrompt(drafting.run).extras;
  const answer = way && (await ways[way.id].answer(drafting, way));
  if (answer) return { ...answer, way: way.id };
  return { ...(await fromPassages(drafting)), way: drafting.withoutDocuments ? null : 'passages' };
};

/**
 * Answers the prompt of a finished run unchanged, by the run's own limits, and stores the answer with the run. Errors:
 * `run-not-found`, `stage-order` for an unfinished run, `bad-request`, `cancelled`.
 */
export async function answerRun(answering: Answering, request: ParsedRequestOf<'run.answer'>): Promise<RunAnswer> {
  const started = performance.now();
  const { parts, context, stores } = answering;
  const run = stores.runs.get(request.runId);
  const missing = run.stages.find(({ state }) => state !== 'done');
  if (missing) throw new VitrineError('stage-order', { why: 'answer', needs: missing.stage });
  const limits = limitsWith(request, run.limits);
  const messageId = stores.newId('msg');
  const shown = shownOf(answering, messageId);
  const draft = await draftAnswer({ ...draftingOf(answering, request, shown), run, limits, asItStands: true });
  const { run: _same, firstTokenMs: _told, ...said } = draft;
  const took = performance.now() - started;
  const answer = {
    messageId,
    requestId: context.requestId,
    conversationId: run.memory?.conversationId ?? '',
    question: run.prompt,
    ...said,
    ...factsOf(parts, { ...draft, run }, took, took),
    runId: run.runId,
    prompt: builtPrompt(run).prompt_ready,
  };
  const rated = { ...answer, band: bandOf(answer.confidence, limits.answer.bands) };
  // The run may have continued in that time.
  stores.runs.put({ ...stores.runs.get(run.runId), answer: rated });
  if (parts.settings.value('figures.keep')) stores.log.write(rated);
  shown.done(rated);
  return rated;
}

/**
 * Continues an incomplete answer: the same prompt, the text so far, and then the rest, in the same place. Errors:
 * `conversation-not-found`, `bad-request` for a complete answer, `run-not-found`, `model-missing` and the other codes
 * of an unavailable model, `cancelled`.
 */
export async function resumeAnswer(answering: Answering, request: ParsedRequestOf<'chat.resume'>): Promise<Answer> {
  const started = performance.now();
  const { parts, context, stores } = answering;
  const { messageId, conversationId } = request;
  const path = stores.conversations.upTo(conversationId, messageId);
  const begun = path.at(-1);
  if (begun?.outcome !== 'incomplete' || begun.runId === null) {
    throw new VitrineError('bad-request', { why: 'answer-complete' });
  }
  const limits = limitsWith(request, await parts.config.limits());
  const prompt = builtPrompt(stores.runs.get(begun.runId));
  const notices: Notice[] = [];
  const model = await modelOf(answering, { ...request, model: request.model ?? begun.model ?? undefined }, notices);
  if (!model) throw new VitrineError('model-missing', { why: 'cannot-go-on', ...causeOf(notices[0]) });
  // The model's own text: sources of half an answer are looked for again in the whole one.
  const said = withoutFound(begun);
  const { foundMarkers: _found, band: _band, given: _given, ...exchange } = begun;
  const citable = citableChunks(prompt);
  const shown = shownOf(answering, messageId);
  shown.passages(givenPassages(citable));
  const { onToken, end } = citingAsWritten(said, citable, limits.answer.snippetCharacters, shown.token, shown.citation);
  const writing = { model, prompt, limits, settings: request, signal: context.signal };
  const written = await answerWithModel(writing, onToken, begunWith(said));
  end();
  const checked = checkedAnswer(joined(said, written.text), written, prompt, limits);
  const kept = begun.notices.filter(({ code }) => !aboutTheEnd.has(code));
  const ms = performance.now() - started;
  const answer = {
    ...exchange,
    ...checked,
    requestId: context.requestId,
    model: model.id,
    notices: [...kept, ...checked.notices],
    timings: { ...begun.timings, total: begun.timings.total + ms, answer: begun.timings.answer + ms },
  };
  // A deleted conversation does not come back.
  stores.conversations.upTo(conversationId, messageId);
  return keep(answering, answer, limits, path.at(-2)?.messageId ?? null, shown);
}

/** Notices of an answer that its continuation repeats or makes untrue. */
const aboutTheEnd = new Set([
  'stopped',
  'model-failed',
  'answer-cut',
  'citation-missing',
  'format-broken',
  'format-breaks-schema',
  'format-repaired',
  'format-not-repaired',
]);

type AnsweringModel = Pick<ParsedRequestOf<'run.answer'>, 'model' | 'noLlm' | keyof AnswerSettings>;

/** Returns what the answers of one request are drafted with. */
function draftingOf(answering: Answering, request: AnsweringModel, shown: Shown): Omit<Drafting, 'run' | 'limits'> {
  const { parts, context, stores } = answering;
  const controller = controllerOf(parts, context, { stores });
  return {
    parts,
    signal: context.signal,
    settings: request,
    withoutDocuments: false,
    asItStands: false,
    shown,
    model: async (notices) => (request.noLlm ? null : modelOf(answering, request, notices)),
    withWeakEvidence: (run, signal) => controller.withWeakEvidence(run, signal),
    async reselect(run, chunkIds, keepConversation, signal) {
      const edits: ParsedRequestOf<'run.edit'>['edits'] = [{ path: 'final_selection_ids', value: [...chunkIds] }];
      if (!keepConversation) edits.push({ path: 'limits.N4_RECENT_CONV_MAX_PAIRS', value: 0 });
      return controller.auto(await controller.edit({ runId: run.runId, edits }), undefined, signal);
    },
  };
}

/**
 * Opens the model of a request, or the chosen one. Returns null for quoted answers, also for an unavailable model, with
 * a notice that gives the reason. Errors: `bad-request` for an invalid model name.
 */
async function modelOf(
  { parts, context }: Answering,
  { model: name, contextTokens }: AnsweringModel,
  notices: Notice[],
): Promise<ChatModel | null> {
  const { options, permissions } = parts;
  const chosen = name ?? options.chatModel;
  if (chosen === null) {
    const waits = permissions.waiting().find(({ use, leftOff }) => use === 'chatModel' && !leftOff);
    if (waits) notices.push(codedError(notAllowed(waits)));
    return null;
  }
  try {
    if (chosen !== options.chatModel) permissions.assertAllowed('chatModel', chosen);
    return await modelsOfRequest(parts, context)(chosen, contextTokens);
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code === 'bad-request') throw error;
    notices.push(codedError(error));
    return null;
  }
}

/** Returns the facts about an answer: the parts of its confidence, its timings, its run and scope. */
function factsOf({ activeModel }: AnsweringParts, { basis, run, firstTokenMs }: Draft, total: number, answer: number) {
  const retrieved = run?.snapshots.Retrieval?.base_context_chunks.length;
  return {
    ...(basis?.passages ? { weighed: confidenceParts(basis, activeModel.entry.confidence) } : {}),
    timings: {
      total,
      stages: Object.fromEntries((run?.stages ?? []).map((record) => [record.stage, record.ms ?? 0])),
      answer,
      ...(firstTokenMs === null ? {} : { firstToken: firstTokenMs }),
    },
    ...(retrieved === undefined ? {} : { chunksRetrieved: retrieved }),
    runId: run?.runId ?? null,
    ...scopeShown(run),
    ...(run?.filters ? { filters: run.filters } : {}),
    createdAt: new Date().toISOString(),
  };
}

function scopeShown(run: Run | null): Pick<Answer, 'scope'> {
  if (run?.scope) return { scope: run.scope };
  return run?.collection ? { scope: { collections: [run.collection] } } : {};
}

/** Rates an answer, records it after another one, and shows it. */
function keep(
  { parts, stores, context }: Answering,
  said: Omit<Answer, 'band'>,
  limits: PipelineLimits,
  after: string | null,
  shown: Showing,
): Answer {
  const { settings } = parts;
  const answer = { ...said, band: bandOf(said.confidence, limits.answer.bands) };
  stores.conversations.record(answer, context.requestId, after, settings.value('figures.keep'));
  for (const citation of answer.citations) shown.citation(citation);
  shown.done(answer);
  return answer;
}

interface Showing extends Shown {
  done(answer: Answer): void;
}

/** Returns the events of an answer while it is made; each citation is shown once. */
function shownOf({ parts: { emit }, context: { requestId } }: Answering, messageId: string): Showing {
  const cited = new Set<number>();
  return {
    passages(passages) {
      if (passages.length > 0) emit({ type: 'chat.passages', requestId, messageId, passages });
    },
    token: (token) => emit({ type: 'chat.token', requestId, messageId, token }),
    citation(citation) {
      if (!cited.has(citation.marker)) emit({ type: 'chat.citation', requestId, messageId, citation });
      cited.add(citation.marker);
    },
    looked: (looked, of) => emit({ type: 'chat.looked', requestId, messageId, looked, of }),
    done: ({ conversationId, timings, tokens = null }) =>
      emit({ type: 'chat.done', requestId, messageId, conversationId, latencyMs: timings.total, tokens }),
  };
}
