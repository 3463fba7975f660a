import type { Answer, Band, Citation, Notice, ParsedRequestOf, Run } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { ConversationTurn, SuperPrompt } from '@shared/super-prompt';
import type { ChatModel } from '../models';
import { answerWithModel } from './answer-with-model';
import { type CitableChunk, checkCitations } from './citations';
import { bandOf, confidence, hasSufficientContext } from './confidence';
import { extractiveAnswer } from './extractive-answer';
import { greetingAnswer, isGreeting } from './greetings';
import { checkSupport, withSupport } from './support';

/** What chat needs of the rest of the engine. */
export interface ChatServices {
  limits(): Promise<PipelineLimits>;
  newId(prefix: string): string;
  /** The eight stages, automatically. */
  runStages(
    prompt: string,
    collection: string | undefined,
    conversation: readonly ConversationTurn[],
    signal: AbortSignal,
    /** Model of the agents: null for none, undefined for the one set up. */
    model: string | null | undefined,
  ): Promise<{ run: Run; suggestions: readonly string[] }>;
  /**
   * The model that a request names, or the one set up; null for quoted answers, also where the model cannot be had,
   * with a notice that says why. Errors: `bad-request` for what is no model's name.
   */
  chatModel(name: string | undefined, notices: Notice[]): Promise<ChatModel | null>;
  history(conversationId: string, messages: number): readonly Answer[];
  record(answer: Answer, requestId: string): void;
  onToken(messageId: string, token: string): void;
  onCitation(messageId: string, citation: Citation): void;
  onDone(answer: Answer): void;
}

type Request = ParsedRequestOf<'chat.ask'>;
type Draft = Pick<
  Answer,
  'answer' | 'outcome' | 'quoted' | 'citations' | 'cited' | 'confidence' | 'reason' | 'suggestions' | 'model'
> & {
  readonly notices: readonly Notice[];
};

/** Questions and their answers: stages, sufficient context, an answer with its citations, confidence, the log. */
export class Chat {
  constructor(private readonly services: ChatServices) {}

  /** Errors: `question-length`, `conversation-not-found`, `cancelled`, the stages' and models' codes. */
  async ask(request: Request, requestId: string, signal: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const limits = await this.services.limits();
    const question = assertLength(request.question, limits);
    const messageId = this.services.newId('msg');
    const conversationId = request.conversationId ?? this.services.newId('conv');
    let run: Run | null = null;
    let draft: Draft;
    let answerMs = 0;

    if (isGreeting(question)) {
      draft = { ...noAnswer, answer: greetingAnswer, outcome: 'greeting', reason: 'A greeting needs no documents.' };
    } else {
      const history = request.conversationId ? this.conversation(request.conversationId, limits) : [];
      const { collection, model } = request;
      const agentModel = request.noLlm ? null : model;
      const staged = await this.services.runStages(question, collection, history, signal, agentModel);
      run = staged.run;
      const answering = performance.now();
      draft = await this.draft(request, run, staged.suggestions, messageId, limits, signal);
      answerMs = performance.now() - answering;
    }
    const answer: Answer = {
      messageId,
      conversationId,
      question,
      ...draft,
      band: bandOf(draft.confidence, limits.answer.bands),
      timings: {
        total: performance.now() - started,
        stages: Object.fromEntries((run?.stages ?? []).map((record) => [record.stage, record.ms ?? 0])),
        answer: answerMs,
      },
      runId: run?.runId ?? null,
      createdAt: new Date().toISOString(),
    };
    this.services.record(answer, requestId);
    for (const citation of answer.citations) this.services.onCitation(messageId, citation);
    this.services.onDone(answer);
    return answer;
  }

  private conversation(conversationId: string, limits: PipelineLimits): ConversationTurn[] {
    const exchanges = this.services.history(conversationId, Math.ceil(limits.answer.historyMessages / 2));
    const turns = exchanges.flatMap((exchange): ConversationTurn[] => [
      { role: 'user', content: exchange.question },
      { role: 'assistant', content: exchange.answer },
    ]);
    return limits.answer.historyMessages === 0 ? [] : turns.slice(-limits.answer.historyMessages);
  }

