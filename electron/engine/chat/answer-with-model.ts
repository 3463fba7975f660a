import type { Notice } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import type { ChatModel } from '../models';

export interface WrittenAnswer {
  readonly text: string;
  /** False when the model stopped early or failed on the way. */
  readonly complete: boolean;
  readonly notices: readonly Notice[];
}

/**
 * Sends the built prompt: System_MD as the system message and the rest, byte for byte as shown, as the user's.
 * Tokens are counted first and num_ctx is always sent, so that no server cuts silently. A model that fails leaves
 * what it has written, marked incomplete; it never takes the answer down with it.
 */
export async function answerWithModel(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  onToken: (token: string) => void,
): Promise<WrittenAnswer> {
  const user = prompt.prompt_ready.slice(prompt.System_MD.length).trimStart();
  let text = '';
  try {
    const needed = (await model.countTokens(prompt.prompt_ready)) + limits.answer.maxTokens;
    if (needed > model.contextTokens) {
      const message = `The prompt and its answer need ${needed} tokens and ${model.id} takes ${model.contextTokens}: the answer is quoted instead. Lower build.tokenBudget in the limits to use the model.`;
      return { text: '', complete: false, notices: [{ code: 'prompt-too-long', message }] };
    }
    const stream = model.chat(
      [
        { role: 'system', content: prompt.System_MD },
        { role: 'user', content: user },
      ],
      { temperature: 0, seed: 1, maxTokens: limits.answer.maxTokens, contextTokens: needed },
      signal,
    );
    for await (const token of stream) {
      text += token;
      onToken(token);
    }
    return { text, complete: text.trim() !== '', notices: text.trim() === '' ? [emptyAnswer(model)] : [] };
  } catch (error) {
    const report = reportOf(error);
    const stopped = report.code === 'cancelled';
    if (stopped && text === '') throw error;
    const message = stopped ? 'Stopped: the answer is incomplete.' : `${report.message} ${report.hint}`;
    return { text, complete: false, notices: [{ code: stopped ? 'stopped' : 'model-failed', message }] };
  }
}

function emptyAnswer(model: ChatModel): Notice {
  return { code: 'model-failed', message: `${model.id} answered nothing: the answer is quoted instead.` };
}
