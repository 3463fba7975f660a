import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { familyOf, modelCatalogueSchema } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import shipped from '../../../config/models.json';

const catalogue = modelCatalogueSchema.parse(shipped);
const measuredModels = catalogue.models.flatMap((model) =>
  model.job === 'embedding' && !model.relevance.unmeasured ? [model] : [],
);
const query = (name: string) => familyOf(name, catalogue)?.prefixes.query;

describe('the prefixes of a family', () => {
  it.each([
    ['nomic-embed-text:latest', 'search_query: '],
    ['text-embedding-nomic-embed-text-v1.5', 'search_query: '],
    ['hf.co/intfloat/multilingual-e5-small:Q8_0', 'query: '],
    ['bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: '],
    ['snowflake-arctic-embed-l-v2.0', 'query: '],
    ['snowflake-arctic-embed:110m', 'Represent this sentence for searching relevant passages: '],
  ])('I18 of %s', (name, prefix) => {
    expect(query(name)).toBe(prefix);
  });

  it.each(['all-minilm', 'bge-m3', 'mobile5-base', 'paraphrase-multilingual'])('I18 %s wants none', (name) => {
    expect(familyOf(name, catalogue)).toBeUndefined();
  });

  it('I18 of an instructed e5 are its own', () => {
    expect(query('e5-mistral-7b-instruct')).toMatch(/^Instruct: /u);
    expect(query('multilingual-e5-large-instruct')).toMatch(/^Instruct: /u);
  });

  it('I18 name only models of the list as substitutes', () => {
    const ids = catalogue.models.map(({ id }) => id);
    for (const { like } of catalogue.families ?? []) if (like !== undefined) expect(ids).toContain(like);
  });

  it('I18 agree with those of the models that were measured', () => {
    for (const entry of catalogue.models) {
      if (entry.job !== 'embedding') continue;
      const { prefixes = { query: '', passage: '' }, pooling = entry.pooling } = familyOf(entry.id, catalogue) ?? {};
      expect({ prefixes, pooling }, entry.id).toEqual({ prefixes: entry.prefixes, pooling: entry.pooling });
    }
  });
});

describe('what models.json says was measured', () => {
  const rows = readFileSync(resolve(__dirname, '../../../docs/benchmarks.md'), 'utf8')
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));
  const desks = { eng: 'desk/en', deu: 'desk/de' };
  const models = measuredModels;

  it.each(models)('I22 of $id is in docs/benchmarks.md', ({ id, measured }) => {
    const [, msPerText, loadMs] =
      rows.find(([first, , , chunks]) => first === id && /^[\d,–]+$/u.test(chunks ?? '')) ?? [];
    const right = Object.entries(desks).flatMap(([language, desk]) => {
      const row = rows.find(([first, part]) => first === `${desk}, ${id}` && part === 'all');
      return row ? [[language, Number(row[3])] as const] : [];
    });
    const told = Object.entries(measured?.rightAnswers ?? {}).map(([language, share]) => [language, 100 * share]);
    expect([measured?.msPerText, measured?.loadMs]).toEqual([Number(msPerText), Number(loadMs)]);
    expect(told).toEqual(right.map(([language, percent]) => [language, expect.closeTo(percent)]));
  });
});

describe('how often being sure was right', () => {
  it.each(measuredModels)(
    'C6 of $id, by language, adds up to what its fit tells of domains that were not fitted',
    ({ confidence: { languages, report } }) => {
      const told = [...report.matchAll(/well supported and right (\d+) of (\d+)/gu)];
      const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
      expect(told).toHaveLength(2);
      expect([
        sum(Object.values(languages).map(({ right }) => right)),
        sum(Object.values(languages).map(({ sure }) => sure)),
      ]).toEqual([sum(told.map(([, right]) => Number(right))), sum(told.map(([, , sure]) => Number(sure)))]);
    },
  );
});
