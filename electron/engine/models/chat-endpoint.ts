import type { ConnectionPurpose } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { z } from 'zod';
import { connect, type NetworkPolicy } from '../connection-gate';

export interface ChatServers extends NetworkPolicy {
  readonly ollamaHost: string;
  readonly openai: { readonly baseUrl: string; readonly apiKey: string } | null;
  /** Longest silence of a server that is writing an answer, in ms; a minute where not set. */
  readonly answerSilenceMs?: number;
}

/** A server that says nothing for so long counts as stuck. Models load within it on slow disks. */
const defaultSilenceMs = 60_000;
/** A server that does not even accept or answer a metadata request within this is not there. */
const metadataMs = 4000;

/** Connects, with the offline switch held and every failure in words. Errors: `offline`, `model-unreachable`, `model-timeout`, `rate-limited`, `model-missing`, `model-failed`, `cancelled`. */
export async function callServer(
  server: string,
  url: string,
  init: RequestInit,
  servers: ChatServers,
  signal: AbortSignal | undefined,
  kind: 'metadata' | 'answer',
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), kind === 'metadata' ? metadataMs : silenceMs(servers));
  try {
    const combined = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const call = {
      purpose: purposeOf(url, kind),
      who: `${server} at ${new URL(url).host}`,
      hint: 'Turn offline mode off, or use a model on this machine.',
    };
    const response = await connect(new URL(url), { ...init, signal: combined }, call, servers);
    if (response.ok) return response;
    throw await refusal(server, response);
  } catch (error) {
    if (error instanceof VitrineError || signal?.aborted) throw error;
    const place = new URL(url).host;
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

/** What is asked of a server, by the end of the address. */
function purposeOf(url: string, kind: 'metadata' | 'answer'): ConnectionPurpose {
  if (kind === 'metadata') return 'server-check';
  if (url.endsWith('/api/pull')) return 'server-pull';
  return /\/embed(dings)?$/u.test(url) ? 'embedding' : 'answer';
}

/** Retry-After as seconds from now: a number or a date (RFC 9110 §10.2.3); null for anything else. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

async function refusal(server: string, response: Response): Promise<VitrineError> {
  const body = (await response.text()).slice(0, 500);
  const details = { status: response.status, body };
  if (response.status === 429) {
    const wait = secondsOf(response.headers.get('retry-after'));
    return new VitrineError('rate-limited', `${server} has too much to do.`, `Try again in ${wait ?? 30} seconds.`, {
      ...details,
      ...(wait === null ? {} : { retryAfterSeconds: wait }),
    });
  }
  if (response.status === 404) {
    return new VitrineError('model-missing', `${server} does not have this model.`, `Pull it first: ${body}`, details);
  }
  return new VitrineError(
    'model-failed',
    `${server} answered with status ${response.status}.`,
    'Look at its log, or ask without a model.',
    details,
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

/** What a server says when it breaks off. */
export function brokenOff(server: string, cause?: unknown): VitrineError {
  return new VitrineError(
    'model-failed',
    `${server} broke off in the middle of its answer.`,
    'Ask again; if it happens again, look at its log, or ask without a model.',
    {},
    { cause },
  );
}

/**
 * Lines of a streamed body as they come. Errors: `model-timeout` when nothing comes for too long, `model-failed` when
 * the stream breaks; an aborted signal throws its reason.
 */
export async function* linesOf(
  server: string,
  response: Response,
  servers: ChatServers,
  signal: AbortSignal | undefined,
): AsyncIterable<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
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
      { sent: text.slice(0, 200) },
      { cause: error },
    );
  }
}
