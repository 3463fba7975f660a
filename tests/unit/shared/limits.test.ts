import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsSchema } from '@shared/limits';
import { describe, expect, it } from 'vitest';
import { limits } from '../stages/memory-library';
import { numbersBelow, numbersIn, reasons } from './numbers-in-code';

const engine = join(import.meta.dirname, '../../../electron/engine');

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
  it('ship with N0 to N4, tau and k of the pipeline document, and bands of their own (ADR 0041)', () => {
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
    ['N1_RETR_MAX_CANDIDATES', 0],
    ['N2_RERANK_TOP_K', 0],
    ['N3_FINAL_SELECTION_MAX', 0],
    ['gate.maxCandidates', 0],
    ['condense.maxFacts', 0],
    ['build.tokenBudget', 0],
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
    'S11 hold the settable numbers: each number in the code of %s has its reason',
    (folder) => {
      const found = [...numbersBelow(join(engine, folder))].map(([file, numbers]) => [`${folder}/${file}`, numbers]);
      const listed = Object.entries(reasons).filter(([file]) => file.startsWith(`${folder}/`));
      const expected = listed.map(([file, kinds]) => [file, Object.values(kinds).join(' ').split(' ').sort()]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    },
  );

  it.each(['retrieval', 'stages', 'chat'])('S11 a constant in the code of %s says what it is', (folder) => {
    const files = readdirSync(join(engine, folder), { recursive: true, encoding: 'utf8' });
    const unsaid = files.flatMap((name) => {
      if (!name.endsWith('.ts')) return [];
      const lines = readFileSync(join(engine, folder, name), 'utf8').split('\n');
      const isNumber = (line = '') => /^(?:export )?const \w+ = -?[\d_.]+(?:e\d+)?;/u.test(line);
      return lines.filter((line, at) => {
        const above = lines.slice(0, at).findLast((other) => !isNumber(other)) ?? '';
        return isNumber(line) && !/\*\/$|^\/\//u.test(above);
      });
    });
    expect(unsaid).toEqual([]);
  });

  it('S11 a number that is new in the code is seen, also inside a function', () => {
    const source = "/** Of 7. */\nconst most = 9;\nconst pattern = /a{3}/u;\nif (at > 0.25) return 'of 5'; // 6";
    expect(numbersIn(source)).toEqual(['0.25', 'most']);
  });
});
