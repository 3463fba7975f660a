import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QaLogEntry } from '@shared/contract';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { ownTime } from '../../own-time';
import { fixture, TestEngine } from '../open-test-engine';
import { ollamaWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const unanswered = 'Who invented the transistor?';
const model = 'ollama:any';

const vitrine = TestEngine.each((test) => test.ingest(fixture('handbook.md'))).quoting();
const ask = (text: string, more: object = {}) => vitrine.ask('chat.ask', { question: text, noLlm: true, ...more });
const insights = (range: object = {}) => vitrine.ask('insights.get', range);
const catalogue = () => new Database(join(vitrine.library, 'catalogue.db'));

describe('figures about use', () => {
  it('C17 count outcomes, support, sessions, days, ratings and opened citations', async () => {
    const answer = await ask(question);
    const { conversationId, messageId } = answer;
    await ask('Hello', { conversationId });
    const refused = await ask(unanswered);
    await vitrine.ask('chat.rate', { messageId, helpful: true });
    await vitrine.ask('chat.rate', { messageId: refused.messageId, helpful: false });
    await vitrine.ask('chat.opened', { messageId });
    await vitrine.ask('chat.opened', { messageId });
    const figures = await insights();
    expect(figures).toMatchObject({
      questions: 3,
      outcomes: { answered: 1, passages: 0, nothing: 1, incomplete: 0 },
      bands: { [answer.band]: 1 },
      models: [{ model: null, answers: 1, cost: null, helpful: 1, notHelpful: 0 }],
      sessions: { count: 2, longest: 2 },
      feedback: { helpful: 1, notHelpful: 1, citing: 1, looked: 1, opened: 2 },
      days: [{ questions: 3, answered: 1, unanswered: 1, helpful: 1, notHelpful: 1 }],
    });
    expect(figures.steps).toMatchObject({ retrieval: { count: 2 }, total: { count: 2 }, firstToken: null });
    expect(await insights({ before: answer.createdAt })).toMatchObject({ questions: 0, days: [] });
    expect((await insights({ since: refused.createdAt })).outcomes.nothing).toBe(1);
  });

  it('C17 time the first token, and say what tokens cost by the prices that a person entered', async () => {
    const counted = `${JSON.stringify({ message: { content: '' }, done: true, prompt_eval_count: 90, eval_count: 7 })}\n`;
    const server = await ollamaWith((_request, response) =>
      response.end(part('Silk bears 50 lux [Citation 1].') + counted),
    );
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const { timings, chunksRetrieved, requestId } = await vitrine.ask('chat.ask', { question, model }, 'ask-1');
    expect(requestId).toBe('ask-1');
    expect(chunksRetrieved).toBeGreaterThan(0);
    expect(timings.firstToken).toBeGreaterThan(0);
    expect((await insights()).models).toMatchObject([{ model, promptTokens: 90, answerTokens: 7, cost: null }]);
    const values = { 'figures.prices': { [model]: { prompt: 2, answer: 10 } }, 'figures.currency': '€' };
    await vitrine.ask('settings.set', { values });
    const { models, steps } = await insights();
    expect(models[0]?.cost).toBeCloseTo((90 * 2 + 7 * 10) / 1e6);
    expect(steps.firstToken).toMatchObject({ count: 1, p50: timings.firstToken, p99: timings.firstToken });
    const { content } = await vitrine.ask('chat.exportLogs', { format: 'csv' });
    expect(content.split('\r\n')[1]).toContain(',90,7,0.00025,');
    const refused = await vitrine.refusal('settings.set', {
      values: { 'figures.prices': { [model]: { prompt: -1, answer: 0 } } },
    });
    expect(refused.code).toBe('bad-request');
  });

  it('C18 choose lines of the log', async () => {
    const { messageId, band } = await ask(question);
    await ask(unanswered);
    await ask('Hello');
    await vitrine.ask('chat.rate', { messageId, helpful: true });
    const found = async (more: object) =>
      (await vitrine.ask('chat.findLogs', more)).entries.map((entry) => entry.question);
    for (const [chosen, questions] of [
      [{ outcome: 'nothing' }, [unanswered]],
      [{ outcome: 'incomplete' }, []],
      [{ band }, [question]],
      [{ model: null }, [question]],
      [{ model: 'ollama:none' }, []],
      [{ notice: 'no-reranker' }, [unanswered, question]],
      [{ notice: 'stopped' }, []],
      [{ helpful: true }, [question]],
      [{ helpful: false }, []],
      [{ outcome: 'answered', query: 'silk' }, [question]],
    ] as const) {
      expect(await found(chosen), JSON.stringify(chosen)).toEqual(questions);
    }
  });

  it('C17 keep a rating with its answer: in branches, beside another version, until it is deleted', async () => {
    const first = await ask(question);
    const { conversationId, messageId } = first;
    const branch = await vitrine.ask('chat.branch', { conversationId, messageId });
    const ratings = async (id: string) =>
      (await vitrine.ask('chat.messages', { conversationId: id })).map(({ helpful }) => helpful);
    const [copy] = await vitrine.ask('chat.messages', { conversationId: branch.conversationId });
    await vitrine.ask('chat.rate', { messageId: copy?.messageId ?? '', helpful: false });
    expect(await ratings(conversationId)).toEqual([false]);
    expect(await ratings(branch.conversationId)).toEqual([false]);
    expect((await insights()).feedback).toMatchObject({ helpful: 0, notHelpful: 1 });
    await vitrine.ask('chat.rate', { messageId, helpful: null });
    expect(await ratings(conversationId)).toEqual([undefined]);
    await vitrine.ask('chat.rate', { messageId, helpful: false });
    await ask(question, { conversationId, after: null });
    expect((await insights()).feedback.notHelpful).toBe(1);
    await vitrine.ask('chat.delete', { conversationId });
    expect((await insights()).feedback.notHelpful).toBe(0);
    const again = await ask(question);
    await vitrine.ask('chat.rate', { messageId: again.messageId, helpful: true });
    await vitrine.ask('chat.deleteLogs', { messageIds: [again.messageId] });
    expect(await ratings(again.conversationId)).toEqual([undefined]);
    expect((await vitrine.refusal('chat.rate', { messageId: 'none', helpful: true })).code).toBe(
      'conversation-not-found',
    );
  });

  it('C19 are not written where they are switched off, and go by one request', async () => {
    const { messageId } = await ask(question);
    await vitrine.ask('chat.rate', { messageId, helpful: true });
    await vitrine.ask('chat.opened', { messageId });
    await vitrine.ask('settings.set', { values: { 'figures.keep': false } });
    const { counters: before } = await vitrine.ask('app.status', {});
    const { conversationId } = await ask(question);
    expect((await vitrine.refusal('chat.rate', { messageId, helpful: false })).details).toMatchObject({
      why: 'figures-off',
    });
    expect(await vitrine.ask('chat.opened', { messageId })).toEqual({ counted: false });
    expect(await insights()).toMatchObject({ questions: 1, feedback: { helpful: 1, opened: 1 } });
    // An answer to a run is an answer too.
    const { runId } = await vitrine.ask('run.start', { prompt: question, model: null });
    await vitrine.ask('run.auto', { runId });
    await vitrine.ask('run.answer', { runId, noLlm: true });
    expect(await insights()).toMatchObject({ questions: 1 });
    // Events in the time without figures do not count later either.
    await vitrine.ask('search.run', { query: question });
    await vitrine.ask('settings.set', { values: { 'figures.keep': true } });
    expect((await vitrine.ask('app.status', {})).counters).toEqual(before);
    await vitrine.ask('settings.set', { values: { 'figures.keep': false } });
    expect(await vitrine.ask('insights.delete', {})).toEqual({ questions: 1, ratings: 1, opened: 1 });
    await vitrine.reopen();
    expect(await insights()).toMatchObject({ questions: 0, feedback: { opened: 0 } });
    expect((await vitrine.ask('app.status', {})).counters).toMatchObject({ searches: 0, embeddingCalls: 0 });
    const database = catalogue();
    for (const table of ['qa_logs', 'qa_figures', 'answer_feedback']) {
      expect(database.prepare(`SELECT count(*) AS n FROM ${table}`).get(), table).toMatchObject({ n: 0 });
    }
    database.close();
    // The conversation itself stays.
    expect(await vitrine.ask('chat.messages', { conversationId })).toHaveLength(1);
  });

  it('C17 leave out lines of the log that are damaged', async () => {
    await ask(question);
    const expected = await insights();
    const database = catalogue();
    const put = database.prepare('INSERT INTO qa_logs (message_id, request_id, created_at, entry) VALUES (?, ?, ?, ?)');
    for (const [id, entry] of ['{"broken', '[]'].entries())
      put.run(`damaged-${id}`, '', '2020-01-01T00:00:00.000Z', entry);
    database.close();
    expect(await insights()).toEqual(expected);
  });

  it('C18 sum up a log of 100,000 lines, and open it, in under a second', async () => {
    const { messageId } = await ask(question);
    await ask(unanswered);
    const database = catalogue();
    database.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000; BEGIN');
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO qa_logs SELECT l.message_id || '-' || i, l.request_id, datetime(1700000000 + i * 600, 'unixepoch'),
        json_set(l.entry, '$.timings.total', i, '$.conversationId', 'c' || (i / 4)) FROM qa_logs l, n`);
    database.exec('COMMIT');
    database.close();
    const taken = ownTime();
    const { questions, steps } = await insights();
    const summing = taken();
    expect((await vitrine.ask('chat.findLogs', { limit: 10 })).entries).toHaveLength(10);
    expect((await vitrine.ask('chat.findLogs', { limit: 10, outcome: 'answered' })).entries[0]?.messageId).toBe(
      messageId,
    );
    expect(summing).toBeLessThan(1000);
    expect(taken()).toBeLessThan(2000);
    expect(questions).toBe(100_002);
    expect(steps.total).toMatchObject({ count: 100_002, p95: 47_500, p99: 49_500 });
  });
});

describe('the id of a request', () => {
  it('C11 is the same in the answer, the log of questions, the log file and an error', async () => {
    const logFile = join(vitrine.folder, 'vitrine.log');
    await vitrine.reopen({ logFile });
    const answer = await vitrine.ask('chat.ask', { question, noLlm: true }, 'ask-7');
    const entries: readonly QaLogEntry[] = (await vitrine.ask('chat.findLogs', {})).entries;
    expect([answer.requestId, entries[0]?.requestId]).toEqual(['ask-7', 'ask-7']);
    const refused = await vitrine.engine.request('chat.ask', { question: '' }, { requestId: 'ask-8' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'question-length', requestId: 'ask-8' } });
    const found = await vitrine.ask('search.run', { query: 'silk' }, 'search-9');
    await vitrine.ask('ingest.run', { paths: [await vitrine.file('plain.txt', 'Silk is kept in the dark.')] });
    const lines = readFileSync(logFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.find(({ requestId }) => requestId === 'ask-8')).toMatchObject({ ok: false, code: 'question-length' });
    const searched = lines.find(({ requestId }) => requestId === 'search-9');
    expect(searched).toMatchObject({
      results: 2,
      topK: 10,
      scores: { best: found.results[0]?.score, least: found.results[1]?.score },
      timings: { rerank: 0, total: expect.any(Number) },
    });
    expect(lines.find(({ requestId }) => requestId === 'ask-7')).toMatchObject({
      chunksRetrieved: answer.chunksRetrieved,
      scores: { best: Math.max(...answer.citations.map(({ score }) => score)) },
      timings: { stages: { ReRanker: expect.any(Number) } },
    });
    // A document without headings has the default for chapter and section, which is said.
    expect(lines.find(({ event }) => event === 'ingest.metadata-missing')).toMatchObject({
      chapter: 'Unknown',
      section: 'N/A',
    });
  });
});
