import type { ConnectionPurpose } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { z } from 'zod';
import { connect, type NetworkPolicy } from '../connections/connection-gate';
import { requestHeaders, toldCall } from './provider-calls';

export interface ChatServers extends NetworkPolicy {
  readonly ollamaHost: string;
  readonly openai: { readonly baseUrl: string; readonly apiKey: string } | null;
  /** Longest silence of a server that is writing an answer, in ms; a minute where not set. */
  readonly answerSilenceMs?: number;
  /** Folders that may hold a model's tokenizer, under the model's name; none where not set. */
  readonly modelFolders?: readonly string[];
}

/** A server that says nothing for so long counts as stuck. Models load within it on slow disks. */
const defaultSilenceMs = 60_000;
/** A server that does not even accept or answer a metadata request within this is not there. */
const metadataMs = 3500;

/** More is no metadata and no line of an answer, bytes or characters. */
const mostText = 32 * 1024 * 1024;

/**
 * Connects, with the offline switch held, the request's id in a header (C11) and every failure in words.
 * Errors: `offline`, `model-unreachable`, `model-timeout`, `rate-limited`, `model-missing`, `model-failed`, `cancelled`.
 */
export function callServer(
  server: string,
  url: string,
  init: RequestInit,
  servers: ChatServers,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return asked(server, url, init, servers, signal, silenceMs(servers), async (response) => response);
}

/** The whole text of a short answer, such as a list of models, or words that say why it did not come within 3.5 s. Errors: those of `callServer`. */
export function metadataOf(
  server: string,
  url: string,
  init: RequestInit,
  servers: ChatServers,
  signal?: AbortSignal,
): Promise<string> {
  return toldCall({ server, job: 'metadata', model: null }, () =>
    asked(server, url, init, servers, signal, metadataMs, (response) => textOf(response, mostText)),
  );
}

/** As `metadataOf`, for megabytes of it, which a busy server may take long over: as patient as with an answer. */
export function longMetadataOf(server: string, url: string, init: RequestInit, servers: ChatServers): Promise<string> {
  return toldCall({ server, job: 'metadata', model: null }, () =>
    asked(server, url, init, servers, undefined, silenceMs(servers), (response) => textOf(response, mostText)),
  );
}

async function asked<T>(
  server: string,
  url: string,
  init: RequestInit,
  servers: ChatServers,
  signal: AbortSignal | undefined,
  ms: number,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const target = addressOf(server, url);
  const place = target.host;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    const combined = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...requestHeaders() };
    const call = {
      purpose: purposeOf(target, ms),
      who: `${server} at ${place}`,
      hint: 'Turn offline mode off, or use a model on this machine.',
    };
    const response = await connect(target, { ...init, headers, signal: combined }, call, servers);
    if (response.ok) return await read(response);
    throw await refusal(server, response);
  } catch (error) {
    if (error instanceof VitrineError || signal?.aborted) throw error;
    if (timeout.signal.aborted) {
      throw stuck(server, place, error);
    }
    throw new VitrineError(
      'model-unreachable',
      `${server} does not answer at ${place}.`,
      'Start it, or ask without a model: the answer will be quoted from your documents.',
      { url },
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Errors: `model-unreachable` for what is no address. */
function addressOf(server: string, url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  const hint = 'Correct it, such as http://127.0.0.1:11434, or ask without a model.';
  throw new VitrineError('model-unreachable', `The address of ${server} is not one: ${url}.`, hint, {
    server,
    url,
    why: 'no-address',
  });
}

/** The first `most` bytes of a body as text; a body that never ends is left there. */
async function textOf(response: Response, most: number): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader.read(); !part.done && bytes < most; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    bytes += part.value.byteLength;
  }
  // What a broken stream says to being left is of no use.
  await reader.cancel().catch(() => {});
  return text + decoder.decode();
}

/** What is asked of a server: metadata have their own deadline, the rest is told by the end of the address. */
function purposeOf({ pathname }: URL, ms: number): ConnectionPurpose {
  if (ms === metadataMs || pathname.endsWith('/api/show')) return 'server-check';
  if (pathname.endsWith('/api/pull')) return 'server-pull';
  return /\/embed(dings)?$/u.test(pathname) ? 'embedding' : 'answer';
}

/** Retry-After as seconds from now: a number or a date (RFC 9110 §10.2.3); null for anything else. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** As much of a refusal as is kept with the error. */
const shownBytes = 500;

