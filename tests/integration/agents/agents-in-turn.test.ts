import { afterEach, describe, expect, it } from 'vitest';
import { type FakeServer, ollamaWith, part } from '../chat/fake-server';
import { fixture, TestEngine } from '../open-test-engine';

const question = 'How many lux does silk bear?';
const model = 'ollama:any';
let vitrine: TestEngine;
let server: FakeServer;

afterEach(async () => {
  await vitrine.close();
  await server.close();
});

const counted = `${JSON.stringify({ message: { content: '' }, done: true, prompt_eval_count: 90, eval_count: 7 })}\n`;

async function open(...handlers: Parameters<typeof ollamaWith>): Promise<void> {
  server = await ollamaWith(...handlers);
  vitrine = await TestEngine.open({ providers: { ollama: { baseUrl: server.address } } });
  await vitrine.ingest(fixture('handbook.md'));
}

const waits = (requestId: string) =>
  vitrine.events.flatMap((event) =>
    event.type === 'chat.waiting' && event.requestId === requestId ? [event.reason] : [],
  );

describe('what agents ask of a server', () => {
  it('C3 takes one place in a queue with answers: one at a time, and the waiting one knows it', async () => {
    let writing = 0;
    let most = 0;
    const slowly: Parameters<typeof ollamaWith>[0] = (_request, response) => {
      writing += 1;
      most = Math.max(most, writing);
      setTimeout(() => {
        writing -= 1;
        response.end(part('Fifty.') + counted);
      }, 20);
    };
    await open(slowly, slowly);
    const { runId } = await vitrine.ask('run.start', { prompt: question, model });
    await Promise.all([
      vitrine.ask('run.auto', { runId }, 'run-1'),
      vitrine.ask('chat.ask', { question, model }, 'ask-1'),
      vitrine.ask('chat.ask', { question, model }, 'ask-2'),
    ]);
    expect(most).toBe(1);
    expect(new Set([...waits('run-1'), ...waits('ask-1'), ...waits('ask-2')])).toEqual(new Set(['turn']));
    expect(waits('run-1').length).toBeGreaterThan(0);
  });

  it('C3 comes again when the server has time, and C11 is counted with the answers', async () => {
    let refusals = 1;
    await open(
      (_request, response) => response.end(part('Fifty.') + counted),
      (_request, response) => {
        refusals -= 1;
        if (refusals >= 0) response.writeHead(429, { 'retry-after': '1' }).end('{}');
        else response.end(part('{') + counted);
      },
    );
    const { runId } = await vitrine.ask('run.start', { prompt: question, model });
    const run = await vitrine.ask('run.auto', { runId }, 'run-1');
    expect(waits('run-1')).toEqual(['rate-limited']);
    const calls = run.stages.flatMap((stage) => stage.calls);
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.map(({ reason }) => reason)).not.toContain('Ollama has too much to do.');
    const { counters } = await vitrine.ask('app.status', {});
    expect(counters).toMatchObject({ promptTokens: 90 * calls.length, answerTokens: 7 * calls.length });
  });
});
