import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The stored data of a window; a new one starts with it. */
const stored = new Map<string, string>();

const answers: Readonly<Record<string, (input: Record<string, string>) => unknown>> = {
  'library.list': () => [{ documentId: 'd1' }, { documentId: 'd2' }],
  'collections.list': () => [{ name: 'leases' }],
  'chat.messages': ({ conversationId }) =>
    conversationId === 'c1' ? [{ messageId: 'm1', conversationId, question: 'Why?', citations: [] }] : [],
  'run.get': ({ runId }) =>
    runId === 'r1' ? { runId, prompt: 'Why?', stages: [], snapshots: {}, collection: null } : null,
};

/** A window that begins with what the last one left; `close` is how it ends, where it is not killed. */
async function openWindow() {
  vi.resetModules();
  const listeners: (() => void)[] = [];
  const request = async (route: string, input: Record<string, string>) => {
    const data = route in answers ? answers[route]?.(input) : [];
    return data === null ? { ok: false, error: { code: 'not-found' } } : { ok: true, data };
  };
  vi.stubGlobal('window', {
    vitrine: { request },
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
  });
  const state = '../../../../renderer/state';
  const { useShell, firstScreenStands } = await import(`${state}/shell`);
  firstScreenStands();
  const { useChat } = await import(`${state}/chat/chat`);
  const { useStages } = await import(`${state}/stages`);
  const { useLibrary } = await import(`${state}/library/library`);
  const { useCollections } = await import(`${state}/library/collections`);
  const { useSearch } = await import(`${state}/finding/search`);
  const { useSettings } = await import(`${state}/settings`);
  const { useTables } = await import(`${state}/tables`);
  const memory = await import('../../../../renderer/ui/scroll-memory');
  const { keepPlace } = await import(`${state}/place-storage`);
  const open = keepPlace();
  await Promise.all([useLibrary.getState().load(), useCollections.getState().load()]);
  open();
  await vi.waitFor(() => expect(useChat.getState().opening).toBe(false));
  await vi.waitFor(() => expect(listeners).not.toEqual([]));
  return {
    ...memory,
    shell: useShell,
    chat: useChat,
    stages: useStages,
    library: useLibrary,
    settings: useSettings,
    search: useSearch,
    tables: useTables,
    close: () => {
      for (const listener of listeners) listener();
    },
  };
}

const stop = (documentId: string) => ({
  documentId,
  title: 'Lease',
  span: { startChar: 4, endChar: 9 },
  spans: [{ startChar: 4, endChar: 9 }],
  pages: [2],
  marker: 1,
  exchange: 'm1',
});
const source = (...stops: readonly object[]) => ({ kind: 'source' as const, stops, at: stops.length - 1 });
const onPage = { page: 2, scale: '1.25', onPaper: { x: 0.5, y: 0.1 }, inPane: { x: 0.5, y: 0 } };

