/** A table beyond this is written in pieces, each under the same header, so that every chunk says what its columns are. */
const MAX_PIECE_CHARACTERS = 900;
/** A header longer than this would fill the pieces that repeat it. */
const MAX_REPEATED_HEADER = 200;
/** A grid with more empty cells than this for one that is filled is written without them. */
const MAX_EMPTY_SHARE = 20;

/**
 * A table as Markdown, in one or more pieces. The first row names the columns; empty columns and rows are left out,
 * a single column becomes lines.
 */
export function tableTexts(rows: readonly (readonly string[])[]): string[] {
  const used = new Set<number>();
  let filled = 0;
  const trimmed: (readonly string[])[] = [];
  for (const row of rows) {
    let any = false;
    for (let column = 0; column < row.length; column += 1) {
      if (!/\S/.test(row[column] ?? '')) continue;
      used.add(column);
      filled += 1;
      any = true;
    }
    if (any) trimmed.push(row);
  }
  const columns = [...used].sort((a, b) => a - b);
  if (columns.length === 0) return [];
  if (columns.length === 1) return [trimmed.map((row) => (row[columns[0] ?? 0] ?? '').trim()).join('\n')];
  const lines =
    trimmed.length * columns.length > filled * MAX_EMPTY_SHARE
      ? trimmed.map((row) => pipes(row.filter((cell) => /\S/.test(cell))))
      : trimmed.map((row) => pipes(columns.map((column) => row[column] ?? '')));
  return inPieces(lines, columns.length);
}

function inPieces([header = '', ...lines]: readonly string[], width: number): string[] {
  const head = `${header}\n|${' --- |'.repeat(width)}`;
  const repeat = head.length <= MAX_REPEATED_HEADER;
  const pieces: string[] = [];
  let piece = [head];
  let length = head.length;
  for (const line of lines) {
    if (repeat && piece.length > 1 && length + line.length + 1 > MAX_PIECE_CHARACTERS) {
      pieces.push(piece.join('\n'));
      piece = [head];
      length = head.length;
    }
    piece.push(line);
    length += line.length + 1;
  }
  pieces.push(piece.join('\n'));
  return pieces;
}

function pipes(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|')).join(' | ')} |`;
}
