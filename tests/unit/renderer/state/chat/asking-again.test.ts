import type { Answer } from '@shared/contract/index';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatScope } from '../../../../../renderer/state/chat/question-draft';

/** The questions to the engine, and the test's answers; nothing answers alone. */
const stopped = { code: 'cancelled', message: 'Stopped.', hint: '' };
let fails = false;
const requests: { readonly route: string; readonly input: Record<string, unknown> }[] = [];
const engine = {
  request(route: string, input: Record<string, unknown>) {
    requests.push({ route, input });
    if (route !== 'chat.ask') return Promise.resolve({ ok: true, data: [] });
    return fails ? Promise.resolve({ ok: false, error: stopped }) : new Promise(() => {});
  },
};
vi.stubGlobal('window', { vitrine: engine });

// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { allConversations, answering, useChat } = await import('../../../../../renderer/state/chat/chat');
const { everywhere, useAnswerSettings } = await import('../../../../../renderer/state/chat/question-draft');
const { settled } = await import('../../../../../renderer/state/chat/exchange');

const letters: ChatScope = { collections: ['letters'], documentIds: [], filters: {} };
const answer = {
  messageId: 'm1',
  conversationId: 'c1',
  question: 'Who was Ghandi?',
  citations: [],
  scope: { collections: ['maps'] },
} as unknown as Answer;
const asked = () => requests.filter(({ route }) => route === 'chat.ask').map(({ input }) => input);

// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

