import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const keptAnswer = z.strictObject({ key: z.string(), stream: z.string() });

/** Less than the patience of whoever asks: fetch gives up a body that says nothing for five minutes. */
const signOfLifeMs = 20_000;

/**
 * Stands before Ollama and passes everything through, with no end to its patience: the head of an answer is there at
 * once and an empty line every 20 s, and what Ollama tells of a model is asked for once, before anybody counts the
 * seconds. Answers that came to their end are kept in a file of JSON lines by the sha256 of their request: asked again
 * they come from there. So a bench that was ended goes on where it was, and what is made of the answers can change
 * without asking for them anew.
 */
export class KeptAnswers {
  /** Answers that came from the file, and that the model wrote. */
  readonly counts = { replayed: 0, written: 0 };
  private readonly answers = new Map<string, string>();
  private readonly facts = new Map<string, string>();
  private readonly server = createServer((incoming, response) => void this.serve(incoming, response));

  private constructor(
    private readonly host: string,
    private readonly file: string | null,
  ) {}

  /**
   * @param model its facts are asked for at once
   * @param file null to keep nothing
   */
  static async open(host: string, model: string, file: string | null): Promise<KeptAnswers> {
    const proxy = new KeptAnswers(host, file);
    if (file && existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const { key, stream } = keptAnswer.parse(JSON.parse(line));
        proxy.answers.set(key, stream);
      }
    }
    for (const body of [JSON.stringify({ model }), JSON.stringify({ model, verbose: true })]) {
      const told = await fetch(`${host}/api/show`, { method: 'POST', body });
      proxy.facts.set(`/api/show ${body}`, await told.text());
    }
    proxy.server.requestTimeout = 0;
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    const key = createHash('sha256').update(body).digest('hex');
    const isAnswer = incoming.url === '/api/chat';
    const kept = isAnswer ? this.answers.get(key) : this.facts.get(`${incoming.url} ${body}`);
    if (kept !== undefined) {
      if (isAnswer) this.counts.replayed += 1;
      response.end(kept);
      return;
    }
    if (isAnswer) {
      response.flushHeaders();
      const alive = setInterval(() => response.write('\n'), signOfLifeMs);
      response.on('close', () => clearInterval(alive));
    }
    const outgoing = request(`${this.host}${incoming.url}`, { method: incoming.method }, (told) => {
      if (!response.headersSent) response.writeHead(told.statusCode ?? 502);
      let stream = '';
      told.setEncoding('utf8');
      told.on('data', (text: string) => {
        stream += text;
        response.write(text);
      });
      told.on('error', () => response.destroy());
      told.on('end', () => {
        if (isAnswer) this.keep(key, stream);
        response.end();
      });
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    outgoing.end(body);
  }

  private keep(key: string, stream: string): void {
    if (!/"done":true/u.test(stream)) return;
    this.counts.written += 1;
    this.answers.set(key, stream);
    if (this.file) appendFileSync(this.file, `${JSON.stringify({ key, stream })}\n`);
  }
}
