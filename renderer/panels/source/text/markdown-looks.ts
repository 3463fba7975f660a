import type { Look, LookRange } from './cut-segments';

/**
 * Formats of Markdown within a block: `open` and `close` are the signs around `words`. In this order; later ones do not
 * read the text of earlier ones. CommonMark 0.31, without distinctions of its nesting rules.
 */
const patterns: readonly (readonly [look: Look, pattern: RegExp, whole?: true])[] = [
  ['typed', /(?<open>(?<!`)(`+)(?!`))(?<words>[\s\S]*?[^`])(?<close>\2(?!`))/g, true],
  ['mark', /(?<open>\\)(?<words>[!-/:-@[-`{-~])(?<close>)/g, true],
  ['mark', /(?<open>^[ \t]*(?:(?:[-*_][ \t]*){3,}$|(?:>[ \t]?)+))(?<words>)(?<close>)/gm],
  ['link', /(?<open>!?\[)(?<words>[^[\]]*)(?<close>\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\))/g],
  ['link', /(?<open><)(?<words>https?:[^<>\s]+)(?<close>>)/g, true],
  ['strong', /(?<open>\*\*|__)(?<words>(?=\S)[\s\S]*?\S)(?<close>\1)/g],
  ['struck', /(?<open>~~)(?<words>(?=\S)[\s\S]*?\S)(?<close>~~)/g],
  ['emphasis', /(?<open>\*)(?<words>(?=[^\s*])[^*]*?(?<=[^\s*]))(?<close>\*)/g],
  ['emphasis', /(?<open>(?<![\p{L}\p{N}_])_)(?<words>(?=[^\s_])[^_]*?(?<=[^\s_]))(?<close>_(?![\p{L}\p{N}_]))/gu],
];

export function markdownLooks(text: string, from: number, to: number): readonly LookRange[] {
  const looks: LookRange[] = [];
  let rest = text.slice(from, to);
  for (const [look, pattern, whole] of patterns) {
    for (const { index, groups = {} } of rest.matchAll(pattern)) {
      const { open = '', words = '', close = '' } = groups;
      const begin = index + open.length;
      const end = begin + words.length;
      if (look !== 'mark') looks.push({ look, from: from + begin, to: from + end });
      const signs = [[index, begin] as const, [end, end + close.length] as const];
      for (const [at, past] of signs) if (past > at) looks.push({ look: 'mark', from: from + at, to: from + past });
      const taken = whole ? [[index, end + close.length] as const] : signs;
      for (const [at, past] of taken) rest = rest.slice(0, at) + '\0'.repeat(past - at) + rest.slice(past);
    }
  }
  return looks;
}

export function previewWords(passage: string, path: string): string {
  const rows = /\| *:?-{3,}|^\s*\|/.test(passage);
  const text = (rows ? passage.replace(/\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+/g, '|') : passage)
    .replace(/(^|\s)#{1,6}\s+/g, '$1')
    .replace(rows ? /(?:\s*(?<!\\)\|\s*)+/g : /(?!)/g, ' · ')
    .replace(/^ · | · $/g, '');
  if (!/\.(?:md|markdown)$/i.test(path)) return text;
  const signs = markdownLooks(text, 0, text.length).filter(({ look }) => look === 'mark');
  const shown = text.split('');
  for (const { from, to } of signs) shown.fill('', from, to);
  return shown.join('');
}