describe('asking', () => {
  beforeEach(() => {
    requests.length = 0;
    fails = false;
    useChat.setState({
      conversationId: 'c1',
      exchanges: [settled(answer)],
      draft: 'And when did',
      selectedText: 'a passage',
      scope: letters,
    });
  });

  it('asks the passages of a question that every document was looked at for, where it looked', () => {
    void useChat.getState().resend(answer, answer.question, { asPassages: true });
    expect(asked()).toMatchObject([
      { question: 'Who was Ghandi?', asPassages: true, after: null, scope: { collections: ['maps'] } },
    ]);
  });

  it('tells how many documents were looked at, of the exchange that asks', () => {
    void useChat.getState().ask('How many letters name Ghandi?');
    const { exchanges } = useChat.getState();
    const requestId = exchanges.at(-1)?.requestId ?? '';
    useChat.getState().onLooked(requestId, 120, 1000);
    expect(useChat.getState().exchanges.map(({ looked }) => looked)).toEqual([null, { looked: 120, of: 1000 }]);
  });

  it('says how the model is to be asked, where that is set beside the question', () => {
    useAnswerSettings.getState().change({ temperature: 0.7, stop: ['END'] });
    void useChat.getState().ask('And when?');
    expect(asked()).toEqual([expect.objectContaining({ question: 'And when?', temperature: 0.7, stop: ['END'] })]);
    useAnswerSettings.getState().change({});
  });

  it('waits for all files that were attached, and then looks in them alone', () => {
    const attached = ['j1', 'j2'].map((jobId) => ({ jobId, name: `${jobId}.txt` }));
    useChat.setState({ draft: 'What is the rent?', attached, asksWhenRead: true });
    useChat.getState().detach('j1', ['d1', 'd2']);
    expect([asked(), useChat.getState().attached.length]).toEqual([[], 1]);
    useChat.getState().detach('j2', ['d3']);
    const scope = { documentIds: ['d1', 'd2', 'd3'] };
    expect(asked()).toEqual([expect.objectContaining({ question: 'What is the rent?', scope })]);
    expect(useChat.getState()).toMatchObject({ draft: '', asksWhenRead: false });
  });

  it('does not ask about a file that could not be read', () => {
    useChat.setState({ attached: [{ jobId: 'j1', name: 'broken.pdf' }], asksWhenRead: true });
    useChat.getState().detach('j1', []);
    expect(asked()).toEqual([]);
    expect(useChat.getState()).toMatchObject({ draft: 'And when did', scope: letters, asksWhenRead: false });
  });

  it("again uses the answer's scope, and leaves the composer its draft and its scope", () => {
    void useChat.getState().resend(answer, 'Who was "Ghandi"?');
    expect(asked()).toEqual([
      { question: 'Who was "Ghandi"?', conversationId: 'c1', after: null, scope: { collections: ['maps'] } },
    ]);
    expect(useChat.getState()).toMatchObject({ draft: 'And when did', selectedText: 'a passage', scope: letters });
    expect(useChat.getState().exchanges).toMatchObject([
      { question: 'Who was "Ghandi"?', scope: { collections: ['maps'] } },
    ]);
  });

  it('alone is searched unchanged, and so is its repetition', () => {
    void useChat.getState().resend(answer, answer.question, { alone: true });
    expect(asked()).toMatchObject([{ alone: true }]);
    useChat.setState({ exchanges: [settled(answer)] });
    void useChat.getState().resend({ ...answer, alone: true }, answer.question);
    void useChat.getState().resend({ ...answer, alone: true }, 'Who was he?');
    expect(asked()[1]).toMatchObject({ alone: true });
  });

  it('in other words looks where the composer says', () => {
    void useChat.getState().resend(answer, 'Who was she?', { scope: letters });
    expect(asked()).toMatchObject([{ scope: { collections: ['letters'] } }]);
  });

  it('looks everywhere where that is chosen, although the answer looked elsewhere', () => {
    void useChat.getState().resend(answer, 'Who was she?', { scope: everywhere });
    expect(asked()[0]).not.toHaveProperty('scope');
  });

  it('what failed once more looks where that question looked, of the same model, and takes its place', async () => {
    fails = true;
    useChat.setState({ draft: '', scope: letters });
    await useChat.getState().ask('Which letters are there?');
    useChat.setState({ scope: { collections: [], documentIds: [], filters: {} }, selectedText: 'another passage' });
    const failed = (asked = 'Which letters are there?') => {
      const exchange = useChat.getState().exchanges.find(({ question }) => question === asked);
      if (!exchange?.error) throw new Error('nothing failed');
      return exchange;
    };
    await useChat.getState().retry(failed());
    expect(asked().at(-1)).toEqual({
      question: 'Which letters are there?',
      conversationId: 'c1',
      after: 'm1',
      selectedText: 'a passage',
      scope: { collections: ['letters'] },
    });
    expect(useChat.getState().exchanges).toHaveLength(2);
    await useChat.getState().resend(answer, 'Who was she?');
    await useChat.getState().retry(failed('Who was she?'));
    expect(asked().at(-1)).toMatchObject({ question: 'Who was she?', scope: { collections: ['maps'] } });
  });

  it('what failed to become a version of an answer becomes it, while nothing was asked since', async () => {
    fails = true;
    await useChat.getState().resend(answer, 'Who was she?');
    const [kept, failed] = useChat.getState().exchanges;
    expect(kept?.answer).toBe(answer);
    if (!failed) throw new Error('nothing failed');
    await useChat.getState().retry(failed, { withoutDocuments: true });
    expect(asked().at(-1)).toMatchObject({ after: null, withoutDocuments: true });
    const since = settled({ ...answer, messageId: 'm2' });
    useChat.setState(({ exchanges }) => ({ exchanges: [...exchanges, since] }));
    await useChat.getState().retry(failed);
    expect(asked().at(-1)).toMatchObject({ after: 'm2' });
  });

  it.each(['again', 'of another model'])('%s is a version beside the answer, at any place', async (how) => {
    fails = true;
    await useChat.getState().ask('Which letters are there?');
    const third = { ...answer, messageId: 'm2', question: 'And where?' };
    const last = settled({ ...answer, messageId: 'm3' });
    useChat.setState(({ exchanges }) => ({ exchanges: [...exchanges, settled(third), last] }));
    const { resend, askAnother } = useChat.getState();
    fails = false;
    void (how === 'again' ? resend(third, 'And when?') : askAnother(third, null));
    // The failed question before it is in no conversation.
    expect(asked().at(-1)).toMatchObject({ conversationId: 'c1', after: 'm1' });
    expect(useChat.getState().exchanges).toMatchObject([{ answer }, { answer: null, others: ['m2'] }]);
  });

  it('goes on out of sight, where another conversation or version is opened, and is there again', async () => {
    useChat.setState({ conversationId: null, exchanges: [], apart: [], conversations: [] });
    void useChat.getState().ask('Who wrote them,  and when?');
    const { conversationId } = useChat.getState();
    const listed = () => allConversations(useChat.getState());
    expect(listed()).toMatchObject([{ conversationId, title: 'Who wrote them, and when?', messages: 0 }]);
    await useChat.getState().open('c1');
    expect(useChat.getState().exchanges).toEqual([]);
    expect(answering(useChat.getState())).toEqual([conversationId]);
    useChat.getState().onToken(useChat.getState().apart[0]?.requestId ?? '', 'Two ');
    await useChat.getState().open(conversationId ?? '');
    expect(useChat.getState().exchanges).toMatchObject([{ question: 'Who wrote them,  and when?', streamed: 'Two ' }]);
    expect(listed()).toHaveLength(1);
  });
});
