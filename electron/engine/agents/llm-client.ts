import type { ModelCall } from '@shared/contract';
import { type ErrorCode, reportOf } from '@shared/errors';
import { type ChatMessage, type ChatModel, type ChatUsage, contextFor, mostBytes } from '../models';

export interface LlmRequest {
  readonly messages: readonly ChatMessage[];
  /** JSON schema that the answer must follow, where the server can enforce one. */
  readonly format: object;
  readonly maxTokens: number;
  readonly temperature: number;
  readonly seed: number;
  /** Longest duration of the call from when the server is asked, ms; waiting for a turn does not count. */
  readonly timeoutMs: number;
}

export type LlmAnswer = Pick<ModelCall, 'raw' | 'promptTokens' | 'outputTokens' | 'ms'> & {
  /** Null for an answer that came to its end. */
  readonly failure: { readonly code: ErrorCode | 'prompt-too-long' | 'endless'; readonly reason: string } | null;
};

/**
 * One call of a chat model, bounded in tokens, bytes and time. Tokens are counted first and the context is always
 * named, so that no server cuts silently. Never throws for what a server does: the failure comes with what had been
 * written. An aborted signal throws its reason.
 */
export async function callModel(model: ChatModel, request: LlmRequest, signal?: AbortSignal): Promise<LlmAnswer> {
  const started = performance.now();
  const stopper = new AbortController();
  const stop = (): void => stopper.abort();
  let timer = setTimeout(stop, request.timeoutMs);
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
        contextTokens: contextFor(needed, model.contextTokens),
        format: request.format,
        onUsage: (counted) => {
          usage = counted;
        },
        onTurn(state) {
          clearTimeout(timer);
          if (state === 'asked') timer = setTimeout(stop, request.timeoutMs);
        },
      },
      stopper.signal,
    );
    let bytes = 0;
    for await (const token of stream) {
      raw += token;
      bytes += Buffer.byteLength(token, 'utf8');
      if (bytes > mostBytes(request.maxTokens)) {
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
