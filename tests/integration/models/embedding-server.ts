import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const asked = z.object({ model: z.string(), input: z.array(z.string()) });

/** Letters counted: a vector that depends on the text and nothing else. Not of length 1. */
export function letterVector(text: string, dimension: number): number[] {
  const vector = new Array<number>(dimension).fill(0.5);
  for (const character of text) {
    const place = (character.codePointAt(0) ?? 0) % dimension;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

/** A real HTTP server that speaks `/embeddings` and `/models` as OpenAI-compatible servers do, vectors out of order. */
export class EmbeddingServer {
  /** Texts of each request that was answered. */
  readonly batches: string[][] = [];
  /** Statuses that the next requests get instead of vectors. */
  readonly failures: number[] = [];
  /** Its text with such a status. */
  refusal = 'not now';
  /** Seconds to come back in, as a busy server says with its status. */
  retryAfter: number | null = null;
  /** Until then every request for vectors is answered with status 429; `performance.now()`. */
  busyUntil = 0;
  /** Says nothing to a request with this in one of its texts. */
  stumblesAt: string | null = null;
  /** How long it works on each text of a request. */
  msPerText = 0;
  /** Models that it lists. */
  names = ['text-embedding-tiny', 'talker'];
  dimension = 24;
  authorization: string | undefined;
  /**
   * How it answers from now on: `rubbish` is a page for people, `drop` ends the connection, `half` ends it in the middle
   * of an answer, `hang` says nothing.
   */
  manner: 'well' | 'rubbish' | 'drop' | 'half' | 'hang' = 'well';
  /** Whether its list of models is answered in that manner too. */
  listsSo = false;
  /** Answers a request for its list of models. */
  statusOfList = 200;
  /** How many requests `met` has seen. */
  asked = 0;
  private readonly waiting: { readonly times: number; readonly resolve: () => void }[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', async (request, response) => {
      this.authorization = request.headers.authorization;
      const lists = request.url === '/v1/models';
      if (this.manner !== 'well' && (this.listsSo || !lists)) return this.fail(request, response);
      if (lists && this.statusOfList !== 200) return response.writeHead(this.statusOfList).end('not you');
      if (lists) {
        return response.end(JSON.stringify({ data: this.names.map((id) => ({ id })) }));
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const status = performance.now() < this.busyUntil ? 429 : this.failures.shift();
      if (status !== undefined) this.count();
      if (this.retryAfter !== null) response.setHeader('retry-after', this.retryAfter);
      if (status !== undefined) return response.writeHead(status).end(this.refusal);
      const { input } = asked.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      const { stumblesAt } = this;
      if (stumblesAt !== null && input.some((text) => text.includes(stumblesAt))) return this.count();
      this.batches.push(input);
      if (this.msPerText > 0) await sleep(this.msPerText * input.length);
      const data = input.map((text, index) => ({ index, embedding: letterVector(text, this.dimension) })).reverse();
      return response.end(JSON.stringify({ data }));
    });
  }

  /** Resolves when so many requests were met by another manner than `well`, or by a failure. */
  met(times: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.asked >= times) resolve();
      else this.waiting.push({ times, resolve });
    });
  }

  private count(): void {
    this.asked += 1;
    for (const { times, resolve } of this.waiting) if (this.asked >= times) resolve();
  }

  private fail(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    this.count();
    if (this.manner === 'rubbish') response.end('<html><title>A page for people</title></html>');
    if (this.manner === 'drop') request.socket.destroy();
    if (this.manner === 'half') {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"data":[', () => request.socket.destroy());
    }
  }

  /** Ends every connection, as a server that goes does. */
  dropAll(): void {
    this.server.closeAllConnections();
  }

  static async open(): Promise<EmbeddingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new EmbeddingServer(server);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
