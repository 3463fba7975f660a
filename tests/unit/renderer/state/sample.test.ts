import type { IngestJobSummary } from '@shared/contract/index';
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { vitrine: {} });
const { hasSample } = await import('../../../../renderer/state/library');

const guide = [{ collection: 'Sample' }];
const job = (collection: string, state: IngestJobSummary['state']) => [{ collection, state }];

describe('questions about Vitrine are offered', () => {
  it('while its guide is in the library, whatever else is added', () => {
    expect(hasSample(guide, [])).toBe(true);
    expect(hasSample(guide, job('Sample', 'done'))).toBe(true);
    expect(hasSample(guide, job('Reports', 'running'))).toBe(true);
    expect(hasSample(null, [])).toBe(false);
    expect(hasSample([], [])).toBe(false);
  });

  it('not before all of the guide is there: the part that is asked about may be missing', () => {
    expect(hasSample(guide, job('Sample', 'waiting'))).toBe(false);
    expect(hasSample(guide, job('Sample', 'running'))).toBe(false);
  });
});
