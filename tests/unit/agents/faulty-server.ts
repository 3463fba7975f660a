import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChatModel, openChatModel } from '../../../electron/engine/models';

/** The server's reply to one request for an answer: a text, or a fault that a real server cannot produce. */
export type Behaviour = string | ((response: ServerResponse) => void);

/** Speaks enough of Ollama's and OpenAI's protocols to send the given replies in order; the last one repeats. */
export class FaultyServer {
  readonly asked: { messages: { role: string; content: string }[]; [member: string]: unknown }[] = [];
  private behaviours: Behaviour[] = [''];

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly url: string,
  ) {}

  static async open(): Promise<FaultyServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const faulty = new FaultyServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        if (request.url === '/api/show') {
          response.end(JSON.stringify({ model_info: { 'llama.context_length': 8192 } }));
          return;
        }
        faulty.asked.push(JSON.parse(body));
        const [behaviour = ''] = faulty.behaviours;
        if (faulty.behaviours.length > 1) faulty.behaviours.shift();
        if (typeof behaviour === 'function') behaviour(response);
        else if (request.url === '/api/chat') response.end(spoken(behaviour));
        else response.end(spokenByOpenAi(behaviour));
      });
    });
    return faulty;
  }

  says(...behaviours: Behaviour[]): void {
    this.behaviours = behaviours;
    this.asked.length = 0;
  }

  model(provider: 'ollama' | 'openai' = 'ollama'): Promise<ChatModel> {
    return openChatModel(`${provider}:faulty`, {
      providers: { ollama: { baseUrl: this.url }, openai: { baseUrl: this.url, apiKey: 'key' } },

      offline: false,
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const spoken = (text: string): string =>
  line({ message: { content: text } }) + line({ done: true, prompt_eval_count: 7, eval_count: 3 });
const spokenByOpenAi = (text: string): string =>
  [
    { choices: [{ delta: { content: text } }] },
    { choices: [{ delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } },
  ]
    .map((part) => `data: ${JSON.stringify(part)}\n\n`)
    .join('')
    .concat('data: [DONE]\n\n');

export const faults = {
  refuses:
    (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
    (response) => {
      response.writeHead(status, headers);
      response.end('no');
    },
  /** Takes the question and never says a word. */
  hangs: () => () => {},
  closesMidStream: (): Behaviour => (response) => {
    response.write(line({ message: { content: '{"a' } }));
    setTimeout(() => response.destroy(), 20);
  },
  /** Writes on until the asker goes away. */
  neverEnds: (): Behaviour => (response) => {
    const write = () => {
      if (response.destroyed) return;
      response.write(line({ message: { content: 'word '.repeat(50) } }));
      setImmediate(write);
    };
    write();
  },
  writesSlowly: (): Behaviour => (response) => {
    const timer = setInterval(() => response.write(line({ message: { content: ' ' } })), 20);
    response.on('close', () => clearInterval(timer));
  },
};
