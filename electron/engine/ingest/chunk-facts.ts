/** Facts about a chunk's text that filters and the inspector use; all in time linear in the text. */

const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’\-.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words by UAX #29 where a script is written without spaces, runs of letters and digits elsewhere. */
export function countWords(text: string): number {
  let count = 0;
  if (unspacedScripts.test(text)) {
    for (const segment of wordSegmenter.segment(text)) if (segment.isWordLike) count += 1;
    return count;
  }
  for (const _ of text.matchAll(words)) count += 1;
  return count;
}

const codeLines: readonly RegExp[] = [
  /^\s*(?:import\s+[\w{*"'.]|from\s+[\w.]+\s+import\b|#include\s*[<"]|using\s+[\w.]+;|package\s+[\w.]+;)/,
  /^\s*(?:export\s+|async\s+|public\s+|private\s+|static\s+)*(?:def|function|fn|func|class|interface|struct)\s+\w+\s*[({:<]/,
  /^\s*(?:const|let|var|int|float|double|char|auto|val)\s+\w+\s*(?::\s*\w+\s*)?=\s*\S/,
  /^\s*(?:if|for|while|switch|else if|elif)\b.*[{:]\s*$/,
  /^\s*(?:return\b.*|[\w.]+\([^()]*\)|[\w.[\]]+\s*[-+*/]?=\s*[^=].*);\s*$/,
  /^\s*[})\]]+[;,]?\s*$/,
  /^\s*(?:SELECT\s+.+\s+FROM\s|INSERT\s+INTO\s|CREATE\s+TABLE\s)/i,
  /^\s*(?:\$|>>>)\s+[a-z]\S*/,
  /^\s*<\/?[a-z][\w-]*(?:\s+[\w-]+="[^"]*")*\s*\/?>/,
];

/** Two lines that only programs have; a single one may be an example in a sentence. */
const MIN_CODE_LINES = 2;

/** Code in a text that does not mark its code; where blocks are known, they decide first. */
export function looksLikeCode(text: string): boolean {
  if (/(?:^|\n)[ \t]*(?:```|~~~)/.test(text)) return true;
  let found = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    // Lines of a program are short; the bound keeps the patterns cheap on anything else.
    if (line.length > 200 || !codeLines.some((pattern) => pattern.test(line))) continue;
    // A closing bracket counts only beside a line that has code of its own.
    if (/^\s*[})\]]+[;,]?\s*$/.test(line) && found === 0) continue;
    found += 1;
    if (found >= MIN_CODE_LINES) return true;
  }
  return false;
}

const displayMath =
  /\\begin\{(?:equation|align|gather|multline|eqnarray|math|displaymath|cases|[bpvV]?matrix)\*?\}|\\\[|\\\(|\$\$[^$]{2,}\$\$/;
/** Not money: begins and ends at the dollar, and has an operator, a command or an index between. */
const inlineMath = /(?<![\\$\w])\$(?![\s$])(?=[^$\n]{0,200}[\\^_=+<>])[^$\n]{1,200}(?<![\s\\])\$(?![\d$])/;
const strongSymbols = /[∑∫∏∂∇√∮∬]/;
const weakSymbols = /[≈≤≥≠∞∈∀∃±×÷∝⊂⊆∪∩→⇒⇔]/g;
const equationLine =
  /^\s*[\p{L}][\p{L}\d_'′]{0,11}(?:\([\p{L}\d,\s]{1,20}\))?\s*=\s*(?=[^=].*(?:[-+*/^·×⋅]|[²³]|\d\p{L}))[^=;{}"']{2,80}(?:\(\d+(?:\.\d+)?\))?\s*$/u;

/** Whether a text has formulas: TeX, mathematical signs or lines of the form `a = b + c`. Doubt means no. */
export function hasEquations(text: string, isCode: boolean): boolean {
  if (displayMath.test(text) || inlineMath.test(text)) return true;
  if (strongSymbols.test(text)) return true;
  if (isCode) return false;
  const signs = text.match(weakSymbols);
  if (signs && signs.length >= 2 && /=|[≈≤≥≠]/.test(text)) return true;
  return text.split(/\r\n?|\n/).some((line) => line.length <= 120 && equationLine.test(line));
}