async function refusal(server: string, response: Response): Promise<VitrineError> {
  const body = (await textOf(response, shownBytes)).slice(0, shownBytes);
  const details = { server, status: response.status, body };
  if (response.status === 429) {
    const wait = secondsOf(response.headers.get('retry-after'));
    return new VitrineError('rate-limited', `${server} has too much to do.`, `Try again in ${wait ?? 30} seconds.`, {
      ...details,
      ...(wait === null ? {} : { retryAfterSeconds: wait }),
    });
  }
  if (response.status === 404) return missing(server, details);
  if (response.status === 401 || response.status === 403) {
    const hint = 'Check the API key, or ask without a model.';
    return new VitrineError('model-failed', `${server} refused the key (status ${response.status}).`, hint, {
      ...details,
      why: 'key-refused',
    });
  }
  return new VitrineError(
    'model-failed',
    `${server} answered with status ${response.status}.`,
    'Look at its log, or ask without a model.',
    { ...details, why: 'status' },
  );
}

/** Such a server says what is missing; anything else at the address says that there is no such page. */
function missing(server: string, details: { readonly body: string }): VitrineError {
  if (/"error"\s*:/u.test(details.body)) {
    const hint = 'Pull it first, or choose another one.';
    return new VitrineError('model-missing', `${server} does not have this model.`, hint, {
      ...details,
      why: 'not-on-server',
    });
  }
  return new VitrineError(
    'model-failed',
    `${server} is not at this address: there it says 404, not found.`,
    'Check the address (with OpenAI’s API it mostly ends in /v1), or ask without a model.',
    { ...details, why: 'wrong-address' },
  );
}

const silenceMs = ({ answerSilenceMs }: ChatServers): number => answerSilenceMs ?? defaultSilenceMs;

function stuck(server: string, place: string, cause: unknown): VitrineError {
  return new VitrineError(
    'model-timeout',
    `${server} at ${place} did not answer in time.`,
    'Check that it is not stuck, or ask without a model.',
    { place },
    { cause },
  );
}

function endless(server: string): VitrineError {
  return new VitrineError(
    'model-failed',
    `${server} wrote on without an end, and was stopped.`,
    'Check that the address leads to such a server, or ask without a model.',
    { server, why: 'endless' },
  );
}

/** What a server says when it breaks off. */
export function brokenOff(server: string, cause?: unknown): VitrineError {
  return new VitrineError(
    'model-failed',
    `${server} broke off in the middle of its answer.`,
    'Ask again; if it happens again, look at its log, or ask without a model.',
    { server, why: 'broke-off' },
    { cause },
  );
}

/**
 * Lines of a streamed body as they come. Errors: `model-timeout` when nothing comes for too long, `model-failed` when
 * the stream breaks or has no end; an aborted signal throws its reason.
 */
export async function* linesOf(
  server: string,
  response: Response,
  servers: ChatServers,
  signal: AbortSignal | undefined,
  mostBytes = Number.POSITIVE_INFINITY,
): AsyncIterable<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  const reader = response.body.getReader();
  // The signal is watched here too: one that reached fetch only through other signals may no longer reach the body.
  const next = () =>
    inTime(
      () => reader.read(),
      silenceMs(servers),
      () => stuck(server, new URL(response.url).host, null),
      signal,
    );
  try {
    for (let part = await next(); !part.done; part = await next()) {
      rest += decoder.decode(part.value, { stream: true });
      bytes += part.value.byteLength;
      if (bytes > mostBytes || rest.length > mostText) throw endless(server);
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof VitrineError ? error : brokenOff(server, error);
  } finally {
    // A stream that is left early must not keep its connection. What a broken one says to that is of no use.
    await reader.cancel().catch(() => {});
  }
  if (rest !== '') yield rest;
}

async function inTime<T>(
  work: () => Promise<T>,
  ms: number,
  late: () => Error,
  signal: AbortSignal | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  let stop = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
    stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** One part of an answer, as the server's kind writes it. Errors: `model-failed` for anything else. */
export function parsePart<T>(server: string, schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new VitrineError(
      'model-failed',
      `${server} sent something that is no part of an answer.`,
      'Check that the address leads to such a server, or ask without a model.',
      { server, sent: text.slice(0, 200), why: 'no-answer' },
      { cause: error },
    );
  }
}
