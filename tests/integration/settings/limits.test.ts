import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import shipped from '../../../config/pipeline_limits.json';
import { TestEngine } from '../open-test-engine';

const vitrine = TestEngine.each();

const fileOf = (): string => join(vitrine.library, 'config', 'pipeline_limits.json');
const own = async (): Promise<unknown> => JSON.parse(await readFile(fileOf(), 'utf8'));

const writeOwn = (text: string): Promise<void> => vitrine.ownConfig('pipeline_limits.json', text);

describe('limits', () => {
  it('S11 are shown with their defaults and their differences', async () => {
    const before = await vitrine.ask('limits.get', {});
    expect(before).toMatchObject({ values: shipped, defaults: shipped, changed: [], file: fileOf() });
    const values = { N3_FINAL_SELECTION_MAX: 3, 'gate.relevanceThreshold': 0.5 };
    const { values: now, changed } = await vitrine.ask('limits.set', { values });
    expect(now).toEqual({
      ...before.values,
      N3_FINAL_SELECTION_MAX: 3,
      gate: { ...before.values.gate, relevanceThreshold: 0.5 },
    });
    expect(changed).toEqual(['N3_FINAL_SELECTION_MAX', 'gate.relevanceThreshold']);
  });

  it('S11 are written to the library, only what differs, and hold for the next run', async () => {
    await vitrine.ask('limits.set', { values: { N3_FINAL_SELECTION_MAX: 3 } });
    expect(await own()).toEqual({ N3_FINAL_SELECTION_MAX: 3 });
    const run = await vitrine.ask('run.start', { prompt: 'What is a lighthouse?' });
    expect(run.limits.N3_FINAL_SELECTION_MAX).toBe(3);
    await vitrine.ask('limits.set', { values: { N3_FINAL_SELECTION_MAX: 4 } });
    const next = await vitrine.ask('run.start', { prompt: 'What is a lighthouse?' });
    expect(next.limits.N3_FINAL_SELECTION_MAX).toBe(4);
  });

  it.each([
    [{ N0_QUERY_PIECES: 0 }, 'N0_QUERY_PIECES'],
    [{ 'gate.relevanceThreshold': '0.5' }, 'gate.relevanceThreshold'],
    [{ 'answer.bands.low': 0.9 }, 'answer.bands'],
    [{ 'ingest.profiles.fine.overlap': 500 }, 'ingest.profiles.fine.overlap'],
    [{ 'gate.nothing': 1 }, 'gate.nothing'],
    [{ 'constructor.name': 1 }, 'constructor.name'],
    [{ '__proto__.polluted': 1 }, '__proto__.polluted'],
    [{ '__proto__.toLocaleString': 1 }, '__proto__.toLocaleString'],
    [{ gate: {} }, 'gate.maxCandidates'],
  ])('S11 refuse %j by its path, and nothing of it is kept', async (values, path) => {
    const error = await vitrine.refusal('limits.set', { values: { N3_FINAL_SELECTION_MAX: 3, ...values } });
    expect(error).toMatchObject({ code: 'limits-invalid', details: { path } });
    expect(existsSync(fileOf())).toBe(false);
    expect({}).not.toHaveProperty('polluted');
    expect({}.toLocaleString).toBeTypeOf('function');
  });

  it('take two values that only fit together', async () => {
    const values = { 'ingest.profiles.fine.size': 2000, 'ingest.profiles.fine.overlap': 900 };
    expect((await vitrine.ask('limits.set', { values })).changed).toEqual(Object.keys(values));
  });

  it('may be written by hand in part; a file that does not fit is refused with its path, and can be reset', async () => {
    await writeOwn('{"gate": {"minCharacters": 7}}');
    expect((await vitrine.ask('limits.get', {})).changed).toEqual(['gate.minCharacters']);
    await writeOwn('{"gate": {"minCharacters": -7}}');
    expect(await vitrine.refusal('limits.get', {})).toMatchObject({
      code: 'limits-invalid',
      details: { path: 'gate.minCharacters' },
    });
    await writeOwn('{"gate": ');
    expect(await vitrine.refusal('run.start', { prompt: 'What?' })).toMatchObject({ code: 'limits-invalid' });
    expect((await vitrine.ask('limits.reset', {})).changed).toEqual([]);
  });
});
