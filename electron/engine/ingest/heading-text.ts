import type { HeadingSpan } from './contract';

/** Longer headings are paragraphs by mistake; the path shows their beginning. */
const MAX_HEADING_CHARACTERS = 200;

/** A Markdown heading's source (`## *A* b ##`, or underlined) as the words a reader sees, on one line. */
export function plainHeading(source: string): string {
  const line = source
    .slice(0, 4 * MAX_HEADING_CHARACTERS)
    .replace(/\r?\n[ \t]{0,3}(?:=+|-+)[ \t]*$/, '')
    .replace(/^[ \t]{0,3}#{1,6}(?:[ \t]+|$)/, '')
    .replace(/(?:^|[ \t]+)#+[ \t]*$/, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\{#[\w-]+\}\s*$/, '')
    .replace(/<\/?[a-zA-Z][^<>]*>/g, '')
    .replace(/(\*\*|__|~~|`+)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, '$1')
    .replace(/(?<!\w)_(?=\S)([^_\n]*\S)_(?!\w)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return oneLine(line);
}

/** What in HTML only looks like a heading: comments, and what is shown as it is written or not at all. */
const notShown = /<!--[\s\S]*?(?:-->|$)|<(pre|script|style|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const headingTag = /<(\/?)h([1-6])\b[^<>]*>/gi;

/** Headings that a stretch of HTML in a Markdown text holds (`<h1 align="center">…</h1>`), in time linear in it. */
export function htmlHeadings(source: string, offset: number): HeadingSpan[] {
  const html = source.replace(notShown, (part) => ' '.repeat(part.length));
  const headings: HeadingSpan[] = [];
  let open: { readonly level: number; readonly start: number; readonly inner: number } | null = null;
  for (const { 0: tag, 1: slash, 2: digit, index } of html.matchAll(headingTag)) {
    const level = Number(digit);
    const end = index + tag.length;
    if (slash === '') open ??= { level, start: index, inner: end };
    else if (open) {
      const text = oneLine(plainHeading(html.slice(open.inner, index).replace(/\s+/g, ' ').trim()));
      if (text !== '') {
        headings.push({ level: open.level, text, startChar: offset + open.start, endChar: offset + end });
      }
      open = null;
    }
  }
  return headings;
}

/** A heading on one line and of bounded length; never cut inside a surrogate pair. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_HEADING_CHARACTERS) return line;
  return `${[...line.slice(0, MAX_HEADING_CHARACTERS)].slice(0, -1).join('').trimEnd()}…`;
}
