import type { Notice } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import type { ChatMessage, ChatModel, ChatUsage } from '../models';

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
 * answer down with it.
 *
 * @param begun what was written before a stop, '' for a new answer; the result holds what comes after it
 */
export async function answerWithModel(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  onToken: (token: string) => void,
  begun = '',
): Promise<WrittenAnswer> {
  const messages: ChatMessage[] = [
    { role: 'system', content: prompt.System_MD },
    { role: 'user', content: prompt.prompt_ready.slice(prompt.System_MD.length).trimStart() },
  ];
  if (begun !== '') messages.push({ role: 'assistant', content: begun }, { role: 'user', content: goOn });
  let text = '';
  let usage: ChatUsage | null = null;
  try {
    const counted = await model.countTokens(prompt.prompt_ready + (begun === '' ? '' : begun + goOn));
    const needed = counted + limits.answer.maxTokens;
    if (needed > model.contextTokens) {
      const message = `The prompt and its answer need ${needed} tokens and ${model.id} takes ${model.contextTokens}. Lower build.tokenBudget in the limits to use the model.`;
      return { text: '', complete: false, notices: [{ code: 'prompt-too-long', message }], usage };
    }
    const stream = model.chat(
      messages,
      {
        temperature: 0,
        seed: 1,
        maxTokens: limits.answer.maxTokens,
        contextTokens: needed,
        onUsage(told) {
          usage = told;
        },
      },
      signal,
    );
    for await (const token of stream) {
      text += token;
      onToken(token);
    }
    const empty = text.trim() === '';
    return { text, complete: !empty, notices: empty ? [emptyAnswer(model)] : [], usage };
  } catch (error) {
    const report = reportOf(error);
    const stopped = report.code === 'cancelled';
    if (stopped && text === '') throw error;
    const message = stopped ? 'Stopped: the answer is incomplete.' : `${report.message} ${report.hint}`;
    return { text, complete: false, notices: [{ code: stopped ? 'stopped' : 'model-failed', message }], usage };
  }
}

function emptyAnswer(model: ChatModel): Notice {
  return { code: 'model-failed', message: `${model.id} answered nothing: the answer is quoted instead.` };
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
