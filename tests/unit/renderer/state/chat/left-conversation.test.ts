import type { Answer } from '@shared/contract/index';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

type Result = { readonly ok: boolean; readonly data?: unknown; readonly error?: unknown };

/** The engine's conversations and the requests to it; answers wait for the test. */
const known = new Map<string, readonly unknown[]>();
const requests: { readonly route: string; readonly input: Record<string, unknown> }[] = [];
const cancelled: string[] = [];
let waiting: ((result: Result) => void)[] = [];
const engine = {
  request(route: string, input: Record<string, unknown>, { requestId }: { requestId?: string } = {}) {
    requests.push({ route, input: { ...input, requestId } });
    if (route === 'chat.ask' || route === 'chat.resume') return new Promise<Result>((give) => waiting.push(give));
    if (route === 'chat.conversations') return Promise.resolve({ ok: true, data: [summary] });
    const data = route === 'chat.messages' || route === 'chat.show' ? known.get(String(input.conversationId)) : [];
    return Promise.resolve(data ? { ok: true, data } : { ok: false, error: { code: 'conversation-not-found' } });
  },
  cancel: (requestId: string) => cancelled.push(requestId),
};
vi.stubGlobal('window', { vitrine: engine });

// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { allConversations, useChat } = await import('../../../../../renderer/state/chat/chat');
const { draftsApart, emptyDraft } = await import('../../../../../renderer/state/chat/question-draft');
const { settled } = await import('../../../../../renderer/state/chat/exchange');
const { carryOutDeletions } = await import('../../../../../renderer/state/undo');

const chat = () => useChat.getState();
const answer = (messageId: string, more: object = {}) =>
  ({
    messageId,
    conversationId: 'c1',
    question: messageId,
    answer: 'Half',
    citations: [],
    ...more,
  }) as unknown as Answer;
const first = answer('m1', { versions: ['m0', 'm1'] });
const shown = () => chat().exchanges.map(({ question }) => question);
const asked = () => requests.filter(({ route }) => route === 'chat.ask').map(({ input }) => input.question);
const stopped = { ok: false, error: { code: 'cancelled', message: 'Stopped.', hint: '' } };
const summary = { conversationId: 'c1', title: 'Letters', messages: 1, createdAt: '', updatedAt: '' };

/** The engine's reply to the waiting question. */
async function give(result: Result): Promise<void> {
  waiting.shift()?.(result);
  await new Promise((done) => setTimeout(done));
}

// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  requests.length = 0;
  cancelled.length = 0;
  waiting = [];
  draftsApart.clear();
  known.clear();
  known.set('c1', [first]).set('c2', []);
  const exchanges = [settled(first)];
  const none = { apart: [], opening: false, isPrivate: false, error: null, leaving: new Set<string>() };
  useChat.setState({ ...emptyDraft, ...none, conversations: [summary], conversationId: 'c1', exchanges });
});

describe('a question on its way', () => {
  it('is there again where its version is turned to, and its answer is there at once', async () => {
    void chat().ask('And when?');
    known.set('c1', [answer('m0')]);
    await chat().turn('m0');
    expect(shown()).toEqual(['m0']);
    known.set('c1', [first]);
    await chat().turn('m1');
    expect(shown()).toEqual(['m1', 'And when?']);
    known.set('c1', [answer('m0')]);
    await chat().turn('m0');
    // As if the engine had told of the version just before the answer was written.
    useChat.setState({ exchanges: [settled(first)] });
    await give({ ok: true, data: answer('m2', { question: 'And when?' }) });
    expect(shown()).toEqual(['m1', 'And when?']);
    expect(chat().apart).toEqual([]);
  });

  it('is hidden by the version that is asked beside it, as the user wanted', async () => {
    void chat().resend(first, 'Who were they?');
    await chat().turn('m1');
    expect(shown()).toEqual(['m1']);
    expect(chat().apart).toMatchObject([{ question: 'Who were they?' }]);
  });

  it('hides nothing once it has failed out of sight', async () => {
    known.set('c1', [first, answer('m2')]);
    await chat().open('c1');
    void chat().resend(first, 'Who were they?');
    await chat().open('c2');
    await give(stopped);
    await chat().open('c1');
    expect(shown()).toEqual(['m1', 'm2', 'Who were they?']);
  });

  it('that started a conversation and failed stays with it, and so does its draft', async () => {
    chat().startNew();
    void chat().ask('Which letters are there?');
    await give(stopped);
    const { conversationId } = chat();
    chat().setDraft('And the maps?');
    await chat().open('c1');
    expect(allConversations(chat()).map((one) => one.conversationId)).toEqual([conversationId, 'c1']);
    await chat().open(conversationId ?? '');
    expect(chat()).toMatchObject({ draft: 'And the maps?', exchanges: [{ question: 'Which letters are there?' }] });
  });
});

