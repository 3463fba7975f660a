import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

const request = vi.fn();
vi.stubGlobal('window', { vitrine: { request } });
// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useEvaluation } = await import('../../../../renderer/state/evaluation');
// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

const ways = [{ mode: 'keyword' }, { mode: 'hybrid' }] as unknown as Parameters<
  ReturnType<typeof useEvaluation.getState>['measure']
>[0];
const facts = { kind: 'beir', path: '/set', split: 'test', hasAnswers: false } as unknown as NonNullable<
  ReturnType<typeof useEvaluation.getState>['facts']
>;
const resultOf = (model: string) => ({ evaluationId: `of ${model}`, configurations: [{ name: 'a' }, { name: 'b' }] });

describe('measuring with several models', () => {
  let failing = '';
  const measured = (): readonly string[] =>
    request.mock.calls.filter(([route]) => route === 'evaluate.start').map(([, input]) => input.model);

  beforeEach(() => {
    failing = '';
    request.mockReset();
    request.mockImplementation(async (route: string, input: { readonly model: string }) => {
      if (route !== 'evaluate.start') return { ok: true, data: [] };
      return input.model === failing
        ? { ok: false, error: { code: 'cancelled' } }
        : { ok: true, data: resultOf(input.model) };
    });
    useEvaluation.setState({ ...useEvaluation.getInitialState(), facts, models: ['one', 'two'] });
  });

  it('shows the first result, with the last way of the last one beside it', async () => {
    await useEvaluation.getState().measure(ways);
    const { result, looked, running } = useEvaluation.getState();
    expect(measured()).toEqual(['one', 'two']);
    expect(result?.evaluationId).toBe('of one');
    expect(looked).toMatchObject({ before: 'b', after: 'b', other: 'of two' });
    expect(running).toBeNull();
  });

  it('ends at the one that is cancelled, without an error', async () => {
    failing = 'one';
    await useEvaluation.getState().measure(ways);
    expect(measured()).toEqual(['one']);
    expect(useEvaluation.getState()).toMatchObject({ result: null, error: null, running: null });
  });

  it('measures questions about the library with its own index alone', async () => {
    useEvaluation.setState({ facts: { ...facts, kind: 'csv' } });
    await useEvaluation.getState().measure(ways);
    expect(measured()).toEqual([undefined]);
  });
});
