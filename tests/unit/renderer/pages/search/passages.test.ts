import type { SearchHit } from '@shared/contract/index';
import { describe, expect, it } from 'vitest';
import { hitsInOrder, keptInPlace, litSnippet } from '../../../../../renderer/pages/search/passages';

const hit = (chunkId: string, title = chunkId, startChar = 0): SearchHit => ({
  chunkId,
  chunkIndex: 0,
  chapter: 'Unknown',
  section: 'N/A',
  url: '',
  documentId: title,
  title,
  path: title,
  pages: [],
  headings: [],
  text: '',
  startChar,
  endChar: startChar,
  rank: 1,
  score: 0,
  scoreKind: 'weighted',
  words: [],
  copies: [],
  scores: {
    vector: null,
    keyword: null,
    vectorRank: null,
    keywordRank: null,
    fused: { kind: 'weighted', value: 0 },
    cosine: null,
    coverage: 0,
    saturation: 0,
    relevance: 0,
  },
});
const ids = (hits: readonly SearchHit[]) => hits.map(({ chunkId }) => chunkId).join(' ');

describe('passages', () => {
  it('W24 stay under the pointer, with new ones behind them', () => {
    const kept = keptInPlace([hit('a'), hit('b')], [{ ...hit('b'), score: 0.9 }, hit('c'), hit('a')]);
    expect(ids(kept)).toBe('a b c');
    expect(kept[1]?.score).toBe(0.9);
  });

  it('W24 come best first, last changed first or by document, Chapter 9 before Chapter 10', () => {
    const found = [hit('x', 'Chapter 10'), hit('y', 'Chapter 9', 40), hit('z', 'Chapter 9', 4)];
    const changedAt = (id: string) => (id === 'Chapter 9' ? '2026-02-01T00:00:00Z' : '2025-02-01T00:00:00Z');
    expect(ids(hitsInOrder(found, 'best', changedAt))).toBe('x y z');
    expect(ids(hitsInOrder(found, 'changed', changedAt))).toBe('y z x');
    expect(ids(hitsInOrder(found, 'document', changedAt))).toBe('z y x');
  });

  it('W24 are shown at their words, highlighted, without marks of headings', () => {
    const text = `## Notice period\n\n${'It is said that '.repeat(40)}three months of notice are due.`;
    const at = text.lastIndexOf('notice');
    const parts = litSnippet({ text, startChar: 100, words: [{ startChar: 100 + at, endChar: 106 + at }] });
    expect(parts.filter(({ lit }) => lit).map((part) => part.text)).toEqual(['notice']);
    expect(parts[0]?.text.length).toBeLessThan(81);
    const [first] = litSnippet({ text, startChar: 100, words: [] });
    expect(first?.text.startsWith('Notice period')).toBe(true);
    expect(litSnippet({ text: '', startChar: 0, words: [] })).toEqual([]);
  });
});
