import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsSchema } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { limits } from '../stages/memory-library';

/** A copy of the shipped limits with one value, named by its path, replaced. */
function withValue(path: string, value: unknown): unknown {
  const copy: Record<string, unknown> = structuredClone(limits);
  const names = path.split('.');
  const last = names.pop() ?? '';
  const place = names.reduce((outer, name) => outer[name] as Record<string, unknown>, copy);
  place[last] = value;
  return copy;
}

describe('limits', () => {
  it('ship with the defaults of the pipeline document', () => {
    const { N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES, N2_RERANK_TOP_K, N3_FINAL_SELECTION_MAX } = limits;
    expect([N0_QUERY_PIECES, N1_RETR_MAX_CANDIDATES, N2_RERANK_TOP_K, N3_FINAL_SELECTION_MAX]).toEqual([
      5, 200, 50, 24,
    ]);
    expect(limits.N4_RECENT_CONV_MAX_PAIRS).toBeGreaterThanOrEqual(8);
    expect(limits.N4_RECENT_CONV_MAX_PAIRS).toBeLessThanOrEqual(12);
    expect(limits.retrieval.tau).toBe(9);
    expect(limits.retrieval.rrfK).toBe(60);
    expect(limits.answer.bands).toEqual({ high: 0.8, medium: 0.5, low: 0.2 });
  });

  it.each([
    ['N0_QUERY_PIECES', 0],
    ['N2_RERANK_TOP_K', 1.5],
    ['retrieval.weights.vector', 1.01],
    ['gate.nearDuplicateThreshold', Number.NaN],
    ['surprise', 1],
  ])('refuse %s = %j and name the place', (path, value) => {
    const parsed = limitsSchema.safeParse(withValue(path, value));
    expect(parsed.success).toBe(false);
    const issue = parsed.error?.issues[0];
    expect(issue?.code === 'unrecognized_keys' ? issue.keys.join() : issue?.path.join('.')).toBe(path);
  });

  it('refuse bands that rise and an overlap as long as its chunk', () => {
    expect(limitsSchema.safeParse(withValue('answer.bands.low', 0.9)).success).toBe(false);
    expect(limitsSchema.safeParse(withValue('ingest.profiles.fine.overlap', 500)).success).toBe(false);
  });

  it.each(['retrieval', 'stages', 'chat'])(
    'S11 hold what may be set; a number in the code of %s says why it stands there',
    (folder) => {
      const root = join(import.meta.dirname, '../../../electron/engine', folder);
      const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
      const unsaid = files.flatMap((name) => {
        const lines = readFileSync(join(root, name), 'utf8').split('\n');
        const isNumber = (line = '') => /^(?:export )?const \w+ = -?[\d_.]+(?:e\d+)?;/u.test(line);
        return lines.filter((line, at) => {
          const above = lines.slice(0, at).findLast((other) => !isNumber(other)) ?? '';
          return isNumber(line) && !/\*\/$|^\/\//u.test(above);
        });
      });
      expect(files.length).toBeGreaterThan(8);
      expect(unsaid).toEqual([]);
    },
  );
});
