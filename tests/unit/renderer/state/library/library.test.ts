import { afterAll, afterEach, expect, it, vi } from 'vitest';

const asked: string[] = [];
let answerTraces: (data: unknown) => void = () => {};
const engine = {
  request(route: string) {
    asked.push(route);
    if (route !== 'library.traces') return Promise.resolve({ ok: true, data: [] });
    return new Promise((resolve) => {
      answerTraces = (data) => resolve({ ok: true, data });
    });
  },
};
vi.stubGlobal('window', { vitrine: engine });
vi.useFakeTimers();
vi.resetModules();
const { useLibrary } = await import('../../../../../renderer/state/library/library');
const { useToasts } = await import('../../../../../renderer/state/toasts');

const letter = { documentId: 'd1', title: 'Letter' } as never;

// Other files of unit tests run in the same process.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterEach(() => {
  asked.length = 0;
  useToasts.setState({ toasts: [] });
});

it('can be taken back at once, before it is known what else holds the text', async () => {
  useLibrary.setState({ documents: [letter] });
  useLibrary.getState().remove(['d1']);
  expect(useLibrary.getState().leaving.has('d1')).toBe(true);
  expect(useToasts.getState().undoLatest()).toBe(true);
  expect(useLibrary.getState().leaving.size).toBe(0);
  answerTraces({ runs: 1, answers: 0, logLines: 0 });
  await vi.runAllTimersAsync();
  expect(asked).not.toContain('library.delete');
  expect(useToasts.getState().toasts).toEqual([]);
});

it('offers to keep what else holds the text, and waits for that to be found', async () => {
  useLibrary.setState({ documents: [letter] });
  useLibrary.getState().remove(['d1']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).not.toContain('library.delete');
  answerTraces({ runs: 1, answers: 0, logLines: 0 });
  await vi.advanceTimersByTimeAsync(100);
  expect(useToasts.getState().toasts[0]?.other).toBeDefined();
  await vi.runAllTimersAsync();
  expect(asked).toContain('library.delete');
});
