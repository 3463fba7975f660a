import { VitrineError } from '@shared/errors';
import { providers } from '@shared/providers';
import { withoutSecrets } from '@shared/secrets';
import type { z } from 'zod';
import { raceTimeout } from '../../async';
import { connect } from '../../connections/connection-gate';
import { requestHeaders, toldCall } from './call-log';
import type { Purpose, Server } from './provider';

/** A server that says nothing for so long counts as stuck. Models load within it on slow disks. */
const defaultSilenceMs = 60_000;
/** A server that does not even accept or answer a metadata request within this is not there. */
const metadataMs = 3500;

/** More is no metadata and no line of an answer, bytes or characters. */
const mostText = 32 * 1024 * 1024;

/**
 * Connects, with the offline switch held, the request's id in a header (C11) and every failure in words.
 * Errors: `offline`, `model-unreachable`, `model-timeout`, `rate-limited`, `model-missing`, `model-failed`, `cancelled`.
 *
 * @param path behind the server's address
 */
export function callServer(
  server: Server,
  path: string,
  purpose: Purpose,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return asked(server, path, { purpose, init, signal, ms: silenceMs(server) }, async (response) => response);
}

/** The whole text of a short answer, such as a list of models, or words that say why it did not come within 3.5 s. Errors: those of `callServer`. */
export function metadataOf(server: Server, path: string, init: RequestInit, signal?: AbortSignal): Promise<string> {
  return toldCall({ server: server.title, job: 'metadata', model: null }, () =>
    asked(server, path, { purpose: 'server-check', init, signal, ms: metadataMs }, (response) =>
      textOf(response, mostText),
    ),
  );
}

