import type { Notice } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { answerText } from '../../../electron/cli/render';
import { fixture, TestEngine } from '../open-test-engine';
import { bodiesTo, data, type FakeServer, ollamaWith, openAiWith, part } from './fake-server';

let server: FakeServer | null = null;

const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md')));

const schema = {
  type: 'object',
  properties: { answer: { type: 'string' }, lux: { type: 'integer' } },
  required: ['answer', 'lux'],
};
const task = 'TASK: How many lux does silk bear?';
const withSchema = `${task}\nFORMAT: JSON\n\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``;

/** Asks a model that says these, one after the other; the last one for ever. */
async function told(said: string | readonly string[], question = withSchema) {
  const left = typeof said === 'string' ? [said] : [...said];
  const next = (): string => (left.length > 1 ? left.shift() : left[0]) ?? '';
  const says: Parameters<typeof ollamaWith>[0] = (_request, response) => response.end(part(next()) + part('', true));
  // No agent is asked in chat: what comes with a format is the question.
  server = await ollamaWith(says, says);
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
  return vitrine.ask('chat.ask', { question, model: 'ollama:any' });
}
const silent = (): void => {};
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
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const answer = await vitrine.ask('chat.ask', { question: withSchema, model: 'ollama:any' });
    expect(answer.quoted).toBe(false);
    expect(aboutForm(answer.notices)).toEqual(['format-schema-refused']);
  });

  it('S8 S12 is written once more if it breaks the schema, and the second answer counts', async () => {
    const broken = '{"answer": "Silk bears 50 lux [Citation 1].", "lux": "fifty"}';
    const whole = '{"answer": "Silk bears 50 lux [Citation 1].", "lux": 50}';
    const seen = vitrine.events.length;
    const answer = await told([broken, whole]);
    expect(answer).toMatchObject({ answer: whole, outcome: 'answered', quoted: false });
    expect(aboutForm(answer.notices)).toEqual(['format-repaired']);
    const [first, second, ...more] = bodiesTo(server as FakeServer, '/api/chat');
    expect(more).toEqual([]);
    expect(second).toMatchObject({ format: schema, options: { temperature: 0, seed: 1 } });
    expect(second?.messages).toEqual([
      ...((first?.messages ?? []) as object[]),
      { role: 'assistant', content: broken },
      { role: 'user', content: expect.stringContaining('does not fit the schema (lux: ') },
    ]);
    const streamed = vitrine.events.slice(seen).flatMap((event) => (event.type === 'chat.token' ? [event.token] : []));
    expect(streamed.join('')).toBe(broken);
  });

  it('S8 is marked if it breaks the schema twice, in the window and in a terminal', async () => {
    const broken = '{"answer": "Silk bears 50 lux [Citation 1].", "lux": "fifty"}';
    const answer = await told([broken, 'Fifty.']);
    expect(answer.answer).toBe(broken);
    expect(aboutForm(answer.notices)).toEqual(['format-not-repaired', 'format-breaks-schema']);
    expect(answerText(answer)).toContain('(The answer does not fit the schema in FORMAT (lux: ');
    expect(bodiesTo(server as FakeServer, '/api/chat')).toHaveLength(2);
  });

  it('S8 C3 stays as it was where it is stopped while it is written once more', async () => {
    let asked = 0;
    server = await ollamaWith(silent, (_request, response) => {
      asked += 1;
      if (asked === 1) response.end(part('{"lux": 50}') + part('', true));
      else vitrine.engine.cancel('stopped');
    });
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const answer = await vitrine.ask('chat.ask', { question: withSchema, model: 'ollama:any' }, 'stopped');
    expect(answer).toMatchObject({ answer: '{"lux": 50}', outcome: 'answered' });
    expect(aboutForm(answer.notices)).toEqual(['format-breaks-schema']);
  });

  it('S8 is still JSON when a marker that maps to nothing was taken out of it', async () => {
    const answer = await told('{"answer": "Silk bears 50 lux [Citation 1] [Citation 99].", "lux": 50}');
    expect(answer.notices.map(({ code }) => code)).toContain('citation-removed');
    expect(aboutForm(answer.notices)).toEqual([]);
  });

  it.each([
    ['JSON', { type: 'object' }],
    ['a JSON array of names', { anyOf: [{ type: 'object' }, { type: 'array' }] }],
    ['```json\n["silk"]\n```', { type: 'array' }],
  ])('S8 of FORMAT %s without a schema is held to JSON by the server', async (format, wanted) => {
    const answer = await told('{"lux": "50 [Citation 1]"}', `${task}\nFORMAT: ${format}`);
    expect(bodiesTo(server as FakeServer, '/api/chat').map((body) => body.format)).toEqual([wanted]);
    expect(aboutForm(answer.notices)).toEqual([]);
  });

  it('S8 is no JSON where the model writes prose, also when it is asked again', async () => {
    const answer = await told('Silk bears 50 lux [Citation 1].', `${task}\nFORMAT: JSON`);
    expect(aboutForm(answer.notices)).toEqual(['format-not-repaired', 'format-broken']);
    const [, second] = bodiesTo(server as FakeServer, '/api/chat');
    expect(JSON.stringify(second?.messages)).toContain('is not valid JSON');
  });
});

describe('an OpenAI-compatible server that is asked for JSON', () => {
  /** Refuses these kinds of `response_format` as a bad request, as servers do that do not know them. */
  async function refusing(kinds: readonly string[], said: string, format: string) {
    server = await openAiWith((_request, response, body) => {
      const kind = JSON.parse(body).response_format?.type ?? 'none';
      if (kinds.includes(kind)) response.writeHead(400).end('{"error":"unknown response_format"}');
      else response.end(data({ choices: [{ delta: { content: said }, finish_reason: 'stop' }] }));
    });
    await vitrine.reopen({ providers: { openai: { baseUrl: `${server.address}/v1`, apiKey: 'none' } } });
    const question = `${task}\nFORMAT: JSON\n\`\`\`json\n${format}\n\`\`\``;
    const answer = await vitrine.ask('chat.ask', {
      question: format === '' ? `${task}\nFORMAT: JSON` : question,
      model: 'openai:any',
    });
    const sent = bodiesTo(server, '/v1/chat/completions').map(
      (body) => (body.response_format as { type: string } | undefined)?.type ?? 'none',
    );
    return { kinds: sent, notices: aboutForm(answer.notices) };
  }

  it('S8 gets the schema, then its mode for JSON, and says that the schema was refused', async () => {
    const said = '{"answer": "Silk bears 50 lux [Citation 1].", "lux": 50}';
    expect(await refusing([], said, JSON.stringify(schema))).toEqual({ kinds: ['json_schema'], notices: [] });
    expect(await refusing(['json_schema'], said, JSON.stringify(schema))).toEqual({
      kinds: ['json_schema', 'json_object'],
      notices: ['format-schema-refused'],
    });
  });
});
