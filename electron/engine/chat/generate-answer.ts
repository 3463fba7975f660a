import type { AnswerSettings, Notice } from '@shared/contract';
import { codedError, VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { notice } from '@shared/words/sayings';
import { type ChatMessage, type ChatModel, type ChatOptions, type ChatUsage, contextFor, mostBytes } from '../models';
import { formBreach, wantedForm } from '../stages';

export interface WrittenAnswer {
  readonly text: string;
  /** False when the model stopped early or failed on the way. */
  readonly complete: boolean;
  readonly notices: readonly Notice[];
  /** The server's count; null without one. */
  readonly usage: ChatUsage | null;
  /** From the sending of the prompt to the first token, milliseconds; null where none came. */
  readonly firstTokenMs: number | null;
}

/** An earlier answer, and the model's note about it. */
interface Earlier {
  readonly text: string;
  readonly told: string;
  /** Whether a whole answer is wanted again, which can keep to a schema, and not the rest of this one. */
  readonly whole: boolean;
}

/** What a model writes an answer with. */
export interface Writing {
  readonly model: ChatModel;
  readonly prompt: SuperPrompt;
  /** Temperature, seed and longest answer as they are for this question. */
  readonly limits: PipelineLimits;
  readonly settings: AnswerSettings;
  readonly signal: AbortSignal;
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
 * @param earlier what was written before, null for a new answer; the result holds what comes after it
 */
export async function answerWithModel(
  { model, prompt, limits, settings, signal }: Writing,
  onToken: (token: string) => void,
  earlier: Earlier | null = null,
): Promise<WrittenAnswer> {
  // The rest of an answer is no whole value: it could not keep to a schema.
  const form = earlier === null || earlier.whole ? wantedForm(prompt) : null;
  const notices: Notice[] = [];
  let text = '';
  let usage: ChatUsage | null = null;
  let firstTokenMs: number | null = null;
  const refused = (): void => {
    if (form?.given) notices.push(notice('format-schema-refused', { model: model.id }));
  };
  try {
    const counted = await model.countTokens(prompt.prompt_ready + (earlier ? earlier.text + earlier.told : ''));
    const needed = counted + limits.answer.maxTokens;
    if (needed > model.contextTokens) {
      const values = { needed, model: model.id, tokens: model.contextTokens };
      return { text: '', complete: false, notices: [notice('prompt-too-long', values)], usage, firstTokenMs };
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
    const ask = (format: object | null) =>
      model.chat(
        messagesOf(prompt, earlier),
        { ...options, ...(format ? { format, onFormatRefused: refused } : {}) },
        signal,
      );
    const most = mostBytes(limits.answer.maxTokens);
    let bytes = 0;
    const sent = performance.now();
    for await (const token of form ? withSchema(ask, form.schema, refused) : ask(null)) {
      firstTokenMs ??= performance.now() - sent;
      text += token;
      bytes += Buffer.byteLength(token, 'utf8');
      onToken(token);
      cut ||= bytes > most;
      if (cut) break;
    }
    if (text.trim() === '') notices.splice(0, notices.length, notice('model-failed', { model: model.id }));
    else if (cut) notices.push(notice('answer-cut', { model: model.id, tokens: limits.answer.maxTokens }));
    return { text, complete: !cut && text.trim() !== '', notices, usage, firstTokenMs };
  } catch (error) {
    const { code, values } = codedError(error);
    const stopped = code === 'cancelled';
    if (stopped && text === '') throw error;
    const said = notice(stopped ? 'stopped' : 'model-failed', { ...values, cause: code });
    return { text, complete: false, notices: [said], usage, firstTokenMs };
  }
}

/** The prompt as messages, behind it what was written before. */
function messagesOf(prompt: SuperPrompt, earlier: Earlier | null): ChatMessage[] {
  const written: ChatMessage[] = earlier
    ? [
        { role: 'assistant', content: earlier.text },
        { role: 'user', content: earlier.told },
      ]
    : [];
  return [
    { role: 'system', content: prompt.System_MD },
    { role: 'user', content: prompt.prompt_ready.slice(prompt.System_MD.length).trimStart() },
    ...written,
  ];
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

/** As much of a broken answer as the model is shown again, characters. */
const shownAgain = 4000;

/**
 * A model's answer, written once more if it breaks a checkable form: JSON, and its schema (S8, S12). The second answer
 * counts if it keeps the form; otherwise the first one stays as it was streamed. Only a whole answer is checked: a
 * stopped or cut one can be continued. The second one is not streamed, because the first is on the screen until it is
 * there; a stop in between leaves the first. Errors: those of `answerWithModel`.
 *
 * @param checked the answer as shown, without the markers that map to nothing
 */
export async function answerInForm(
  writing: Writing,
  onToken: (token: string) => void,
  checked: (written: string) => string,
): Promise<WrittenAnswer> {
  const { model, prompt, signal } = writing;
  const breachOf = ({ text, complete }: WrittenAnswer): Notice | null => {
    const answer = complete ? checked(text) : '';
    return answer === '' ? null : formBreach(answer, prompt, false);
  };
  const first = await answerWithModel(writing, onToken);
  const breach = breachOf(first);
  if (breach === null || signal.aborted) return first;
  const second = await writtenAgain(writing, toRepair(first.text, breach));
  if (second === null || signal.aborted) return first;
  const usage = sumOf(first.usage, second.usage);
  const said = { model: model.id };
  return second.complete && breachOf(second) === null
    ? {
        ...second,
        usage,
        firstTokenMs: first.firstTokenMs,
        notices: [...second.notices, notice('format-repaired', said)],
      }
    : { ...first, usage, notices: [...first.notices, notice('format-not-repaired', said)] };
}

const brokenBy = ({ values }: Notice): string =>
  values?.breach === undefined ? 'is not valid JSON' : `does not fit the schema (${values.breach})`;

const toRepair = (written: string, breach: Notice): Earlier => ({
  text: written.slice(0, shownAgain),
  told: `That cannot be used: it ${brokenBy(breach)}. Write the whole answer again in the form that was asked for, and nothing else.`,
  whole: true,
});

/** Returns null where the person stopped it before it said a word. */
async function writtenAgain(writing: Writing, earlier: Earlier): Promise<WrittenAnswer | null> {
  try {
    return await answerWithModel(writing, () => {}, earlier);
  } catch (error) {
    if (writing.signal.aborted) return null;
    throw error;
  }
}

/** Both calls of one answer; null where either was not counted. */
function sumOf(first: ChatUsage | null, second: ChatUsage | null): ChatUsage | null {
  const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  if (first === null || second === null) return null;
  return {
    promptTokens: sum(first.promptTokens, second.promptTokens),
    outputTokens: sum(first.outputTokens, second.outputTokens),
  };
}

/** The limits of one question: its own values win (C2). */
export function limitsWith({ temperature, seed, maxTokens }: AnswerSettings, limits: PipelineLimits): PipelineLimits {
  const { answer } = limits;
  return {
    ...limits,
    answer: {
      ...answer,
      temperature: temperature ?? answer.temperature,
      seed: seed ?? answer.seed,
      maxTokens: maxTokens ?? answer.maxTokens,
    },
  };
}

/** The parameters of a model for an answer. The context is always named, so no server cuts silently. */
function optionsOf(
  model: ChatModel,
  needed: number,
  { answer }: PipelineLimits,
  { stop, contextTokens }: AnswerSettings,
): ChatOptions {
  return {
    temperature: answer.temperature,
    seed: answer.seed,
    maxTokens: answer.maxTokens,
    contextTokens: contextTokens === undefined ? contextFor(needed, model.contextTokens) : model.contextTokens,
    ...(stop && stop.length > 0 ? { stop } : {}),
  };
}

/** Says so where the model takes less than was asked for. */
export function narrowerNotice(model: ChatModel, { contextTokens }: AnswerSettings): Notice[] {
  if (contextTokens === undefined || contextTokens <= model.contextTokens) return [];
  return [notice('context-limited', { model: model.id, tokens: model.contextTokens, asked: contextTokens })];
}
