import { reportOf, VitrineError } from '@shared/errors';
import { type EmbeddingEntry, familyOf, type ModelCatalogue } from '@shared/model-catalogue';
import { type ServerName, serverId, serversCalled } from '@shared/providers';
import { deadline, retry } from '../../async';
import { type Embedder, type EmbeddingKind, throwIfStopped } from '../contract';
import { unmeasuredWeights } from '../files/folder-models';
import { bytesPerToken, serverTokens } from '../token-counter';
import { meanVector, normalised, textWindows } from '../windows';
import { toldCall } from './call-log';
import type { Provider, Server } from './provider';
import { called, reasonIn } from './server-call';

/** Texts in one request: enough to spare round trips, few enough that a stop is felt. */
const batch = 16;
/** Longest wait for one batch, in ms; slow machines load the model within it. */
const batchMs = 120_000;
/** Longest wait for the first answer when a model is opened: with a server that hangs, a search goes on by words. */
const openingMs = 20_000;
const tries = 4;
const firstWaitMs = 250;
/** A busy server that asks for more time than this is given up at once, in ms: a query waits for its vector. */
const longestWaitMs: Readonly<Record<EmbeddingKind, number>> = { passage: 60_000, query: 2000 };
const specialTokens = 2;
/** Tokens at once where the server does not say; sentence models of its kind take at least so many. */
const fallbackWindow = 512;

/**
 * An embedding model that a server runs.
 *
 * Texts go in batches. A passing failure is tried again with growing, jittered waits, or when a busy server asks to.
 * Vectors are made unit vectors here. Tokens are an estimate, three bytes each. A text beyond the window is embedded in
 * parts of equal length, cut at white space, and its vector is their mean (I8); the prefix of the model's family comes
 * before each. A server's arithmetic may depend on its other work. The library caches each text's first vector, so the
 * same text keeps the same vector (I9).
 */
export class ServerEmbedder implements Embedder {
  readonly textsPerCall = batch;

  private constructor(
    readonly id: string,
    readonly dimension: number,
    readonly maxTokens: number,
    private readonly prefixes: Prefixes,
    private readonly server: { readonly ask: Ask; readonly inWords: (error: unknown) => never },
  ) {}

  /**
   * Asks the server once to learn the dimension. Errors: `model-unreachable`, `model-missing`, `model-timeout`,
   * `model-failed`, `rate-limited`, `offline`, `cancelled`.
   */
  static async open(
    model: string,
    prefixes: Prefixes,
    server: Server,
    provider: Provider,
    signal?: AbortSignal,
  ): Promise<ServerEmbedder> {
    const name = { server: server.id, provider: server.provider, model };
    const told = { server: server.title, job: 'embedding', model } as const;
    const inWords = (error: unknown): never => {
      throw inEmbeddingWords(error, name, server);
    };
    const { embed } = provider;
    if (!embed) throw noEmbeddings(server);
    const ask: Ask = (texts, stop) =>
      toldCall(told, async () => complete(await embed(server, model, texts, stop), texts));
    const opening = async () => {
      const tokens = (await provider.contextTokens(server, model, signal)) ?? 0;
      const window = tokens > specialTokens ? tokens : fallbackWindow;
      const until = performance.now() + openingMs;
      const work = (stop: AbortSignal) => ask(['dimension'], stop);
      const left = () => until - performance.now();
      const [first] = await inTime(openingMs, signal, (stop) => retried(() => work(stop), stop, left, isThere));
      const room = window - specialTokens - Math.max(serverTokens(prefixes.query), serverTokens(prefixes.passage));
      return new ServerEmbedder(serverId(name), first?.length ?? 0, room, prefixes, { ask, inWords });
    };
    return opening().catch((error: unknown) => {
      throwIfStopped(signal);
      return inWords(error);
    });
  }

  readonly estimatesTokens = true;

  countTokens(text: string): number {
    return serverTokens(text);
  }

