import { setTimeout as sleep } from 'node:timers/promises';
import { reportOf, VitrineError } from '@shared/errors';
import { z } from 'zod';
import { type ChatServers, callServer, linesOf, metadataOf, parsePart } from './chat-endpoint';
import type { Embedder, EmbeddingKind } from './contract';
import { inEmbeddingWords } from './embedding-words';
import { meanVector, normalised } from './pooling';
import { toldCall } from './provider-calls';
import { type ServerName, serverId, serverTitle } from './server-names';
import { throwIfStopped } from './stop-signal';
import { textWindows } from './text-windows';

/**
 * No server tells an embedding model's tokenizer, so this is an estimate: enough for English prose; numbers, code and
 * emoji make more tokens of their bytes, and a server may then cut the end off a text that fills the window.
 */
const bytesPerToken = 3;
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text, 'utf8') / bytesPerToken);

/** Texts in one request: enough to spare round trips, few enough that a stop is felt. */
const batch = 16;
/** Longest wait for one batch, in ms; slow machines load the model within it. */
const batchMs = 120_000;
/** Longest wait for the first answer when a model is opened: with a server that hangs, a search goes on by words. */
const openingMs = 20_000;
const tries = 4;
const firstWaitMs = 250;
/** A busy server that asks for more time than this is given up at once, in ms: somebody waits for a query's vector. */
const longestWaitMs: Readonly<Record<EmbeddingKind, number>> = { passage: 60_000, query: 2000 };
const specialTokens = 2;
const fallbackWindow = 512;

const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });
const openAiAnswer = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });
const shown = z.object({ model_info: z.record(z.string(), z.unknown()).optional() });

/**
 * An embedding model that Ollama (`/api/embed`) or an OpenAI-compatible server (`/embeddings`) runs.
 *
 * Texts go in batches; what fails for a passing reason is tried again with growing, jittered waits, or when a busy server
 * asks to. Vectors are made
 * unit vectors here. Tokens are an estimate, three bytes each. A text beyond the window is embedded in parts of equal
 * length, cut at white space, and its vector is their mean (I8). A server's arithmetic may depend on what it runs side
 * by side; the library caches each text's first vector, so that the same text keeps the same vector (I9).
 */
export class ServerEmbedder implements Embedder {
  readonly textsPerCall = batch;

  private constructor(
    readonly id: string,
    /** Length of a vector, learned from the first answer. */
    readonly dimension: number,
    readonly maxTokens: number,
    private readonly ask: Ask,
    private readonly inWords: (error: unknown) => never,
  ) {}

  /**
   * Asks the server once to learn the dimension. Errors: `model-unreachable`, `model-missing`, `model-timeout`,
   * `model-failed`, `rate-limited`, `offline`, `cancelled`.
   */
  static async open(name: ServerName, servers: ChatServers, signal?: AbortSignal): Promise<ServerEmbedder> {
    const call =
      name.provider === 'ollama'
        ? ollamaCall(name.model, servers)
        : openAiCall(name.model, openAiServer(servers), servers);
    const told = { server: serverTitle[name.provider], job: 'embedding', model: name.model } as const;
    const address = name.provider === 'ollama' ? servers.ollamaHost : (servers.openai?.baseUrl ?? '');
    const inWords = (error: unknown): never => {
      throw inEmbeddingWords(error, name, address);
    };
    const ask: Ask = (texts, stop) => toldCall(told, () => call(texts, stop));
    const opening = async () => {
      const window = name.provider === 'ollama' ? await ollamaWindow(name.model, servers, signal) : fallbackWindow;
      const until = performance.now() + openingMs;
      const work = (stop: AbortSignal) => ask(['dimension'], stop);
      const left = () => until - performance.now();
      const [first] = await inTime(openingMs, signal, (stop) => retried(() => work(stop), stop, left, isThere));
      return new ServerEmbedder(serverId(name), first?.length ?? 0, window - specialTokens, ask, inWords);
    };
    return opening().catch((error: unknown) => {
      throwIfStopped(signal);
      return inWords(error);
    });
  }

  readonly estimatesTokens = true;

  countTokens(text: string): number {
    return tokensOf(text);
  }

  async embed(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const windows = texts.map((text) => textWindows(text, this.maxTokens * bytesPerToken));
    const all = windows.flat();
    const vectors: Float64Array[] = [];
    for (let start = 0; start < all.length; start += batch) {
      throwIfStopped(signal);
      const part = all.slice(start, start + batch);
      const made = await retried(
        () => inTime(batchMs, signal, (stop) => this.ask(part, stop)).catch(this.inWords),
        signal,
        () => longestWaitMs[kind],
      );
      vectors.push(...made.map((vector) => this.unit(Float64Array.from(vector))));
    }
    let from = 0;
    return windows.map(({ length }) => {
      const own = vectors.slice(from, from + length);
      from += length;
      return Float32Array.from(own.length === 1 ? (own[0] ?? []) : this.unit(meanVector(own)));
    });
  }

