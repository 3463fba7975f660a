import type { DocumentSource } from '@shared/contract/index';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageNames } from '../../../ui/names';
import { useRem } from '../../../ui/window-size';
import { type ChunkEdge, cutSegments, type LitRange, type Segment } from './cut-segments';
import { markdownLooks } from './markdown-looks';
import { columnPixels, keepsFirstColumn, type SourceItem, type TableColumns } from './source-items';

interface SourceRowsProps extends Omit<RowProps, 'index' | 'item'> {
  readonly items: readonly SourceItem[];
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** Items of the text one below the other; rows of one table are in one table. Text is only ever text here. */
export function SourceRows({ source, items, edges, lit, from, to, width, measure }: SourceRowsProps) {
  const groups: ReactNode[] = [];
  for (let index = from; index < to; ) {
    const item = items[index];
    if (!item) break;
    if (!item.columns) {
      const Drawn = item.look === 'front' ? FrontRow : Row;
      groups.push(<Drawn key={item.from} index={index} item={item} {...{ source, edges, lit, measure }} />);
      index += 1;
      continue;
    }
    let end = index + 1;
    while (end < to && items[end]?.columns === item.columns && items[end]?.page === null) end += 1;
    groups.push(<Table key={item.from} from={index} to={end} {...{ source, items, edges, lit, width, measure }} />);
    index = end;
  }
  return groups;
}

const headings = ['h3', 'h4', 'h5', 'h6'] as const;

function Row({ source, index, item, edges, lit, measure }: RowProps) {
  const parts = cutSegments(item, edges, lit, looksOf(source, item));
  // Level 1 and 2 are the window's and the pane's own.
  const Heading = headings[Math.min(headings.length, item.level) - 1] ?? 'h3';
  const gap = /\n\r?\n[ \t]*$/.test(source.text.slice(item.to - 40, item.to)) ? 'source-gap' : '';
  const isHeading = item.look === 'heading';
  const pieces = (segments: typeof parts) =>
    segments.flat().map((segment) => <Piece key={segment.from} segment={segment} text={source.text} />);
  return (
    <div ref={measure} data-index={index} className="source-row">
      <PageMark source={source} item={item} />
      {isHeading ? <Heading className={`source-heading source-h${item.level}`}>{pieces(parts)}</Heading> : null}
      {!isHeading && item.line > 0 ? (
        <div className="source-code">
          {parts.map((segments, at) => (
            <div key={item.parts[at]?.from} className="source-line" data-line={lineNumber(source.text, item, at)}>
              {pieces([segments])}
            </div>
          ))}
        </div>
      ) : null}
      {isHeading || item.line > 0 ? null : (
        <div
          data-block={item.block?.kind}
          data-bullet={item.level > 0 && item.block?.start === item.from && item.parts[0]?.from !== item.from}
          data-flows={flows(source, item)}
          className={`${item.look === 'code' ? 'source-code' : 'source-prose'} ${gap}`}
          style={item.level > 0 ? { marginInlineStart: `${item.level * 1.25}rem` } : undefined}
        >
          {pieces(parts)}
        </div>
      )}
    </div>
  );
}

/** Only Markdown is written with signs: what other readers give is text. */
const looksOf = ({ document, text }: DocumentSource, { look, from, to }: SourceItem) =>
  document.format === 'md' && look !== 'code' ? markdownLooks(text, from, to) : [];

/** Whether the lines of a text are not its writer's: a break in Markdown is a space, but behind two spaces or a stroke. */
const flows = ({ document, text }: DocumentSource, { look, from, to }: SourceItem): boolean =>
  document.format === 'md' && look === 'prose' && !/(?: {2}|\\)\r?\n(?!\s*$)/.test(text.slice(from, to));

const lineNumber = (text: string, { from, line }: SourceItem, at: number): number | undefined =>
  at === 0 && from > 0 && text[from - 1] !== '\n' ? undefined : line + at;

function Table({ source, items, edges, lit, from, to, width, measure }: SourceRowsProps) {
  const first = items[from];
  if (!first?.columns) return null;
  const count = first.columns.widths.length;
  return (
    <div className="source-row source-table-row">
      <PageMark source={source} item={first} />
      <TableFrame columns={first.columns} width={width}>
        {items.slice(from, to).map((item, offset) => (
          <tr key={item.from} ref={measure} data-index={from + offset}>
            {cutSegments(item, edges, lit, looksOf(source, item)).map((segments, column) => {
              const key = item.parts[column]?.from ?? column;
              const rest = item.parts.length === 1 && count > 1 ? count : undefined;
              const words = segments.map((segment) => (
                <Piece key={segment.from} segment={segment} text={source.text} inTable />
              ));
              return item.look === 'head' ? (
                <th key={key} scope="col">
                  {words}
                </th>
              ) : (
                <td key={key} colSpan={rest}>
                  {words}
                </td>
              );
            })}
          </tr>
        ))}
      </TableFrame>
    </div>
  );
}

const PageMark = ({ source, item }: { readonly source: DocumentSource; readonly item: SourceItem }) =>
  item.page === null ? null : <p className="source-page">{pageNames(source.document.format, [item.page])}</p>;

function FrontRow({ source, index, item, edges, lit, measure }: RowProps) {
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
          <ChevronRight size={14} className="shrink-0 group-open:rotate-90" />
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

interface RowProps {
  readonly source: DocumentSource;
  readonly index: number;
  readonly item: SourceItem;
  readonly edges: readonly ChunkEdge[];
  readonly lit: readonly LitRange[];
  measure(element: Element | null): void;
}

const testIds = {
  chunk: 'source-chosen',
  found: 'source-found',
  cited: 'source-highlight',
  current: 'source-highlight',
} as const;

function Piece({ segment, text, inTable = false }: Readonly<{ segment: Segment; text: string; inTable?: boolean }>) {
  const slice = visibleText(text.slice(segment.from, segment.to));
  // A pipe in a cell is written with a stroke before it.
  const words = inTable ? slice.replaceAll('\\|', '|') : slice;
  const place = { 'data-from': segment.from, 'data-to': segment.to };
  const set = [segment.shared ? 'source-shared' : '', ...segment.looks.map((look) => `source-${look}`)].join(' ');
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
          className={`source-${segment.light} ${set}`}
        >
          {words}
        </mark>
      ) : (
        <span {...place} className={set || undefined}>
          {words}
        </span>
      )}
      {segment.ends.map((number) => (
        <span key={number} aria-hidden className="source-end" />
      ))}
    </>
  );
}

