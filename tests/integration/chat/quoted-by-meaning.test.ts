import { expect, it } from 'vitest';
import { EmbeddingServer } from '../models/embedding-server';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.shared(async () => {
  const text = 'Gulls sit upon the roof. It stays shut on Sundays. The doors were painted blue.';
  await vitrine.ingest(await vitrine.file('Harbour bakery.txt', text));
});

it('C7 quotes by meaning from a document whose name alone holds words of the question', async () => {
  const quoted = async (question: string) => {
    const { citations } = await vitrine.ask('chat.ask', { question, noLlm: true });
    return citations[0]?.snippet;
  };
  expect(await quoted('When is the harbour bakery closed?')).toBe('It stays shut on Sundays.');
  expect(await quoted('Which birds are at the harbour bakery?')).toBe('Gulls sit upon the roof.');
});

it('C7 embeds a question once for its search and its quoted answer, however its stages are run', async () => {
  const server = await EmbeddingServer.open();
  const other = await TestEngine.open({ providers: { openai: { baseUrl: server.baseUrl, apiKey: 'a key' } } });
  await other.ask('models.use', { model: 'openai:text-embedding-tiny' });
  const text = 'Gandhi wrote upon the roof. It stays shut on Sundays. The doors were painted blue.';
  await other.ingest(await other.file('Bakery.txt', text));
  const timesAsked = (question: string) => server.batches.flat().filter((asked) => asked === question).length;
  const { outcome, quoted } = await other.ask('chat.ask', { question: 'Where did Ghandi write?', noLlm: true });
  expect({ outcome, quoted }).toEqual({ outcome: 'passages', quoted: true });
  // Its sentences are read for their meaning, by the name that was meant.
  expect(server.batches.flat()).toContain('It stays shut on Sundays.');
  expect([timesAsked('Where did Gandhi write?'), timesAsked('Where did Ghandi write?')]).toEqual([1, 0]);
  const { runId } = await other.ask('run.start', { prompt: 'Where did Gandhi write?' });
  for (const stage of ['A0_PreProcessing', 'A2_PromptShaper', 'Retrieval', 'Retrieval'] as const) {
    await other.ask('run.stage', { runId, stage });
  }
  expect(timesAsked('Where did Gandhi write?')).toBe(1);
  await other.close();
  await server.close();
});
