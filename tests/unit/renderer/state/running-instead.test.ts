import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aRun } from '../a-run';

const started: unknown[] = [];
vi.stubGlobal('window', {
  innerWidth: 900,
  vitrine: {
    request(route: string, input: { readonly prompt?: string }) {
      if (route === 'run.start') started.push(input.prompt);
      return new Promise(() => {});
    },
  },
});

// The bridge of the window that another test has left is none of this one.
vi.resetModules();
const { useStages } = await import('../../../../renderer/state/stages');

describe('a prompt that is run in the place of the open run’s', () => {
  const run = aRun(8);
  beforeEach(() => {
    started.length = 0;
    useStages.setState({ run, draft: run.prompt, busy: null });
  });

  it('takes its place in the field too', () => {
    void useStages.getState().runInstead('What is "kept"?');
    expect(started).toEqual(['What is "kept"?']);
    expect(useStages.getState().draft).toBe('What is "kept"?');
  });

  it.each(['And who keeps it?', ''])('leaves what is written there meanwhile: %j', (draft) => {
    useStages.setState({ draft });
    void useStages.getState().runInstead('What is "kept"?');
    expect(started).toEqual(['What is "kept"?']);
    expect(useStages.getState().draft).toBe(draft);
  });

  it('waits for what is running', () => {
    useStages.setState({ busy: { requestId: 'r', what: 'all' } });
    void useStages.getState().runInstead('What is "kept"?');
    expect(started).toEqual([]);
    expect(useStages.getState().draft).toBe(run.prompt);
  });
});
