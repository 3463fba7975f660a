import type { AnswerSettings, Notice } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { type ChatMessage, type ChatModel, type ChatOptions, type ChatUsage, mostBytes } from '../models';
import { optionsOf } from './answer-settings';

export interface WrittenAnswer {
  readonly text: string;
  /** False when the model stopped early or failed on the way. */
  readonly complete: boolean;
  readonly notices: readonly Notice[];
  /** What the server counted; null where it does not tell. */
  readonly usage: ChatUsage | null;
}

const goOn = 'Go on exactly where your answer stopped. Do not repeat what is there.';

/**
 * Sends the built prompt: System_MD as the system message and the rest, byte for byte as shown, as the user's; behind
 * it the beginning of an answer that is to be continued. Tokens are counted first and num_ctx is always sent, so that
 * no server cuts silently. A model that fails leaves what it has written, marked incomplete; it never takes the
 * answer down with it. So does one that is cut at its limit, by its server or, where that does not keep to it, here.
 *
 * @param limits temperature, seed and longest answer as they are for this question
 * @param begun what was written before a stop, '' for a new answer; the result holds what comes after it
 */
export async function answerWithModel(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  onToken: (token: string) => void,
  settings: AnswerSettings = {},
  begun = '',
): Promise<WrittenAnswer> {
  const messages: ChatMessage[] = [
    { role: 'system', content: prompt.System_MD },
    { role: 'user', content: prompt.prompt_ready.slice(prompt.System_MD.length).trimStart() },
  ];
  if (begun !== '') messages.push({ role: 'assistant', content: begun }, { role: 'user', content: goOn });
  const schema = prompt.extras.format_enforcer?.json_schema;
  const notices: Notice[] = [];
  let text = '';
  let usage: ChatUsage | null = null;
  try {
    const counted = await model.countTokens(prompt.prompt_ready + (begun === '' ? '' : begun + goOn));
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
    const ask = (format: object | null) => model.chat(messages, { ...options, ...(format ? { format } : {}) }, signal);
    // A continuation is no whole value: it could not keep to the schema.
    const keeps = schema !== undefined && begun === '';
    const stream = keeps ? withSchema(ask, schema, () => notices.push(refusedSchema(model))) : ask(null);
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
    const notice = { code: stopped ? 'stopped' : 'model-failed', message, values: { cause: report.code } };
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
