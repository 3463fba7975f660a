import type { HostBridge } from '@shared/contract/bridge';
import { expect, it, vi } from 'vitest';

const failures = Array.from({ length: 10_300 }, (_, at) => ({
  path: `/in/${at}`,
  stage: 'failed',
  report: { error: { details: at % 100 === 99 ? { needsOcr: 1 } : {} } },
}));
const asked: object[] = [];
const engine = {
  request: async (route: string, input: { offset: number; limit: number }) => {
    asked.push({ route, ...input });
    const files = failures.slice(input.offset, input.offset + input.limit);
    return { ok: true, data: { total: failures.length, files } };
  },
} as unknown as HostBridge;
vi.stubGlobal('window', {});
vi.stubGlobal('document', { documentElement: { style: {}, dataset: {}, lang: '' } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

const { scansOf } = await import('../../../../renderer/library/read-scans');

it('the scans of a job are all that failed as such, not only those that are drawn', async () => {
  const scans = await scansOf('job-1', engine);
  expect(scans).toHaveLength(103);
  expect(scans.at(-1)).toBe('/in/10299');
  expect(asked).toEqual([0, 10_000].map((offset) => expect.objectContaining({ jobId: 'job-1', offset })));
});
