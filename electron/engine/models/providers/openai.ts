import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import type { ChatOptions } from '../contract';
import { bearer, type ChatCall, namedModel, type Provider, type Server, streamBytes } from './provider';
import { brokenOff, callServer, eventsOf, linesOf, metadataOf, parsePart, post, wholeOf } from './server-call';

/** Servers with OpenAI's interface: LM Studio, llama.cpp, vLLM, OpenAI itself. */
export const openai: Provider = {
  title: 'The model server',
  headers: bearer,
  async models(server, signal) {
    const { data } = parsePart(server, listed, await metadataOf(server, '/models', {}, signal));
    return data.map(({ id, max_model_len, context_length, max_context_length }) => ({
      ...namedModel(id),
      contextTokens: max_model_len ?? context_length ?? max_context_length ?? null,
    }));
  },
  // Few servers tell it, and a call more would be before every answer.
  contextTokens: async () => null,
  chat,
  async embed(server, model, texts, signal) {
    const body = { model, input: texts.map((text) => text || ' '), encoding_format: 'float' };
    const response = await callServer(server, '/embeddings', 'embedding', post(body), signal);
    const { data } = parsePart(server, vectors, await wholeOf(server, response, signal));
    return [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
  },
};

/** Servers of this kind tell the window under different names, if at all. */
const listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: z.number().nullish(),
      context_length: z.number().nullish(),
      max_context_length: z.number().nullish(),
    }),
  ),
});
const vectors = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });
const part = z.object({
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().nullish() }).optional(), finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() }).nullish(),
});

async function* chat(server: Server, { model, messages, options, signal }: ChatCall): AsyncIterable<string> {
  const body = {
    model,
    messages,
    stream: true,
    temperature: options.temperature,
    seed: options.seed,
    max_tokens: options.maxTokens,
    ...(options.stop ? { stop: options.stop } : {}),
    ...(options.onUsage ? { stream_options: { include_usage: true } } : {}),
  };
  const response = await start(server, body, options, signal);
  let finished = false;
  for await (const data of eventsOf(linesOf(server, response, signal, streamBytes(options)))) {
    if (data === '[DONE]') return;
    // Some servers close with usage after the last choice, some without [DONE].
    const { choices, usage } = parsePart(server, part, data);
    const [choice] = choices;
    if (usage) {
      const { prompt_tokens: promptTokens = null, completion_tokens: outputTokens = null } = usage;
      options.onUsage?.({ promptTokens, outputTokens });
    }
    if (choice?.delta?.content) yield choice.delta.content;
    if (choice?.finish_reason === 'length') options.onCut?.();
    finished ||= Boolean(choice?.finish_reason);
  }
  if (!finished) throw brokenOff(server);
}

async function start(
  server: Server,
  body: object,
  { format: schema, onFormatRefused }: ChatOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  let refused: unknown;
  for (const format of responseFormats(schema)) {
    try {
      const response = await callServer(server, '/chat/completions', 'answer', post({ ...body, ...format }), signal);
      if (refused !== undefined) onFormatRefused?.();
      return response;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused = error;
    }
  }
  throw refused;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof VitrineError && (error.details?.status === 400 || error.details?.status === 422);

/** Members that `strict` JSON schemas of OpenAI-compatible servers may not hold. */
const lengths = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/** The ways to ask for JSON, the surest first: a schema, any object (only where that is all), and in words. */
function responseFormats(schema: object | undefined): object[] {
  if (!schema) return [{}];
  const isObject = 'type' in schema && schema.type === 'object';
  const anyObject = isObject ? [{ response_format: { type: 'json_object' } }] : [];
  if (isObject && Object.keys(schema).length === 1) return [...anyObject, {}];
  const bare: unknown = JSON.parse(JSON.stringify(schema, (key, value) => (lengths.has(key) ? undefined : value)));
  return [
    { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: bare } } },
    ...anyObject,
    {},
  ];
}