  async dispose(): Promise<void> {
    // The server keeps its models by its own rules.
  }

  private unit(vector: Float64Array): Float64Array {
    const unit = vector.length === this.dimension ? normalised(vector) : null;
    if (unit) return unit;
    throw new VitrineError('model-failed', `${this.id} gave no usable vector.`, 'Choose another embedding model.', {
      id: this.id,
      why: 'no-vector',
    });
  }
}

type Ask = (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;

function ollamaCall(model: string, servers: ChatServers): Ask {
  return async (texts, signal) => {
    // Ollama refuses an empty text; a space is embedded as the special tokens alone.
    const init = post({ model, input: texts.map((text) => text || ' '), truncate: true });
    const response = await callServer('Ollama', `${servers.ollamaHost}/api/embed`, init, servers, signal);
    const answer = await wholeOf('Ollama', response, servers, signal);
    return complete('Ollama', parsePart('Ollama', ollamaAnswer, answer).embeddings, texts);
  };
}

function openAiCall(model: string, server: { baseUrl: string; apiKey: string }, servers: ChatServers): Ask {
  const url = `${server.baseUrl.replace(/\/+$/u, '')}/embeddings`;
  const headers: Record<string, string> = server.apiKey === '' ? {} : { authorization: `Bearer ${server.apiKey}` };
  return async (texts, signal) => {
    const init = post({ model, input: texts.map((text) => text || ' '), encoding_format: 'float' }, headers);
    const response = await callServer(serverTitle.openai, url, init, servers, signal);
    const answer = await wholeOf(serverTitle.openai, response, servers, signal);
    const { data } = parsePart(serverTitle.openai, openAiAnswer, answer);
    const inOrder = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    return complete(serverTitle.openai, inOrder, texts);
  };
}

/** The whole of an answer. Errors: those of `linesOf`. */
async function wholeOf(...answer: Parameters<typeof linesOf>): Promise<string> {
  const lines: string[] = [];
  for await (const line of linesOf(...answer)) lines.push(line);
  return lines.join('\n');
}

function complete(server: string, vectors: number[][], texts: readonly string[]): number[][] {
  if (vectors.length === texts.length && vectors.every((vector) => vector.length > 0)) return vectors;
  const message = `${server} gave ${vectors.length} vectors for ${texts.length} texts.`;
  throw new VitrineError('model-failed', message, 'Check that the model makes embeddings, or choose another.');
}

async function ollamaWindow(model: string, servers: ChatServers, signal: AbortSignal | undefined): Promise<number> {
  const url = `${servers.ollamaHost}/api/show`;
  const { model_info: info = {} } = parsePart(
    'Ollama',
    shown,
    await metadataOf('Ollama', url, post({ model }), servers, signal),
  );
  const length = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1];
  return typeof length === 'number' && length > specialTokens ? length : fallbackWindow;
}

/** Errors: `model-missing` where no OpenAI-compatible server is set up. */
export function openAiServer({ openai }: ChatServers): { baseUrl: string; apiKey: string } {
  if (openai) return openai;
  const hint = 'Set OPENAI_BASE_URL and OPENAI_API_KEY.';
  throw new VitrineError('model-missing', 'No OpenAI-compatible server is set up.', hint, { why: 'no-openai' });
}

/** Runs the work with a deadline of its own beside the caller's signal. Errors: `model-timeout`, `cancelled`, the work's. */
async function inTime<T>(ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
  const deadline = AbortSignal.timeout(ms);
  const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
  try {
    return await work(stop);
  } catch (error) {
    throwIfStopped(stop);
    throw error;
  }
}

/** What may be over in a moment: a server that restarts, is busy or broke off. What it refuses stays refused. */
function passes(error: unknown): boolean {
  if (!(error instanceof VitrineError)) return false;
  const status = error.details?.status;
  const refused = typeof status === 'number' && status < 500 && status !== 429;
  return !refused && ['model-unreachable', 'rate-limited', 'model-failed'].includes(error.code);
}

/** For who opens a model: a server that is not there would only keep a search from going on by words. */
const isThere = (error: unknown): boolean => passes(error) && reportOf(error).code !== 'model-unreachable';

/** Tries again what passes, up to three times; what asks for a longer wait than `longest` (ms) is not waited for. */
async function retried<T>(
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
  longest: () => number,
  mayPass = passes,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const ms = waitMs(error, attempt);
      if (attempt === tries || !mayPass(error) || ms > longest()) throw error;
      await sleep(ms, undefined, { signal }).catch(() => {
        throwIfStopped(signal);
      });
    }
  }
}

/**
 * As long as the server asks for in Retry-After; at least 250, 500 and 1000 ms, each half to fully, so that clients that
 * failed together do not return together.
 */
function waitMs(error: unknown, attempt: number): number {
  const asked = reportOf(error).details?.retryAfterSeconds;
  const least = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return typeof asked === 'number' ? Math.max(asked * 1000, least) : least;
}

function post(body: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
