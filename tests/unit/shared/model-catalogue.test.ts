import { familyPrefixes, modelCatalogueSchema } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import shipped from '../../../config/models.json';

const catalogue = modelCatalogueSchema.parse(shipped);
const query = (name: string) => familyPrefixes(name, catalogue).query;

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
    expect(familyPrefixes(name, catalogue)).toEqual({ query: '', passage: '' });
  });

  it('I18 of an instructed e5 are its own', () => {
    expect(query('e5-mistral-7b-instruct')).toMatch(/^Instruct: /u);
    expect(query('multilingual-e5-large-instruct')).toMatch(/^Instruct: /u);
  });

  it('I18 agree with those of the models that were measured', () => {
    for (const entry of catalogue.models) {
      if (entry.job === 'embedding') expect(familyPrefixes(entry.id, catalogue), entry.id).toEqual(entry.prefixes);
    }
  });
});
