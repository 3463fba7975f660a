import type { Citation, CitedSentence, TextSpan } from '@shared/contract/index';
import type { SourceStop } from '../state/shell';

/** A marker in a sentence of the answer, or in none that is known: then it stands for all of its citation. */
export interface MarkerPlace {
  readonly marker: number;
  readonly sentence: CitedSentence | null;
}

/**
 * Where a citation is lit: what the sentence rests on, else all that the answer rests on there, else the citation's
 * own stretch (answers of earlier versions, and sentences of which the passage shares no word).
 */
export function litSpans(citation: Citation, sentence: CitedSentence | null): readonly [TextSpan, ...TextSpan[]] {
  const own = (sentence?.spans ?? [])
    .filter(({ marker }) => marker === citation.marker)
    .map(({ startChar, endChar }) => ({ startChar, endChar }));
  const [first, ...rest] = own.length > 0 ? own : (citation.spans ?? []);
  return first ? [first, ...rest] : [{ startChar: citation.startChar, endChar: citation.endChar }];
}

/**
 * The citations of an answer as places the case can step through, in the order of their numbers.
 *
 * @param opened the marker that was followed: its stop shows what its sentence rests on
 * @param exchange key of the exchange whose citations they are
 */
export function citationStops(
  citations: readonly Citation[],
  opened: MarkerPlace | null,
  exchange: string,
): readonly SourceStop[] {
  return [...citations]
    .sort((a, b) => a.marker - b.marker)
    .map((citation) => {
      const sentence = opened?.marker === citation.marker ? opened.sentence : null;
      const spans = litSpans(citation, sentence);
      return {
        documentId: citation.documentId,
        title: citation.title,
        span: spans[0],
        spans,
        pages: citation.pages,
        marker: citation.marker,
        exchange,
      };
    });
}
