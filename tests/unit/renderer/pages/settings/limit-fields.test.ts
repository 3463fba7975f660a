import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inOtherWords } from '@shared/limit-words';
import { limitsSchema } from '@shared/limits';
import limits from '@shared/words/en/limits.json';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isChanged, limitGroups, numberOf } from '../../../../../renderer/pages/settings/limit-fields';

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
