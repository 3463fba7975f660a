import { beforeEach, describe, expect, it, vi } from 'vitest';

/** The results that the engine keeps. */
const kept = new Set<string>();
const gone = { code: 'evaluation-not-found', message: 'Not kept here.', hint: '' };
vi.stubGlobal('window', {
  vitrine: {
    request: (_route: string, { evaluationId }: { evaluationId: string }) =>
      Promise.resolve(kept.has(evaluationId) ? { ok: true, data: { evaluationId } } : { ok: false, error: gone }),
  },
});

// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { isKept, useEvaluation } = await import('../../../../renderer/state/evaluation');
const shown = () => {
  const { result, looked } = useEvaluation.getState();
  return { result: result?.evaluationId, question: looked.question };
};

describe('going back to the question of a result', () => {
  beforeEach(async () => {
    kept.clear();
    kept.add('shown').add('other');
    await useEvaluation.getState().open('shown');
    useEvaluation.getState().look({ question: 'q9' });
  });

  it('opens the result where another one is shown', async () => {
    await useEvaluation.getState().showQuestion('other', 'q1');
    expect(shown()).toEqual({ result: 'other', question: 'q1' });
  });

  it('leaves the result that is shown, or that it is compared with, as it is looked at', async () => {
    useEvaluation.getState().look({ other: 'compared', only: 'wins' });
    for (const of of ['shown', 'compared']) {
      await useEvaluation.getState().showQuestion(of, 'q1');
      expect(shown()).toEqual({ result: 'shown', question: 'q1' });
      expect(useEvaluation.getState().looked).toMatchObject({ other: 'compared', only: 'wins' });
    }
  });

  it('chooses no question of another result where its own is not kept, and says so', async () => {
    await useEvaluation.getState().showQuestion('deleted', 'q1');
    expect(shown()).toEqual({ result: 'shown', question: 'q9' });
    expect(useEvaluation.getState().error).toEqual(gone);
  });

  it('is offered where that is kept, and not while it is being deleted', () => {
    const one = [{ evaluationId: 'one' }] as unknown as NonNullable<Parameters<typeof isKept>[0]['kept']>;
    expect(isKept({ kept: null, leaving: new Set() }, 'one')).toBeNull();
    expect(isKept({ kept: one, leaving: new Set() }, 'one')).toBe(true);
    expect(isKept({ kept: one, leaving: new Set() }, 'deleted')).toBe(false);
    expect(isKept({ kept: one, leaving: new Set(['one']) }, 'one')).toBe(false);
  });
});
