import type { ModelCall } from '@shared/contract';
import { codedError, issueOf, VitrineError, valuesOf } from '@shared/errors';
import type { AgentDefinition } from '@shared/prompt/agent-config';
import type { OutputSchema } from '@shared/prompt/prompt-schema';
import { tooSlow, unused, type WhyUnused } from '@shared/words/sayings';
import type { z } from 'zod';
import { type ChatMessage, type ChatModel, type ChatUsage, contextFor, mostBytes } from '../models';

export interface LlmRequest extends Pick<AgentDefinition, 'maxTokens' | 'temperature' | 'seed' | 'timeoutMs'> {
  readonly messages: readonly ChatMessage[];
  /** JSON schema that the answer must follow, where the server can enforce one; null for text. */
  readonly format: object | null;
  /** Called at the end of an answer that was cut at its longest. */
  readonly onCut?: () => void;
}

export type LlmAnswer = Pick<ModelCall, 'raw' | 'promptTokens' | 'outputTokens' | 'ms'> & {
  /** Null for an answer that came to its end. */
  readonly failure: WhyUnused | null;
};

/**
 * One call of a chat model, bounded in tokens, bytes and time. Tokens are counted first and the context is always
 * named, so no server cuts silently. Never throws for a server's faults: the failure comes with the text so far. An
 * aborted signal throws its reason.
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
      return done(unused('too-long', { needed, tokens: model.contextTokens }));
    }
    const stream = model.chat(
      request.messages,
      {
        temperature: request.temperature,
        seed: request.seed,
        maxTokens: request.maxTokens,
        contextTokens: contextFor(needed, model.contextTokens),
        ...(request.format ? { format: request.format } : {}),
        ...(request.onCut ? { onCut: request.onCut } : {}),
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
        return done(unused('wrote-on', { tokens: request.maxTokens }));
      }
    }
    return done(null);
  } catch (error) {
    signal?.throwIfAborted();
    return done(stopper.signal.aborted ? tooSlow(request.timeoutMs) : codedError(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

type Choices = Readonly<Record<string, readonly string[]>>;

const placeholder = /^\{\{([\w-]+)\}\}$/u;

/** The JSON schema of an agent's output with this question's choices. Servers want every property required. */
export function jsonSchemaOf(shape: OutputSchema, choices: Choices): object {
  switch (shape.type) {
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.properties).map(([name, member]) => [name, jsonSchemaOf(member, choices)]),
        ),
        required: Object.keys(shape.properties),
        additionalProperties: false,
      };
    case 'array':
      return { ...shape, items: jsonSchemaOf(shape.items, choices) };
    case 'string':
      return shape.enum ? { ...shape, enum: shape.enum.flatMap((value) => chosen(value, choices)) } : shape;
  }
}

function chosen(value: string, choices: Choices): readonly string[] {
  const name = placeholder.exec(value)?.[1];
  return name === undefined ? [value] : (choices[name] ?? []);
}

type Read<T> = { readonly ok: true; readonly output: T } | { readonly ok: false; readonly problem: WhyUnused };

/** The JSON object in a model's answer, held against a schema. Words or a code fence around it are passed over. */
export function readJson<T>(raw: string, schema: z.ZodType<T>): Read<T> {
  const start = raw.indexOf('{');
  const end = raw.lastIndexOf('}');
  if (raw.trim() === '') return { ok: false, problem: unused('empty') };
  if (start === -1 || end < start) return { ok: false, problem: unused('no-object') };
  let value: unknown;
  try {
    value = JSON.parse(raw.slice(start, end + 1));
  } catch {
    return { ok: false, problem: unused('not-json') };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, output: parsed.data };
  return { ok: false, problem: unused('not-schema', valuesOf(issueOf(parsed.error, '@answer'))) };
}

/** Without these there is no model to ask: whatever is left of a job would fail for the same reason. */
const unavailable: ReadonlySet<string> = new Set([
  'model-unreachable',
  'model-missing',
  'offline',
  'not-allowed',
  'rate-limited',
]);

/** Errors: the failure of a call, where it is that of a model that cannot be had. */
export function throwIfUnavailable(failure: WhyUnused | null): void {
  if (!failure || !unavailable.has(failure.code)) return;
  throw VitrineError.of({ code: failure.code as VitrineError['code'], details: failure.values ?? {} });
}
