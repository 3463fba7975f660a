import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import {
  type ChatCall,
  type Provider,
  type PullProgress,
  type Server,
  type ServerModel,
  soundsLikeEmbedding,
  streamBytes,
} from './provider';
import {
  brokenOff,
  callServer,
  linesOf,
  metadataOf,
  parsePart,
  post,
  reasonIn,
  stoppedBy,
  wholeOf,
} from './server-call';

/** Ollama, by its own interface (`/api/…`). */
export const ollama: Provider = {
  title: 'Ollama',
  headers: () => ({}),
  models,
  contextTokens: async (server, model, signal) => {
    const { model_info: info = {} } = parsePart(
      server,
      shown,
      await metadataOf(server, '/api/show', post({ model }), signal),
    );
    return numberIn(info, '.context_length');
  },
  chat,
  async embed(server, model, texts, signal) {
    // Ollama refuses an empty text; a space is embedded as the special tokens alone.
    const body = { model, input: texts.map((text) => text || ' '), truncate: true };
    const response = await callServer(server, '/api/embed', 'embedding', post(body), signal);
    return parsePart(server, vectors, await wholeOf(server, response, signal)).embeddings;
  },
  pull,
};

const vectors = z.object({ embeddings: z.array(z.array(z.number())) });
const tags = z.object({ models: z.array(z.object({ name: z.string(), size: z.number().optional() })) });
const running = z.object({ models: z.array(z.object({ name: z.string() })) });
const shown = z.object({
  capabilities: z.array(z.string()).optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
});

/** The number under the one key that ends so: the keys begin with the name of the model's architecture. */
function numberIn(info: Readonly<Record<string, unknown>>, ending: string): number | null {
  const value = Object.entries(info).find(([key]) => key.endsWith(ending))?.[1];
  return typeof value === 'number' ? value : null;
}

async function models(server: Server, signal: AbortSignal, names?: 'names'): Promise<ServerModel[]> {
  const read = async <T>(path: string, schema: z.ZodType<T>, init: RequestInit = {}): Promise<T> =>
    parsePart(server, schema, await metadataOf(server, path, init, signal));
  const listed = await read('/api/tags', tags);
  if (names) {
    const unknown = { bytes: null, contextTokens: null, dimension: null, loaded: null };
    return listed.models.map(({ name }) => ({ name, embeds: soundsLikeEmbedding(name), ...unknown }));
  }
  // What follows is nice to know: a list without it is still a list.
  const inMemory = read('/api/ps', running).then(
    (loaded) => new Set(loaded.models.map(({ name }) => name)),
    () => null,
  );
  const found = listed.models.map(async ({ name, size }): Promise<ServerModel> => {
    const facts = await read('/api/show', shown, post({ model: name })).catch(() => null);
    const info = facts?.model_info ?? {};
    const embeds = facts?.capabilities ? !facts.capabilities.includes('completion') : soundsLikeEmbedding(name);
    return {
      name,
      embeds,
      bytes: size ?? null,
      contextTokens: numberIn(info, '.context_length'),
      dimension: embeds ? numberIn(info, '.embedding_length') : null,
      loaded: (await inMemory)?.has(name) ?? null,
    };
  });
  return Promise.all(found);
}

const part = z.object({
  message: z.object({ content: z.string() }).optional(),
  error: z.string().optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

async function* chat(server: Server, { model, messages, options, signal }: ChatCall): AsyncIterable<string> {
  const body = {
    model,
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
  const response = await callServer(server, '/api/chat', 'answer', post(body), signal);
  for await (const line of linesOf(server, response, signal, streamBytes(options))) {
    if (line.trim() === '') continue;
    const { message, error, ...end } = parsePart(server, part, line);
    if (error) throw stoppedBy(server, error);
    if (message?.content) yield message.content;
    if (!end.done) continue;
    if (end.done_reason === 'length') options.onCut?.();
    options.onUsage?.({ promptTokens: end.prompt_eval_count ?? null, outputTokens: end.eval_count ?? null });
    return;
  }
  throw brokenOff(server);
}

const step = z.object({
  status: z.string().optional(),
  digest: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
  error: z.string().optional(),
});

/**
 * Has Ollama pull a model into its own store (`/api/pull`). Ollama gets it from the internet, so that offline mode
 * refuses, wherever Ollama runs. Errors: `offline`, `model-missing`, `model-unreachable`, `model-timeout`,
 * `model-failed`, `cancelled`.
 */
async function pull(server: Server, model: string, onProgress: PullProgress, signal: AbortSignal): Promise<void> {
  if (server.net.offline) {
    throw new VitrineError('offline', { why: 'pull', model });
  }
  try {
    const response = await callServer(server, '/api/pull', 'server-pull', post({ model, stream: true }), signal);
    for await (const line of linesOf(server, response, signal)) {
      if (line.trim() === '') continue;
      const { status, digest, total, completed, error } = parsePart(server, step, line);
      if (error) throw notPulled(model, error);
      if (status === 'success') return;
      onProgress(digest ?? status ?? model, completed ?? 0, total ?? null);
    }
    throw brokenOff(server);
  } catch (error) {
    throw inPullWords(model, error);
  }
}

/** What Ollama says where it cannot reach its library: the system's words for a name or a connection that is not there. */
const noWayOut = /no such host|dial tcp|connection refused|network is unreachable|i\/o timeout|TLS handshake/iu;
const nameRefused = 400;

function notPulled(model: string, said: string, cause?: VitrineError): VitrineError {
  const details = { ...cause?.details, model, said };
  if (/does not exist|not found/iu.test(said)) {
    return new VitrineError('model-missing', { ...details, why: 'pull-unknown' }, { cause });
  }
  const why = noWayOut.test(said) ? 'pull-no-internet' : 'pull-failed';
  return new VitrineError('model-failed', { ...details, why }, { cause });
}

/** A failure in the words of somebody who pulls: the chat's would tell to ask without a model. */
function inPullWords(model: string, error: unknown): unknown {
  if (!(error instanceof VitrineError) || !error.code.startsWith('model-')) return error;
  const { code, details = {} } = error;
  if (String(details.why).startsWith('pull-')) return error;
  const told = { ...details, model };
  const cause = { cause: error };
  if (details.status === nameRefused) return new VitrineError('model-missing', { ...told, why: 'pull-name' }, cause);
  if (details.why === 'no-address') {
    return new VitrineError('model-unreachable', { ...told, url: String(details.url), why: 'pull-address' }, cause);
  }
  if (details.why === 'wrong-address') return new VitrineError('model-failed', { ...told, why: 'pull-address' }, cause);
  if (details.why === 'broke-off') return new VitrineError('model-failed', { ...told, why: 'pull-broke-off' }, cause);
  if (code === 'model-unreachable') return new VitrineError(code, { ...told, why: 'pull-down' }, cause);
  if (code === 'model-timeout') return new VitrineError(code, { ...told, why: 'pull-silent' }, cause);
  const { status } = details;
  if (status === undefined) return notPulled(model, 'what it sent is no part of an answer', error);
  return notPulled(model, [`status ${status}`, reasonIn(details.body)].filter(Boolean).join(': '), error);
}
