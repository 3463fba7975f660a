import { describe, expect, it } from 'vitest';
import { leftText } from '../../../electron/cli/render';

describe('the time left in a terminal', () => {
  it('is told in seconds, and in minutes above two of them', () => {
    expect([null, 400, 119_001, 120_000, 120_001, 5_400_000].map(leftText)).toEqual([
      '',
      ', 1 s left',
      ', 120 s left',
      ', 120 s left',
      ', 3 min left',
      ', 90 min left',
    ]);
  });
});
