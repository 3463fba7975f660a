import type { ModelCall } from '@shared/contract';
import { type ErrorCode, reportOf } from '@shared/errors';
import type { ChatMessage, ChatModel, ChatUsage } from '../models';

export interface LlmRequest {
  readonly messages: readonly ChatMessage[];
  /** JSON schema that the answer must follow, where the server can enforce one. */
  readonly format: object;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  /** Longest duration of the whole call, ms. */
  readonly timeoutMs: number;
}

export type LlmAnswer = Pick<ModelCall, 'raw' | 'promptTokens' | 'outputTokens' | 'ms'> & {
  /** Null for an answer that came to its end. */
  readonly failure: { readonly code: ErrorCode | 'prompt-too-long' | 'endless'; readonly reason: string } | null;
};

/** No tokenizer makes tokens longer than this on average; a server that sends more does not keep to maxTokens. */
const bytesPerToken = 16;
/** Context windows are asked for in these steps, since a server loads the model anew for every other size. */
const contextStep = 4096;

/**
 * One call of a chat model, bounded in tokens, bytes and time. Tokens are counted first and the context is always
 * named, so that no server cuts silently. Never throws for what a server does: the failure comes with what had been
 * written. An aborted signal throws its reason.
 */
export async function callModel(model: ChatModel, request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
  const started = performance.now();
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  const timer = setTimeout(stop, request.timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  let usage: ChatUsage = { promptTokens: null, outputTokens: null };
  let raw = '';
  const done = (failure: LlmAnswer['failure']): LlmAnswer => ({
    raw,
    ...usage,
    ms: performance.now() - started,
    failure,
  });
  try {
    signal?.throwIfAborted();
    const content = request.messages.map((message) => message.content).join('\n');
    const needed = (await model.countTokens(content)) + request.maxTokens;
    if (needed > model.contextTokens) {
      const reason = `prompt and answer need ${needed} tokens and the model takes ${model.contextTokens}`;
      return done({ code: 'prompt-too-long', reason });
    }
    const stream = model.chat(
      request.messages,
      {
        temperature: request.temperature,
        seed: request.seed,
        maxTokens: request.maxTokens,
        contextTokens: Math.min(model.contextTokens, Math.ceil(needed / contextStep) * contextStep),
        format: request.format,
        onUsage: (counted) => {
          usage = counted;
        },
      },
      stopper.signal,
    );
    let bytes = 0;
    for await (const token of stream) {
      raw += token;
      bytes += Buffer.byteLength(token, 'utf8');
      if (bytes > request.maxTokens * bytesPerToken) {
        return done({ code: 'endless', reason: `the model wrote on past ${request.maxTokens} tokens` });
      }
    }
    return done(null);
  } catch (error) {
    signal?.throwIfAborted();
    if (stopper.signal.aborted) {
      return done({ code: 'model-timeout', reason: `it took longer than ${request.timeoutMs} ms` });
    }
    const { code, message } = reportOf(error);
    return done({ code, reason: message });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
