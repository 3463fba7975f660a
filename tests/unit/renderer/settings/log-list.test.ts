import type { QaLogEntry } from '@shared/contract/index';
import { afterEach, describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../renderer/settings/question-log/LogList';
import { speak } from '../../../../renderer/strings/index';

const entry = {
  outcome: 'answered',
  quoted: false,
  confidence: 0.99,
  band: 'high',
  basis: { passages: 2, best: 0.99 },
  citations: [{ chunkId: 'c1' }],
  cited: [{ text: 'The rent is 840 euros.', support: 'supported', missingNumbers: [] }],
} as unknown as QaLogEntry;

describe('what the log says of an answer', () => {
  afterEach(() => speak('en'));

  it('is what the chat says of it', () => {
    expect(outcomeOf(entry)).toBe('Well supported, 99 %');
    expect(outcomeOf({ ...entry, citations: [], cited: [] })).toBe('Names no source');
    expect(outcomeOf({ ...entry, citations: [], cited: [], strictForm: true })).toBe('Form without sources');
    expect(outcomeOf({ ...entry, outcome: 'incomplete', citations: [] })).toBe(
      'Stopped before the end · Well supported, 99 %',
    );
    speak('de');
    expect(outcomeOf({ ...entry, citations: [] })).toBe('Nennt keine Quelle');
  });
});
