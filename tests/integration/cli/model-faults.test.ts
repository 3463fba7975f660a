import type { ServerResponse } from 'node:http';
import type { Answer } from '@shared/contract';
import { saidNotice } from '@shared/words/said';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeServer, fakeServer } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';
import { ensureBuilt, json } from './vitrine-command';

const question = 'How many lux does silk bear?';
let vitrine: TestEngine;
let server: FakeServer | null = null;

const status = (code: number) => (_request: unknown, response: ServerResponse) =>
  response.writeHead(code, { 'retry-after': '90' }).end('{"error":"no"}');
const silent = (): void => {};
/**
 * The promise is five seconds; it is held to on a clock of its own in ../chat/model-faults.test.ts. Another process has
 * no such clock, and on a busy machine it waits for the processor too: this finds a wait that nobody has limited.
 */
const mostMs = 20_000;

describe('vitrine ask with a chat server that is not well', () => {
  beforeAll(async () => {
    ensureBuilt();
    vitrine = await TestEngine.open();
    await vitrine.ingest(fixture('handbook.md'));
    await vitrine.engine.close();
  });
  afterAll(() => vitrine.close());

  async function ask(address: string, model = 'ollama:any') {
    const env = { OLLAMA_HOST: address, OPENAI_BASE_URL: `${address}/v1`, OPENAI_API_KEY: 'secret-key' };
    const { code, document, stderr } = await json<Answer>(
      ['ask', question, '--model', model, '--library', vitrine.library],
      { env },
    );
    expect(code).toBe(0);
    // What Node, the opening of the library and the stages take is not the server's; A4 asks it for its tokenizer.
    const { total, stages } = document.timings;
    const ours = Object.entries(stages).reduce((sum, [stage, ms]) => sum + (stage === 'A4_Condenser' ? 0 : ms), 0);
    return { answer: document, ms: total - ours, said: JSON.stringify(document) + stderr };
  }

  it.each<[string, string, string, () => Promise<FakeServer | string>]>([
    ['is stopped', 'model-unreachable', '127.0.0.1:9', async () => 'http://127.0.0.1:9'],
    [
      'hangs',
      'model-timeout',
      'did not answer in time',
      () => fakeServer({ '/api/show': silent, '/api/chat': silent }),
    ],
  ])('C1 that %s: the answer is quoted within five seconds, with %s', async (_what, notice, words, open) => {
    const opened = await open();
    server = typeof opened === 'string' ? null : opened;
    const { answer, ms, said } = await ask(typeof opened === 'string' ? opened : opened.address);
    expect(ms).toBeLessThan(mostMs);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(answer.citations.length).toBeGreaterThan(0);
    expect(
      answer.notices
        .filter(({ code }) => code === notice)
        .map(saidNotice)
        .join(),
    ).toContain(words);
    expect(said).not.toMatch(/secret-key|ZodError|TypeError|inside Vitrine/);
  });

  it('C1 that refuses the key of OpenAI: the answer is quoted, and the key is nowhere', async () => {
    server = await fakeServer({ '/v1/chat/completions': status(401) });
    const { answer, ms, said } = await ask(server.address, 'openai:any');
    expect(ms).toBeLessThan(mostMs);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true });
    expect(answer.notices.map(saidNotice).join()).toContain('refused the key');
    expect(said).not.toContain('secret-key');
  });
});
