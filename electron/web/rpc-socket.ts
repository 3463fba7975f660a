import type { EngineClient, RequestOf, RouteName } from '@shared/contract';
import type { Result } from '@shared/errors';
import { admit, type GrantedPaths } from '@shared/host/request-gate';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

/** Bytes of the largest message from a page; the longest prompt has a million characters. */
const maxMessageBytes = 16 * 1024 * 1024;
/** A page that does not read its events is let go before it fills the memory. */
const maxBufferedBytes = 64 * 1024 * 1024;

const cancelSchema = z.strictObject({ cancel: z.string().min(1).max(200) });
const requestSchema = z.looseObject({ id: z.string().min(1).max(200) });

/**
 * Speaks with the pages: `{id, route, input, requestId}` is answered with `{id, result}`, `{cancel: requestId}` with
 * nothing, and every event of the engine goes to every page as `{event}`. Whoever connects has passed the access check.
 */
export function createRpcSockets(
  engine: EngineClient,
  granted: GrantedPaths,
  onAnswer: (route: RouteName, input: unknown, result: Result<unknown>) => void,
): WebSocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });

  async function answer(message: unknown): Promise<object | null> {
    const cancel = cancelSchema.safeParse(message);
    if (cancel.success) {
      engine.cancel(cancel.data.cancel);
      return null;
    }
    const { id, ...request } = requestSchema.parse(message);
    const admitted = admit(request, granted);
    if (!admitted.ok) return { id, result: admitted };
    const { route, input, requestId } = admitted.data;
    // The engine parses the input with the route's schema; the type here only says that it will.
    const result = await engine.request(route, input as RequestOf<RouteName>, { requestId });
    onAnswer(route, input, result);
    return { id, result };
  }

  server.on('connection', (socket) => {
    socket.on('error', (error) => console.warn(`A page's connection failed: ${error.message}`));
    socket.on('message', (data) => {
      void Promise.resolve()
        .then(() => answer(JSON.parse(String(data))))
        .then(
          (reply) => {
            if (reply) send(socket, JSON.stringify(reply));
          },
          // Neither a request nor a cancel: not a page of ours.
          () => socket.close(1008, 'not a request'),
        );
    });
  });

  engine.subscribe((event) => {
    const text = JSON.stringify({ event });
    for (const socket of server.clients) send(socket, text);
  });
  return server;
}

function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
  else socket.send(text);
}
