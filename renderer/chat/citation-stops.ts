import type { Citation } from '@shared/contract/index';
import type { SourceStop } from '../state/shell';

/** The citations of an answer as places the case can step through, in the order of their numbers. */
export function citationStops(citations: readonly Citation[]): readonly SourceStop[] {
  return [...citations]
    .sort((a, b) => a.marker - b.marker)
    .map((citation) => ({
      documentId: citation.documentId,
      title: citation.title,
      span: { startChar: citation.startChar, endChar: citation.endChar },
      spans: citation.spans,
      pages: citation.pages,
      marker: citation.marker,
    }));
}
