const row = /^\|.*\|$/u;
const rule = /^\|(?:\s*:?-+:?\s*\|)+$/u;

/** Whether a line, blanks around it left out, is one whole row of a table in Markdown. */
export const isTableRow = (line: string): boolean => row.test(line);

/** Whether it is the line between the names of columns and the first values. */
export const isTableRule = (line: string): boolean => rule.test(line);

/** The lines that a span of a text stands on, without blanks around them. */
export function linesAround(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end);
  return text.slice(from, to === -1 ? text.length : to).trim();
}
