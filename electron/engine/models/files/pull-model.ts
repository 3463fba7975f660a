import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PulledFile } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelEntry } from '@shared/model-catalogue';
import { retry } from '../../async';
import { connect, type NetworkPolicy } from '../../connections/connection-gate';
import { checksumOfFile } from '../../files';
import { ownPath, partAt } from '../../own-files';
import {
  type Checksums,
  checksumIn,
  filesInOrder,
  howToGet,
  MODEL_FILE,
  readChecksums,
  sizeOf,
  writeChecksums,
} from './model-files';

interface PullOptions extends NetworkPolicy {
  readonly endpoint: string;
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  /** A hub that sends nothing for so long counts as stuck, ms; half a minute where not set. */
  readonly silenceMs?: number;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

const defaultSilenceMs = 30_000;
/** A download that breaks is gone on with so often before a person is asked. */
const tries = 3;
const firstWaitMs = 500;

/**
 * Downloads a model of the hub into `<downloadFolder>/<folder>`, file by file; present files with the right checksum
 * are kept. `checksums.json` beside them has the sha256 of every file, and every start of the model compares them.
 * Errors: those of `downloadFile`; `model-missing` for a model that is not on the hub.
 */
export async function pullModel(entry: ModelEntry, options: PullOptions): Promise<PulledFile[]> {
  if (entry.source.kind !== 'hub') {
    throw new VitrineError('model-missing', { why: 'not-pulled', title: entry.title, ...howToGet(entry) });
  }
  const { repository, folder, graph = MODEL_FILE } = entry.source;
  const target = ownPath(...partAt(options.downloadFolder), folder);
  // Unreadable: every file is fetched and verified again.
  const known = await readChecksums(target).catch(() => ({}) as Checksums);
  const pulled: PulledFile[] = [];
  for (const file of filesInOrder) {
    options.signal.throwIfAborted();
    const path = join(target, file);
    const present = known[file];
    if (present && (await checksumIn(path)) === present.sha256 && fits(entry, file, present)) {
      pulled.push({ file, ...present, downloaded: false });
      continue;
    }
    const came = await steadily(options, () =>
      downloadFile({
        url: `${options.endpoint}/${repository}/resolve/main/${file === MODEL_FILE ? graph : file}`,
        path,
        pinned: expectedOf(entry, file),
        // Read at each connection: offline mode may be switched on in between.
        get offline() {
          return options.offline;
        },
        connections: options.connections,
        silenceMs: options.silenceMs ?? defaultSilenceMs,
        signal: options.signal,
        repository,
        onBytes: (done, total) => options.onProgress(file, done, total),
      }),
    );
    known[file] = came;
    writeChecksums(target, known);
    pulled.push({ file, ...came, downloaded: true });
  }
  return pulled;
}

export const expectedOf = (entry: ModelEntry, file: string): string | null =>
  entry.files[file] ?? entry.published?.[file] ?? null;

const fits = (entry: ModelEntry, file: string, { sha256 }: HubFile): boolean =>
  (expectedOf(entry, file) ?? sha256) === sha256;

/** Goes on after a break; every other failure is the person's to see. */
async function steadily<T>({ signal }: PullOptions, work: () => Promise<T>): Promise<T> {
  const waitBefore = (error: unknown, attempt: number): number | null => {
    const passes = error instanceof VitrineError && error.code === 'model-unreachable';
    return attempt === tries || !passes ? null : firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  };
  return retry(work, waitBefore, signal);
}

interface HubRequest extends NetworkPolicy {
  readonly url: string;
  readonly path: string;
  readonly pinned: string | null;
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  readonly repository: string;
  onBytes(done: number, total: number | null): void;
}

type HubFile = Pick<PulledFile, 'bytes' | 'sha256' | 'checkedAgainst'>;

const mostRedirects = 5;

/**
 * Downloads one file of the hub, continues an earlier try, and puts it in its place if its sha256 is right: the
 * catalogue's, otherwise the hub's for its large files (`x-linked-etag`). For small files the hub publishes a git hash
 * of other content; their own sha256 is recorded.
 *
 * Errors: `offline`, `model-unreachable`, `model-timeout`, `model-missing`, `rate-limited`, `model-damaged` (nothing is
 * left), `disk-full`, `cancelled` (the received part stays for the next try).
 */
async function downloadFile(request: HubRequest): Promise<HubFile> {
  const part = `${request.path}.part`;
  await mkdir(dirname(request.path), { recursive: true });
  const resumed = ((await sizeOf(part)) ?? 0) > 0;
  const { published, bytes } = await fetchInto(part, request);
  const sha256 = await checksumOfFile(part);
  const expected = request.pinned ?? published;
  if (expected !== null && expected !== sha256) {
    await rm(part, { force: true });
    // The part of an earlier try may be of another version.
    if (resumed) return downloadFile(request);
    throw new VitrineError('model-damaged', { why: 'hub-wrong-checksum', ...facts(request), expected, found: sha256 });
  }
  await rename(part, request.path);
  if (request.pinned !== null) return { bytes, sha256, checkedAgainst: 'catalogue' };
  return { bytes, sha256, checkedAgainst: published === null ? 'first-use' : 'hub' };
}

async function fetchInto(part: string, request: HubRequest): Promise<{ published: string | null; bytes: number }> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), request.silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), request.silenceMs);
  };
  try {
    const have = (await sizeOf(part)) ?? 0;
    const signal = AbortSignal.any([request.signal, silence.signal]);
    const { response, published } = await followed(request, have, signal);
    const start = startOf(response, have);
    if (start === null) {
      // The server does not go on from there: all of it is there already, or the file has changed.
      await response.body?.cancel();
      await rm(part, { force: true });
      return await fetchInto(part, request);
    }
    const total = totalOf(response, start);
    const bytes = await append(part, response, start, (done) => {
      heard();
      request.onBytes(done, total);
    });
    if (total !== null && bytes !== total) throw new Error(`${bytes} of ${total} bytes came`);
    return { published, bytes };
  } catch (error) {
    throw await inWords(error, part, request, silence.signal.aborted);
  } finally {
    clearTimeout(timer);
  }
}

