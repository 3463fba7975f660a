import type { ReactNode } from 'react';
import type { SourceItem } from './source-items';
import { columnPixels, keepsFirstColumn, type TableColumns } from './table-rows';

/** Pixels beside a table: where the chunks are drawn, and the edge. */
const tableMargins = 88;

interface TableFrameProps {
  readonly columns: TableColumns;
  /** Of the pane, pixels. */
  readonly width: number;
  /** Rows. */
  readonly children: ReactNode;
}

/** A table of these columns; its first one stays in view where the others have to be scrolled sideways. */
export function TableFrame({ columns, width, children }: TableFrameProps) {
  const room = width - tableMargins;
  const widths = columnPixels(columns, room);
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

interface KeptHeadProps {
  readonly text: string;
  readonly head: SourceItem;
  readonly columns: TableColumns;
  readonly width: number;
}

/** The head of the table whose rows stand at the top of the pane, once it has been scrolled away itself. */
export function KeptHead({ text, head, columns, width }: KeptHeadProps) {
  return (
    <div aria-hidden data-testid="source-kept-head" className="source-kept-head">
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
}
