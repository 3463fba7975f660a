import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../../../electron/mcp/stdio-transport';

const request = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`;
const cancelled = (requestId: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`;
const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

async function open(patienceMs: number) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let out = '';
  stdout.on('data', (part) => {
    out += part;
  });
  let isOver = () => {};
  const over = new Promise<void>((resolve) => {
    isOver = resolve;
  });
  const transport = new StdioTransport(stdin, stdout, patienceMs, isOver);
  await transport.start();
  return { stdin, transport, over, out: () => out };
}

const long = 60_000;

describe('the input that ends', () => {
  it('ends the connection at once where nothing is asked', async () => {
    const { stdin, over } = await open(long);
    stdin.end();
    await over;
  });

  it('waits for the answers to earlier questions, and no longer', async () => {
    const { stdin, transport, over, out } = await open(long);
    stdin.end(request(1) + request(2));
    await wait(20);
    await transport.send(answer(1));
    expect(await Promise.race([over.then(() => 'over'), wait(50, 'open')])).toBe('open');
    await transport.send(answer(2));
    await over;
    expect(out().trim().split('\n')).toHaveLength(2);
  });

  it('does not wait for what the client has taken back: that has no answer', async () => {
    const { stdin, over } = await open(long);
    stdin.end(request(1) + cancelled(1));
    await over;
  });

  it('waits no longer than its patience', async () => {
    const { stdin, over } = await open(50);
    stdin.end(request(1));
    await over;
  });
});
