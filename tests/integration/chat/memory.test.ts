import type { Answer, Run } from '@shared/contract';
import { shownText } from '@shared/prompt/answer-backing';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLimits as setAllLimits } from '../library-limits';
import { TestEngine } from '../open-test-engine';

const catalogue = `# Lamps

## Kestrel 40

The Kestrel 40 costs 310 euros. It weighs 480 grams.

## Heron 12

The Heron 12 costs 95 euros. It weighs 150 grams.

## Merlin 7

The Merlin 7 costs 140 euros. It weighs 220 grams.

# Capitals

Paris is the capital of France.
`;

const statement = 'My workshop device is the Kestrel 40.';
const followUp = 'How much does my workshop device cost?';
/** Exchanges that go along as they are: fewer than come between. */
const recent = { N4_RECENT_CONV_MAX_PAIRS: 5 };
/** The text before them is not among the recent exchanges. */
const between = [
  'How heavy is the Heron 12?',
  'What does the Merlin 7 cost?',
  'How heavy is the Merlin 7?',
  'What does the Heron 12 cost?',
  'Which city is the capital of France?',
  'How heavy is the Heron 12 lamp?',
];

const vitrine = TestEngine.shared(async (test) => test.ingest(await test.file('catalogue.md', catalogue))).quoting();
beforeEach(() => setLimits(vitrine, {}));

const setLimits = (of: TestEngine, retrieval: object, others: object = {}): Promise<void> =>
  setAllLimits(of, retrieval, { ...recent, ...others });
const ask = (question: string, more: object = {}): Promise<Answer> => vitrine.ask('chat.ask', { question, ...more });
const runOf = ({ runId }: Answer): Promise<Run> => vitrine.ask('run.get', { runId: runId ?? '' });

/** A conversation that began with this, long ago. */
async function conversation(first = statement): Promise<{ conversationId: string; first: Answer }> {
  const answer = await ask(first);
  for (const question of between) await ask(question, { conversationId: answer.conversationId });
  return { conversationId: answer.conversationId, first: answer };
}

