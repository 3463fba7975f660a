import { afterAll, describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const model = 'ollama:measured';
const question = 'How many lux does silk bear?';

describe('a question that is being written', () => {
  let server: FakeServer;
  const vitrine = TestEngine.shared(async () => {
    server = await ollamaWith((_request, response) => response.end(part('Fifty lux. [Citation 1]', true)));
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    await vitrine.ingest(fixture('handbook.md'));
  });
  afterAll(() => server.close());
  const measured = async (input: Parameters<typeof vitrine.ask<'chat.measure'>>[1]) =>
    (await vitrine.ask('chat.measure', { model, ...input })).prompt;

  it('C2 is measured in parts that are the whole, within the window of its model', async () => {
    const prompt = await measured({ question });
    expect(prompt).toMatchObject({ model, exact: false, window: 8192, conversation: 0 });
    expect(prompt?.question).toBeGreaterThan(4);
    expect(prompt?.tokens).toBeGreaterThan((prompt?.question ?? 0) + 50);
    const longer = await measured({ question: `${question} ${'And why? '.repeat(40)}` });
    const more = (longer?.question ?? 0) - (prompt?.question ?? 0);
    expect(more).toBeGreaterThan(80);
    expect((longer?.tokens ?? 0) - (prompt?.tokens ?? 0)).toBe(more);
    expect((prompt?.passages ?? 0) - (longer?.passages ?? 0)).toBe(more);
  });

  it('C2 counts what it is asked about besides, and the exchanges that go along', async () => {
    const alone = await measured({ question });
    const about = await measured({ question, selectedText: 'Silk fades within a year under strong light.' });
    expect(about?.question).toBeGreaterThan((alone?.question ?? 0) + 10);
    const { conversationId } = await vitrine.ask('chat.ask', { question, model });
    const later = await measured({ question, conversationId });
    expect(later?.conversation).toBeGreaterThan(10);
    expect(later?.tokens).toBe((alone?.tokens ?? 0) + (later?.conversation ?? 0));
  });

  it('C2 is measured as the prompt is before it is sent, but for its passages', async () => {
    const prompt = await measured({ question });
    const { runId } = await vitrine.ask('chat.ask', { question, model });
    const built = (await vitrine.ask('run.get', { runId: runId ?? '' })).snapshots.Prompt_Builder;
    const system = built?.System_MD ?? '';
    // About two and a half letters a token: the measured prompt holds the rules that are sent.
    expect(system.length).toBeGreaterThan(100);
    expect(prompt?.tokens).toBeGreaterThan(system.length / 4);
  });

  it('C12 tells how long it may be also where no model writes', async () => {
    expect(await vitrine.ask('chat.measure', { question })).toEqual({ mostCharacters: 2000, prompt: null });
  });
});
