import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestEngine } from '../open-test-engine';

const secret = 'zxobelisk';
const told = `The ${secret} stands in the northern square and is made of grey granite.`;

const vitrine = TestEngine.each().quoting();

/** Files of the library folder, or of another one, that hold this text, in any encoding that the library writes plain. */
async function filesWith(text: string, folder = vitrine.library): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(
    files.map(async (file) => ((await readFile(file)).includes(text) ? [file.slice(folder.length)] : [])),
  );
  return found.flat();
}

async function addAmongOthers(): Promise<string> {
  const paths = [await vitrine.file('square.md', told)];
  for (let n = 0; n < 12; n += 1) {
    paths.push(await vitrine.file(`other-${n}.md`, `Report ${n} counts the crates of harbour ${n}.`));
  }
  const { files } = await vitrine.ingest(...paths);
  return files.find(({ path }) => path.endsWith('square.md'))?.documentId ?? '';
}

async function askAbout() {
  const documentId = await addAmongOthers();
  const answer = await vitrine.ask('chat.ask', { question: 'What is the zxobelisk made of?' });
  expect(answer.answer).toContain('granite');
  return { documentId, ...answer };
}

describe('deleted text', () => {
  it('I12 counts and deletes the runs, answers and log lines with its text, and leaves it in no file', async () => {
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

  it('W30 leaves the versions beside an answer, and later questions, in sight', async () => {
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
    expect(answer).toMatchObject({ outcome: 'nothing', citations: [], passages: [{ snippet: told }] });
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

  it('W36 takes the runs and log lines of a conversation along, but for those that a branch still shows', async () => {
    const { conversationId, messageId, runId } = await askAbout();
    await vitrine.ask('chat.ask', { question: 'How many crates has harbour 3?', conversationId });
    const branch = await vitrine.ask('chat.branch', { conversationId, messageId });
    expect(await vitrine.ask('chat.delete', { conversationId })).toEqual({ deleted: true, runs: 1 });
    expect(await vitrine.ask('run.list', {})).toMatchObject([{ runId }]);
    expect(await logged()).toEqual([messageId]);
    expect(await vitrine.ask('chat.delete', { conversationId: branch.conversationId })).toEqual({
      deleted: true,
      runs: 1,
    });
    expect(await vitrine.ask('run.list', {})).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  it('W36 keeps the log lines of a conversation where the setting says so', async () => {
    await vitrine.ask('settings.set', { values: { 'log.withConversation': false } });
    const { conversationId, messageId } = await askAbout();
    await vitrine.ask('chat.delete', { conversationId });
    expect(await logged()).toEqual([messageId]);
  });
});

const logged = async () => (await vitrine.ask('chat.findLogs', {})).entries.map(({ messageId }) => messageId);

describe('the log of questions', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('W36 is not written while switched off, by chat, follow-ups or Stages; older entries stay', async () => {
    const { messageId, runId } = await askAbout();
    await vitrine.ask('settings.set', { values: { 'figures.keep': false } });
    const { conversationId } = await vitrine.ask('chat.ask', { question: `Where does the ${secret} stand?` });
    await vitrine.ask('run.answer', { runId: runId ?? '' });
    expect(await logged()).toEqual([messageId]);
    await vitrine.ask('chat.deleteLogs', { all: true });
    await vitrine.ask('chat.delete', { conversationId });
    expect(await logged()).toEqual([]);
  });

  it('W36 loses entries older than the limit, every hour and at a start; the conversations stay', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await vitrine.reopen();
    await vitrine.ask('settings.set', { values: { 'log.keepDays': 7 } });
    const { conversationId, messageId } = await askAbout();
    // The idle models of six days look at the limits at once: of a file they would open too many.
    await vitrine.ask('limits.reset', {});
    vi.advanceTimersByTime(6 * 86_400_000);
    const { messageId: later } = await vitrine.ask('chat.ask', { question: 'How many crates has harbour 3?' });
    expect(await logged()).toEqual([later, messageId]);
    vi.advanceTimersByTime(2 * 86_400_000);
    expect(await logged()).toEqual([later]);
    vi.setSystemTime(Date.now() + 7 * 86_400_000);
    await vitrine.reopen();
    await expect.poll(logged).toEqual([]);
    expect(await vitrine.ask('chat.messages', { conversationId })).toHaveLength(1);
  });
});

describe('a private conversation', () => {
  const words = 'is the ZXOBELISK made of, please';
  /** Rows by table: runs are kept compressed, where no text is found. Sums of work done are in none of them. */
  const rows = () => {
    const database = new Database(join(vitrine.library, 'catalogue.db'), { readonly: true });
    const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const count = (name: string) => (database.prepare(`SELECT count(*) AS n FROM "${name}"`).get() as { n: number }).n;
    const counted = names.map(({ name }) => [name, count(name)]);
    database.close();
    return Object.fromEntries(counted.filter(([name]) => name !== 'settings'));
  };
  /** Two questions, the second a follow-up of the first: it needs the memory. */
  const talk = async (how: { private?: boolean }) => {
    const first = await vitrine.ask('chat.ask', { question: `What ${words}?`, ...how });
    const { conversationId } = first;
    await vitrine.ask('chat.ask', { question: 'And where does it stand?', conversationId, ...how });
    return first;
  };

  it('W36 is answered, goes on and can be looked at, and is in no list, no row and no file, unlike another one', async () => {
    await vitrine.reopen({ logFile: join(vitrine.folder, 'engine.log') });
    await addAmongOthers();
    const before = rows();
    const { conversationId, messageId, runId, answer } = await talk({ private: true });
    expect(answer).toContain('granite');
    expect(await vitrine.ask('chat.messages', { conversationId })).toHaveLength(2);
    await vitrine.ask('chat.rate', { messageId, helpful: true });
    const edit = [{ path: 'limits.N2_RERANK_TOP_K' as const, value: 5 }];
    const edited = await vitrine.ask('run.edit', { runId: runId ?? '', edits: edit });
    expect((await vitrine.ask('run.auto', { runId: edited.runId })).parentRunId).toBe(runId);
    const alone = await vitrine.ask('run.start', { prompt: `What ${words}?`, private: true });
    expect((await vitrine.ask('run.auto', { runId: alone.runId })).prompt).toContain(words);
    expect(await vitrine.ask('chat.conversations', {})).toEqual([]);
    expect(await vitrine.ask('run.list', {})).toEqual([]);
    expect(await logged()).toEqual([]);
    expect(rows()).toEqual(before);
    expect(await filesWith(words, vitrine.folder)).toEqual([]);

    await vitrine.ask('chat.delete', { conversationId });
    expect((await vitrine.refusal('chat.messages', { conversationId })).code).toBe('conversation-not-found');
    expect((await vitrine.refusal('run.get', { runId: runId ?? '' })).code).toBe('run-not-found');
    await vitrine.engine.close();
    expect(await filesWith(words, vitrine.folder)).toEqual([]);
    await vitrine.reopen();
    expect(rows()).toEqual(before);

    await talk({});
    expect(rows()).not.toEqual(before);
    expect((await filesWith(words, vitrine.folder)).join()).toContain('catalogue.db');
  });

  it('W36 does not go on from one that is kept', async () => {
    const { conversationId } = await askAbout();
    const asked = { question: 'And where does it stand?', conversationId, private: true };
    expect((await vitrine.refusal('chat.ask', asked)).code).toBe('conversation-not-found');
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

  it('stay while a person continues them', async () => {
    const { answered, old } = await aged();
    await vitrine.ask('settings.set', { values: { 'runs.keepDays': 10 } });
    await vitrine.ask('run.auto', { runId: old });
    await expect.poll(kept).toEqual([answered, old].sort());
  });
});