describe('a follow-up question to an exchange beyond the recent ones', () => {
  it('R7 is answered from the documents with memory, and not found without', async () => {
    const { conversationId } = await conversation();
    await setLimits(vitrine, { conversationMemory: 'off' });
    const last = (await vitrine.ask('chat.messages', { conversationId })).at(-1)?.messageId;
    const without = await ask(followUp, { conversationId });
    expect(without.outcome).toBe('nothing');
    await setLimits(vitrine, {});
    const answer = await ask(followUp, { conversationId, after: last });
    expect(shownText(answer)).toContain('310 euros');
    expect(answer.citations.map(({ title }) => title)).toEqual(answer.citations.map(() => 'Lamps'));
    const run = await runOf(answer);
    const decisions = run.stages.flatMap((record) => record.decisions);
    expect(decisions.map(({ decision }) => decision)).toContain('follow-up');
  });

  it('R7 puts earlier exchanges into the prompt, beside the documents and without a number', async () => {
    const { conversationId, first } = await conversation();
    const run = await runOf(await ask(followUp, { conversationId }));
    const prompt = run.snapshots.Prompt_Builder;
    const [recalled] = prompt?.base_context_chunks.filter(({ source }) => source === 'conversation') ?? [];
    expect(recalled).toMatchObject({
      conversationId,
      messageId: first.messageId,
      documentId: '',
      pages: [],
      url: `vitrine://conversation/${conversationId}#${first.messageId}`,
    });
    expect(recalled?.title).toMatch(/^Conversation · \d{4}-\d\d-\d\d · My workshop device/);
    expect(prompt?.prompt_ready).toContain('# Earlier in conversation');
    expect(prompt?.prompt_ready).toContain(`> ${statement}`);
    expect(prompt?.final_selection_ids).not.toContain(recalled?.id);
    expect(prompt?.Attachments_MD).not.toContain(statement);
    const ids = prompt?.base_context_chunks.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('R7 is not answered where the documents hold nothing beyond the exchange', async () => {
    const { conversationId } = await conversation('Which city is the capital of France?');
    const answer = await ask('Which city is the capital of Peru?', { conversationId });
    expect(answer).toMatchObject({ outcome: 'passages', answer: '' });
    // The exchange itself is no document.
    expect(answer.citations.map(({ title }) => title)).toEqual(answer.citations.map(() => 'Lamps'));
  });

  it('R7 R9 says in the run too for which name it was read, and keeps to its filters', async () => {
    const shop = await TestEngine.open();
    const lamps = catalogue.replace(
      '480 grams.',
      '480 grams. Shelley sells it in the shop, with a shade of grey glass.',
    );
    await shop.ingest(await shop.file('lamps.md', lamps), await shop.file('people.md', '# People\n\nShelley wrote.'));
    const { conversationId } = await shop.ask('chat.ask', { question: statement });
    for (const question of between) await shop.ask('chat.ask', { question, conversationId });
    const named = await shop.ask('chat.ask', {
      question: 'What does the workshop device cost at Shelly?',
      conversationId,
    });
    const slip = { code: 'spelling-corrected', values: { word: 'Shelly', term: 'Shelley' } };
    expect(shownText(named)).toContain('310 euros');
    expect(named.notices.filter(({ code }) => code === slip.code)).toMatchObject([slip]);
    const run = await shop.ask('run.get', { runId: named.runId ?? '' });
    const retrieval = run.stages.find(({ stage }) => stage === 'Retrieval');
    expect(retrieval?.decisions.map(({ decision }) => decision)).toContain('follow-up');
    expect(retrieval?.notices).toMatchObject([slip]);
    // A word of the earlier exchange alone: the question with it in quotation marks behind it is read as it is written.
    const mentioned = await shop.ask('chat.ask', { question: 'My workshop device of Shelly is the Kestrel 40.' });
    const later = { conversationId: mentioned.conversationId };
    for (const question of between) await shop.ask('chat.ask', { question, ...later });
    const corrections = ({ notices }: Answer) => notices.filter(({ code }) => code === slip.code);
    const insisted = `${followUp} "Shelly"`;
    const spoken = corrections(await shop.ask('chat.ask', { question: followUp, ...later }));
    expect(spoken).toMatchObject([
      {
        values: { ...slip.values, quoted: '"Shelly"' },
      },
    ]);
    expect(corrections(await shop.ask('chat.ask', { question: insisted, ...later }))).toEqual([]);
    const filtered = await shop.ask('chat.ask', { question: `title:People ${followUp}`, conversationId });
    expect(filtered.outcome).not.toBe('answered');
    await shop.close();
  });
});

describe('the memory of a conversation', () => {
  const recalledBy = async (answer: Answer) =>
    ((await runOf(answer)).snapshots.Retrieval?.base_context_chunks ?? []).filter(
      ({ source }) => source === 'conversation',
    );

  /** Conversations that a question about the attic recalls. */
  const attic = async () =>
    (await recalledBy(await ask('Which is the attic device?')))
      .filter(({ text }) => text.startsWith('My attic'))
      .map(({ conversationId }) => conversationId);

  it('R7 holds no exchange that goes along with the question anyway', async () => {
    const first = await ask(statement);
    const answer = await ask('What does the Kestrel 40 device cost?', { conversationId: first.conversationId });
    expect(await recalledBy(answer)).toEqual([]);
  });

  it('R7 is its own, and that of others where that is wanted, in every scope', async () => {
    await conversation();
    const question = 'What does the workshop device Kestrel 40 cost?';
    const scope = { collections: ['Library'] };
    expect(await recalledBy(await ask(question, { scope }))).toEqual([]);
    await setLimits(vitrine, { conversationMemory: 'all' });
    const texts = (await recalledBy(await ask(question, { scope }))).map(({ text }) => text);
    expect(texts.some((text) => text.startsWith(statement))).toBe(true);
  });

  it('R7 is of the path that a question goes on from: no other version of an exchange is recalled', async () => {
    const { conversationId, first } = await conversation('My attic device is the Merlin 7.');
    await ask('My attic device is the Heron 12.', { conversationId, after: null });
    await setLimits(vitrine, { conversationMemory: 'all' });
    expect(await attic()).toEqual([conversationId]);
    const recalled = async (after: string | undefined) => {
      const run = await runOf(await ask(followUp.replace('workshop', 'attic'), { conversationId, after }));
      const chunks = run.snapshots.Prompt_Builder?.base_context_chunks ?? [];
      return chunks.flatMap(({ source, text }) => (source === 'conversation' ? [text] : []));
    };
    await setLimits(vitrine, {}, { N4_RECENT_CONV_MAX_PAIRS: 0 });
    expect((await recalled(undefined)).join()).toMatch(/Heron 12/);
    const path = await vitrine.ask('chat.show', { conversationId, messageId: first.messageId });
    const old = (await recalled(path.at(-1)?.messageId)).join();
    expect(old).toMatch(/device is the Merlin 7/);
    expect(old).not.toMatch(/device is the Heron 12/);
    await vitrine.ask('chat.delete', { conversationId });
  });

  it('R7 goes with its conversation', async () => {
    const { conversationId } = await conversation('My attic device is the Kestrel 40.');
    await setLimits(vitrine, { conversationMemory: 'all' });
    expect(await attic()).toEqual([conversationId]);
    await vitrine.ask('chat.delete', { conversationId });
    expect(await attic()).toEqual([]);
  });

  it('R7 goes with its entry in the log, in branches too, and is not made again', async () => {
    const { conversationId, first } = await conversation('My attic device is the Heron 12.');
    await setLimits(vitrine, { conversationMemory: 'all' });
    const { messageId } = first;
    await vitrine.ask('chat.branch', { conversationId, messageId });
    expect(await attic()).toEqual([conversationId]);
    await vitrine.ask('chat.deleteLogs', { messageIds: [messageId] });
    await vitrine.ask('chat.branch', { conversationId, messageId });
    expect(await attic()).toEqual([]);
  });
});
