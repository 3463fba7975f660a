import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestEngine } from '../open-test-engine';

const secret = 'zxobelisk';
const told = `The ${secret} stands in the northern square and is made of grey granite.`;

const vitrine = TestEngine.each();

/** Files of the library folder that hold this text, in any encoding that the library writes plain. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(vitrine.library, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(file)).includes(text) ? [file.slice(vitrine.library.length)] : [])),
  );
  return found.flat();
}

/** Adds the document among others, as one part of the index, and asks about it; returns its id and the answer. */
async function askAbout() {
  const paths = [await vitrine.file('square.md', told)];
  for (let n = 0; n < 60; n += 1) {
    paths.push(await vitrine.file(`other-${n}.md`, `Report ${n} counts the crates of harbour ${n}.`));
  }
  const { files } = await vitrine.ingest(...paths);
  const documentId = files.find(({ path }) => path.endsWith('square.md'))?.documentId ?? '';
  const answer = await vitrine.ask('chat.ask', { question: 'What is the zxobelisk made of?' });
  expect(answer.answer).toContain('granite');
  return { documentId, ...answer };
}

describe('what is deleted', () => {
  it('I12 counts and takes along the runs, answers and log lines that hold its text, and stands in no file after it', async () => {
    const { documentId } = await askAbout();
    expect(await vitrine.ask('library.traces', { documentIds: [documentId] })).toEqual({
      runs: 1,
      answers: 1,
      logLines: 1,
    });
    expect((await filesWith(secret)).map((file) => file.split('/')[1])).toEqual(
      expect.arrayContaining(['uploads', 'index', expect.stringContaining('catalogue.db')]),
    );
    const { traces } = await vitrine.ask('library.delete', { documentIds: [documentId] });
    expect(traces).toEqual({ runs: 1, answers: 1, logLines: 1 });
    expect(await vitrine.ask('run.list', {})).toEqual([]);
    expect(await vitrine.ask('chat.conversations', {})).toEqual([]);
    expect((await vitrine.ask('chat.findLogs', {})).entries).toEqual([]);
    expect(await filesWith(secret)).toEqual([]);
    await vitrine.engine.close();
    expect(await filesWith(secret)).toEqual([]);
    await vitrine.reopen();
  });

  it('W29 leaves the versions beside an answer, and what was asked after it, in sight', async () => {
    const { documentId, conversationId, messageId, question } = await askAbout();
    const say = (words: string, after: string | null) =>
      vitrine.ask('chat.ask', { question: words, conversationId, after });
    const after = await say('Hello', messageId);
    const beside = await say('Thanks', null);
    await say(question, null);
    await vitrine.ask('library.delete', { documentIds: [documentId] });
    const shown = await vitrine.ask('chat.messages', { conversationId });
    expect(shown).toMatchObject([{ messageId: beside.messageId, versions: [after.messageId, beside.messageId] }]);
  });

  it('I12 counts an answer that only shows it as nearest, since nothing answers', async () => {
    const { files } = await vitrine.ingest(await vitrine.file('square.md', told));
    const answer = await vitrine.ask('chat.ask', { question: 'Who signed the granite treaty of Utrecht in 1713?' });
    expect(answer).toMatchObject({ outcome: 'fallback', citations: [], nearest: [{ snippet: told }] });
    const documentIds = files.flatMap(({ documentId }) => documentId ?? []);
    expect(await vitrine.ask('library.traces', { documentIds })).toMatchObject({ answers: 1, logLines: 1 });
  });

  it('leaves runs, answers and log lines where that is asked for', async () => {
    const { documentId, conversationId } = await askAbout();
    const { traces } = await vitrine.ask('library.delete', { documentIds: [documentId], traces: false });
    expect(traces).toEqual({ runs: 0, answers: 0, logLines: 0 });
    expect(await vitrine.ask('chat.messages', { conversationId })).toHaveLength(1);
    expect(await vitrine.ask('run.list', {})).toHaveLength(1);
    expect(await vitrine.ask('library.traces', { documentIds: [documentId] })).toEqual({
      runs: 1,
      answers: 1,
      logLines: 1,
    });
  });

  it('takes the runs of a conversation along, but for those that a branch still shows', async () => {
    const { conversationId, messageId, runId } = await askAbout();
    const branch = await vitrine.ask('chat.branch', { conversationId, messageId });
    expect(await vitrine.ask('chat.delete', { conversationId })).toEqual({ deleted: true, runs: 0 });
    expect(await vitrine.ask('run.list', {})).toMatchObject([{ runId }]);
    expect(await vitrine.ask('chat.delete', { conversationId: branch.conversationId })).toEqual({
      deleted: true,
      runs: 1,
    });
    expect(await vitrine.ask('run.list', {})).toEqual([]);
  });
});

describe('runs that are older than they shall be kept', () => {
  const kept = async () => (await vitrine.ask('run.list', {})).map(({ runId }) => runId).sort();
  const daysAgo = (days: number) => vi.setSystemTime(Date.now() - days * 86_400_000);
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The run of an answer and one without, made 40 days ago, and one of 20 days ago. */
  async function aged() {
    vi.useFakeTimers({ toFake: ['Date'] });
    daysAgo(40);
    const { runId: answered } = await askAbout();
    const { runId: old } = await vitrine.ask('run.start', { prompt: `Where does the ${secret} stand?` });
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ['Date'] });
    daysAgo(20);
    const { runId: young } = await vitrine.ask('run.start', { prompt: 'Which harbour counts crates?' });
    vi.useRealTimers();
    await vitrine.reopen();
    return { answered: answered ?? '', old, young };
  }

  it('I12 go after the next run and at a start, but for those that an answer shows', async () => {
    const { answered, old, young } = await aged();
    expect(await kept()).toEqual([answered, old, young].sort());
    await vitrine.ask('settings.set', { values: { 'runs.keepDays': 30 } });
    expect(await kept()).toContain(old);
    const { runId: next } = await vitrine.ask('run.start', { prompt: 'How many crates?' });
    await expect.poll(kept).toEqual([answered, young, next].sort());

    await vitrine.ask('settings.set', { values: { 'runs.keepDays': 10 } });
    expect(await kept()).toContain(young);
    await vitrine.reopen();
    await expect.poll(kept).toEqual([answered, next].sort());
  });

  it('stay while somebody goes on with them', async () => {
    const { answered, old } = await aged();
    await vitrine.ask('settings.set', { values: { 'runs.keepDays': 10 } });
    await vitrine.ask('run.auto', { runId: old });
    await expect.poll(kept).toEqual([answered, old].sort());
  });
});
