import type { DocumentSource } from '@shared/contract/index';
import type { ReactNode } from 'react';
import { pageNames } from '../page-name';
import { cutSegments } from './cut-segments';
import { FrontRow } from './FrontRow';
import { Piece, type RowProps } from './Piece';
import type { SourceItem } from './source-items';
import { TableFrame } from './TableFrame';

interface SourceRowsProps extends Omit<RowProps, 'index' | 'item'> {
  readonly items: readonly SourceItem[];
  /** The items that are drawn: from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Of the pane, pixels. */
  readonly width: number;
}

/** Items of the text one below the other; rows of one table stand in one table. Text is only ever text here. */
export function SourceRows({ source, items, edges, lit, from, to, width, measure }: SourceRowsProps) {
  const groups: ReactNode[] = [];
  for (let index = from; index < to; ) {
    const item = items[index];
    if (!item) break;
    if (item.look === 'front') {
      groups.push(<FrontRow key={item.from} index={index} item={item} {...{ source, edges, lit, measure }} />);
      index += 1;
      continue;
    }
    if (!item.columns) {
      groups.push(<Row key={item.from} index={index} item={item} {...{ source, edges, lit, measure }} />);
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
  const parts = cutSegments(item, edges, lit);
  // Level 1 and 2 are the window's and the pane's own.
  const Heading = headings[Math.min(headings.length, item.level) - 1] ?? 'h3';
  const gap = /\n\r?\n$/.test(source.text.slice(item.to - 3, item.to)) ? 'source-gap' : '';
  const pieces = (segments: typeof parts) =>
    segments.flat().map((segment) => <Piece key={segment.from} segment={segment} text={source.text} />);
  return (
    <div ref={measure} data-index={index} className="source-row">
      <PageMark source={source} item={item} />
      {item.look === 'heading' ? (
        <Heading className={`source-heading source-h${item.level}`}>{pieces(parts)}</Heading>
      ) : item.line > 0 ? (
        <div className="source-code">
          {parts.map((segments, at) => (
            <div key={item.parts[at]?.from} className="source-line" data-line={lineNumber(source.text, item, at)}>
              {pieces([segments])}
            </div>
          ))}
        </div>
      ) : (
        <div className={`${item.look === 'code' ? 'source-code' : 'source-prose'} ${gap}`}>{pieces(parts)}</div>
      )}
    </div>
  );
}

/** Nothing for the rest of a line that was too long for one item. */
function lineNumber(text: string, { from, line }: SourceItem, at: number): number | undefined {
  return at === 0 && from > 0 && text[from - 1] !== '\n' ? undefined : line + at;
}

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
            {cutSegments(item, edges, lit).map((segments, column) => {
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

function PageMark({ source, item }: { readonly source: DocumentSource; readonly item: SourceItem }) {
  if (item.page === null) return null;
  return <p className="source-page">{pageNames(source.document.format, [item.page])}</p>;
}
