import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** The stored data of a window; a new one starts with it. */
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, text: string) {
    if (text.length > 5000) throw new DOMException('full', 'QuotaExceededError');
    stored.set(key, text);
  },
};

/** A window that begins with what the last one left; `close` is how it ends, where it is not killed. */
async function openWindow(answering: Promise<unknown> = Promise.resolve({ ok: true, data: [] })) {
  vi.resetModules();
  const listeners: (() => void)[] = [];
  const request = (route: string) =>
    route === 'chat.ask' ? answering : Promise.resolve({ ok: true, data: route === 'chat.delete' ? {} : [] });
  vi.stubGlobal('window', {
    vitrine: { request },
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
  });
  const { useChat } = await import('../../../../../renderer/state/chat/chat');
  const { keepDrafts } = await import('../../../../../renderer/state/chat/draft-storage');
  keepDrafts();
  return {
    chat: () => useChat.getState(),
    close() {
      for (const listener of listeners) listener();
    },
  };
}

// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

describe('a draft that was not sent', () => {
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', storage);
  });

  it('is there after the next start, each in its conversation', async () => {
    const first = await openWindow();
    first.chat().setDraft('Half a question');
    first.chat().setScope({ collections: ['leases'], documentIds: [], filters: { hasCode: true } });
    await first.chat().open('c1');
    first.chat().setDraft('Another one');
    first.close();

    const second = await openWindow();
    expect(second.chat()).toMatchObject({ draft: 'Half a question', scope: { collections: ['leases'] } });
    await second.chat().open('c1');
    expect(second.chat().draft).toBe('Another one');
  });

  it('is written while it is typed, for a window that is ended from outside', async () => {
    vi.useFakeTimers();
    const first = await openWindow();
    first.chat().setDraft('Half a question');
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect((await openWindow()).chat().draft).toBe('Half a question');
  });

  it('W36 is not kept of a private chat, and its own is there after that', async () => {
    const first = await openWindow();
    first.chat().setDraft('Half a question');
    first.chat().startPrivate();
    expect(first.chat()).toMatchObject({ draft: '', isPrivate: true });
    first.chat().setDraft('Of nobody else');
    first.close();
    expect([...stored.values()].join()).not.toContain('Of nobody else');
    await first.chat().open('c1');
    first.chat().startNew();
    expect(first.chat()).toMatchObject({ draft: 'Half a question', isPrivate: false });
    first.close();
    expect([...stored.values()].join()).toContain('Half a question');
    expect([...stored.values()].join()).not.toContain('Of nobody else');
  });

  it('includes the question whose answer had not started', async () => {
    const first = await openWindow(new Promise(() => {}));
    first.chat().setDraft('What is the rent?');
    void first.chat().ask('What is the rent?');
    expect(first.chat().draft).toBe('');
    first.close();
    expect((await openWindow()).chat()).toMatchObject({ draft: 'What is the rent?', exchanges: [] });
  });

  it('is in a new chat, where the first question of its conversation came to nothing', async () => {
    const first = await openWindow(Promise.resolve({ ok: false, error: { code: 'cancelled' } }));
    await first.chat().ask('What is the rent?');
    first.chat().setDraft('And the deposit?');
    await first.chat().open('c1');
    first.close();
    expect((await openWindow()).chat().draft).toBe('And the deposit?');
  });

  it('excludes a question whose answer had started: its conversation keeps it', async () => {
    const first = await openWindow(new Promise(() => {}));
    void first.chat().ask('What is the rent?');
    const [exchange] = first.chat().exchanges;
    first.chat().onToken(exchange?.requestId ?? '', 'It is');
    first.close();
    expect((await openWindow()).chat().draft).toBe('');
  });

  it('is gone where it was sent and answered, or its conversation was deleted', async () => {
    const answer = { messageId: 'm1', conversationId: 'c1', question: 'What is the rent?', citations: [] };
    const first = await openWindow(Promise.resolve({ ok: true, data: answer }));
    first.chat().setDraft('What is the rent?');
    await first.chat().ask('What is the rent?');
    first.close();
    expect(stored.get('vitrine.drafts')).toBe('[]');
    first.chat().setDraft('And the deposit?');
    first.close();
    expect(stored.get('vitrine.drafts')).toContain('And the deposit?');
    first.chat().remove(first.chat().conversationId ?? '');
    first.close();
    expect(stored.get('vitrine.drafts')).toBe('[]');
    const { carryOutDeletions } = await import('../../../../../renderer/state/undo');
    carryOutDeletions();
    await vi.waitFor(() => expect(first.chat().leaving.size).toBe(0));
    first.chat().setDraft('Something new');
    first.close();
    expect(stored.get('vitrine.drafts')).not.toContain('deposit');
  });
});
