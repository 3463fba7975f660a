import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

type Answered = (data: unknown) => void;

/** Requests that wait for the test, by their route; all others are answered with an empty list. */
const held = new Map<string, Answered>();
const heldRoutes = new Set<string>();
const asked: string[] = [];
const engine = {
  request(route: string) {
    asked.push(route);
    if (!heldRoutes.has(route)) return Promise.resolve({ ok: true, data: [] });
    return new Promise((resolve) => held.set(route, (data) => resolve({ ok: true, data })));
  },
};
vi.stubGlobal('window', { vitrine: engine });

// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useChat } = await import('../../../../../renderer/state/chat/chat');

const day = '2026-01-01T00:00:00.000Z';
const letters = { conversationId: 'c1', title: 'Letters', messages: 1, createdAt: day, updatedAt: day };
const answer = {
  messageId: 'm1',
  conversationId: 'c1',
  question: 'Who wrote them?',
  citations: [],
  outcome: 'answered',
};

// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

describe('a conversation', () => {
  beforeEach(() => {
    held.clear();
    heldRoutes.clear();
    asked.length = 0;
    useChat.setState({ conversations: [letters], conversationId: null, exchanges: [], opening: false });
  });

  it('that is opened is on its way until its exchanges are there: an empty one is something else', async () => {
    heldRoutes.add('chat.messages');
    const opened = useChat.getState().open('c1');
    expect(useChat.getState()).toMatchObject({ conversationId: 'c1', exchanges: [], opening: true });
    held.get('chat.messages')?.([answer]);
    await opened;
    expect(useChat.getState()).toMatchObject({ exchanges: [{ question: 'Who wrote them?' }], opening: false });
  });

  it('that a branch opens is known to the list before it is open', async () => {
    heldRoutes.add('chat.branch');
    const branched = useChat.getState().branch({ ...answer } as never);
    held.get('chat.branch')?.({ conversationId: 'c2' });
    await branched;
    expect(asked.indexOf('chat.conversations')).toBeLessThan(asked.indexOf('chat.messages'));
    expect(asked).toContain('chat.conversations');
  });
});
