import type { StageId } from '@shared/prompt/stage-names';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pressStage, runWaitingStages } from '../../../../renderer/shell/use-shortcuts';
import { useStages } from '../../../../renderer/state/stages';
import { aRun } from '../a-run';

const [first, second, third] = ['A0_PreProcessing', 'A2_PromptShaper', 'Retrieval'] as const;
const before = useStages.getState();
let started: StageId[];
let stop: () => void;

/** As a stage ends: the run has so many done, and nothing is busy any more. */
const end = (done: number): void => useStages.setState({ run: aRun(done), busy: null });

beforeEach(() => {
  started = [];
  stop = runWaitingStages();
  useStages.setState({
    run: aRun(0),
    draft: aRun(0).prompt,
    busy: null,
    runStage: async (stage) => {
      started.push(stage);
      useStages.setState({ busy: { requestId: 'one', what: stage } });
    },
  });
});
afterEach(() => {
  end(0);
  stop();
  useStages.setState(before, true);
});

describe('the keys of stages', () => {
  it('run one at once, and further ones one after the other', () => {
    for (const stage of [first, second, third]) pressStage(stage);
    expect(started).toEqual([first]);
    end(1);
    expect(started).toEqual([first, second]);
    end(2);
    expect(started).toEqual([first, second, third]);
    end(3);
    expect(started).toHaveLength(3);
  });

  it('forget what waits when the stage was stopped or failed', () => {
    for (const stage of [first, second]) pressStage(stage);
    end(0);
    end(1);
    expect(started).toEqual([first]);
  });

  it('start nothing that is not allowed yet, nor anything during an automatic run', () => {
    pressStage(third);
    expect(started).toEqual([]);
    useStages.setState({ busy: { requestId: 'all', what: 'all' } });
    pressStage(first);
    end(8);
    expect(started).toEqual([]);
  });
});
