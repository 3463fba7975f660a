import { VitrineError } from '@shared/errors';
import { Ollama } from 'ollama/browser';
import { z } from 'zod';
import {
  bearer,
  type ChatCall,
  namedModel,
  type Provider,
  type PullProgress,
  type Purpose,
  type Server,
  type ServerModel,
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

/** Ollama, by its own package, each of whose requests goes through the one way out. */
export const ollama: Provider = {
  title: 'Ollama',
  // Ollama itself wants no key; a proxy before it may.
  headers: bearer,
  models,
  contextTokens: async (server, model, signal) => {
    const { model_info } = await clientOf(server, { form: shown, signal }).show({ model });
    return numberIn(model_info, '.context_length');
  },
  chat,
  async embed(server, model, texts, signal) {
    const client = clientOf(server, { purpose: 'embedding', form: vectors, signal });
    // Ollama refuses an empty text; a space is embedded as the special tokens alone.
    const input = texts.map((text) => text || ' ');
    return (await client.embed({ model, input, truncate: true })).embeddings;
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

interface Asked {
  /** A question for metadata where not set. */
  readonly purpose?: Purpose;
  readonly form: z.ZodType<object>;
  readonly signal: AbortSignal | undefined;
}

/** The package gets this address and no other: it never sends a key of the environment to ollama.com. */
const host = 'http://ollama';

/** The package's client for calls that are answered at once. Errors: those of `metadataOf`, `callServer` and `wholeOf`. */
function clientOf(server: Server, { purpose, form, signal }: Asked): Ollama {
  return new Ollama({
    host,
    fetch: async (input, { method = 'GET', body } = {}) => {
      const { pathname } = new URL(String(input));
      const init = method === 'POST' ? post(String(body)) : {};
      const text =
        purpose === undefined
          ? await metadataOf(server, pathname, init, signal)
          : await wholeOf(server, await callServer(server, pathname, purpose, init, signal), signal);
      parsePart(server, form, text);
      return new Response(text);
    },
  });
}

type LineCall = Asked & { readonly purpose: Purpose; readonly mostBytes?: number };

/**
 * The parts of a streamed answer, by the package. The package does not refuse an invalid line and does not close an
 * unread connection: this function does both. Errors: those of `callServer` and `linesOf`, `model-failed` for a line
 * that is no part of an answer, gives the server's reason to stop, or is not the last one.
 */
async function* streamed<Part>(
  server: Server,
  { purpose, form, signal, mostBytes }: LineCall,
  ask: (client: Ollama) => Promise<AsyncIterable<Part>>,
): AsyncGenerator<Part> {
  let lines: AsyncGenerator<Uint8Array> | undefined;
  const client = new Ollama({
    host,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input));
      const response = await callServer(server, pathname, purpose, post(String(init?.body)), signal);
      const checked = checkedLines(server, linesOf(server, response, signal, mostBytes), form);
      lines = checked;
      const pull = async (body: ReadableStreamDefaultController) => {
        const { done, value } = await checked.next();
        if (done) body.close();
        else body.enqueue(value);
      };
      // Nothing is read ahead of the caller.
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
    },
  });
  try {
    yield* await ask(client);
  } finally {
    await lines?.return(undefined);
  }
}

const stopped = z.object({ error: z.string().optional() });
const encoder = new TextEncoder();

async function* checkedLines(
  server: Server,
  lines: AsyncIterable<string>,
  form: z.ZodType<object>,
): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const { error } = parsePart(server, stopped, line);
    if (error) throw stoppedBy(server, error);
    parsePart(server, form, line);
    yield encoder.encode(`${line}\n`);
  }
  // The package reads no further than the last part.
  throw brokenOff(server);
}

/** The number under the one key that ends so: the keys begin with the name of the model's architecture. */
function numberIn(info: object | undefined, ending: string): number | null {
  const value: unknown = Object.entries(info ?? {}).find(([key]) => key.endsWith(ending))?.[1];
  return typeof value === 'number' ? value : null;
}

