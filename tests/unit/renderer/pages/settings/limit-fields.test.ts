import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { limitsSchema } from '@shared/limits';
import limits from '@shared/words/en/limits.json';
import { inOtherWords } from '@shared/words/limit-words';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  isChanged,
  limitGroups,
  numberOf,
  typedLimit,
  writtenLimit,
} from '../../../../../renderer/pages/settings/limit-fields';
import cases from './limit-fields.json';

const shipped = limitsSchema.parse(
  JSON.parse(readFileSync(resolve(__dirname, '../../../../../config/pipeline_limits.json'), 'utf8')),
);
const groups = limitGroups(inOtherWords(z.toJSONSchema(limitsSchema, { io: 'input' }), limits), shipped, shipped);
const fields = groups.flatMap((group) => group.fields);

/** Every value of a tree by its dotted path. */
const leaves = (tree: unknown, path = ''): readonly (readonly [string, unknown])[] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
    : [[path, tree]];

describe('the form of the limits', () => {
  it('has a field with its value for every limit there is, and no other', () => {
    const shown = fields.map(({ path, value }) => [path, value]);
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(leaves(shipped)));
  });

  it('calls every field and group by a name, not by its path', () => {
    expect(fields.filter(({ title, path }) => title === path || title === '').map(({ path }) => path)).toEqual([]);
    expect(groups.slice(1).filter(({ title, path }) => title === path)).toEqual([]);
  });

  it('offers what a value may be where there are few', () => {
    expect(fields.find(({ path }) => path === 'retrieval.fusion')).toMatchObject({
      kind: 'choice',
      options: ['weighted', 'rrf', 'rrf_rerank'],
    });
    expect(fields.find(({ path }) => path === 'answer.agentsInChat')).toMatchObject({ kind: 'switch' });
  });

  it('marks a value that has changed, and its group, and not one that begins with the same letters', () => {
    const changed = ['gate.minCharacters'];
    expect(['gate.minCharacters', 'gate', 'gat', 'gate.min'].map((path) => isChanged(path, changed))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a number that was written', () => {
  it('may have a point or a comma', () => {
    expect([numberOf('0.5'), numberOf('0,5'), numberOf(' 12 ')]).toEqual([0.5, 0.5, 12]);
  });

  it('stays as it was written where it is none, for the engine to refuse', () => {
    expect([numberOf(''), numberOf('many'), numberOf('1e999')]).toEqual(['', 'many', '1e999']);
  });
});

describe('a size or a time', () => {
  it.each(cases as [string, number, string][])(
    '%s %d is written as %s, and read back as it was',
    (path, value, written) => {
      expect(writtenLimit(path, value)).toBe(written);
      expect(typedLimit(field(path, value), written)).toBe(value);
    },
  );

  it.each([
    ['another unit', 'ingest.maxFileBytes', 1e8, '2 gb', 2e9],
    ['no space', 'rerank.timeoutMs', 2500, '1min', 60_000],
    ['no unit: that which stood there', 'answer.silenceSeconds', 90, '2', 120],
    ['a comma', 'ingest.maxFileBytes', 1e8, '0,5 GB', 5e8],
    ['no whole number of MiB', 'ingest.reading.mebibytes', 1024, '1 GB', 954],
    ['a unit of something else, for the engine to refuse', 'ingest.maxFileBytes', 1e8, '2 min', '2 min'],
    ['no number, for the engine to refuse', 'rerank.timeoutMs', 2500, 'soon', 'soon'],
  ])('may be typed with %s', (_, path, value, text, kept) => {
    expect(typedLimit(field(path, value), text)).toBe(kept);
  });

  const field = (path: string, value: number) => ({ ...ofPath(path), value });
  const ofPath = (path: string) => fields.find((one) => one.path === path) ?? expect.fail(path);
});

it('an optional number may be empty, and is null then', () => {
  const weight = fields.find(({ path }) => path === 'retrieval.weights.vector') ?? expect.fail('no weight');
  expect([typedLimit(weight, ' '), typedLimit(weight, '0.5'), writtenLimit(weight.path, null)]).toEqual([
    null,
    0.5,
    '',
  ]);
});
