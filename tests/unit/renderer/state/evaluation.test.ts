import { afterAll, expect, it, vi } from 'vitest';

const request = vi.fn();
vi.stubGlobal('window', { vitrine: { request } });
// Another test may have left the bridge of its window.
vi.resetModules();
const { useEvaluation } = await import('../../../../renderer/state/evaluation');
// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

const facts = { kind: 'beir', path: '/set', split: 'test', hasAnswers: false } as unknown as NonNullable<
  ReturnType<typeof useEvaluation.getState>['facts']
>;

it('a cancelled measurement shows neither a result nor an error', async () => {
  request.mockImplementation(async (route: string) =>
    route === 'evaluate.start' ? { ok: false, error: { code: 'cancelled' } } : { ok: true, data: [] },
  );
  useEvaluation.setState({ facts, chosen: ['hybrid'] });
  await useEvaluation.getState().measure();
  expect(request.mock.calls[0]?.[1]).toMatchObject({ path: '/set', configurations: [{ mode: 'hybrid' }] });
  expect(useEvaluation.getState()).toMatchObject({ result: null, error: null, running: null });
});
