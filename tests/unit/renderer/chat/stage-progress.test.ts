import { stageIds } from '@shared/stage-names';
import { describe, expect, it } from 'vitest';
import { progressText } from '../../../../renderer/chat/StageProgress';

const done = (count: number) => Object.fromEntries(stageIds.slice(0, count).map((stage) => [stage, 'done' as const]));

describe('what is under way before an answer comes', () => {
  it('is the search until the last stage is done, and then the writing', () => {
    expect(progressText({ stages: {}, waiting: null })).toBe('Looking through your documents');
    expect(progressText({ stages: done(2), waiting: null })).toBe('Retrieval finds');
    expect(progressText({ stages: done(7), waiting: null })).toBe('Prompt Builder builds');
    expect(progressText({ stages: { ...done(2), Retrieval: 'running' }, waiting: null })).toContain('finds');
    expect(progressText({ stages: done(8), waiting: null })).toBe('Writing the answer');
    expect(progressText({ stages: done(8), waiting: { seconds: null, attempt: 1 } })).toBe(
      'Waiting for the model: another answer is being written',
    );
  });
});
