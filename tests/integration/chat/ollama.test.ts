import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../cli/command-in-process';
import { beside, fixture, project, TestEngine } from '../open-test-engine';
import { startOllama, stopOllama } from './start-ollama';

const script = beside('tools/ollama.sh', 'a real Ollama');
const startMs = 180_000;
const question = 'How many lux does silk bear?';
let vitrine: TestEngine;
let port = '';
let host = '';
let model = '';

/** The library's own limits: a short answer proves as much as a long one, on a slow machine too. */
async function shorterAnswers(): Promise<void> {
  const limits = JSON.parse(await readFile(join(project, 'config', 'pipeline_limits.json'), 'utf8'));
  limits.answer.maxTokens = 40;
  await vitrine.ownConfig('pipeline_limits.json', limits);
}

describe.skipIf(!script)('a real Ollama', () => {
  beforeAll(async () => {
    ({ host, port, model } = await startOllama(script ?? ''));
    vitrine = await TestEngine.open();
    await vitrine.ingest(fixture('handbook.md'));
    await shorterAnswers();
    await vitrine.engine.close();
  }, startMs);
  afterAll(async () => {
    if (script) stopOllama(script, port);
    await vitrine?.close();
  });

  const ask = (named: string, env: Record<string, string>) =>
    json<Answer>(['ask', question, '--model', named, '--library', vitrine.library], { env });

  it(
    'C4 writes the answer, and every marker in it has its citation',
    async () => {
      const { code, document } = await ask(model, { OLLAMA_HOST: host });
      expect(code).toBe(0);
      expect(document).toMatchObject({
        quoted: false,
        model,
        outcome: expect.stringMatching(/answered|incomplete/),
      });
      expect(document.answer).not.toBe('');
      const markers = [...document.answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, number]) => Number(number));
      const cited = document.citations.map(({ marker }) => marker);
      expect(new Set(markers)).toEqual(new Set(cited));
    },
    startMs,
  );

  describe('in the app', () => {
    beforeAll(() => vitrine.reopen({ providers: { ollama: { baseUrl: host } } }));
    afterAll(() => vitrine.engine.close());

    it(
      'C3 streams its answer, which has its sources or says that it names none',
      async () => {
        const seen = vitrine.events.length;
        const answer = await vitrine.ask('chat.ask', { question, model, maxTokens: 40 }, 'streamed');
        const events = vitrine.events.slice(seen);
        const streamed = events.flatMap((event) => (event.type === 'chat.token' ? [event.token] : []));
        expect(streamed.length).toBeGreaterThan(3);
        expect(answer.quoted).toBe(false);
        expect(streamed.join('').startsWith(answer.answer.slice(0, 10))).toBe(true);
        expect(events.at(-1)).toMatchObject({ type: 'chat.done', requestId: 'streamed', tokens: answer.tokens });
        expect(answer.tokens?.answer).toBeLessThanOrEqual(40);
        const codes = answer.notices.map(({ code }) => code);
        const complete = answer.outcome === 'answered';
        expect(answer.citations.length > 0 || !complete || codes.includes('citation-missing')).toBe(true);
        for (const { spans = [], chunkId } of answer.citations) {
          const chunk = await vitrine.ask('library.chunk', { chunkId });
          for (const { startChar, endChar } of spans) {
            expect(startChar).toBeGreaterThanOrEqual(chunk.startChar);
            expect(endChar).toBeLessThanOrEqual(chunk.endChar);
          }
        }
      },
      startMs,
    );
  });
});
