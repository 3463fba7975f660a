import type { Answer } from '@shared/contract';
import { saidNotice } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { fakeServer } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';
import { json } from './command-in-process';

const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md')));

describe('vitrine ask with a chat server that is not well', () => {
  it('C1 that refuses the key of OpenAI: the answer is quoted, and the key is nowhere', async () => {
    await vitrine.engine.close();
    const server = await fakeServer({
      '/v1/chat/completions': (_request, response) => response.writeHead(401).end('{"error":"no"}'),
    });
    const env = { OPENAI_BASE_URL: `${server.address}/v1`, OPENAI_API_KEY: 'secret-key' };
    const words = ['ask', 'How many lux does silk bear?', '--model', 'openai:any', '--library', vitrine.library];
    const { code, document, stderr } = await json<Answer>(words, { env });
    expect(code).toBe(0);
    expect(document).toMatchObject({ outcome: 'passages', quoted: true });
    expect(document.notices.map(saidNotice).join()).toContain('refused the key');
    expect(JSON.stringify(document) + stderr).not.toMatch(/secret-key|ZodError|TypeError|inside Vitrine/);
  });
});