  private async draft(
    request: Request,
    run: Run,
    suggestions: readonly string[],
    messageId: string,
    limits: PipelineLimits,
    signal: AbortSignal,
  ): Promise<Draft> {
    const prompt = run.snapshots.Prompt_Builder;
    if (!prompt) throw new VitrineError('internal', 'The run ended without a prompt.', 'Try again.');
    const notices = run.stages.flatMap((record) => record.notices);
    const citable = citableChunks(prompt);
    const scores = citable.slice(0, limits.rerank.chatTopN).map(({ score }) => score);
    const value = confidence(scores);
    const threshold = limits.retrieval.thresholds.relevance;
    const sufficient = hasSufficientContext(scores, threshold, limits.answer.minChunks);
    if (!sufficient || bandOf(value, limits.answer.bands) === 'very-low') return { ...fallback(suggestions), notices };

    const reason = reasonFor(scores, bandOf(value, limits.answer.bands));
    const model = request.noLlm ? null : await this.services.chatModel(request.model, notices);
    if (model) {
      const written = await answerWithModel(model, prompt, limits, signal, (token) =>
        this.services.onToken(messageId, token),
      );
      const checked = checkCitations(written.text, citable, limits.answer.snippetCharacters);
      const removed = removedNotice(checked.removed);
      if (checked.answer !== '') {
        return {
          answer: checked.answer,
          outcome: written.complete ? 'answered' : 'incomplete',
          quoted: false,
          ...supported(checked.answer, checked.citations, citable, limits),
          confidence: value,
          reason,
          suggestions: [],
          model: model.id,
          notices: [...notices, ...written.notices, ...removed],
        };
      }
      notices.push(...written.notices, ...removed);
    }
    const quoted = extractiveAnswer(prompt, citable, limits);
    if (!quoted) return { ...fallback(suggestions), notices };
    this.services.onToken(messageId, quoted.answer);
    return {
      answer: quoted.answer,
      ...quotedSupport(quoted.answer, quoted.citations, citable),
      outcome: 'answered',
      quoted: true,
      confidence: value,
      reason,
      suggestions: [],
      model: null,
      notices,
    };
  }
}

const noAnswer = {
  outcome: 'fallback',
  quoted: false,
  citations: [],
  confidence: 0,
  suggestions: [],
  model: null,
  notices: [],
} as const;

function fallback(suggestions: readonly string[]): Omit<Draft, 'notices'> {
  const about = suggestions.length > 0 ? ` They speak of: ${suggestions.join(' · ')}.` : '';
  return {
    ...noAnswer,
    answer: `No relevant information found: your documents do not seem to answer this.${about}`,
    suggestions,
    reason: 'No passage was relevant enough.',
  };
}

/** The chunks that were sent, in the order of their numbers, with their relevance. */
function citableChunks(prompt: SuperPrompt): CitableChunk[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  return prompt.final_selection_ids.flatMap((id, position) => {
    const chunk = chunks.get(id);
    return chunk ? [{ chunk, number: position + 1, score: prompt.extras.rerank_relevance?.[id] ?? 0 }] : [];
  });
}

/** The citations of an answer, compared with what they are cited for. */
function supported(
  answer: string,
  citations: readonly Citation[],
  citable: readonly CitableChunk[],
  limits: PipelineLimits,
): Pick<Answer, 'citations' | 'cited'> {
  const cited = checkSupport(answer, citable, limits.answer.supportShare);
  return { citations: withSupport(citations, cited), cited };
}

/** Quotations are word for word from their passages. */
function quotedSupport(
  answer: string,
  citations: readonly Citation[],
  citable: readonly CitableChunk[],
): Pick<Answer, 'citations' | 'cited'> {
  const cited = checkSupport(answer, citable, 0).map((sentence) => ({ ...sentence, support: 'supported' as const }));
  return { citations: withSupport(citations, cited), cited };
}

function reasonFor(scores: readonly number[], band: Band): string {
  const best = Math.round((scores[0] ?? 0) * 100);
  const passages = scores.length === 1 ? 'one passage' : `${scores.length} passages`;
  const caveat = band === 'high' ? '' : ' Check the sources before relying on it.';
  return `Rests on ${passages}; the best one is ${best} % likely to answer the question.${caveat}`;
}

function removedNotice(removed: readonly number[]): Notice[] {
  if (removed.length === 0) return [];
  return [
    {
      code: 'citation-removed',
      message: `The model cited ${removed.map((number) => `[Citation ${number}]`).join(', ')}, which is not in the prompt: removed.`,
    },
  ];
}

function assertLength(question: string, limits: PipelineLimits): string {
  const trimmed = question.trim();
  const { minQuestionCharacters: least, maxQuestionCharacters: most } = limits.answer;
  if (trimmed.length >= least && trimmed.length <= most) return trimmed;
  throw new VitrineError(
    'question-length',
    `A question has ${least} to ${most} characters; this one has ${trimmed.length}.`,
    trimmed.length > most ? 'Shorten it, or use Stages for a structured prompt.' : 'Write a question.',
    { characters: trimmed.length, least, most },
  );
}