const tableMargins = 88;

type TableFrameProps = Readonly<{ columns: TableColumns; width: number; children: ReactNode }>;

function TableFrame({ columns, width, children }: TableFrameProps) {
  const room = width - tableMargins;
  const widths = columnPixels(columns, room, useRem() / 16);
  return (
    <table
      className="source-table"
      data-pinned={keepsFirstColumn(widths, room) || undefined}
      style={{ minWidth: widths.reduce((sum, column) => sum + column, 0) }}
    >
      <colgroup>
        {widths.map((wide, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <col key={column} style={{ width: wide }} />
        ))}
      </colgroup>
      <tbody>{children}</tbody>
    </table>
  );
}

type KeptHeadProps = Omit<TableFrameProps, 'children'> & Readonly<{ text: string; head: SourceItem }>;

export const KeptHead = ({ text, head, columns, width }: KeptHeadProps) => (
  <div aria-hidden className="source-kept-head">
    <div className="source-row source-table-row">
      <TableFrame columns={columns} width={width}>
        <tr>
          {head.parts.map(({ from, to }) => (
            <th key={from}>
              <span className="line-clamp-3">{text.slice(from, to).replaceAll('\\|', '|')}</span>
            </th>
          ))}
        </tr>
      </TableFrame>
    </div>
  </div>
);
