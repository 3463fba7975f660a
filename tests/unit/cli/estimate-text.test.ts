import type { RebuildEstimate } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { estimateText } from '../../../electron/cli/model-commands';
import { aRebuildEstimate } from '../a-rebuild-estimate';

const said = (change: Partial<RebuildEstimate>) => estimateText({ ...aRebuildEstimate, ...change });

describe('the estimate of a rebuild in a terminal', () => {
  it('names the whole time and its parts', () => {
    expect(said({})).toContain(
      'About 1.8 seconds, 1.3 seconds of them to load the model and 100 ms to write the index.',
    );
    expect(said({ msWriting: null, ms: 1700 })).toContain('Loading the model and embedding take about 1.7 seconds;');
  });

  it('names no time where only the writing is left, which was never timed', () => {
    const text = said({ toEmbed: 0, msWriting: null, ms: 1300 });
    expect(text).toContain('How long it takes was not timed here yet: loading the model takes 1.3 seconds,');
    expect(text).not.toMatch(/embedding take|about 1\.3/iu);
  });

  it('says that the model is loaded here and in its threads, where it is', () => {
    const twice = { opensInThreads: true, msLoading: 2600, ms: 3100 };
    expect(said(twice)).toContain('to load the model (first here, then in the threads that use it) and 100 ms');
    expect(said({ ...twice, msWriting: null, ms: 3000 })).toContain('threads that use it) and embedding take about');
  });
});
