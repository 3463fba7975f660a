import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

type Message = Parameters<NonNullable<Transport['onmessage']>>[0];

/**
 * Stdio that answers all requests made before the input ended: the SDK's own drops them, and with them the answers to
 * requests piped in from a file. Requests that take longer than `patienceMs` after the end are stopped.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #input = new PassThrough();
  readonly #inner: StdioServerTransport;
  readonly #open = new Set<string | number>();
  #hasEnded = false;

  constructor(
    private readonly stdin: Readable,
    stdout: Writable,
    private readonly patienceMs: number,
    private readonly onOver: () => void,
  ) {
    this.#inner = new StdioServerTransport(this.#input, stdout);
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      this.onclose?.();
      this.onOver();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => this.#take(message);
    await this.#inner.start();
    this.stdin.on('error', (error) => this.onerror?.(error));
    this.stdin.once('end', () => this.#end()).once('close', () => this.#end());
    this.stdin.pipe(this.#input, { end: false });
  }

  async send(message: Message): Promise<void> {
    try {
      await this.#inner.send(message);
    } finally {
      if (!('method' in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #take(message: Message): void {
    if ('method' in message && 'id' in message) this.#open.add(message.id);
    this.onmessage?.(message);
    if ('method' in message && message.method === 'notifications/cancelled') {
      const id = message.params?.requestId;
      // A stopped request has no answer.
      if (typeof id === 'string' || typeof id === 'number') this.#settle(id);
    }
  }

  #settle(id: string | number): void {
    this.#open.delete(id);
    if (this.#hasEnded && this.#open.size === 0) this.#input.end();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // The last read request is still on its way through the pipe.
    setImmediate(() => {
      if (this.#open.size === 0) this.#input.end();
    });
    setTimeout(() => this.#input.end(), this.patienceMs).unref();
  }
}
