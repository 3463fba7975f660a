/** Columns that stand apart by blanks; two of them also stand between words of a line that is set to a width. */
const columns = /\S(?: {3,}|\t)\S/u;
const anyOf = (forms: readonly string[]): RegExp => new RegExp(forms.map((form) => `^\\s*(?:${form})`).join('|'), 'u');
/** What is called without a blank before its bracket; “item(s)” and “Bürger(innen)” are words. */
const call = String.raw`[\w$\])]\((?!(?:e?s|e?n|r|in|innen)\))`;

/** How a line looks that is code wherever it stands. */
const statement = anyOf([
  String.raw`(?:export\s+)?(?:async\s+)?(?:def|function|func|fn)\s+[\w$]+[(<]`,
  String.raw`(?:export\s+)?(?:abstract\s+)?(?:class|interface|struct|enum)\s+\p{Lu}\w*(?:\(.*\)|\s+(?:extends|implements)\s.*)?\s*[:{]$`,
  String.raw`import\s.*\sfrom\s+["'][^"']+["'];?$|import\s+["'][^"']+["'];?$|import\s+[\w.]+\s+as\s+\w+$|#include\s*[<"]`,
  String.raw`from\s+[\w.]+\s+import\s+(?:\(|\*|\w+(?:\s+as\s+\w+)?(?:,\s*\w+(?:\s+as\s+\w+)?)*\s*$)`,
  String.raw`(?:return|raise|throw|yield|await)\b(?:.*${call}|.*[[\]{}=_].*;$)`,
  String.raw`(?:\}\s*)?(?:if|elif|else if|for|while|with|except|switch|catch)\b.*[\w\])](?:[_(=<>[]|\.\w{2}).*[:{]$`,
  '(?:try|else|finally):$',
  String.raw`(?:(?:export\s+)?(?:const|let|var)\s+)[\w$]+\s*(?::[^=]+)?=\s*\S`,
  String.raw`[\w.$[\]]{3,}\s*[-+*/%|&:]?=\s*(?:await\s+)?(?:new\s+)?[\w.$]*${call}`,
  String.raw`.*=.*;$|(?:new\s+)?[\w.$]*${call}.*\);$|.*\)\s*(?:=>\s*)?\{$|[})\]]+[;,]?$`,
]);
/** How one looks that is code where code stands beside it, and may be prose or a formula elsewhere. */
const maybeStatement = anyOf([
  String.raw`import\s+[\w.]+$`,
  String.raw`(?:return|raise|throw|yield|await)\b.*[()[\]{}=_"]`,
  String.raw`[\w.$[\]]{3,}\s*[-+*/%|&:]?=\s*[^\s=]`,
  '.*[{}]$',
]);
/** Small words that code has in its texts and comments only. */
const ofProse =
  /(?:^|\s)(?:the|an?|of|to|by|this|these|der|die|das|den|dem|des|ein|eine|einer|und|zu|mit|el|la|los|las|del|y)\s/u;
const quoted = /"[^"]*"|'[^']*'|`[^`]*`|(?:\/\/|#).*$/gu;
const latex = /\\\p{L}+\*?[[{]/u;
/** Where a text begins in which code says what it does: it belongs to the line above. */
const docstring = /^\s*(?:[rRuU]{0,2}("""|'''))/u;
const endOfDocstring = /("""|''')\s*$/u;

const isProse = (line: string): boolean => latex.test(line) || ofProse.test(line.replace(quoted, '""'));
/** Nobody writes longer lines of code; generated ones would be gone over once for each of their marks. */
const longestLine = 400;
/** Every form of a statement has one of these, or is one of the short ones. */
const hasSign = (line: string): boolean => line.length <= longestLine && /[=(){}[\]"';]|import|:\s*$/u.test(line);
const isStatement = (line: string): boolean => hasSign(line) && statement.test(line) && !isProse(line);
const mayBeStatement = (line: string): boolean => hasSign(line) && maybeStatement.test(line) && !isProse(line);

/**
 * Which lines of a text do not go on with the one above: rows whose columns are set apart by blanks, code, and values
 * below values. All other line breaks between paragraphs may be wrapping.
 */
export function ownLines(lines: readonly string[]): readonly boolean[] {
  const code = codeLines(lines);
  return lines.map((line, at) => {
    const above = lines[at - 1] ?? '';
    if (above.trim() === '') return false;
    if ((columns.test(line) && columns.test(above)) || endOfDocstring.test(above)) return true;
    return !docstring.test(line) && (code[at] === true || code[at - 1] === true);
  });
}

/** What may be code is taken for it directly above or below what is, or its like. */
function codeLines(lines: readonly string[]): readonly boolean[] {
  const own = lines.map((line): 'yes' | 'maybe' | 'no' => {
    const trimmed = line.trimEnd();
    if (isStatement(trimmed)) return 'yes';
    return mayBeStatement(trimmed) ? 'maybe' : 'no';
  });
  return own.map(
    (is, at) => is === 'yes' || (is === 'maybe' && ((own[at - 1] ?? 'no') !== 'no' || (own[at + 1] ?? 'no') !== 'no')),
  );
}
