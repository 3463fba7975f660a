import type { RebuildEstimate } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { estimateText } from '../../../electron/cli/model-commands';
import { leftText } from '../../../electron/cli/render';
import { aRebuildEstimate } from '../a-rebuild-estimate';

const said = (change: Partial<RebuildEstimate>) => estimateText({ ...aRebuildEstimate, ...change });

describe('the estimate of a rebuild in a terminal', () => {
  it('names the whole time and its parts', () => {
    expect(said({})).toMatch(/about 1\.8 s\. Loading the model takes 1\.3 s\. Of the time, 100 ms are for writing/u);
    expect(said({ msWriting: null, ms: 1700 })).toMatch(/about 1\.7 s\. .* never timed here, and comes on top\./u);
  });

  it('names no time where only the writing is left, which was never timed', () => {
    const text = said({ toEmbed: 0, msWriting: null, ms: 1300 });
    expect(text).toMatch(/was not timed here yet, .* Loading the model takes 1\.3 s\.$/mu);
    expect(text).not.toMatch(/about 1\.3/iu);
  });

  it('says that the model is loaded here and in its threads, where it is', () => {
    const twice = { opensInThreads: true, msLoading: 2600, ms: 3100 };
    expect(said(twice)).toContain('first here and then in the threads that use it, takes 2.6 s');
  });
});

it('the time left in a terminal is told in seconds, and in minutes above two of them', () => {
  expect([null, 400, 119_001, 120_000, 120_001, 5_400_000].map((ms) => leftText(ms)[0])).toEqual([
    undefined,
    '1 s left',
    '120 s left',
    '120 s left',
    '3 min left',
    '90 min left',
  ]);
});
