import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, TestRunner } from 'vitest';

export interface FakeServer {
  readonly address: string;
  /** The requests that came, in order. */
  readonly asked: { readonly path: string; readonly body: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/**
 * A server that misbehaves in a way that a real one cannot be made to: only for faults. One that a test has opened is
 * closed at its end; what opens one in a hook closes it.
 */
export async function fakeServer(handlers: Readonly<Record<string, Handler>>): Promise<FakeServer> {
  const asked: { path: string; body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      asked.push({ path, body, headers: request.headers });
      const handler = handlers[path];
      if (handler) handler(request, response, body);
      else response.writeHead(404).end('{"error":"not found"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

/** Answers /api/show as Ollama does, and /api/chat with the given handler; `stages` answers what the stages' agents ask. */
export const ollamaWith = (answer: Handler, stages: Handler = silent): Promise<FakeServer> =>
  fakeServer({
    '/api/show': (_request, response) => response.end(JSON.stringify({ model_info: { 'x.context_length': 8192 } })),
    // Only agents ask for a format.
    '/api/chat': (request, response, body) => ('format' in JSON.parse(body) ? stages : answer)(request, response, body),
  });

/** Nothing to say: every stage takes its deterministic default. */
const silent: Handler = (_request, response) => response.end(part('', true));

/** One line of Ollama's streamed answer. */
export const part = (content: string, done = false): string => `${JSON.stringify({ message: { content }, done })}\n`;

/** One line of an OpenAI-compatible server's streamed answer. */
export const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** Answers /v1/chat/completions with the given handler. */
export const openAiWith = (answer: Handler): Promise<FakeServer> => fakeServer({ '/v1/chat/completions': answer });

/** Bodies that went to this path, parsed. */
export const bodiesTo = ({ asked }: FakeServer, path: string): Record<string, unknown>[] =>
  asked.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
