import { VitrineError } from '@shared/errors';

export interface ChatServers {
  readonly ollamaHost: string;
  readonly openai: { readonly baseUrl: string; readonly apiKey: string } | null;
  /** When true only loopback may be connected to. */
  readonly offline: boolean;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);
/** A server that has not begun to answer by then counts as down. Models load within it on slow disks. */
const firstByteMs = 60_000;
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
  if (servers.offline && !loopback.has(new URL(url).hostname)) {
    throw new VitrineError(
      'offline',
      `Offline mode is on: ${server} at ${new URL(url).host} was not contacted.`,
      'Turn offline mode off, or use a model on this machine.',
    );
  }
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), kind === 'metadata' ? metadataMs : firstByteMs);
  try {
    const combined = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const response = await fetch(url, { ...init, signal: combined, redirect: 'error' });
    if (response.ok) return response;
    throw await refusal(server, response);
  } catch (error) {
    if (error instanceof VitrineError || signal?.aborted) throw error;
    const place = new URL(url).host;
    if (timeout.signal.aborted) {
      throw new VitrineError(
        'model-timeout',
        `${server} at ${place} did not answer in time.`,
        'Check that it is not stuck, or ask without a model.',
        { url },
        { cause: error },
      );
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

async function refusal(server: string, response: Response): Promise<VitrineError> {
  const body = (await response.text()).slice(0, 500);
  const details = { status: response.status, body };
  if (response.status === 429) {
    const wait = response.headers.get('retry-after');
    return new VitrineError(
      'rate-limited',
      `${server} has too much to do.`,
      `Try again in ${wait ?? '30'} seconds.`,
      details,
    );
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

/** Lines of a streamed body as they come. A stream that breaks throws what fetch throws. */
export async function* linesOf(response: Response): AsyncIterable<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let rest = '';
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += decoder.decode(part.value, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
