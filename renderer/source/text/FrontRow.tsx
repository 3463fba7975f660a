import { ChevronRight } from 'lucide-react';
import { t } from '../../strings/index';
import { cutSegments } from './cut-segments';
import { Piece, type RowProps } from './Piece';

/** What stands before a Markdown text about it, by name: folded, since it is not what one came to read. */
export function FrontRow({ source, index, item, edges, lit, measure }: RowProps) {
  const parts = cutSegments(item, edges, lit);
  const names = item.parts.filter((_, at) => at % 2 === 0).map(({ from, to }) => source.text.slice(from, to));
  // A passage or a hit in it must be seen.
  const meant = lit.some(({ from, to, light }) => from < item.to && to > item.from && light !== 'chunk');
  const words = (part: number) =>
    parts[part]?.map((segment) => <Piece key={segment.from} segment={segment} text={source.text} />);
  return (
    <div ref={measure} data-index={index} className="source-row">
      <details data-testid="source-front" open={meant} className="source-front group">
        <summary>
          <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
          <span className="font-medium">{t('source.properties')}</span>
          <span className="truncate text-muted group-open:hidden">{names.join(', ')}</span>
        </summary>
        <dl>
          {names.map((name, at) => (
            <div key={item.parts[2 * at]?.from ?? name}>
              <dt>{words(2 * at)}</dt>
              <dd>{words(2 * at + 1)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
