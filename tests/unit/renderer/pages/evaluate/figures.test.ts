import type { ConfigurationFigures } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { bestOf, casesOf, chanceOf, shownMeasures } from '../../../../../renderer/pages/evaluate/FigureBars';

const way = (name: string, ndcg: number, p95: number): ConfigurationFigures => ({
  name,
  configuration: { mode: 'hybrid' },
  figures: { 'ndcg@10': ndcg },
  latency: { p50: p95 / 2, p95, max: p95 },
  notices: {},
});

describe('the figures of a measurement', () => {
  it('are the usual ones, or the deepest of a kind that has none of them', () => {
    expect(shownMeasures(['ndcg@5', 'ndcg@10', 'mrr@10', 'recall@100', 'p@1', 'p@5'])).toEqual([
      'ndcg@10',
      'mrr@10',
      'recall@100',
      'p@5',
    ]);
    expect(shownMeasures(['ndcg@3', 'ndcg@20', 'p@2'])).toEqual(['ndcg@20', 'p@2']);
  });

  it('mark the highest quality and the lowest time, all equal ones, and none if all are equal', () => {
    const ways = [way('a', 0.4, 10), way('b', 0.5, 30), way('c', 0.5, 20)];
    expect([...bestOf(ways, 'ndcg@10')]).toEqual(['b', 'c']);
    expect([...bestOf(ways, 'p95')]).toEqual(['a']);
    expect([...bestOf(ways.slice(1), 'ndcg@10')]).toEqual([]);
  });

  it('tell a p-value as so many of a hundred, and a small one as so many of a thousand', () => {
    expect([1, 0.344, 0.031, 0.0101].map(casesOf)).toEqual([100, 34, 3, 1].map((cases) => ({ cases, of: 100 })));
    expect([0.0099, 0.0042, 0.0001].map(casesOf)).toEqual([10, 4, 1].map((cases) => ({ cases, of: 1000 })));
  });

  it('call chance what a p-value of 5 % or more leaves open', () => {
    expect([0.009, 0.01, 0.049, 0.05, 1].map(chanceOf)).toEqual(['surely', 'likely', 'likely', 'maybe', 'maybe']);
  });
});
