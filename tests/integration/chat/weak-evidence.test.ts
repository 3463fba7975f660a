import { afterAll, describe, expect, it } from 'vitest';
import system from '../../../config/prompts/system.json';
import { TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const model = 'ollama:any';
let server: FakeServer;

const vitrine = TestEngine.shared(async () => {
  server = await ollamaWith((_request, response) =>
    response.end(part('I do not know. Silk bears fifty lux in the cabinet.') + part('', true)),
  );
  const text =
    '# Lighting\n\nSilk bears fifty lux in the cabinet. Wood bears two hundred lux. Marble bears three hundred.\n';
  await vitrine.ingest(await vitrine.file('lighting.md', text));
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
});
afterAll(() => server.close());

/** The answer, the prompt as Stages show it, and what went to the server. */
async function asked(question: string) {
  const before = server.asked.length;
  const answer = await vitrine.ask('chat.ask', { question, model });
  const { snapshots, stages } = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
  const sent = server.asked.slice(before).find(({ path }) => path === '/api/chat');
  const { messages } = JSON.parse(sent?.body ?? '{}') as { messages: { content: string }[] };
  const shown = snapshots.Prompt_Builder?.prompt_ready ?? '';
  return { answer, shown, stages, sent: messages.map(({ content }) => content) };
}

describe('C16 with a language model and weak evidence', () => {
  it('the prompt says so, as it is shown in Stages and as it is sent', async () => {
    const { answer, shown, stages, sent } = await asked('How many lux does silk bear by candle light in an attic?');
    expect(answer.band).not.toBe('high');
    expect(answer.confidence).toBeLessThan(0.5);
    expect(shown).toContain(`- ${system.weakEvidence}`);
    expect(sent.join('\n\n')).toContain(shown);
    expect(stages.map(({ state }) => state)).toEqual(Array(8).fill('done'));
  });

  it('an answer that does not know is not given sources that it did not name', async () => {
    const { answer } = await asked('How many lux does silk bear by candle light in an attic?');
    expect(answer.unbacked).toBe('I do not know. Silk bears fifty lux in the cabinet.');
    expect(answer.answer).toBe('');
  });

  it('and says nothing of it where the evidence is good', async () => {
    const { answer, shown } = await asked('How many lux does silk bear in the cabinet?');
    expect(answer.confidence).toBeGreaterThan(0.5);
    expect(shown).not.toContain(system.weakEvidence);
  });
});
