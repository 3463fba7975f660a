/** Columns that stand apart by blanks; two of them also stand between words of a line that is set to a width. */
const columns = /\S(?: {3,}|\t)\S/u;
/** How a line looks in which something is stated to a machine; words alone, as “for the garden:”, may be prose. */
const statement = new RegExp(
  [
    '(?:async\\s+)?(?:def|function|func|fn)\\s+[\\w$]+\\s*[(<]',
    '(?:export\\s+)?(?:abstract\\s+)?(?:class|interface|struct|enum)\\s+\\w+[^.]*[:{]$',
    'import\\s+[\\w.]+(?:\\s+as\\s+\\w+)?$|import\\b.*[\'"];?$|from\\s+[\\w.]+\\s+import\\b|#include\\b',
    '(?:return|raise|throw|yield|await)\\b.*[()[\\]{}=_"]',
    '(?:if|elif|for|while|with|except|switch|catch)\\b.*[\\w\\])][_.(=<>[].*[:{]$|(?:try|else|finally):$',
    '(?:(?:export\\s+)?(?:const|let|var)\\s+)?[\\w.$[\\]]{3,}\\s*(?:[-+*/%|&:]?=)\\s*[^\\s=]',
    '.*(?:[{}]|=.*;)$|(?:new\\s+)?[\\w.$]+\\(.*\\);$',
  ]
    .map((form) => `^\\s*(?:${form})`)
    .join('|'),
  'u',
);
/** A call that stands alone, and marks that close what was opened. */
const step = /^\s*(?:[\w.$]+\(.*\)[;,]?|[{}()[\];,]+|["']{3}|\*\/)$/u;
/** What a line of code says by itself: what something is called, or which value it has. */
const tells =
  /^\s*(?:(?:export|async|public|private|static|abstract)\s+)*(?:(?:def|function|func|fn|class|interface|struct|enum)\s+\w|(?:(?:const|let|var)\s+)?[\w.$[\]]+\s*:?=\s*(?:["'[{(\d]|-\d|(?:true|false|null|none)(?!\w)))/iu;
/** Where a text begins in which code says what it does: it belongs to the line above. */
const docstring = /^\s*(?:[rRuU]{0,2}("""|'''))/u;

const endOfDocstring = /("""|''')\s*$/u;

/** Whether a line is a step of a program that is understood only with those around it: a call, a condition, a return. */
export const isStep = (line: string): boolean =>
  !line.includes('\n') && !tells.test(line) && (statement.test(line) || step.test(line));

/** Whether a line break is no wrapping: rows whose columns are set apart by blanks, and code, are read line by line. */
export function isOwnLine(above: string, line: string): boolean {
  if (above.trim() === '') return false;
  if (columns.test(line) && columns.test(above)) return true;
  if (endOfDocstring.test(above)) return true;
  return !docstring.test(line) && (statement.test(above.trimEnd()) || statement.test(line.trimEnd()));
}
