import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Survey } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { ensureBuilt } from '../cli/vitrine-command';
import { EngineProcess } from '../library/engine-process';
import { TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const question = 'What does the agreement say of notice?';
const model = 'ollama:scripted';
const birds = ['crane', 'heron', 'stork', 'egret', 'plover'];

/** Each bird's agreement has a notice period of its own, but for the plover's, which has none. */
async function ofBirds(test: TestEngine): Promise<void> {
  for (const [at, bird] of birds.entries()) {
    const notice = bird === 'plover' ? '' : `The ${bird} agreement ends upon ${(at + 2) * 10} days written notice.`;
    await test.file(`${bird}.md`, `# The ${bird} agreement\n\n${notice}\n\nThe ${bird} keeps its papers dry.\n`);
  }
  await test.ingest(test.path(''));
}

interface Script {
  /** The model's text about documents whose prompt holds a bird. */
  read?(bird: string): string;
  write?(prompt: string): string;
}

/** A model that quotes the notice of each bird, and puts the notes together in one sentence each. */
function scripted({ read, write }: Script = {}): Promise<FakeServer> {
  return ollamaWith((_request, response, body) => {
    const prompt: string = JSON.parse(body).messages.at(-1).content;
    const notes = [...prompt.matchAll(/ends upon (\d+) days/gu)];
    const isReading = prompt.includes('The passages:');
    const bird = birds.find((one) => prompt.includes(`The ${one} agreement`)) ?? '';
    const days = notes[0]?.[1];
    const said = isReading
      ? (read?.(bird) ??
        (days ? `The ${bird} agreement ends upon ${days} days written notice [Citation 1].` : 'NOTHING'))
      : (write?.(prompt) ??
        [...prompt.matchAll(/The (\w+) agreement ends upon (\d+) days/gu)]
          .map(
            ([, one, count], at) => `The ${one} agreement ends upon ${count} days written notice [Citation ${at + 1}].`,
          )
          .join(' '));
    response.end(part(said) + part('', true));
  });
}

/** Prompts that went to the server, of readers and of the writer. */
const prompts = ({ asked }: FakeServer, kind: 'The passages:' | 'The notes:'): string[] =>
  asked.flatMap(({ path, body }) => (path === '/api/chat' && body.includes(kind) ? [body] : []));

describe('A survey', () => {
  const vitrine = TestEngine.each((test) => ofBirds(test));

  const serving = async (server: FakeServer): Promise<void> => {
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
  };
  const survey = (more: object = {}): Promise<Survey> =>
    vitrine.ask('survey.start', { question, model, wait: true, ...more });
  const answerOf = async ({ answer }: Survey) => {
    const [exchange] = await vitrine.ask('chat.messages', { conversationId: answer?.conversationId ?? '' });
    if (!exchange) throw new Error('there is no answer');
    return exchange;
  };

  it('W50 asks every document and combines one answer, each sentence cited in its document', async () => {
    const server = await scripted();
    await serving(server);
    const done = await survey();
    expect(done).toMatchObject({ state: 'done', done: 5, total: 5, calls: 6 });
    expect(prompts(server, 'The passages:')).toHaveLength(5);
    const answer = await answerOf(done);
    expect(answer).toMatchObject({ question, model, quoted: false, survey: { read: 5, of: 5, said: 4, dropped: 0 } });
    expect(answer.answer).toContain('one by one: 5 of 5. 4 of them say');
    const { content } = await vitrine.ask('chat.export', { conversationId: answer.conversationId, format: 'md' });
    expect(content).not.toContain('Confidence');
    expect(answer.cited.map(({ support }) => support)).toEqual(Array(4).fill('supported'));
    expect(answer.citations).toHaveLength(4);
    for (const { documentId, startChar, endChar, snippet } of answer.citations) {
      const { text } = await vitrine.ask('library.source', { documentId });
      expect(text.slice(startChar, endChar)).toMatch(/^The \w+ agreement ends upon \d+ days written notice\.$/u);
      expect(snippet).toContain('days written notice');
    }
  });

  it('W50 asks nothing twice: a second one computes 0 documents, and one more document is one more call', async () => {
    const server = await scripted();
    await serving(server);
    const first = await survey();
    const before = server.asked.length;
    const second = await survey({ conversationId: first.answer?.conversationId });
    expect(second).toMatchObject({ state: 'done', calls: 0 });
    expect(server.asked.slice(before).filter(({ path }) => path === '/api/chat')).toEqual([]);
    expect(await vitrine.ask('survey.estimate', { question, model })).toMatchObject({
      documents: 5,
      kept: 5,
      calls: 0,
    });
    expect(await vitrine.ask('chat.messages', { conversationId: first.answer?.conversationId ?? '' })).toHaveLength(2);
    await vitrine.file('ibis.md', '# The ibis agreement\n\nThe ibis agreement ends upon 90 days written notice.\n');
    await vitrine.ingest(vitrine.path(''));
    // The new document, and the answer that it is a part of.
    expect(await survey()).toMatchObject({ calls: 2, total: 6 });
  });

  it('W50 leaves out what no passage bears out, and says how much that was', async () => {
    await serving(
      await scripted({ read: (bird) => `The ${bird} agreement ends upon 999 days written notice [Citation 1].` }),
    );
    const answer = await answerOf(await survey());
    expect(answer).toMatchObject({ survey: { said: 0, dropped: 5 }, citations: [] });
    expect(answer.answer).not.toContain('999');
  });

  it('W50 puts together in rounds what does not fit into the window, and every citation still opens its document', async () => {
    await vitrine.ask('limits.set', { values: { 'build.tokenBudget': 440 } });
    const together = 'Each agreement ends upon days of written notice [Citation 1][Citation 2].';
    const server = await scripted({ write: () => together });
    await serving(server);
    const answer = await answerOf(await survey());
    // Two notes to a call: four, then two.
    expect(prompts(server, 'The notes:')).toHaveLength(3);
    expect(answer.answer).toContain('[Citation 1][Citation 2][Citation 3][Citation 4]');
    expect(new Set(answer.citations.map(({ title }) => title))).toHaveLength(4);
    expect(answer.cited).toMatchObject([{ support: 'supported', markers: [1, 2, 3, 4] }]);
  });

  it('W50 lists what the documents say where the model does not put it together', async () => {
    await serving(await scripted({ write: () => 'All is well.' }));
    const answer = await answerOf(await survey());
    expect(answer.notices.map(({ code }) => code)).toContain('survey-listed');
    expect(answer.citations.map(({ title }) => title)).toHaveLength(4);
  });

  it('W51 tells what it would take before it begins: documents, tokens and minutes by this computer’s own figures', async () => {
    await serving(await scripted());
    const estimate = await vitrine.ask('survey.estimate', { question, model });
    expect(estimate).toMatchObject({ documents: 5, kept: 0, calls: 6, ms: null });
    expect(estimate.promptTokens).toBeGreaterThan(0);
    const timed = await vitrine.ask('survey.estimate', { question, model, measure: true });
    expect(timed.ms).toBeGreaterThan(0);
  });

  it('W51 waits for an absent model, gives advice, and continues automatically or at its place', async () => {
    const server = await scripted();
    await serving(server);
    await server.close();
    const waiting = await survey();
    expect(waiting).toMatchObject({ state: 'waiting', done: 0, error: { code: 'model-unreachable' } });
    expect(waiting.error?.hint).not.toBe('');
    expect(await vitrine.ask('survey.pause', { surveyId: waiting.surveyId })).toMatchObject({ state: 'paused' });
    await serving(await scripted());
    expect(await vitrine.ask('survey.resume', { surveyId: waiting.surveyId, wait: true })).toMatchObject({
      state: 'done',
    });
  });

  it('W51 goes with its documents and its conversation: nothing of a deleted one stays in the catalogue', async () => {
    await serving(await scripted());
    const done = await survey();
    const heron = (await vitrine.ask('library.list', {})).find(({ path }) => path.endsWith('heron.md'));
    await vitrine.ask('library.delete', { documentIds: [heron?.documentId ?? ''] });
    await vitrine.ask('chat.delete', { conversationId: done.answer?.conversationId ?? '' });
    expect(await vitrine.ask('survey.list', {})).toEqual([]);
    await vitrine.ask('chat.deleteLogs', { all: true });
    await vitrine.engine.close();
    const catalogue = await readFile(join(vitrine.library, 'catalogue.db'), 'latin1');
    expect(catalogue).not.toContain('heron agreement');
    expect(catalogue).not.toContain('What does the agreement say of notice');
  });
});

describe('A survey whose process is killed', () => {
  const vitrine = TestEngine.each(async (test) => {
    await ensureBuilt();
    await ofBirds(test);
  });

  it('W51 loses no document that was read, and continues automatically in an open host', async () => {
    const server = await scripted();
    const process = async () =>
      EngineProcess.open({
        ...vitrine.options,
        providers: { ollama: { baseUrl: server.address } },
        resumesIngests: true,
      });
    await vitrine.engine.close();
    const first = await process();
    await first.ask('survey.start', { question, model });
    await expect.poll(() => prompts(server, 'The passages:').length, { interval: 5 }).toBeGreaterThanOrEqual(2);
    await first.kill();
    const second = await process();
    await expect.poll(async () => (await second.ask('survey.list', {}))[0]?.state).toBe('done');
    // The document in work at the kill is read again, and nothing else.
    expect(prompts(server, 'The passages:').length - 5).toBeLessThanOrEqual(1);
    await second.close();
  });
});