  async embed(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]> {
    const windows = texts.map((text) => textWindows(text, this.maxTokens * bytesPerToken));
    const all = windows.flat().map((part) => this.prefixes[kind] + part);
    const vectors: Float64Array[] = [];
    for (let start = 0; start < all.length; start += batch) {
      throwIfStopped(signal);
      const part = all.slice(start, start + batch);
      const made = await retried(
        () => inTime(batchMs, signal, (stop) => this.server.ask(part, stop)).catch(this.server.inWords),
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
    throw new VitrineError('model-failed', { why: 'no-vector', id: this.id });
  }
}

type Prefixes = EmbeddingEntry['prefixes'];
type Ask = (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;

/** The caller names the model that gave none. */
function complete(vectors: number[][], texts: readonly string[]): number[][] {
  if (vectors.length === texts.length && vectors.every((vector) => vector.length > 0)) return vectors;
  throw new VitrineError('model-failed', { vectors: vectors.length, texts: texts.length });
}

/** Runs the work with a deadline of its own beside the caller's signal. Errors: `model-timeout`, `cancelled`, the work's. */
async function inTime<T>(ms: number, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) {
  const stop = deadline(ms, signal);
  try {
    return await work(stop);
  } catch (error) {
    throwIfStopped(stop);
    throw error;
  }
}

/** Passing failures: a server that restarts, is busy or broke off. A refusal stays a refusal. */
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
  const waitBefore = (error: unknown, attempt: number): number | null => {
    const ms = waitMs(error, attempt);
    return attempt === tries || !mayPass(error) || ms > longest() ? null : ms;
  };
  try {
    return await retry(work, waitBefore, signal);
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
}

/** The server's wait, at least 250, 500 and 1000 ms, jittered: clients that failed together do not return together. */
function waitMs(error: unknown, attempt: number): number {
  const asked = reportOf(error).details?.retryAfterSeconds;
  const least = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return typeof asked === 'number' ? Math.max(asked * 1000, least) : least;
}

const noEmbeddings = ({ name, provider }: Server): VitrineError =>
  new VitrineError('model-missing', { why: 'no-embeddings', server: name ?? serversCalled(provider) });

/**
 * A failure of a model server, with advice for a person who wants vectors; `why` begins with `embedding-`. Other
 * errors, and those with a reason of the embedder, are returned unchanged.
 */
function inEmbeddingWords(error: unknown, { model }: ServerName, server: Server): unknown {
  if (!(error instanceof VitrineError)) return error;
  const { code, details = {} } = error;
  const { baseUrl } = server;
  const place = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const facts = { ...details, server: called(server), model, place };
  const cause = { cause: error };
  switch (code) {
    case 'model-unreachable':
      return details.why === 'no-address' ? error : new VitrineError(code, { ...facts, why: 'embedding-down' }, cause);
    case 'model-timeout':
      return new VitrineError(code, { ...facts, why: 'embedding-late' }, cause);
    case 'model-missing':
      return details.why === 'not-on-server'
        ? new VitrineError(code, { ...facts, why: 'embedding-absent' }, cause)
        : error;
    case 'model-failed':
      return details.why === 'no-vector'
        ? error
        : new VitrineError(code, { ...facts, ...embeddingFailure(details) }, cause);
    default:
      return error;
  }
}

function embeddingFailure(details: Readonly<Record<string, unknown>>) {
  if (details.why === 'key-refused') return { why: 'embedding-key' } as const;
  if (details.why === 'wrong-address') return { why: 'embedding-address' } as const;
  if (details.why === 'broke-off') return { why: 'embedding-broke-off' } as const;
  if (typeof details.status !== 'number') return { why: 'embedding-none' } as const;
  const said = reasonIn(details.body);
  const { status } = details;
  return said === ''
    ? ({ why: 'embedding-status', status } as const)
    : ({ why: 'embedding-said', status, said } as const);
}

/**
 * The catalogue entry of a server's embedding model. The model was not measured: relevance is judged as with MiniLM,
 * and the report says so. `dimension` and `window` are the server's figures, 0 and 512 before it has given them.
 * Errors: `config-invalid` if the catalogue has no MiniLM for the calibration.
 */
export function serverEntry(
  name: ServerName,
  catalogue: ModelCatalogue,
  learned: { readonly dimension: number; readonly window: number } = { dimension: 0, window: fallbackWindow },
): EmbeddingEntry {
  const weights = unmeasuredWeights(name.model, catalogue);
  if (!weights) throw new VitrineError('config-invalid', { why: 'missing', file: 'models.json', lacks: 'MiniLM' });
  return {
    id: serverId(name),
    job: 'embedding',
    title: `${name.model} (${name.server === name.provider ? serversCalled(name.provider) : name.server})`,
    licence: 'see the model',
    source: { kind: 'server', provider: name.provider, model: name.model },
    files: {},
    ...learned,
    pooling: 'none',
    prefixes: familyOf(name.model, catalogue)?.prefixes ?? { query: '', passage: '' },
    ...weights,
  };
}
