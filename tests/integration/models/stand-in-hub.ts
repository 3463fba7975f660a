import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file's faults, one for each time it is named. */
export type Fault =
  | { readonly kind: 'hang'; readonly afterBytes: number }
  | { readonly kind: 'wrong-bytes' }
  | { readonly kind: 'status'; readonly status: number };

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const gitHash = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/**
 * A real HTTP server that answers as the hub does: large files by a redirect to another path that carries the sha256
 * in `x-linked-etag`, small ones at once with a git hash as ETag, both with ranges.
 */
export class StandInHub {
  readonly requests: { readonly path: string; readonly range: string | null }[] = [];
  private readonly faults = new Map<string, Fault[]>();

  private constructor(
    private readonly server: Server,
    private readonly files: ReadonlyMap<string, Uint8Array>,
    private readonly repository: string,
  ) {
    server.on('request', (request, response) => this.answer(request, response));
  }

  static async open(repository: string, files: ReadonlyMap<string, Uint8Array>): Promise<StandInHub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new StandInHub(server, files, repository);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The next answers with this file go wrong, in this order. */
  fail(file: string, ...faults: Fault[]): void {
    this.faults.set(file, faults);
  }

  /** Ranges asked of a file's bytes, in order; null for all of them. */
  rangesOf(file: string): (string | null)[] {
    return this.requests
      .filter(({ path }) => path === `/store/${file}` || (path.endsWith(`/main/${file}`) && !file.endsWith('.onnx')))
      .map(({ range }) => range);
  }

  /** Ends running answers, also a hanging one. */
  breakOff(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.breakOff();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.requests.push({ path, range: request.headers.range ?? null });
    const stored = /^\/store\/(.+)$/u.exec(path)?.[1];
    const asked = path.startsWith(`/${this.repository}/resolve/main/`) ? path.split('/resolve/main/')[1] : undefined;
    const file = stored ?? asked ?? '';
    const bytes = this.files.get(file);
    if (!bytes) return void response.writeHead(404).end('Entry not found');
    if (asked !== undefined && file.endsWith('.onnx')) {
      const headers = {
        location: `/store/${file}`,
        'x-linked-etag': `"${sha256(bytes)}"`,
        'x-linked-size': bytes.length,
      };
      return void response.writeHead(302, headers).end();
    }
    this.send(file, bytes, request, response);
  }

  private send(file: string, bytes: Uint8Array, request: IncomingMessage, response: ServerResponse): void {
    const fault = this.faults.get(file)?.shift();
    if (fault?.kind === 'status') return void response.writeHead(fault.status).end('no');
    const start = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (start >= bytes.length) {
      return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    }
    const sent = fault?.kind === 'wrong-bytes' ? bytes.map((byte) => byte ^ 1) : bytes;
    const headers = { etag: `"${gitHash(bytes)}"`, 'content-length': bytes.length - start };
    if (start > 0) {
      response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
    } else response.writeHead(200, headers);
    if (fault?.kind === 'hang') response.write(sent.subarray(start, start + fault.afterBytes));
    else response.end(sent.subarray(start));
  }
}