describe('the open places', () => {
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
    });
  });

  it('is open after the next start: room, conversation, sources, run, section and selection, each where it was', async () => {
    const first = await openWindow();
    await first.chat.getState().open('c1');
    first.rememberReading('c1', { exchange: 3, offset: -20 });
    const beside = source(stop('d2'), stop('d1'));
    first.shell.getState().showSidePanel(beside, 'chat');
    first.rememberSource(beside, onPage);
    await first.stages.getState().openRun('r1');
    first.stages.setState({ shown: 'ReRanker', pinned: 'k7' });
    first.shell.getState().showSidePanel({ kind: 'inspector' }, 'stages');
    first.settings.getState().open('privacy');
    first.search.setState({
      query: 'rent',
      sort: 'changed',
      scope: { collections: [], documentIds: ['d1'], filters: {} },
    });
    first.tables.setState({ tableId: 't1', filter: 'rent', sort: { columnId: 'c', descending: true }, totals: true });
    const cells = [{ tableId: 't1', documentId: 'd2', columnId: 'c' }];
    const ofTable = { ...source(stop('d2')), cells };
    first.shell.getState().showSidePanel(ofTable, 'tables');
    first.library.getState().setCollection('leases');
    first.library.getState().select(['d2']);
    first.shell.getState().go('stages');
    first.close();

    const next = await openWindow();
    const { room, sidePanels } = next.shell.getState();
    expect({ room, sidePanels }).toEqual({
      room: 'stages',
      sidePanels: { ...first.shell.getState().sidePanels, chat: beside, tables: ofTable },
    });
    expect(next.rememberedSource(sidePanels.chat ?? {})).toEqual(onPage);
    expect(next.chat.getState()).toMatchObject({ conversationId: 'c1', exchanges: [{ question: 'Why?' }] });
    expect(next.rememberedReading('c1')).toEqual({ exchange: 3, offset: -20 });
    expect(next.stages.getState()).toMatchObject({ run: { runId: 'r1' }, shown: 'ReRanker', pinned: 'k7' });
    const { tableId, filter, sort, totals } = next.tables.getState();
    expect({ tableId, filter, sort, totals }).toEqual({
      tableId: 't1',
      filter: 'rent',
      sort: { columnId: 'c', descending: true },
      totals: true,
    });
    expect(next.settings.getState().section).toBe('privacy');
    expect(next.search.getState()).toEqual(first.search.getState());
    expect(next.library.getState()).toMatchObject({ collection: 'leases', selected: new Set(['d2']) });
  });

  it('W36 is not stored for a private chat, nor is a search in the library beside it', async () => {
    stored.set('vitrine.place', '{"views":{"library filter":"zxobelisk"}}');
    const first = await openWindow();
    first.shell.getState().go('library');
    first.close();
    first.tables.setState({ filter: 'zxfilter' });
    first.close();
    expect([...stored.values()].join()).toMatch(/(?=.*zxobelisk).*zxfilter/);
    first.chat.getState().startPrivate();
    first.close();
    expect([...stored.values()].join()).not.toMatch(/zxobelisk|zxfilter/);
  });

  it('is written while the window is open, for one that is ended from outside', async () => {
    const first = await openWindow();
    vi.useFakeTimers();
    first.shell.getState().go('library');
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    expect((await openWindow()).shell.getState().room).toBe('library');
  });

  it('is left out quietly where it is not there any more', async () => {
    const first = await openWindow();
    first.chat.setState({ conversationId: 'gone' });
    first.shell.getState().showSidePanel(source(stop('d1'), stop('gone')), 'library');
    first.shell.getState().showSidePanel(source(stop('gone'), stop('d1')), 'search');
    first.stages.setState({ run: { runId: 'gone' } });
    first.search.setState({ scope: { collections: ['gone'], documentIds: ['gone', 'd2'], filters: {} } });
    first.library.setState({ collection: 'gone', selected: new Set(['gone']) });
    first.close();
    const next = await openWindow();
    await vi.waitFor(() => expect(next.chat.getState().conversationId).toBeNull());
    expect(next.chat.getState().error).toBeNull();
    const { library, search } = next.shell.getState().sidePanels;
    expect({ library, search }).toEqual({ library: null, search: { kind: 'source', stops: [stop('d1')], at: 0 } });
    expect(next.stages.getState()).toMatchObject({ run: null, error: null });
    expect(next.search.getState().scope).toEqual({ collections: [], documentIds: ['d2'], filters: {} });
    expect(next.library.getState()).toMatchObject({ collection: null, selected: new Set() });
  });

  it.each([
    'no JSON',
    'null',
    '7',
    '[]',
    '{"tables":{"tableId":7,"sort":[],"filter":{}}}',
    '{"search":{"query":7,"mode":"x","sort":[],"scope":"all"}}',
    '{"room":"kitchen","section":9,"views":[1],"library":{"selected":"d1"}}',
    '{"chat":{"conversationId":5,"reading":"x"},"run":{"runId":{}},"panels":{"chat":{"kind":"source","stops":[{}],"at":0}}}',
    '{"panels":{"chat":{"kind":"source","stops":{"0":1},"at":"0"},"library":{"kind":"inspector"},"search":7}}',
  ])('is nothing where something else was written: %s', async (text) => {
    stored.set('vitrine.place', text);
    const { shell, chat, stages, settings, search } = await openWindow();
    expect(shell.getState()).toMatchObject({
      room: 'chat',
      sidePanels: { chat: null, stages: null, library: null, search: null, evaluate: null, settings: null },
    });
    expect(chat.getState().conversationId).toBeNull();
    expect(stages.getState().run).toBeNull();
    expect(settings.getState().section).toBe('models');
    expect(search.getState()).toEqual(search.getInitialState());
  });
});
