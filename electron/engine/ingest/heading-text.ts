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

/** A heading on one line and of bounded length; never cut inside a surrogate pair. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_HEADING_CHARACTERS) return line;
  return `${[...line.slice(0, MAX_HEADING_CHARACTERS)].slice(0, -1).join('').trimEnd()}…`;
}
