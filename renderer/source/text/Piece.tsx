import type { DocumentSource } from '@shared/contract/index';
import type { ChunkEdge, LitRange, Segment } from './cut-segments';
import type { SourceItem } from './source-items';

/** What a row of the text is drawn from. */
export interface RowProps {
  readonly source: DocumentSource;
  readonly index: number;
  readonly item: SourceItem;
  readonly edges: readonly ChunkEdge[];
  readonly lit: readonly LitRange[];
  measure(element: Element | null): void;
}

interface PieceProps {
  readonly segment: Segment;
  readonly text: string;
  readonly inTable?: boolean;
}

const testIds = {
  chunk: 'source-chosen',
  found: 'source-found',
  cited: 'source-highlight',
  current: 'source-highlight',
} as const;

/** A run of text with its light, and with the edges of the chunks that begin and end there. */
export function Piece({ segment, text, inTable = false }: PieceProps) {
  const slice = text.slice(segment.from, segment.to);
  // A pipe in a cell is written with a stroke before it.
  const words = inTable ? slice.replaceAll('\\|', '|') : slice;
  const place = { 'data-from': segment.from, 'data-to': segment.to };
  const shared = segment.shared ? 'source-shared' : '';
  return (
    <>
      {segment.starts.map((number) => (
        <span key={number} aria-hidden className="source-begin" />
      ))}
      {segment.light ? (
        <mark
          {...place}
          data-highlight={segment.light}
          data-testid={testIds[segment.light]}
          className={`source-${segment.light} ${shared}`}
        >
          {words}
        </mark>
      ) : (
        <span {...place} className={shared || undefined}>
          {words}
        </span>
      )}
      {segment.ends.map((number) => (
        <span key={number} aria-hidden className="source-end" />
      ))}
    </>
  );
}
