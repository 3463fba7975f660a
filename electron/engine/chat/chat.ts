import type {
  Answer,
  AnswerSettings,
  Citation,
  GivenPassage,
  Notice,
  ParsedRequestOf,
  Run,
  RunAnswer,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { greetingOf } from '@shared/greetings';
import type { PipelineLimits } from '@shared/limits';
import { withoutFound } from '@shared/prompt/answer-backing';
import type { ConversationTurn } from '@shared/prompt/super-prompt';
import { inEnglish, t } from '@shared/words/index';
import type { ChatModel } from '../models';
import { withThread } from '../retrieval';
import { citingAsWritten, givenPassages } from './citations';
import { bandOfAnswer, type ConfidenceWeights, confidenceParts } from './confidence';
import {
  causeOf,
  checkedAnswer,
  citableChunks,
  type Draft,
  type DraftServices,
  draftAnswer,
  noAnswer,
} from './draft-answer';
import { builtPrompt, type Reselect } from './fit-context-window';
import { answerWithModel, begunWith, joined, limitsWith } from './generate-answer';
import type { SentenceNearness } from './quoting/sentence-similarity';

/** What chat needs of the rest of the engine. */
export interface ChatServices {
  limits(): Promise<PipelineLimits>;
  newId(prefix: string): string;
  /** All stages, automatically. */
  runStages(
    prompt: string,
    collection: string | undefined,
    conversation: readonly ConversationTurn[],
    signal: AbortSignal,
    /** Model of the agents: null for none, undefined for the one set up. */
    model: string | null | undefined,
    /** Model that will answer, by whose tokens the prompt is measured; null and undefined as above. */
    answeredBy: string | null | undefined,
  ): Promise<{ run: Run; suggestions: readonly string[] }>;
  readonly reselect: Reselect;
  /** The run with a rule in its prompt that what was found may not answer. */
  withWeakEvidence(run: Run, signal: AbortSignal): Promise<Run>;
  readonly nearness: SentenceNearness;
  weights(): ConfidenceWeights;
  /** Errors: `run-not-found`. */
  run(runId: string): Run;
  /**
   * The model that a request names, or the one set up; null for quoted answers, also where the model cannot be had,
   * with a notice that says why. It keeps to a window of `contextTokens` where they are given. Errors: `bad-request`
   * for what is no model's name.
   */
  chatModel(name: string | undefined, notices: Notice[], contextTokens?: number): Promise<ChatModel | null>;
  /** Up to and including `after`; what is shown where that is absent. Errors: `conversation-not-found`. */
  history(conversationId: string, after?: string | null): readonly Answer[];
  isThere(conversationId: string): boolean;
  /** Writes an exchange, after another one. */
  record(answer: Answer, requestId: string, after: string | null): void;
  /** Keeps an answer with the run that it names, and logs it. Errors: `run-not-found`. */
  keepWithRun(answer: RunAnswer & { readonly runId: string }, requestId: string): void;
  readonly calculation: DraftServices['calculation'];
  readonly whole: DraftServices['whole'];
  census(messageId: string, ...asked: Parameters<DraftServices['census']>): ReturnType<DraftServices['census']>;
  onPassages(messageId: string, passages: readonly GivenPassage[]): void;
  onToken(messageId: string, token: string): void;
  onCitation(messageId: string, citation: Citation): void;
  onDone(answer: Answer): void;
}

/** Questions and their answers: stages, sufficient context, an answer with its citations, confidence, the log. */
export class Chat {
  constructor(private readonly services: ChatServices) {}

  /** Errors: `question-length`, `conversation-not-found`, `bad-request`, `cancelled`, the stages' and models' codes. */
  async ask(request: ParsedRequestOf<'chat.ask'>, requestId: string, signal: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const limits = limitsWith(request, await this.services.limits());
    const question = assertLength(request.question, limits);
    const selectedText = assertSelection(request.selectedText, limits);
    const messageId = this.services.newId('msg');
    const conversationId = request.conversationId ?? this.services.newId('conv');
    const history = request.conversationId === undefined ? [] : this.services.history(conversationId, request.after);
    const isNew = !this.services.isThere(conversationId);
    let draft: Draft;
    let answerMs = 0;

    const greeting = greetingOf(question);
    if (greeting) {
      const answer = inEnglish(() => t(`chat.greetings.${greeting}`));
      draft = { ...noAnswer, answer, outcome: 'greeting' };
    } else {
      const { collection, model } = request;
      const prompt = promptOf(question, selectedText);
      // The agents of five stages take longer than the answer itself: in chat they are asked only where that is wanted.
      const agents = request.noLlm || !limits.answer.agentsInChat ? null : model;
      const pairs = limits.N4_RECENT_CONV_MAX_PAIRS;
      const turns = request.history
        ? turnsElsewhere(request.history, pairs)
        : conversationTurns(history, pairs, request.alone);
      const answeredBy = request.noLlm ? null : model;
      const staged = await this.services.runStages(prompt, collection, turns, signal, agents, answeredBy);
      const answering = performance.now();
      draft = await draftAnswer(
        staged.run,
        staged.suggestions,
        limits,
        { ...this.drafting(request, messageId), withoutDocuments: request.withoutDocuments === true },
        signal,
      );
      answerMs = performance.now() - answering;
    }
    const { run, firstTokenMs: _told, ...said } = draft;
    const { thread } = run?.snapshots.Prompt_Builder?.extras.query ?? {};
    const answer: Omit<Answer, 'band'> = {
      messageId,
      requestId,
      conversationId,
      question,
      ...(thread ? { searchedFor: withThread(question, thread) } : {}),
      ...(request.alone ? { alone: true } : {}),
      ...(selectedText === '' ? {} : { selectedText }),
      ...said,
      ...this.restOf(draft, performance.now() - started, answerMs),
    };
    // Deleted while it was answered, it does not come back.
    if (!isNew && !this.services.isThere(conversationId)) {
      throw new VitrineError('conversation-not-found', { conversationId });
    }
    return this.keep(answer, limits, requestId, history.at(-1)?.messageId ?? null);
  }

  /**
   * Answers the prompt of a finished run as it stands, and keeps the answer with the run. By the run's own limits.
   * Errors: `run-not-found`, `stage-order` for a run that is not finished, `bad-request`, `cancelled`.
   */
  async answerRun(request: ParsedRequestOf<'run.answer'>, requestId: string, signal: AbortSignal): Promise<RunAnswer> {
    const started = performance.now();
    const run = this.services.run(request.runId);
    const missing = run.stages.find(({ state }) => state !== 'done');
    if (missing) throw new VitrineError('stage-order', { why: 'answer', needs: missing.stage });
    const limits = limitsWith(request, run.limits);
    const messageId = this.services.newId('msg');
    const how = { ...this.drafting(request, messageId), withoutDocuments: false, asItStands: true };
    const draft = await draftAnswer(run, [], limits, how, signal);
    const { run: _same, firstTokenMs: _told, ...said } = draft;
    const took = performance.now() - started;
    const answer = {
      messageId,
      requestId,
      conversationId: run.memory?.conversationId ?? '',
      question: run.prompt,
      ...said,
      ...this.restOf({ ...draft, run }, took, took),
      runId: run.runId,
      prompt: builtPrompt(run).prompt_ready,
    };
    const rated = { ...answer, band: bandOfAnswer(answer, limits.answer.bands, this.services.weights()) };
    this.services.keepWithRun(rated, requestId);
    this.services.onDone(rated);
    return rated;
  }

  /** What an answer is drafted with, for one request. */
  private drafting(
    request: Pick<ParsedRequestOf<'run.answer'>, 'model' | 'noLlm' | keyof AnswerSettings>,
    messageId: string,
  ): Omit<DraftServices, 'withoutDocuments'> {
    const { reselect, withWeakEvidence, nearness } = this.services;
    return {
      model: async (notices) =>
        request.noLlm ? null : this.services.chatModel(request.model, notices, request.contextTokens),
      settings: request,
      reselect,
      withWeakEvidence,
      nearness,
      weights: () => this.services.weights(),
      calculation: this.services.calculation,
      whole: this.services.whole,
      census: (...asked) => this.services.census(messageId, ...asked),
      onPassages: (passages) => this.services.onPassages(messageId, passages),
      onToken: (token) => this.services.onToken(messageId, token),
      onCitation: (citation) => this.services.onCitation(messageId, citation),
    };
  }

  /** What is noted of an answer beside its words: what its confidence weighed, the time it took, its run. */
  private restOf({ basis, run, firstTokenMs }: Draft, total: number, answer: number) {
    const retrieved = run?.snapshots.Retrieval?.base_context_chunks.length;
    return {
      ...(basis?.passages ? { weighed: confidenceParts(basis, this.services.weights()) } : {}),
      timings: {
        total,
        stages: Object.fromEntries((run?.stages ?? []).map((record) => [record.stage, record.ms ?? 0])),
        answer,
        ...(firstTokenMs === null ? {} : { firstToken: firstTokenMs }),
      },
      ...(retrieved === undefined ? {} : { chunksRetrieved: retrieved }),
      runId: run?.runId ?? null,
      ...(run?.scope ? { scope: run.scope } : run?.collection ? { scope: { collections: [run.collection] } } : {}),
      ...(run?.filters ? { filters: run.filters } : {}),
      createdAt: new Date().toISOString(),
    };
  }

  /**
   * Goes on with an incomplete answer: the same prompt, what was written so far, and then the rest, in the same place.
   * Errors: `conversation-not-found`, `bad-request` for an answer that is complete, `run-not-found`, `model-missing`
   * and the other codes of a model that cannot be had, `cancelled`.
   */
  async resume(request: ParsedRequestOf<'chat.resume'>, requestId: string, signal: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const { messageId, conversationId } = request;
    const path = this.services.history(conversationId, messageId);
    const begun = path.at(-1);
    if (begun?.outcome !== 'incomplete' || begun.runId === null) {
      throw new VitrineError('bad-request', { why: 'answer-complete' });
    }
    const limits = limitsWith(request, await this.services.limits());
    const prompt = builtPrompt(this.services.run(begun.runId));
    const model = await this.modelFor(request.model ?? begun.model ?? undefined, request.contextTokens);
    // As the model wrote it: what was found for half an answer is found anew for the whole one.
    const said = withoutFound(begun);
    const { foundMarkers: _found, band: _band, given: _given, ...exchange } = begun;
    const citable = citableChunks(prompt);
    this.services.onPassages(messageId, givenPassages(citable));
    const asWritten = citingAsWritten(
      said,
      citable,
      limits.answer.snippetCharacters,
      (token) => this.services.onToken(messageId, token),
      (citation) => this.services.onCitation(messageId, citation),
    );
    const { onToken } = asWritten;
    const written = await answerWithModel(model, prompt, limits, signal, onToken, request, begunWith(said));
    asWritten.end();
    const checked = checkedAnswer(joined(said, written.text), written, prompt, limits);
    const kept = begun.notices.filter(({ code }) => !aboutTheEnd.has(code));
    const ms = performance.now() - started;
    const answer = {
      ...exchange,
      ...checked,
      requestId,
      model: model.id,
      notices: [...kept, ...checked.notices],
      timings: { ...begun.timings, total: begun.timings.total + ms, answer: begun.timings.answer + ms },
    };
    // Deleted while it was gone on with, it does not come back.
    this.services.history(conversationId, messageId);
    return this.keep(answer, limits, requestId, path.at(-2)?.messageId ?? null);
  }

  private keep(said: Omit<Answer, 'band'>, limits: PipelineLimits, requestId: string, after: string | null): Answer {
    const answer = { ...said, band: bandOfAnswer(said, limits.answer.bands, this.services.weights()) };
    this.services.record(answer, requestId, after);
    for (const citation of answer.citations) this.services.onCitation(answer.messageId, citation);
    this.services.onDone(answer);
    return answer;
  }

  /** A model that must be there. Errors: the code of the notice that says why it is not. */
  private async modelFor(name: string | undefined, contextTokens: number | undefined): Promise<ChatModel> {
    const notices: Notice[] = [];
    const model = await this.services.chatModel(name, notices, contextTokens);
    if (model) return model;
    throw new VitrineError('model-missing', { why: 'cannot-go-on', ...causeOf(notices[0]) });
  }
}

/** Notices of an answer that its continuation says anew or makes untrue. */
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

/** What a question and the text that it is asked about become for the stages; `selectedText` is empty for none. */
export function promptOf(question: string, selectedText: string): string {
  return selectedText === '' ? question : `${question}\n\n## Context\n${quotedLines(selectedText)}`;
}

/**
 * The last `pairs` exchanges of a conversation, oldest first: question and answer by turns.
 *
 * @param alone whether the question is to be searched as if they had not been
 */
export function conversationTurns(exchanges: readonly Answer[], pairs: number, alone = false): ConversationTurn[] {
  const kept = pairs > 0 ? exchanges.slice(-pairs) : [];
  return kept.flatMap((exchange): ConversationTurn[] => [
    { role: 'user', content: exchange.question },
    // What it has said itself: sources that were found for it are not its words.
    {
      role: 'assistant',
      content: withoutFound(exchange),
      ...(alone ? {} : { documentIds: documentsCited(exchange) }),
    },
  ]);
}

/** The same of a conversation that another program keeps: what its answers cited is not known. */
const turnsElsewhere = (said: NonNullable<ParsedRequestOf<'chat.ask'>['history']>, pairs: number): ConversationTurn[] =>
  (pairs > 0 ? said.slice(-pairs) : []).flatMap(({ question, answer }): ConversationTurn[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer, documentIds: [] },
  ]);

/** Each once, in the order in which the answer cites them. */
const documentsCited = ({ citations }: Answer): string[] => [...new Set(citations.map(({ documentId }) => documentId))];

/** Line by line behind a mark of quotation, so that nothing in it can pass for a header of the prompt. */
function quotedLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(/^/gmu, '> ');
}

function assertLength(question: string, limits: PipelineLimits): string {
  const trimmed = question.trim();
  const { minQuestionCharacters: least, maxQuestionCharacters: most } = limits.answer;
  if (trimmed.length >= least && trimmed.length <= most) return trimmed;
  if (trimmed === '') {
    throw new VitrineError('question-length', { why: 'empty', characters: 0, least, most });
  }
  throw new VitrineError('question-length', { why: 'question', characters: trimmed.length, least, most });
}

function assertSelection(text: string | undefined, limits: PipelineLimits): string {
  const trimmed = (text ?? '').trim();
  const most = limits.answer.maxSelectedCharacters;
  if (trimmed.length <= most) return trimmed;
  throw new VitrineError('question-length', { why: 'selection', characters: trimmed.length, most });
}
