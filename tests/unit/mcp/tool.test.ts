import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from '../../../electron/mcp/stdio-transport';
import { cut, windowOf, withinRoom } from '../../../electron/mcp/tool';
import { forAll } from '../../for-all';

const text = fc.string({ unit: 'binary', maxLength: 60 });
/** With the flag, a half of a pair is matched only where its other half is missing. */
const isWhole = (part: string) => !/[\ud800-\udfff]/u.test(part);

describe('windows of a text', () => {
  it('one after the other are the whole text, and none cuts a character in two', () => {
    forAll(text, fc.integer({ min: 1, max: 9 }), (whole, length) => {
      let together = '';
      let next: number | null = 0;
      while (next !== null) {
        const window = windowOf(whole, next, length);
        expect(window.startChar).toBe(next);
        expect(window.text).toBe(whole.slice(window.startChar, window.endChar));
        expect(window.text.length).toBeLessThanOrEqual(Math.max(length, 2));
        expect(isWhole(window.text)).toBe(true);
        together += window.text;
        next = window.nextStartChar;
      }
      expect(together).toBe(whole);
    });
  });

  it('that begin inside a character begin with all of it, and behind the end they are empty', () => {
    expect(windowOf('a😀b', 2, 10)).toEqual({ text: '😀b', startChar: 1, endChar: 4, nextStartChar: null });
    expect(windowOf('abc', 99, 10)).toEqual({ text: '', startChar: 3, endChar: 3, nextStartChar: null });
  });
});

describe('texts that share a room', () => {
  it('are whole as long as they fit; the first that does not is cut, and says so', () => {
    expect(withinRoom(['abcd', 'efgh', 'ij'], 6)).toEqual([
      { text: 'abcd' },
      { text: 'ef', textIsCut: true },
      { text: '', textIsCut: true },
    ]);
    expect(withinRoom(['abcd', ''], 4)).toEqual([{ text: 'abcd' }, { text: '' }]);
  });

  it('never have more than the room together', () => {
    forAll(fc.array(text), fc.nat(100), (texts, room) => {
      const shared = withinRoom(texts, room);
      expect(shared.reduce((sum, one) => sum + one.text.length, 0)).toBeLessThanOrEqual(room);
      expect(shared.map((one) => one.textIsCut === true)).toEqual(
        shared.map((one, at) => one.text.length < (texts[at]?.length ?? 0)),
      );
    });
  });

  it('are cut before a character that does not fit whole', () => {
    expect(cut('a😀', 2)).toBe('a');
  });
});

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
