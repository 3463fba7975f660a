import { stageIds } from '@shared/prompt/stage-names';
import { saidAnswer } from '@shared/words/said';
import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';

const question = 'How many lux does silk bear?';
const vitrine = TestEngine.shared(async () => {
  await vitrine.ingest(fixture('handbook.md'), fixture('report.pdf'));
  await vitrine.ingest(
    await vitrine.file(
      'loans.md',
      '# Loans\n\nA loan of a silk banner ends after ninety days. The registrar signs every loan.\n',
    ),
  );
}).quoting();

describe('an answer without a language model', () => {
  it('C7 is made of quoted sentences, each at the place its citation names', async () => {
    const answer = await vitrine.ask('chat.ask', { question });
    expect(answer).toMatchObject({ outcome: 'answered', way: 'passages', quoted: true, model: null });
    expect(answer.answer).toContain('50 lux');
    for (const { markers } of answer.cited ?? []) {
      expect(answer.citations.map(({ marker }) => marker)).toEqual(expect.arrayContaining([...markers]));
    }
    const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
    for (const citation of answer.citations) {
      const source = await vitrine.ask('library.source', { documentId: citation.documentId });
      const cited = source.text.slice(citation.startChar, citation.endChar).replace(/\s+/gu, ' ').trim();
      const quoted = answer.cited?.filter(({ markers }) => markers.includes(citation.marker)) ?? [];
      expect(quoted.some(({ text }) => lettersOf(text).includes(lettersOf(cited)))).toBe(true);
      expect(citation.checksum).toBe(source.document.checksum);
      expect(citation.snippet.length).toBeLessThanOrEqual(200);
      expect(cited).toContain(citation.snippet.replace(/…$/u, ''));
    }
    expect(answer.confidence).toBeGreaterThan(0);
    expect(Object.keys(answer.timings.stages)).toHaveLength(stageIds.length);
  });

  it('C6 is found by its run, with what its confidence is made of', async () => {
    const answer = await vitrine.ask('chat.ask', { question });
    const { answer: found, before, place } = await vitrine.ask('run.answered', { runId: answer.runId ?? '' });
    const { conversationId, messageId } = answer;
    expect([found, before, place]).toEqual([answer, null, { conversationId, messageId }]);
    const sum = found?.weighed?.reduce((before, { value, weight }) => before + value * weight, 0) ?? 0;
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(answer.confidence, 12);
    const { runId } = await vitrine.ask('run.start', { prompt: question });
    expect(await vitrine.ask('run.answered', { runId })).toEqual({ answer: null, before: null, place: null });
  });

  it('C4 has no marker without a citation and no citation without a marker', async () => {
    const { answer, citations } = await vitrine.ask('chat.ask', { question: 'Who signs a loan of a silk banner?' });
    const markers = [...answer.matchAll(/\[Citation (\d+)\]/gu)].map(([, number]) => Number(number));
    expect(new Set(markers)).toEqual(new Set(citations.map(({ marker }) => marker)));
    expect(markers.length).toBeGreaterThan(0);
  });

  it('C11 is announced by events of the same request', async () => {
    const answer = await vitrine.ask('chat.ask', { question }, 'ask-events');
    const events = vitrine.events.filter((event) => 'requestId' in event && event.requestId === 'ask-events');
    const stages = events.flatMap((event) =>
      event.type === 'run.stage' && event.record.state === 'done' ? [event.stage] : [],
    );
    expect(stages).toHaveLength(stageIds.length);
    const tokens = events.flatMap((event) => (event.type === 'chat.token' ? [event.token] : []));
    expect(tokens.join('')).toBe(answer.answer);
    expect(events.flatMap((event) => (event.type === 'chat.citation' ? [event.citation] : []))).toEqual(
      answer.citations,
    );
    expect(events.at(-1)).toMatchObject({ type: 'chat.done', messageId: answer.messageId });
  });
});

describe('what the library does not know', () => {
  it('R5 is nothing found, with suggestions and the closest passages, and without citations', async () => {
    const answer = await vitrine.ask('chat.ask', { question: 'What is the boiling point of tungsten on Jupiter?' });
    expect(answer).toMatchObject({ outcome: 'nothing', answer: '', citations: [], confidence: 0, model: null });
    expect(answer.suggestions.length).toBeGreaterThan(0);
    expect(answer.basis?.unknownWords).toContain('tungsten');
    expect(answer.passages?.length).toBeGreaterThan(1);
    for (const { documentId, startChar, endChar, snippet } of answer.passages ?? []) {
      const { text } = await vitrine.ask('library.source', { documentId });
      expect(text.slice(startChar, endChar).replace(/\s+/gu, ' ')).toContain(snippet.replace(/…$/u, ''));
    }
    expect(saidAnswer(answer)).toContain(`- ${answer.passages?.[0]?.title}: “${answer.passages?.[0]?.snippet}”`);
    const found = await vitrine.ask('search.run', { query: 'boiling point of tungsten on Jupiter' });
    expect(found).toMatchObject({ outOfScope: true, suggestions: answer.suggestions });
  });

  it('C13 answers nothing about a person whom no passage names, says the name, and shows the best passages', async () => {
    const answer = await vitrine.ask('chat.ask', { question: 'Who signs a loan of a silk banner to Fotheringhay?' });
    expect(answer).toMatchObject({ outcome: 'passages', answer: '', basis: { absent: ['Fotheringhay'] } });
    expect(answer.passages?.length).toBeGreaterThan(0);
    expect(saidAnswer(answer)).toContain('Fotheringhay');
  });

  it('R5 is what an empty library says', async () => {
    const empty = await TestEngine.open();
    expect(await empty.ask('chat.ask', { question })).toMatchObject({
      outcome: 'nothing',
      citations: [],
      confidence: 0,
    });
    expect((await empty.ask('search.run', { query: question })).results).toEqual([]);
    await empty.close();
  });

  it('R6 is what a question in the wrong collection gets', async () => {
    const answer = await vitrine.ask('chat.ask', { question, collection: 'Nowhere' });
    expect(answer).toMatchObject({ outcome: 'nothing', citations: [] });
  });
});

