import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import {
  brokenOff,
  type ChatServers,
  callServer,
  linesOf,
  longMetadataOf,
  metadataOf,
  parsePart,
} from './chat-endpoint';
import { counterOfServerModel, type ToldModel } from './chat-tokenizer';
import type { ChatMessage, ChatModel, ChatOptions } from './contract';
import { toldModel } from './provider-calls';
import { serverTitle } from './server-names';
import type { TokenCounter } from './token-counter';

/** What a chat template and its own system message may add to a prompt, tokens; smollm2's adds 31. */
const templateTokens = 64;
const fallbackContext = 8192;

/**
 * `provider:model`, such as `ollama:smollm2:135m` or `openai:gpt-4o`. Every call of it is told to the request's log.
 *
 * @param contextTokens window to keep to: at most what the server tells of the model, anything where it tells nothing
 *
 * Errors: `bad-request` for another form, and those of the server.
 */
export async function openChatModel(name: string, servers: ChatServers, contextTokens?: number): Promise<ChatModel> {
  const { provider, model } = chatModelName(name);
  const opened =
    provider === 'ollama'
      ? await OllamaChat.open(model, servers, contextTokens)
      : OpenAiChat.open(model, servers, contextTokens);
  return toldModel(opened, serverTitle[provider], model);
}

/** The parts of a chat model's name, without asking any server. Errors: `bad-request` for another form. */
export function chatModelName(name: string): { provider: 'ollama' | 'openai'; model: string } {
  const separator = name.indexOf(':');
  const provider = name.slice(0, separator);
  const model = name.slice(separator + 1);
  if ((provider === 'ollama' || provider === 'openai') && model !== '') return { provider, model };
  throw new VitrineError(
    'bad-request',
    `${name} does not name a chat model.`,
    'Write it as provider:model, such as ollama:smollm2:135m or openai:gpt-4o.',
    { name, why: 'no-model-name' },
  );
}

/** More than any server spends on the frame of a token; so many bytes end a stream that says nothing and never ends. */
const bytesPerPart = 4096;
const leastParts = 256;
const streamBytes = ({ maxTokens }: ChatOptions): number => Math.max(maxTokens, leastParts) * bytesPerPart;

const shown = z.object({ model_info: z.record(z.string(), z.unknown()).optional() });
const ollamaPart = z.object({
  message: z.object({ content: z.string() }).optional(),
  error: z.string().optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

class OllamaChat implements ChatModel {
  private constructor(
    readonly id: string,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly servers: ChatServers,
    private readonly told: ToldModel,
  ) {}

  static async open(model: string, servers: ChatServers, contextTokens: number | undefined): Promise<OllamaChat> {
    const place = `${servers.ollamaHost}/api/show`;
    const factsIn = (text: string) => parsePart('Ollama', shown, text).model_info ?? {};
    const text = await metadataOf('Ollama', place, post({ model }), servers);
    const info = factsIn(text);
    const told = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
    const window =
      typeof told === 'number' ? Math.min(told, contextTokens ?? told) : (contextTokens ?? fallbackContext);
    const id = `ollama:${model}`;
    const fetchAll = async () =>
      factsIn(await longMetadataOf('Ollama', place, post({ model, verbose: true }), servers));
    return new OllamaChat(id, model, window, servers, { id, text, facts: info, fetchAll });
  }

  tokenCounter(): Promise<TokenCounter> {
    return counterOfServerModel(this.told, this.servers.modelFolders ?? []);
  }

  async countTokens(text: string): Promise<number> {
    return (await this.tokenCounter()).count(text) + templateTokens;
  }

  async *chat(messages: readonly ChatMessage[], options: ChatOptions, signal?: AbortSignal): AsyncIterable<string> {
    const body = {
      model: this.model,
      messages,
      stream: true,
      ...(options.format ? { format: options.format } : {}),
      options: {
        temperature: options.temperature,
        seed: options.seed,
        num_predict: options.maxTokens,
        num_ctx: options.contextTokens,
        ...(options.stop ? { stop: options.stop } : {}),
      },
    };
    const response = await callServer(
      'Ollama',
      `${this.servers.ollamaHost}/api/chat`,
      post(body),
      this.servers,
      signal,
    );
    for await (const line of linesOf('Ollama', response, this.servers, signal, streamBytes(options))) {
      if (line.trim() === '') continue;
      const part = parsePart('Ollama', ollamaPart, line);
      if (part.error)
        throw new VitrineError(
          'model-failed',
          `Ollama stopped: ${part.error}`,
          'Look at its log, or ask without a model.',
          { server: 'Ollama', said: part.error, why: 'server-stopped' },
        );
      if (part.message?.content) yield part.message.content;
      if (!part.done) continue;
      if (part.done_reason === 'length') options.onCut?.();
      options.onUsage?.({ promptTokens: part.prompt_eval_count ?? null, outputTokens: part.eval_count ?? null });
      return;
    }
    throw brokenOff('Ollama');
  }
}

const openAiPart = z.object({
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().nullish() }).optional(), finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() }).nullish(),
});

