import type { DocumentSummary } from '@shared/contract/index';
import { locale } from '../strings/index';

/**
 * The documents of a collection (all when null) whose title or path holds every word of the filter, whatever
 * the case, in the order of their titles.
 */
export function matchingDocuments(
  documents: readonly DocumentSummary[],
  filter: string,
  collection: string | null,
): readonly DocumentSummary[] {
  // Chapter 9 comes before chapter 10.
  const byTitle = new Intl.Collator(locale(), { numeric: true });
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return documents
    .filter((document) => collection === null || document.collection === collection)
    .filter((document) => {
      const text = `${document.title}\n${document.path}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => byTitle.compare(a.title, b.title) || (a.documentId < b.documentId ? -1 : 1));
}