export const post = (body: object | string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

interface Sent {
  readonly purpose: Purpose;
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
  readonly ms: number;
}

async function asked<T>(
  server: Server,
  path: string,
  { purpose, init, signal, ms }: Sent,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { net } = server;
  const url = server.baseUrl + path;
  const target = addressOf(called(server), url);
  const place = target.host;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    const combined = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...server.headers, ...requestHeaders() };
    const call = {
      purpose,
      refusal: () => new VitrineError('offline', { why: 'place', server: called(server), place }),
    };
    const response = await connect(target, { ...init, headers, signal: combined }, call, net);
    if (response.ok) return await read(response);
    throw await refusal(server, response);
  } catch (error) {
    if (error instanceof VitrineError || signal?.aborted) throw error;
    if (timeout.signal.aborted) {
      throw stuck(called(server), place, error);
    }
    throw new VitrineError('model-unreachable', { why: 'down', server: called(server), place, url }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Errors: `model-unreachable` for an invalid address. */
function addressOf(server: string, url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new VitrineError('model-unreachable', { why: 'no-address', server, url });
}

/** A server's name in errors: its proper name, or `unnamed` if many programs have its interface. */
export const called = ({ name, provider }: Server): string =>
  name ?? (providers[provider].compatible ? 'unnamed' : providers[provider].name);

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
  // A broken stream's error at its end is of no use.
  await reader.cancel().catch(() => {});
  return text + decoder.decode();
}

/** Retry-After as seconds from now: a number or a date (RFC 9110 §10.2.3); null for anything else. */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

const shownBytes = 500;
const readBytes = 8192;

/** Statuses of a server that has too much to do; 529 is Anthropic's. */
const busyStatuses = [429, 529];

/** A server that wants to be asked again later. @param seconds until then, where it says */
export function tooBusy(server: Server, seconds: number | null, details: object): VitrineError {
  return new VitrineError('rate-limited', {
    ...details,
    why: 'wait',
    server: called(server),
    seconds: seconds ?? 30,
    ...(seconds === null ? {} : { retryAfterSeconds: seconds }),
  });
}

async function refusal(from: Server, response: Response): Promise<VitrineError> {
  const server = called(from);
  // A key that the server repeats is cut out whole: half of one would be none that is known.
  const body = withoutSecrets(await textOf(response, readBytes)).slice(0, shownBytes);
  const details = { server, status: response.status, body };
  if (busyStatuses.includes(response.status)) {
    return tooBusy(from, secondsOf(response.headers.get('retry-after')), details);
  }
  if (response.status === 404) return missing(server, details);
  if (response.status === 401 || response.status === 403) {
    return new VitrineError('model-failed', { why: 'key-refused', ...details });
  }
  return new VitrineError('model-failed', { why: 'status', ...details });
}

/** Such a server names the missing thing; anything else at the address has no such page. */
function missing(server: string, details: { readonly body: string }): VitrineError {
  if (/"error"\s*:/u.test(details.body)) {
    return new VitrineError('model-missing', { why: 'not-on-server', server, ...details });
  }
  return new VitrineError('model-failed', { why: 'wrong-address', server, ...details });
}

export const silenceMs = ({ net }: Server): number => net.answerSilenceMs ?? defaultSilenceMs;

function stuck(server: string, place: string, cause: unknown): VitrineError {
  return new VitrineError('model-timeout', { why: 'server', server, place }, { cause });
}

function endless(server: string): VitrineError {
  return new VitrineError('model-failed', { why: 'endless', server });
}

export function brokenOff(server: Server, cause?: unknown): VitrineError {
  return new VitrineError('model-failed', { why: 'broke-off', server: called(server) }, { cause });
}

/**
 * Lines of a streamed body as they come. Errors: `model-timeout` when nothing comes for too long, `model-failed` when
 * the stream breaks or has no end; an aborted signal throws its reason.
 */
export async function* linesOf(
  server: Server,
  response: Response,
  signal: AbortSignal | undefined,
  mostBytes = Number.POSITIVE_INFINITY,
): AsyncIterable<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  const reader = response.body.getReader();
  // The signal is watched here too: one that reached fetch only through other signals may no longer reach the body.
  const next = async () => {
    const read = await raceTimeout(reader.read(), silenceMs(server), signal);
    if (!read) throw stuck(called(server), new URL(response.url).host, null);
    return read.value;
  };
  try {
    for (let part = await next(); !part.done; part = await next()) {
      rest += decoder.decode(part.value, { stream: true });
      bytes += part.value.byteLength;
      if (bytes > mostBytes || rest.length > mostText) throw endless(called(server));
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof VitrineError ? error : brokenOff(server, error);
  } finally {
    // A stream that is left early must not keep its connection. A broken one's error at that is of no use.
    await reader.cancel().catch(() => {});
  }
  if (rest !== '') yield rest;
}

/** The whole of an answer. Errors: those of `linesOf`. */
export async function wholeOf(server: Server, response: Response, signal: AbortSignal | undefined): Promise<string> {
  const lines: string[] = [];
  for await (const line of linesOf(server, response, signal)) lines.push(line);
  return lines.join('\n');
}

/** Data of server-sent events, one line each, as the servers of models send them. */
export async function* eventsOf(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) {
    const data = /^data:\s*(.*)$/u.exec(line.trim())?.[1];
    if (data) yield data;
  }
}

/** One part of an answer, as the server's kind writes it. Errors: `model-failed` for anything else. */
export function parsePart<T>(server: Server, schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new VitrineError(
      'model-failed',
      { why: 'no-answer', server: called(server), sent: withoutSecrets(text).slice(0, 200) },
      { cause: error },
    );
  }
}

export function stoppedBy(server: Server, said: string): VitrineError {
  return new VitrineError('model-failed', { why: 'server-stopped', server: called(server), said });
}

/** As much of a server's reason as one sentence bears. */
const mostCharacters = 200;

/** A server's reason for its refusal, in JSON, also cut, or as a line of text; empty for a page and without one. */
export function reasonIn(body: unknown): string {
  const text = String(body ?? '').trim();
  const [, quoted] = /"(?:message|error|detail)"\s*:\s*"((?:[^"\\]|\\.)*)/u.exec(text) ?? [];
  const said = quoted === undefined ? plain(text) : unescaped(quoted);
  return said.replace(/\s+/gu, ' ').slice(0, mostCharacters).trim().replace(/\.$/u, '');
}

const plain = (text: string): string => (/^[<{[]/u.test(text) ? '' : text);

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return quoted;
  }
}
