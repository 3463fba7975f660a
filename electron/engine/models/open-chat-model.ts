import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { brokenOff, type ChatServers, callServer, linesOf, parsePart } from './chat-endpoint';
import type { ChatMessage, ChatModel, ChatOptions } from './contract';

/** No server tells its tokenizer; three bytes a token is more than any of them needs for European text. */
const bytesPerToken = 3;
const fallbackContext = 8192;

const estimate = (text: string): number => Math.ceil(Buffer.byteLength(text, 'utf8') / bytesPerToken);

/** `provider:model`, such as `ollama:smollm2:135m` or `openai:gpt-4o`. Errors: `bad-request` for another form, and those of the server. */
export async function openChatModel(name: string, servers: ChatServers): Promise<ChatModel> {
  const separator = name.indexOf(':');
  const provider = name.slice(0, separator);
  const model = name.slice(separator + 1);
  if (provider === 'ollama' && model !== '') return OllamaChat.open(model, servers);
  if (provider === 'openai' && model !== '') return OpenAiChat.open(model, servers);
  throw new VitrineError(
    'bad-request',
    `${name} does not name a chat model.`,
    'Write it as provider:model, such as ollama:smollm2:135m or openai:gpt-4o.',
    { name },
  );
}

const shown = z.object({ model_info: z.record(z.string(), z.unknown()).optional() });
const ollamaPart = z.object({
  message: z.object({ content: z.string() }).optional(),
  error: z.string().optional(),
  done: z.boolean().optional(),
});

class OllamaChat implements ChatModel {
  private constructor(
    readonly id: string,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly servers: ChatServers,
  ) {}

  static async open(model: string, servers: ChatServers): Promise<OllamaChat> {
    const response = await callServer(
      'Ollama',
      `${servers.ollamaHost}/api/show`,
      post({ model }),
      servers,
      undefined,
      'metadata',
    );
    const { model_info: info = {} } = parsePart('Ollama', shown, await response.text());
    const length = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
    return new OllamaChat(`ollama:${model}`, model, typeof length === 'number' ? length : fallbackContext, servers);
  }

  async countTokens(text: string): Promise<number> {
    return estimate(text);
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
      'answer',
    );
    for await (const line of linesOf('Ollama', response, this.servers, signal)) {
      if (line.trim() === '') continue;
      const part = parsePart('Ollama', ollamaPart, line);
      if (part.error)
        throw new VitrineError(
          'model-failed',
          `Ollama stopped: ${part.error}`,
          'Look at its log, or ask without a model.',
        );
      if (part.message?.content) yield part.message.content;
      if (part.done) return;
    }
    throw brokenOff('Ollama');
  }
}

const openAiPart = z.object({
  choices: z.array(
    z.object({ delta: z.object({ content: z.string().nullish() }).optional(), finish_reason: z.string().nullish() }),
  ),
});
const openAiServer = 'The model server';

class OpenAiChat implements ChatModel {
  readonly contextTokens = fallbackContext;

  private constructor(
    readonly id: string,
    private readonly model: string,
    private readonly server: { baseUrl: string; apiKey: string },
    private readonly servers: ChatServers,
  ) {}

  static open(model: string, servers: ChatServers): OpenAiChat {
    if (servers.openai) return new OpenAiChat(`openai:${model}`, model, servers.openai, servers);
    throw new VitrineError(
      'model-missing',
      'No OpenAI-compatible server is set up.',
      'Set OPENAI_BASE_URL and OPENAI_API_KEY.',
    );
  }

  async countTokens(text: string): Promise<number> {
    return estimate(text);
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
    };
    const init = post(body, { authorization: `Bearer ${this.server.apiKey}` });
    const url = `${this.server.baseUrl.replace(/\/+$/u, '')}/chat/completions`;
    const response = await callServer(openAiServer, url, init, this.servers, signal, 'answer');
    let finished = false;
    for await (const line of linesOf(openAiServer, response, this.servers, signal)) {
      const data = /^data:\s*(.*)$/u.exec(line.trim())?.[1];
      if (data === '[DONE]') return;
      if (!data) continue;
      // Some servers close with usage after the last choice, some without [DONE].
      const choice = parsePart(openAiServer, openAiPart, data).choices[0];
      if (choice?.delta?.content) yield choice.delta.content;
      finished ||= Boolean(choice?.finish_reason);
    }
    if (!finished) throw brokenOff(openAiServer);
  }
}

function post(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
