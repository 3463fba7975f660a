import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { configHome, project } from '../open-test-engine';

export interface ToolAnswer<T> {
  readonly value: T;
  readonly isError: boolean;
  readonly text: string;
}

/** A client of another assistant, speaking to the built server as a child process. */
export class McpClient {
  readonly said: string[] = [];
  /** Steps as the server tells them: the SDK's own client forgets those that are read in one piece with the answer. */
  readonly steps: number[] = [];
  private constructor(
    readonly client: Client,
    private readonly transport: StdioClientTransport,
  ) {}

  /** @param modern the protocol's revision of 2026; the handshake of the years before otherwise */
  static async connect(args: readonly string[], env: Record<string, string> = {}, modern = false): Promise<McpClient> {
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined && !/^(VITRINE|OLLAMA|OPENAI)_/.test(entry[0]),
      ),
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(project, 'out', 'main', 'cli.cjs'), 'mcp', ...args],
      env: { ...inherited, LC_ALL: 'C', XDG_CONFIG_HOME: configHome, ...env },
      stderr: 'pipe',
    });
    const versionNegotiation = modern ? { mode: { pin: '2026-07-28' } } : undefined;
    const client = new Client({ name: 'test', version: '1' }, versionNegotiation ? { versionNegotiation } : {});
    const made = new McpClient(client, transport);
    transport.stderr?.on('data', (part) => made.said.push(String(part)));
    transport.onmessage = (message) => {
      if ('method' in message && message.method === 'notifications/progress') {
        made.steps.push(Number(message.params?.progress));
      }
    };
    await client.connect(transport);
    return made;
  }

  /** Calls a tool; its text and its structured content must say the same. */
  async call<T = Record<string, unknown>>(
    name: string,
    input: Record<string, unknown> = {},
    options: Parameters<Client['callTool']>[1] = {},
  ): Promise<ToolAnswer<T>> {
    const result = await this.client.callTool({ name, arguments: input }, options);
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    const isError = result.isError === true;
    if (!isError && text !== JSON.stringify(result.structuredContent)) throw new Error(`two answers: ${text}`);
    return { value: result.structuredContent as T, isError, text };
  }

  get pid(): number {
    return this.transport.pid ?? 0;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
