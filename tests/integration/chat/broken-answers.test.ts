import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import limitsFile from '../../../config/pipeline_limits.json';
import { estimateTokens } from '../../../electron/engine/models';
import { fixture, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const model = 'ollama:any';
let server: FakeServer;
let answers = 0;
/** Events while a second answer is made. */
let meanwhile: () => unknown = () => {};

const vitrine = TestEngine.shared(async () => {
  server = await ollamaWith(async (_request, response) => {
    answers += 1;
    if (answers > 1) await meanwhile();
    if (answers === 1) response.write(part('Silk bears 50'), () => response.destroy());
    else response.end(part('lux [Citation 1].') + counted);
  });
  await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
  await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
});
afterAll(() => server.close());

const counted = `${JSON.stringify({ message: { content: '' }, done: true, prompt_eval_count: 90, eval_count: 7 })}\n`;
const lastSent = () => JSON.parse(server.asked.filter(({ path }) => path === '/api/chat').at(-1)?.body ?? '{}');

describe('an answer that broke off', () => {
  it('C3 is continued: the text so far is sent back, and the rest follows in the same place', async () => {
    const begun = await vitrine.ask('chat.ask', { question, model });
    expect(begun).toMatchObject({ outcome: 'incomplete', answer: 'Silk bears 50' });
    const { conversationId, messageId } = begun;
    const whole = await vitrine.ask('chat.resume', { conversationId, messageId });
    expect(whole).toMatchObject({ messageId, outcome: 'answered', answer: 'Silk bears 50 lux [Citation 1].' });
    expect(whole.tokens).toEqual({ prompt: 90, answer: 7 });
    expect((await vitrine.ask('app.status', {})).counters).toMatchObject({ promptTokens: 90, answerTokens: 7 });
    expect(whole.notices.map(({ code }) => code)).not.toContain('model-failed');
    expect(whole.cited?.[0]).toMatchObject({ text: 'Silk bears 50 lux.', support: 'supported' });
    expect(lastSent().messages[2]).toEqual({ role: 'assistant', content: 'Silk bears 50' });
    expect(await vitrine.ask('chat.messages', { conversationId })).toEqual([whole]);
    expect((await vitrine.ask('chat.findLogs', {})).entries.map(({ answer }) => answer)).toEqual([whole.answer]);
  });
});

describe('a conversation that is deleted while its answer is made', () => {
  it.each(['chat.resume', 'chat.ask'] as const)('does not come back when %s ends', async (route) => {
    answers = 0;
    const { conversationId, messageId } = await vitrine.ask('chat.ask', { question, model });
    meanwhile = () => vitrine.ask('chat.delete', { conversationId });
    const asked = { question, model, conversationId, after: null };
    const refused = vitrine.refusal(route, route === 'chat.ask' ? asked : { conversationId, messageId });
    expect(await refused).toMatchObject({ code: 'conversation-not-found' });
    meanwhile = () => {};
    const there = await vitrine.ask('chat.conversations', {});
    expect(there.map((one) => one.conversationId)).not.toContain(conversationId);
  });
});

describe('a prompt that is too long for its model', () => {
  it('C2 loses the least relevant passages first; the prompt sent is the prompt shown, and what went is named', async () => {
    const loans = 'A silk banner on loan bears 40 lux of light at most, says the lender. It hangs in the north hall.';
    const fans = 'How many lux a painted silk fan bears was measured in May: silk bears 45 lux for ninety days.';
    await vitrine.ingest(await vitrine.file('loans.md', loans), await vitrine.file('fans.md', fans));
    const { runId } = await vitrine.ask('chat.ask', { question, noLlm: true });
    const whole = (await vitrine.ask('run.get', { runId: runId ?? '' })).snapshots.Prompt_Builder;
    expect(whole?.final_selection_ids.length).toBeGreaterThan(1);
    // So much of the model's 8192 tokens is kept for the answer that the prompt is too long by what its template may add.
    const maxTokens = 8192 - estimateTokens(whole?.prompt_ready ?? '');
    const folder = join(vitrine.library, 'config');
    const limits = { ...limitsFile, answer: { ...limitsFile.answer, maxTokens } };
    await vitrine.ownConfig('pipeline_limits.json', limits);
    const answer = await vitrine.ask('chat.ask', { question, model });
    await rm(folder, { recursive: true });

    expect(answer.quoted).toBe(false);
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    const sent = run.snapshots.Prompt_Builder;
    expect(run.parentRunId).not.toBeNull();
    expect(lastSent().messages[1].content).toBe(sent?.prompt_ready.slice(sent.System_MD.length).trimStart());
    expect(lastSent().options.num_ctx).toBeLessThanOrEqual(8192);
    const relevance = (id: string) => sent?.extras.rerank_relevance?.[id] ?? 0;
    expect(answer.dropped?.length).toBeGreaterThan(0);
    for (const { chunkId, score } of answer.dropped ?? []) {
      expect(sent?.final_selection_ids).not.toContain(chunkId);
      expect(Math.min(...(sent?.final_selection_ids ?? []).map(relevance))).toBeGreaterThanOrEqual(score);
    }
    const notice = answer.notices.find(({ code }) => code === 'passages-dropped');
    expect(notice?.values?.names).toContain(answer.dropped?.[0]?.title);
  });
});
