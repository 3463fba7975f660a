import type { Library, Scope } from '../store';
import type { ParsedQuery } from './query-syntax';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/**
 * A scope narrowed by the filters that stand in a query: documents whose title holds every `title:`, in one of the
 * `collection:`s. Case and accents do not count. What no title or collection matches finds nothing.
 */
export function narrowedScope(scope: Scope, { titles, collections }: ParsedQuery, library: Library): Scope {
  if (titles.length === 0 && collections.length === 0) return scope;
  const wantedTitles = titles.map(folded);
  const wantedCollections = new Set(collections.map(folded));
  const documentIds = library.documents
    .list()
    .filter(({ title, collection }) => {
      const name = folded(title);
      return (
        wantedTitles.every((wanted) => name.includes(wanted)) &&
        (wantedCollections.size === 0 || wantedCollections.has(folded(collection)))
      );
    })
    .map(({ documentId }) => documentId);
  const before = scope.documentIds ? new Set(scope.documentIds) : null;
  return { ...scope, documentIds: before ? documentIds.filter((id) => before.has(id)) : documentIds };
}