describe('questions', () => {
  it.each(['Hello!', 'thanks', 'Guten Morgen'])('C10 %j is greeted without a run', async (greeting) => {
    const runs = (await vitrine.ask('run.list', {})).length;
    const answer = await vitrine.ask('chat.ask', { question: greeting });
    expect(answer).toMatchObject({ outcome: 'answered', way: 'help', runId: null, confidence: 0, citations: [] });
    expect(await vitrine.ask('run.list', {})).toHaveLength(runs);
  });

  it.each(['', '   \n', 'long '.repeat(401)])('C12 of a length outside 1 to 2000 are refused', async (text) => {
    expect(await vitrine.refusal('chat.ask', { question: text })).toMatchObject({
      code: 'question-length',
      details: { least: 1, most: 2000, characters: text.trim().length },
    });
  });

  it('C12 of exactly 2000 characters are answered', async () => {
    const text = `${question} ${'Please say so. '.repeat(200)}`.slice(0, 2000).trimEnd().padEnd(2000, '?');
    expect((await vitrine.ask('chat.ask', { question: text })).question).toHaveLength(2000);
  });

  it('stopped while the stages run leave nothing behind', async () => {
    const logged = (await vitrine.ask('chat.findLogs', {})).entries.length;
    const asking = vitrine.engine.request('chat.ask', { question }, { requestId: 'stopped' });
    vitrine.engine.cancel('stopped');
    expect(await asking).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await vitrine.ask('chat.findLogs', {})).entries).toHaveLength(logged);
  });
});

describe('conversations', () => {
  it('C8 carry their history into the prompt of the next question', async () => {
    const first = await vitrine.ask('chat.ask', { question });
    const { conversationId } = first;
    const second = await vitrine.ask('chat.ask', { question: 'How many lux does stone bear?', conversationId });
    expect(second.conversationId).toBe(conversationId);
    const run = await vitrine.ask('run.get', { runId: second.runId ?? '' });
    expect(run.snapshots.Prompt_Builder?.recentConversation).toEqual([
      { role: 'user', content: question },
      { role: 'assistant', content: first.answer, documentIds: [first.citations[0]?.documentId] },
    ]);
    expect(run.snapshots.Prompt_Builder?.prompt_ready).toContain(question);

    const messages = await vitrine.ask('chat.messages', { conversationId });
    expect(messages).toEqual([first, second]);
    const listed = (await vitrine.ask('chat.conversations', {})).find((one) => one.conversationId === conversationId);
    expect(listed).toMatchObject({ title: question, messages: 2 });
  });

  it('C8 take no more than the last N4 exchanges along', async () => {
    await vitrine.ask('limits.set', { values: { N4_RECENT_CONV_MAX_PAIRS: 2 } });
    let conversationId: string | undefined;
    for (let n = 0; n < 3; n += 1) {
      const answer = await vitrine.ask('chat.ask', {
        question: `Hello`,
        ...(conversationId ? { conversationId } : {}),
      });
      conversationId = answer.conversationId;
    }
    const answer = await vitrine.ask('chat.ask', { question, ...(conversationId ? { conversationId } : {}) });
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    expect(run.snapshots.raw?.recentConversation).toHaveLength(4);
    await vitrine.ask('limits.reset', {});
  });

  it('C8 are deleted whole, with their lines of the log', async () => {
    const { conversationId, messageId } = await vitrine.ask('chat.ask', { question });
    expect(await vitrine.ask('chat.delete', { conversationId })).toMatchObject({ deleted: true });
    expect((await vitrine.refusal('chat.messages', { conversationId })).code).toBe('conversation-not-found');
    expect((await vitrine.ask('chat.findLogs', {})).entries.map((entry) => entry.messageId)).not.toContain(messageId);
    expect(await vitrine.ask('chat.delete', { conversationId })).toEqual({ deleted: false, runs: 0 });
  });

  it('C8 that are not there are named, before anything runs', async () => {
    const runs = (await vitrine.ask('run.list', {})).length;
    const refusal = await vitrine.refusal('chat.ask', { question, conversationId: 'conv_none' });
    expect(refusal.code).toBe('conversation-not-found');
    expect(await vitrine.ask('run.list', {})).toHaveLength(runs);
  });
});

describe('the log of questions', () => {
  it('C9 holds passages, greetings and what found nothing, the last two with confidence 0, after a restart too', async () => {
    await vitrine.ask('chat.ask', { question }, 'log-answer');
    for (let n = 0; n < 5; n += 1) await vitrine.ask('chat.ask', { question: 'Hello' }, `log-greeting-${n}`);
    await vitrine.ask('chat.ask', { question: 'Who won the match on Mars?' }, 'log-fallback');
    await vitrine.reopen();
    const logs = (await vitrine.ask('chat.findLogs', { limit: 7 })).entries;
    const greetings = [4, 3, 2, 1, 0].map((n) => [`log-greeting-${n}`, 'answered']);
    expect(logs.map(({ requestId, outcome }) => [requestId, outcome])).toEqual([
      ['log-fallback', 'nothing'],
      ...greetings,
      ['log-answer', 'passages'],
    ]);
    expect(logs.map(({ confidence }) => confidence > 0)).toEqual([...Array(6).fill(false), true]);
  });
});
