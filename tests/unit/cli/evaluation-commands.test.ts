import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseConfiguration } from '../../../electron/cli/evaluation-commands';

describe('a way to search, as the terminal names it', () => {
  it.each([
    ['keyword', { mode: 'keyword' }],
    ['hybrid:', { mode: 'hybrid' }],
    ['hybrid:rrf', { mode: 'hybrid', fusion: 'rrf' }],
    ['hybrid:k=10,no-features', { mode: 'hybrid', fusion: 'rrf', rrfK: 10, features: false }],
    ['hybrid:rrf_rerank', { mode: 'hybrid', fusion: 'rrf_rerank' }],
  ])('is read: %s', (text, way) => {
    expect(parseConfiguration(text)).toEqual(way);
  });

  it.each([
    ['psychic', 'hybrid, vector or keyword'],
    ['hybrid:constructor', 'none of'],
    ['hybrid:k=0', 'from 1 to 10,000'],
    ['hybrid:rrf,features', 'leave out features, or rrf'],
    ['vector:no-features', 'Only hybrid'],
  ])('is bad usage where it would be measured as another or not at all: %s', (text, why) => {
    expect(() => parseConfiguration(text)).toThrow(InvalidArgumentError);
    expect(() => parseConfiguration(text)).toThrow(why);
  });
});
