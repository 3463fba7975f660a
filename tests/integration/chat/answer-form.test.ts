import type { Notice } from '@shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerText } from '../../../electron/cli/render';
import { fixture, TestEngine } from '../open-test-engine';
import { bodiesTo, type FakeServer, ollamaWith, part } from './fake-server';

let vitrine: TestEngine;
let server: FakeServer | null = null;

beforeAll(async () => {
  vitrine = await TestEngine.open();
  await vitrine.ingest(fixture('handbook.md'));
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => vitrine.close());

const schema = {
  type: 'object',
  properties: { answer: { type: 'string' }, lux: { type: 'integer' } },
  required: ['answer', 'lux'],
};
const task = 'TASK: How many lux does silk bear?';
const withSchema = `${task}\nFORMAT: JSON\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``;

/** Asks a model that says this. */
async function told(said: string, question = withSchema) {
  const says: Parameters<typeof ollamaWith>[0] = (_request, response) => response.end(part(said) + part('', true));
  // No agent is asked in chat: what comes with a format is the question.
  server = await ollamaWith(says, says);
  await vitrine.reopen({ ollamaHost: server.address });
  return vitrine.ask('chat.ask', { question, model: 'ollama:any' });
}
const aboutForm = (notices: readonly Notice[]) =>
  notices.map(({ code }) => code).filter((code) => code.startsWith('format'));

describe('an answer in the form that FORMAT asks for', () => {
  it('S8 is written by a server that gets the schema, and is left without a word where it fits', async () => {
    const answer = await told('{"answer": "Silk bears 50 lux [Citation 1].", "lux": 50}');
    expect(bodiesTo(server as FakeServer, '/api/chat').at(-1)?.format).toEqual(schema);
    expect(aboutForm(answer.notices)).toEqual([]);
    expect(JSON.parse(answer.answer)).toEqual({ answer: 'Silk bears 50 lux [Citation 1].', lux: 50 });
    expect(answer.citations.map(({ marker }) => marker)).toEqual([1]);
  });

  it('S8 is asked for in words alone where the server cannot take the schema, and says so', async () => {
    server = await ollamaWith(
      (_request, response) => response.end(part('{"answer": "50 lux [Citation 1]", "lux": 50}') + part('', true)),
      (_request, response) => response.writeHead(500).end('{"error":"invalid JSON schema in format"}'),
    );
    await vitrine.reopen({ ollamaHost: server.address });
    const answer = await vitrine.ask('chat.ask', { question: withSchema, model: 'ollama:any' });
    expect(answer.quoted).toBe(false);
    expect(aboutForm(answer.notices)).toEqual(['format-schema-refused']);
  });

  it('S8 is told apart where it breaks the schema, in the window and in a terminal', async () => {
    const answer = await told('{"answer": "Silk bears 50 lux [Citation 1].", "lux": "fifty"}');
    expect(aboutForm(answer.notices)).toEqual(['format-breaks-schema']);
    expect(answerText(answer)).toContain('(The answer does not fit the schema in FORMAT (lux: ');
  });

  it('S8 is still JSON when a marker that maps to nothing was taken out of it', async () => {
    const answer = await told('{"answer": "Silk bears 50 lux [Citation 1] [Citation 99].", "lux": 50}');
    expect(answer.notices.map(({ code }) => code)).toContain('citation-removed');
    expect(aboutForm(answer.notices)).toEqual([]);
  });

  it('S8 is no JSON where the model writes prose', async () => {
    const answer = await told('Silk bears 50 lux [Citation 1].', `${task}\nFORMAT: JSON`);
    expect(bodiesTo(server as FakeServer, '/api/chat').at(-1)).not.toHaveProperty('format');
    expect(aboutForm(answer.notices)).toEqual(['format-broken']);
  });

  it('S8 cannot be quoted, and says so', async () => {
    const answer = await vitrine.ask('chat.ask', { question: withSchema, noLlm: true });
    expect(answer.quoted).toBe(true);
    expect(aboutForm(answer.notices)).toEqual(['format-not-quoted']);
  });

  it('S8 says nothing of a form that was not asked for', async () => {
    expect(aboutForm((await told('Silk bears 50 lux [Citation 1].', task)).notices)).toEqual([]);
  });
});
