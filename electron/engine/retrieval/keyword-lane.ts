import type { LaneHit, Library, RowScope, TextQuery } from '../store';
import type { ParsedQuery } from './query-syntax';

/** Chunks read that hold a phrase or an identifier as it is. */
const exactHits = 50;

/** What the words find, and what holds phrases and identifiers as they are: in a large library they may not be the same. */
export async function keywordLane(
  index: Library['index'],
  words: TextQuery,
  { phrases, identifiers }: Pick<ParsedQuery, 'phrases' | 'identifiers'>,
  limit: number,
  scope: RowScope | null,
): Promise<LaneHit[]> {
  const exact = [...phrases, ...identifiers];
  if (exact.length === 0) return index.text(words, limit, scope);
  const lists = await Promise.all([
    index.text(words, limit, scope),
    ...exact.map((text) => index.text({ text, as: 'phrase' }, exactHits, scope)),
  ]);
  const hits = new Map<string, LaneHit>();
  for (const hit of lists.flat()) {
    if (!hits.has(hit.chunkId)) hits.set(hit.chunkId, hit);
  }
  return [...hits.values()];
}
