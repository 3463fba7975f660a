import type { AnswerSettings, Notice } from '@shared/contract';
import { reportOf, VitrineError, valuesOf } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { type ChatMessage, type ChatModel, type ChatOptions, type ChatUsage, mostBytes } from '../models';
import { wantedForm } from '../stages';
import { optionsOf } from './answer-settings';

export interface WrittenAnswer {
  readonly text: string;
  /** False when the model stopped early or failed on the way. */
  readonly complete: boolean;
  readonly notices: readonly Notice[];
  /** What the server counted; null where it does not tell. */
  readonly usage: ChatUsage | null;
}

/** An answer that was written before, and what the model is told about it. */
export interface Earlier {
  readonly text: string;
  readonly told: string;
  /** Whether a whole answer is wanted again, which can keep to a schema, and not the rest of this one. */
  readonly whole: boolean;
}

/** The beginning of an answer that is to be continued. */
export const begunWith = (text: string): Earlier => ({
  text,
  told: 'Go on exactly where your answer stopped. Do not repeat what is there.',
  whole: false,
});

/**
 * Sends the built prompt: System_MD as the system message and the rest, byte for byte as shown, as the user's; behind
 * it an answer that is to be continued or written again. Tokens are counted first and num_ctx is always sent, so that
 * no server cuts silently. A model that fails leaves what it has written, marked incomplete; it never takes the
 * answer down with it. So does one that is cut at its limit, by its server or, where that does not keep to it, here.
 *
 * @param limits temperature, seed and longest answer as they are for this question
 * @param earlier what was written before, null for a new answer; the result holds what comes after it
 */
export async function answerWithModel(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  onToken: (token: string) => void,
  settings: AnswerSettings = {},
  earlier: Earlier | null = null,
): Promise<WrittenAnswer> {
  const messages: ChatMessage[] = [
    { role: 'system', content: prompt.System_MD },
    { role: 'user', content: prompt.prompt_ready.slice(prompt.System_MD.length).trimStart() },
  ];
  if (earlier) messages.push({ role: 'assistant', content: earlier.text }, { role: 'user', content: earlier.told });
  // The rest of an answer is no whole value: it could not keep to a schema.
  const form = earlier === null || earlier.whole ? wantedForm(prompt) : null;
  const notices: Notice[] = [];
  let text = '';
  let usage: ChatUsage | null = null;
  try {
    const counted = await model.countTokens(prompt.prompt_ready + (earlier ? earlier.text + earlier.told : ''));
    const needed = counted + limits.answer.maxTokens;
    if (needed > model.contextTokens) {
      const values = { needed, model: model.id, tokens: model.contextTokens };
      const message = `The prompt and its answer need ${needed} tokens and ${model.id} takes ${model.contextTokens}. Lower build.tokenBudget in the limits to use the model.`;
      return { text: '', complete: false, notices: [{ code: 'prompt-too-long', message, values }], usage };
    }
    let cut = false;
    const options: ChatOptions = {
      ...optionsOf(model, needed, limits, settings),
      onUsage(told) {
        usage = told;
      },
      onCut() {
        cut = true;
      },
    };
    const refused = (): void => {
      if (form?.given) notices.push(refusedSchema(model));
    };
    const ask = (format: object | null) =>
      model.chat(messages, { ...options, ...(format ? { format, onFormatRefused: refused } : {}) }, signal);
    const stream = form ? withSchema(ask, form.schema, refused) : ask(null);
    const most = mostBytes(limits.answer.maxTokens);
    let bytes = 0;
    for await (const token of stream) {
      text += token;
      bytes += Buffer.byteLength(token, 'utf8');
      onToken(token);
      cut ||= bytes > most;
      if (cut) break;
    }
    if (text.trim() === '') return { text, complete: false, notices: [emptyAnswer(model)], usage };
    return { text, complete: !cut, notices: cut ? [...notices, cutAnswer(model, limits)] : notices, usage };
  } catch (error) {
    const report = reportOf(error);
    const stopped = report.code === 'cancelled';
    if (stopped && text === '') throw error;
    const message = stopped ? 'Stopped: the answer is incomplete.' : `${report.message} ${report.hint}`;
    const values = { ...valuesOf(report), cause: report.code };
    const notice = { code: stopped ? 'stopped' : 'model-failed', message, values };
    return { text, complete: false, notices: [notice], usage };
  }
}

/** Asks with the schema, and once more without it where the server cannot take it. */
async function* withSchema(
  ask: (format: object | null) => AsyncIterable<string>,
  schema: object,
  onRefused: () => void,
): AsyncIterable<string> {
  let begun = false;
  try {
    for await (const token of ask(schema)) {
      begun = true;
      yield token;
    }
    return;
  } catch (error) {
    if (begun || !refusesInput(error)) throw error;
  }
  onRefused();
  yield* ask(null);
}

/** Ollama answers 500 to a schema that it cannot make a grammar of; others 400 or 422. */
const refusesInput = (error: unknown): boolean =>
  error instanceof VitrineError && [400, 422, 500].includes(Number(error.details?.status));

function refusedSchema(model: ChatModel): Notice {
  const message = `${model.id} did not take the schema in FORMAT: it was asked to keep to it in words alone.`;
  return { code: 'format-schema-refused', message, values: { model: model.id } };
}

function emptyAnswer(model: ChatModel): Notice {
  const message = `${model.id} answered nothing: the answer is quoted instead.`;
  return { code: 'model-failed', message, values: { model: model.id } };
}

function cutAnswer(model: ChatModel, { answer }: PipelineLimits): Notice {
  const message = `${model.id} was stopped at the limit of ${answer.maxTokens} tokens: continue the answer, or allow a longer one.`;
  return { code: 'answer-cut', message, values: { model: model.id, tokens: answer.maxTokens } };
}

/** Shorter repetitions happen by chance. */
const leastOverlap = 12;

/** Both parts of a continued answer as one: a tail that the second part begins with again is there once. */
export function joined(begun: string, more: string): string {
  for (let length = Math.min(begun.length, more.length); length >= leastOverlap; length -= 1) {
    if (begun.endsWith(more.slice(0, length))) return begun + more.slice(length);
  }
  const touching = /\s$/u.test(begun) || /^[\s.,;:!?)\]]/u.test(more) || more === '';
  return `${begun}${touching ? '' : ' '}${more}`;
}