async function models(server: Server, signal: AbortSignal, names?: 'names'): Promise<ServerModel[]> {
  const listed = await clientOf(server, { form: tags, signal }).list();
  if (names) return listed.models.map(({ name }) => namedModel(name));
  // The rest is optional: a list without it is still a list.
  const inMemory = clientOf(server, { form: running, signal })
    .ps()
    .then(
      (loaded) => new Set(loaded.models.map(({ name }) => name)),
      () => null,
    );
  const found = listed.models.map(async ({ name, size }): Promise<ServerModel> => {
    const facts = await clientOf(server, { form: shown, signal })
      .show({ model: name })
      .catch(() => null);
    const named = namedModel(name);
    const embeds = facts?.capabilities ? !facts.capabilities.includes('completion') : named.embeds;
    return {
      name,
      embeds,
      bytes: size ?? null,
      contextTokens: numberIn(facts?.model_info, '.context_length'),
      dimension: embeds ? numberIn(facts?.model_info, '.embedding_length') : null,
      loaded: (await inMemory)?.has(name) ?? null,
    };
  });
  return Promise.all(found);
}

const part = z.object({
  message: z.object({ content: z.string() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

async function* chat(server: Server, { model, messages, options, signal }: ChatCall): AsyncIterable<string> {
  const call = { purpose: 'answer', form: part, signal, mostBytes: streamBytes(options) } as const;
  const parts = streamed(server, call, (client) =>
    client.chat({
      model,
      messages: [...messages],
      stream: true,
      format: options.format,
      options: {
        temperature: options.temperature,
        seed: options.seed,
        num_predict: options.maxTokens,
        num_ctx: options.contextTokens,
        ...(options.stop ? { stop: [...options.stop] } : {}),
      },
    }),
  );
  for await (const { message, ...end } of parts) {
    if (message?.content) yield message.content;
    if (!end.done) continue;
    if (end.done_reason === 'length') options.onCut?.();
    options.onUsage?.({ promptTokens: end.prompt_eval_count ?? null, outputTokens: end.eval_count ?? null });
  }
}

const step = z.object({
  status: z.string().optional(),
  digest: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
});

/**
 * Makes Ollama pull a model into its own store. Ollama gets it from the internet, so offline mode refuses, wherever
 * Ollama runs. Errors: `offline`, `model-missing`, `model-unreachable`, `model-timeout`, `model-failed`, `cancelled`.
 */
async function pull(server: Server, model: string, onProgress: PullProgress, signal: AbortSignal): Promise<void> {
  if (server.net.offline) {
    throw new VitrineError('offline', { why: 'pull', model });
  }
  try {
    const call = { purpose: 'server-pull', form: step, signal } as const;
    for await (const { status, digest, total, completed } of streamed(server, call, (client) =>
      client.pull({ model, stream: true }),
    )) {
      if (status !== 'success') onProgress(digest ?? status ?? model, completed ?? 0, total ?? null);
    }
  } catch (error) {
    throw inPullWords(model, error);
  }
}

/** Ollama's reply if it cannot reach its library: the system's words for a missing name or connection. */
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

/** A failure in words for a person who pulls: the chat's words would advise to ask without a model. */
function inPullWords(model: string, error: unknown): unknown {
  if (!(error instanceof VitrineError) || !error.code.startsWith('model-')) return error;
  const { code, details = {} } = error;
  const told = { ...details, model };
  const cause = { cause: error };
  if (details.status === nameRefused) return new VitrineError('model-missing', { ...told, why: 'pull-name' }, cause);
  if (details.why === 'no-address') {
    return new VitrineError('model-unreachable', { ...told, url: String(details.url), why: 'pull-address' }, cause);
  }
  if (details.why === 'wrong-address') return new VitrineError('model-failed', { ...told, why: 'pull-address' }, cause);
  if (details.why === 'server-stopped') return notPulled(model, String(details.said), error);
  if (details.why === 'broke-off') return new VitrineError('model-failed', { ...told, why: 'pull-broke-off' }, cause);
  if (code === 'model-unreachable') return new VitrineError(code, { ...told, why: 'pull-down' }, cause);
  if (code === 'model-timeout') return new VitrineError(code, { ...told, why: 'pull-silent' }, cause);
  const { status } = details;
  if (status === undefined) return notPulled(model, 'what it sent is no part of an answer', error);
  return notPulled(model, [`status ${status}`, reasonIn(details.body)].filter(Boolean).join(': '), error);
}