/** What `strict` JSON schemas of OpenAI-compatible servers may not hold. */
const lengths = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/**
 * The ways to ask for JSON, the surest first; servers that know no schemas refuse it and may know the next. Any object
 * is what their mode for JSON gives, and nothing else is: a list is asked for by its schema or in words.
 */
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

const isRefusal = (error: unknown): boolean =>
  error instanceof VitrineError && (error.details?.status === 400 || error.details?.status === 422);

const openAiServer = serverTitle.openai;

class OpenAiChat implements ChatModel {
  private constructor(
    readonly id: string,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly server: { baseUrl: string; apiKey: string },
    private readonly servers: ChatServers,
  ) {}

  static open(model: string, servers: ChatServers, contextTokens: number | undefined): OpenAiChat {
    if (servers.openai) {
      return new OpenAiChat(`openai:${model}`, model, contextTokens ?? fallbackContext, servers.openai, servers);
    }
    throw new VitrineError(
      'model-missing',
      'No OpenAI-compatible server is set up.',
      'Set OPENAI_BASE_URL and OPENAI_API_KEY.',
      { why: 'no-openai' },
    );
  }

  /** Servers of this kind tell no tokenizer: only a models folder can have it. */
  tokenCounter(): Promise<TokenCounter> {
    const told = { id: this.id, text: '', facts: {}, fetchAll: async () => ({}) };
    return counterOfServerModel(told, this.servers.modelFolders ?? []);
  }

  async countTokens(text: string): Promise<number> {
    return (await this.tokenCounter()).count(text) + templateTokens;
  }

  async *chat(messages: readonly ChatMessage[], options: ChatOptions, signal?: AbortSignal): AsyncIterable<string> {
    const body = {
      model: this.model,
      messages,
      stream: true,
      temperature: options.temperature,
      seed: options.seed,
      max_tokens: options.maxTokens,
      ...(options.stop ? { stop: options.stop } : {}),
      ...(options.onUsage ? { stream_options: { include_usage: true } } : {}),
    };
    const response = await this.start(body, options, signal);
    let finished = false;
    for await (const line of linesOf(openAiServer, response, this.servers, signal, streamBytes(options))) {
      const data = /^data:\s*(.*)$/u.exec(line.trim())?.[1];
      if (data === '[DONE]') return;
      if (!data) continue;
      // Some servers close with usage after the last choice, some without [DONE].
      const part = parsePart(openAiServer, openAiPart, data);
      const choice = part.choices[0];
      if (part.usage) {
        const { prompt_tokens: promptTokens = null, completion_tokens: outputTokens = null } = part.usage;
        options.onUsage?.({ promptTokens, outputTokens });
      }
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason === 'length') options.onCut?.();
      finished ||= Boolean(choice?.finish_reason);
    }
    if (!finished) throw brokenOff(openAiServer);
  }

  private async start(
    body: object,
    { format: schema, onFormatRefused }: ChatOptions,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const headers = { authorization: `Bearer ${this.server.apiKey}` };
    const url = `${this.server.baseUrl.replace(/\/+$/u, '')}/chat/completions`;
    let refused: unknown;
    for (const format of responseFormats(schema)) {
      try {
        const response = await callServer(
          openAiServer,
          url,
          post({ ...body, ...format }, headers),
          this.servers,
          signal,
        );
        if (refused !== undefined) onFormatRefused?.();
        return response;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused = error;
      }
    }
    throw refused;
  }
}

function post(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
