import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** A request to a chat server. */
export interface SentPrompt {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly format?: object;
}

/** Passes everything on to a real server byte for byte, and keeps the prompts. */
export async function recordingProxy(server: string): Promise<{
  readonly address: string;
  readonly sent: SentPrompt[];
  close(): Promise<void>;
}> {
  const sent: SentPrompt[] = [];
  const proxy = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    if (request.url === '/api/chat') sent.push(JSON.parse(body.toString('utf8')));
    const answer = await fetch(`${server}${request.url}`, {
      method: request.method ?? 'GET',
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status);
    if (answer.body) Readable.fromWeb(answer.body as ReadableStream).pipe(response);
    else response.end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    sent,
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
