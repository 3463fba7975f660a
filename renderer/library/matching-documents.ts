import type { DocumentSummary } from '@shared/contract/index';
import { locale } from '../strings/index';

/** Documents in the order of their titles, Chapter 9 before Chapter 10. */
export function sortedDocuments(documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const byTitle = new Intl.Collator(locale(), { numeric: true });
  return [...documents].sort((a, b) => byTitle.compare(a.title, b.title) || (a.documentId < b.documentId ? -1 : 1));
}

/** Title and path in small letters, once for a document: filtering happens at every key that is pressed. */
const searchable = new WeakMap<DocumentSummary, string>();

/**
 * The documents of a collection (all when null) whose title or path holds every word of the filter, whatever the
 * case, in the order they came in.
 */
export function matchingDocuments(
  documents: readonly DocumentSummary[],
  filter: string,
  collection: string | null,
): readonly DocumentSummary[] {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return documents.filter((document) => {
    if (collection !== null && document.collection !== collection) return false;
    if (words.length === 0) return true;
    const known = searchable.get(document);
    const text = known ?? `${document.title}\n${document.path}`.toLocaleLowerCase();
    if (known === undefined) searchable.set(document, text);
    return words.every((word) => text.includes(word));
  });
}
