import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import system from '../../../config/prompts/system.json';
import { fixture, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const model = 'ollama:any';
let server: FakeServer;
let said = 'About fifty lux, says [Citation 1] my memory.';

const vitrine = TestEngine.shared(async () => {
  server = await ollamaWith((_request, response) => response.end(part(said) + part('', true)));
  await vitrine.ingest(fixture('handbook.md'));
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
  await rm(join(vitrine.library, 'index'), { recursive: true });
});
afterAll(() => server.close());

describe('a question while the index cannot be searched', () => {
  it('R12 is refused with the reason, and no model is asked', async () => {
    const asked = server.asked.length;
    expect((await vitrine.refusal('chat.ask', { question, model })).code).toBe('index-unavailable');
    expect(server.asked.slice(asked).filter(({ path }) => path === '/api/chat')).toEqual([]);
  });

  it('R12 is answered by the model alone where the user says so, which the answer tells', async () => {
    const answer = await vitrine.ask('chat.ask', { question, model, withoutDocuments: true });
    expect(answer).toMatchObject({
      outcome: 'answered',
      quoted: false,
      model,
      citations: [],
      confidence: 0,
    });
    // There is nothing that it could have cited.
    expect(answer.answer).not.toContain('[Citation');
    expect(answer.notices.map(({ code }) => code)).toContain('without-documents');
    const { snapshots } = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    const { System_MD, Attachments_MD } = snapshots.Prompt_Builder ?? {};
    for (const rule of system.withoutDocuments) expect(System_MD).toContain(rule);
    expect(System_MD).not.toContain(system.noContext);
    expect(System_MD).not.toContain(system.rules[0]);
    expect(Attachments_MD).toBe('# Attachments\n\nNone.');
  });

  it('R12 needs a model to be answered so', async () => {
    const refusal = await vitrine.refusal('chat.ask', { question, noLlm: true, withoutDocuments: true });
    expect(refusal).toMatchObject({ code: 'model-missing', details: { why: 'without-documents' } });
    // Nothing of what the stages did without a model: that is no reason.
    expect(refusal.message).toBe('Only a language model can answer without your documents.');
  });

  it('R12 does not say of documents that were not searched that they hold no answer, where the model says nothing', async () => {
    said = '';
    const refusal = await vitrine.refusal('chat.ask', { question, model, withoutDocuments: true });
    expect(refusal).toMatchObject({ code: 'model-missing', details: { why: 'without-documents' } });
  });
});
