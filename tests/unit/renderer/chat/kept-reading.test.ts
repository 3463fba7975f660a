import { describe, expect, it } from 'vitest';
import { keepReading, keptReading, readingPlace } from '../../../../renderer/chat/kept-reading';

describe('where a conversation is read', () => {
  it('is the exchange under the top of the pane, and how much of it is above', () => {
    expect(readingPlace([-500, -120, 340])).toEqual({ exchange: 1, offset: -120 });
    expect(readingPlace([0, 200])).toEqual({ exchange: 0, offset: 0 });
    expect(readingPlace([16, 200])).toEqual({ exchange: 0, offset: 16 });
    expect(readingPlace([])).toBeNull();
  });

  it('is kept for each conversation until it is read at its end', () => {
    keepReading('one', { exchange: 1, offset: -20 });
    keepReading('other', { exchange: 0, offset: -5 });
    expect(keptReading('one')).toEqual({ exchange: 1, offset: -20 });
    keepReading('one', null);
    expect([keptReading('one'), keptReading('other'), keptReading(null)]).toEqual([
      null,
      { exchange: 0, offset: -5 },
      null,
    ]);
  });
});