/** Follows redirects by hand: the first answer carries the file's sha256, and each host is held to the offline switch. */
async function followed(request: HubRequest, have: number, signal: AbortSignal) {
  let url = new URL(request.url);
  let published: string | null = null;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (have > 0) headers.range = `bytes=${have}-`;
    const call = {
      purpose: 'model-download' as const,
      refusal: () => new VitrineError('offline', { why: 'hub', place: url.host, repository: request.repository }),
    };
    const response = await connect(url, { headers, redirect: 'manual', signal }, call, request);
    published ??= sha256In(response.headers.get('x-linked-etag')) ?? sha256In(response.headers.get('etag'));
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null) {
      if (response.ok || response.status === 416) return { response, published };
      await response.body?.cancel();
      throw refusal(response, request);
    }
    await response.body?.cancel();
    const target = new URL(next, url);
    if (url.protocol === 'https:' && target.protocol !== 'https:') {
      throw new Error(`it leads to an unprotected address, ${target.host}`);
    }
    url = target;
  }
  throw new Error('it leads in circles');
}

/** An ETag that is a sha256, as the hub gives its large files; null for any other. */
function sha256In(etag: string | null): string | null {
  return /^(?:W\/)?"?([0-9a-f]{64})"?$/iu.exec(etag ?? '')?.[1]?.toLowerCase() ?? null;
}

function startOf(response: Response, have: number): number | null {
  if (response.status === 416) return null;
  if (response.status !== 206) return 0;
  const start = /^bytes (\d+)-/u.exec(response.headers.get('content-range') ?? '')?.[1];
  return Number(start) === have ? have : null;
}

function totalOf(response: Response, start: number): number | null {
  const length = response.headers.get('content-length');
  return length === null ? null : start + Number(length);
}

async function append(part: string, response: Response, start: number, onBytes: (done: number) => void) {
  const file = await open(part, start > 0 ? 'a' : 'w');
  let done = start;
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      await file.appendFile(part.value);
      done += part.value.length;
      onBytes(done);
    }
    await file.sync().catch((error: unknown) => {
      // Some targets cannot be flushed; the checksum that follows reads the file.
      if (codeOf(error) !== 'EINVAL') throw error;
    });
  } finally {
    await file.close();
  }
  return done;
}

const facts = ({ url, repository }: HubRequest) => ({ url, host: new URL(url).host, repository });

function refusal(response: Response, request: HubRequest): VitrineError {
  const { status } = response;
  const details = { ...facts(request), status };
  if ([401, 403, 404, 410].includes(status)) {
    return new VitrineError('model-missing', { ...details, why: 'hub-lacks' });
  }
  if (status === 429) {
    const wait = response.headers.get('retry-after') ?? '60';
    return new VitrineError('rate-limited', { ...details, why: 'hub-busy', seconds: wait });
  }
  return new VitrineError('model-unreachable', { ...details, why: 'hub-status' });
}

async function inWords(error: unknown, part: string, request: HubRequest, silent: boolean): Promise<unknown> {
  request.signal.throwIfAborted();
  if (error instanceof VitrineError) return error;
  const cause = { cause: error };
  if (codeOf(error) === 'ENOSPC') {
    await rm(part, { force: true });
    return new VitrineError('disk-full', { why: 'model', part }, cause);
  }
  if (silent) return new VitrineError('model-timeout', { ...facts(request), why: 'hub-silent' }, cause);
  // A file that cannot be written is nothing that the network did.
  if (codeOf(error) !== null && !(error instanceof TypeError)) return error;
  // The runtime's words for a broken connection (`terminated`, `fetch failed`) do not help a person: the cause keeps
  // them.
  return new VitrineError('model-unreachable', { ...facts(request), why: 'hub-unreachable' }, cause);
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
