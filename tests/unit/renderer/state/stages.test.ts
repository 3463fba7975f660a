import { privateMark } from '@shared/address';
import type { Run } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aRun } from '../a-run';

const request = vi.fn();
const cancel = vi.fn();
vi.stubGlobal('window', { vitrine: { request, cancel } });
// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useChat } = await import('../../../../renderer/state/chat/chat');
const { everywhere } = await import('../../../../renderer/state/chat/question-draft');
const { stageGate, useStages } = await import('../../../../renderer/state/stages');
// Other files of unit tests run in the same process.
afterAll(() => void vi.unstubAllGlobals());

const allowed = (...[run, draft, busy]: [ReturnType<typeof aRun> | null, string, boolean]) =>
  stageIds.map((stage) => gate(run, draft, stage, busy).allowed);
const gate = (run: ReturnType<typeof aRun> | null, draft: string, stage: StageId, busy = false, scope = everywhere) =>
  stageGate(
    { ...useStages.getInitialState(), run, draft, scope, busy: busy ? { requestId: 'one', what: 'all' } : null },
    stage,
  );
const only = (n: number) => stageIds.map((_, index) => index < n);

describe('which stages may be run', () => {
  it('the first when there is no run yet', () => {
    expect(allowed(null, 'What is kept?', false)).toEqual(only(1));
  });

  it.each([0, 1, 4, 8])('those done and the next one, after %i stages', (done) => {
    expect(allowed(aRun(done), 'What is kept?', false)).toEqual(only(done + 1));
  });

  it('one that went out of date, and it says so', () => {
    const run = aRun(8);
    const stages = run.stages.map((record, index) => (index > 3 ? { ...record, state: 'stale' as const } : record));
    expect(allowed({ ...run, stages }, run.prompt, false)).toEqual(only(5));
    expect(gate({ ...run, stages }, run.prompt, 'A3_NLI_Gate').reason).toContain('Out of date');
  });

  it('the first alone once the run is to look elsewhere', () => {
    const elsewhere = { collections: ['Law'], documentIds: [], filters: {} };
    const run = aRun(8);
    expect(gate(run, run.prompt, 'Retrieval', false, elsewhere).allowed).toBe(false);
    expect(gate({ ...run, collection: 'Law' }, run.prompt, 'Retrieval', false, elsewhere).allowed).toBe(true);
  });

  it('names the stage that is missing', () => {
    expect(gate(aRun(2), 'What is kept?', 'A4_Condenser').reason).toBe('Run Find first.');
  });
});

describe('the started run', () => {
  const memory = { conversationId: 'c1', recent: 0, before: '2026-01-01T00:00:00.000Z' };
  beforeEach(() => {
    request.mockReset();
    useStages.setState(useStages.getInitialState());
  });

  /** Opens a run, repeats all of it, and returns the input of the new one. */
  async function begunAgain(run: Run, started: Run = run) {
    request.mockImplementation(async (route: string) => ({ ok: true, data: route === 'run.get' ? run : started }));
    await useStages.getState().openRun(run.runId);
    await useStages.getState().runAll();
    return request.mock.calls.find(([route]) => route === 'run.start')?.[1];
  }

  it.each([
    ['goes along with nothing where it was a first question', { memory: { ...memory, exchanges: 0 } }, {}],
    [
      'stands after the same exchange of its conversation',
      { memory: { ...memory, exchanges: 2, after: 'm2' } },
      { conversationId: 'c1', after: 'm2' },
    ],
    ['W36 is private where it was', { runId: `${privateMark}run` }, { private: true }],
  ])('%s', async (_what, of, expected) => {
    const { prompt, ...look } = await begunAgain({ ...aRun(8), ...of });
    expect(look).toEqual(expected);
    useStages.getState().startNew();
    useStages.getState().setDraft(prompt);
    await useStages.getState().runAll();
    expect(request.mock.calls.findLast(([route]) => route === 'run.start')?.[1]).toEqual({ prompt });
  });

  it('comes without its conversation where that is gone, and goes on', async () => {
    const run = { ...aRun(8), memory: { ...memory, exchanges: 2, after: 'm2' } };
    await begunAgain(run, { ...run, runId: 'other', memory: { ...memory, conversationId: null, exchanges: 0 } });
    expect(useStages.getState()).toMatchObject({ conversationId: null, run: { runId: 'other' }, busy: null });
  });

  it('W36 does not come back once it was left', async () => {
    const run = { ...aRun(3), runId: `${privateMark}run` };
    let end = (_result: unknown) => {};
    request.mockImplementation((route: string) =>
      route === 'run.auto'
        ? new Promise((resolve) => {
            end = resolve;
          })
        : Promise.resolve({ ok: true, data: route === 'run.get' ? run : [] }),
    );
    const { openRun, runAll } = useStages.getState();
    await openRun(run.runId);
    const running = runAll();
    await vi.waitFor(() => expect(request.mock.lastCall?.[0]).toBe('run.auto'));
    useChat.setState({ conversationId: `${privateMark}c`, isPrivate: true });
    useChat.getState().startNew();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(useStages.getState()).toMatchObject({ run: null, busy: null });
    end({ ok: true, data: run });
    await running;
    expect(useStages.getState()).toMatchObject({ run: null, busy: null });
  });
});