describe('a private conversation that is opened again', () => {
  it('keeps its draft and its running answer; an ended one leaves nothing', async () => {
    chat().startPrivate();
    void chat().ask('Who wrote them?');
    const own = chat().conversationId ?? '';
    known.set(own, [answer('m1', { conversationId: own })]);
    await give({ ok: true, data: answer('m1', { conversationId: own }) });
    void chat().ask('And when?');
    const attached = [{ jobId: 'j1', name: 'lease.pdf' }];
    useChat.setState({ draft: 'What is', attached });
    await chat().open(own);
    expect(chat()).toMatchObject({ draft: 'What is', attached, isPrivate: true });
    expect(shown()).toEqual(['m1', 'And when?']);
    expect(cancelled).toEqual([]);
    await chat().open('c1');
    expect([cancelled.length, chat().apart]).toEqual([1, []]);
  });
});

describe('a question that waits for a file', () => {
  const waits = { draft: 'What is the rent?', attached: [{ jobId: 'j1', name: 'lease.pdf' }], asksWhenRead: true };

  it.each(['c1', null])(
    'is asked when its conversation, %s, is opened again, if the file has been read',
    async (id) => {
      if (id === null) chat().startNew();
      useChat.setState(waits);
      await chat().open('c2');
      chat().detach('j1', ['d1']);
      expect(asked()).toEqual([]);
      if (id === null) chat().startNew();
      else await chat().open(id);
      expect(asked()).toEqual(['What is the rent?']);
      expect(requests.find(({ route }) => route === 'chat.ask')?.input).toMatchObject({
        after: id && 'm1',
        scope: { documentIds: ['d1'] },
      });
    },
  );

  it('is asked after the answer that is on its way when the file is read', async () => {
    useChat.setState(waits);
    void chat().resend(first, 'Who were they?');
    chat().detach('j1', ['d1']);
    expect(chat()).toMatchObject({ asksWhenRead: true, draft: 'What is the rent?' });
    await give({ ok: true, data: answer('m2') });
    expect(asked()).toEqual(['Who were they?', 'What is the rent?']);
    expect(chat()).toMatchObject({ asksWhenRead: false, draft: '' });
  });
});

describe('an answer that is gone on with', () => {
  it('is in its place when its conversation is opened again, and is whole there', async () => {
    void chat().resume(first);
    await chat().open('c2');
    await chat().open('c1');
    expect(chat().exchanges).toMatchObject([{ streamed: 'Half', answer: null, resumes: 'm1' }]);
    await give({ ok: true, data: { ...first, answer: 'Half and half' } });
    expect(chat().exchanges).toMatchObject([{ answer: { answer: 'Half and half' }, resumes: null }]);
  });

  it('is stopped where its conversation is deleted, before that goes', async () => {
    void chat().resume(first);
    chat().remove('c1');
    carryOutDeletions();
    expect(cancelled).toHaveLength(1);
    expect(requests.some(({ route }) => route === 'chat.delete')).toBe(false);
    await give({ ok: true, data: first });
    expect(requests.some(({ route }) => route === 'chat.delete')).toBe(true);
    expect(chat().apart).toEqual([]);
  });
});
