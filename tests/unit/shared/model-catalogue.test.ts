import { familyOf, modelCatalogueSchema } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import shipped from '../../../config/models.json';

const catalogue = modelCatalogueSchema.parse(shipped);
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

  it('I18 name only models of the list to stand in', () => {
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
