import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { type ChatCall, namedModel, type Provider, type Server, streamBytes } from './provider';
import {
  brokenOff,
  callServer,
  eventsOf,
  linesOf,
  metadataOf,
  parsePart,
  post,
  stoppedBy,
  tooBusy,
} from './server-call';

/** Anthropic's messages interface (`/v1/messages`), version 2023-06-01. */
export const anthropic: Provider = {
  title: 'Anthropic',
  headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', ...(apiKey === '' ? {} : { 'x-api-key': apiKey }) }),
  async models(server, signal) {
    const text = await metadataOf(server, '/v1/models?limit=1000', {}, signal);
    return parsePart(server, listed, text).data.map(({ id, max_input_tokens }) => ({
      ...namedModel(id),
      embeds: false,
      contextTokens: max_input_tokens ?? contextTokens,
    }));
  },
  contextTokens: async () => contextTokens,
  chat,
};

/** Every model of this interface takes at least so many, tokens. */
const contextTokens = 200_000;

const listed = z.object({ data: z.array(z.object({ id: z.string(), max_input_tokens: z.number().nullish() })) });

const usage = z.object({
  input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
});

const known = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usage.optional() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usage.optional(),
  }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.literal('error'), error: z.object({ type: z.string(), message: z.string() }) }),
]);
/** For events without a part in the answer (`ping`, the ends of blocks, later kinds) only the name is read. */
const event = z.union([known, z.object({ type: z.string() }).transform(() => null)]);

const cuts = new Set(['max_tokens', 'model_context_window_exceeded']);
/** Errors in the middle of a stream that are over in a moment, as status 429 and 529 before it. */
const busy = new Set(['overloaded_error', 'rate_limit_error']);

async function* chat(server: Server, { model, messages, options, signal }: ChatCall): AsyncIterable<string> {
  const response = await start(server, { model, messages, options, signal });
  let promptTokens: number | null = null;
  let outputTokens: number | null = null;
  for await (const data of eventsOf(linesOf(server, response, signal, streamBytes(options)))) {
    const part = parsePart(server, event, data);
    switch (part?.type) {
      case 'message_start':
        promptTokens = promptTokensOf(part.message.usage);
        break;
      case 'content_block_delta':
        if (part.delta.type === 'text_delta' && part.delta.text) yield part.delta.text;
        break;
      case 'message_delta':
        outputTokens = part.usage?.output_tokens ?? outputTokens;
        if (part.delta.stop_reason === 'refusal') throw stoppedBy(server, 'refusal');
        if (cuts.has(part.delta.stop_reason ?? '')) options.onCut?.();
        break;
      case 'message_stop':
        options.onUsage?.({ promptTokens, outputTokens });
        return;
      case 'error':
        throw busy.has(part.error.type) ? tooBusy(server, null, {}) : stoppedBy(server, part.error.message);
    }
  }
  throw brokenOff(server);
}

/** Tokens from a cache were in the prompt too. */
function promptTokensOf(told: z.infer<typeof usage> | undefined): number | null {
  if (typeof told?.input_tokens !== 'number') return null;
  return told.input_tokens + (told.cache_creation_input_tokens ?? 0) + (told.cache_read_input_tokens ?? 0);
}

/** Begins an answer; what a model refuses of the request, as older ones a schema and newer ones a temperature, is left out. */
async function start(server: Server, { model, messages, options, signal }: ChatCall): Promise<Response> {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const body = {
    model,
    max_tokens: options.maxTokens,
    messages: messages.filter(({ role }) => role !== 'system'),
    stream: true,
    ...(system.length > 0 ? { system: system.join('\n\n') } : {}),
    ...(options.stop ? { stop_sequences: options.stop } : {}),
  };
  const extras: Record<string, unknown> = { temperature: Math.min(1, options.temperature) };
  if (options.format) extras.output_config = { format: { type: 'json_schema', schema: options.format } };
  for (;;) {
    try {
      const init = post({ ...body, ...extras });
      const response = await callServer(server, '/v1/messages', 'answer', init, signal);
      if (options.format && !('output_config' in extras)) options.onFormatRefused?.();
      return response;
    } catch (error) {
      const refused = refusedIn(error, extras);
      if (refused === null) throw error;
      delete extras[refused];
    }
  }
}

/** Which of these a server did not take; null for a failure of another kind. */
function refusedIn(error: unknown, extras: Readonly<Record<string, unknown>>): string | null {
  if (!(error instanceof VitrineError) || error.details?.status !== 400) return null;
  const said = String(error.details.body);
  if ('temperature' in extras && said.includes('temperature')) return 'temperature';
  return 'output_config' in extras && /output_config|output_format|schema|format/u.test(said) ? 'output_config' : null;
}
