import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { issueOf, reportOf, VitrineError } from '@shared/errors';
import { Hono } from 'hono';
import { chatOperations } from './chat-operations';
import { libraryOperations } from './library-operations';
import { jsonBody, listening } from './loopback';
import { openAiError, openAiOperations } from './openai-operations';
import {
  type ApiContext,
  type ApiOperation,
  type ApiOptions,
  inputMembers,
  openApiDocument,
  requesting,
  statusOf,
} from './operation';
import { runOperations } from './run-operations';

const operations: readonly ApiOperation[] = [
  ...chatOperations,
  ...libraryOperations,
  ...runOperations,
  ...openAiOperations,
];

export type ApiListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Whether a path belongs to the API, where it shares its port with the page. */
export const isApiPath = (path: string): boolean => /^\/(?:api|v1)(?:[/?]|$)/u.test(path);

/** Answers calls of the API at 127.0.0.1 and this port. */
export function apiListener(options: ApiOptions, port: number): ApiListener {
  const app = new Hono<{ Bindings: ApiContext['env'] }>();
  const place = `127.0.0.1:${port}`;
  const hosts = new Set([place, `localhost:${port}`]);

  app.use(async (context, next) => {
    const { host, origin } = context.env.incoming.headers;
    if (!hosts.has(host ?? '')) throw new VitrineError('api-refused', { why: 'host' });
    if (origin !== undefined) {
      const { origins } = await requesting(options.engine, randomUUID(), new AbortController().signal)('api.get', {});
      if (!origins.includes(origin.toLowerCase())) throw new VitrineError('api-refused', { why: 'origin' });
      context.header('Access-Control-Allow-Origin', origin);
      context.header('Vary', 'Origin');
      if (context.req.method === 'OPTIONS') return preflight(context);
    }
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
    return next();
  });

  const admitted = (context: ApiContext, scope: ApiOperation['scope']) => admit(options.engine, place, context, scope);
  for (const one of operations) {
    const path = one.path.replace(/\{(\w+)\}/gu, ':$1');
    const handle = async (context: ApiContext): Promise<Response> => {
      const { caller, requestId, signal } = await admitted(context, one.scope);
      const call = {
        context,
        options,
        caller,
        requestId,
        signal,
        input: await inputOf(one, context),
        request: requesting(options.engine, requestId, signal),
      };
      return answered(one, context, await one.run(call));
    };
    app.on(one.method.toUpperCase(), path, handle);
  }
  app.get('/api/openapi.json', async (context) => {
    await admitted(context, 'read');
    return context.json(openApiDocument(operations, `http://${place}`));
  });
  app.all('*', async (context) => {
    await admitted(context, 'read');
    throw new VitrineError('bad-request', { why: 'no-path', path: context.req.path });
  });
  app.onError((error, context) => {
    const report = reportOf(error);
    const status = statusOf(report);
    if (status === 401) context.header('WWW-Authenticate', 'Bearer');
    // The unread rest of a body would be taken for the next request.
    context.header('Connection', 'close');
    return context.json(context.req.path.startsWith('/v1/') ? openAiError(report) : { error: report }, status);
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

/** Checks the token of a call. Errors: `api-refused`. */
async function admit(engine: ApiOptions['engine'], place: string, context: ApiContext, scope: ApiOperation['scope']) {
  const token = /^Bearer +(\S{1,1000})$/iu.exec(context.env.incoming.headers.authorization ?? '')?.[1] ?? '';
  const requestId = `api-${randomUUID()}`;
  context.header('X-Request-Id', requestId);
  const call = `${context.req.method} ${context.req.path}`.slice(0, 300);
  const result = await engine.request('api.admit', { token, call, place, requestId });
  if (!result.ok) throw VitrineError.of(result.error);
  const caller = result.data;
  if (!caller) throw new VitrineError('api-refused', { why: 'token' });
  const { outgoing } = context.env;
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort(new VitrineError('cancelled'));
    void engine.request('api.ended', { connection: caller.connection, status: outgoing.statusCode });
  });
  if (scope === 'change' && caller.scope !== 'change') throw new VitrineError('api-refused', { why: 'scope' });
  return { caller, requestId, signal: gone.signal };
}

function preflight(context: ApiContext): Response {
  context.header('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  context.header('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-File-Name');
  context.header('Access-Control-Max-Age', '600');
  return context.body(null, 204);
}

/** Path, query and body, checked. Errors: `bad-request`. */
async function inputOf(one: ApiOperation, context: ApiContext): Promise<unknown> {
  const query = Object.fromEntries(
    Object.entries(context.req.query()).map(([name, text]) => [name, read(one, name, text)]),
  );
  const body = one.method === 'post' && !one.takesFile ? await jsonBody(context.env.incoming) : query;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const parsed = one.input.safeParse(isObject ? { ...body, ...context.req.param() } : body);
  if (parsed.success) return parsed.data;
  throw new VitrineError('bad-request', { why: 'input', route: one.path, ...issueOf(parsed.error) });
}

function read(one: ApiOperation, name: string, text: string): unknown {
  const type = inputMembers(one).find((member) => member.name === name)?.schema.type;
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/u.test(text) ? Number(text) : text;
  if (type === 'boolean' && /^(?:true|false)$/u.test(text)) return text === 'true';
  return text;
}

function answered(one: ApiOperation, context: ApiContext, value: unknown): Response {
  if (value instanceof Response || !one.answer) return value as Response;
  const status = 'status' in one ? (one.status ?? 200) : 200;
  // Members without a description are left out: the description is complete.
  return context.json(one.answer.parse(value) as object, status);
}

export interface ApiServer {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the API on 127.0.0.1, on a port of its own; 0 for any free one. Errors: those of listening, such as EADDRINUSE. */
export async function startApi(options: ApiOptions, port: number): Promise<ApiServer> {
  const server = createServer();
  const own = await listening(server, port);
  server.on('request', apiListener(options, own));
  return {
    address: `http://127.0.0.1:${own}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}
