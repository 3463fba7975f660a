import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../../electron/cli/evaluated-configuration';

describe('a way to search, as the terminal names it', () => {
  it.each([
    ['keyword', { mode: 'keyword' }],
    ['vector:rerank', { mode: 'vector', rerank: true }],
    ['hybrid:', { mode: 'hybrid' }],
    ['hybrid:weighted,features', { mode: 'hybrid', fusion: 'weighted', features: true }],
    ['hybrid:rrf', { mode: 'hybrid', fusion: 'rrf' }],
    ['hybrid:k=10,no-features', { mode: 'hybrid', fusion: 'rrf', rrfK: 10, features: false }],
    ['hybrid:alpha', { mode: 'hybrid', fusion: 'alpha' }],
    ['hybrid:alpha=0,rerank', { mode: 'hybrid', alpha: 0, rerank: true }],
    ['hybrid:rrf_rerank', { mode: 'hybrid', fusion: 'rrf_rerank' }],
  ])('is read: %s', (text, way) => {
    expect(parseConfiguration(text)).toEqual(way);
  });

  it.each([
    ['psychic', 'hybrid, vector, keyword'],
    ['hybrid:slow', 'none of'],
    ['hybrid:rrf=3', 'none of'],
    ['hybrid:constructor', 'none of'],
    ['hybrid:alpha=7', 'from 0 to 1'],
    ['hybrid:alpha=', 'from 0 to 1'],
    ['hybrid:alpha=half', 'from 0 to 1'],
    ['hybrid:k=0', 'from 1 to 10000'],
    ['hybrid:rrf,weighted', 'one of rrf, weighted'],
    ['hybrid:alpha=0.5,k=10', 'one of alpha=0.5, k=10'],
    ['hybrid:rrf,features', 'leave out features, or rrf'],
    ['keyword:alpha=1', 'Only hybrid'],
    ['vector:rrf', 'Only hybrid'],
    ['vector:no-features', 'Only hybrid'],
  ])('is bad usage where it would be measured as another or not at all: %s', (text, why) => {
    expect(() => parseConfiguration(text)).toThrow(InvalidArgumentError);
    expect(() => parseConfiguration(text)).toThrow(why);
  });
});
