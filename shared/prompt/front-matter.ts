/** A key of front matter with its value, as places in the text. */
export interface FrontProperty {
  readonly key: { readonly from: number; readonly to: number };
  /** Up to the next key: a list or a text of several lines belongs to its key. Empty without a value. */
  readonly value: { readonly from: number; readonly to: number };
}

export interface FrontMatter {
  /** Characters from the beginning of the text, the closing line included and its line break not. */
  readonly end: number;
  readonly properties: readonly FrontProperty[];
}

/** Characters within which the closing line must come. */
const longest = 20_000;

/**
 * The front matter that a Markdown text begins with: YAML between `---` and `---` or `...`, TOML between `+++`. Its first
 * line is a key. Null where there is none; prose between two rules is none. Values are not interpreted, only found.
 */
export function frontMatter(text: string): FrontMatter | null {
  const [first, mark] = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text) ?? [];
  if (first === undefined) return null;
  const opening = first.length;
  const lastLine = mark === '---' ? /\r?\n(?:---|\.\.\.)[ \t]*(?=\r?\n|$)/ : /\r?\n\+\+\+[ \t]*(?=\r?\n|$)/;
  const closing = lastLine.exec(text.slice(0, longest).slice(opening - 1));
  if (!closing) return null;
  const inner = { from: opening, to: Math.max(opening, opening - 1 + closing.index) };
  if (!/^\s*(?:#.*\r?\n\s*)*[\w-]+\s*[:=]/.test(text.slice(inner.from, inner.to))) return null;
  return { end: opening - 1 + closing.index + closing[0].length, properties: propertiesOf(text, inner) };
}

function propertiesOf(text: string, { from, to }: FrontProperty['key']): readonly FrontProperty[] {
  const keys = [...text.slice(from, to).matchAll(/^([^\s#:=-][^\n:=]*?)[ \t]*[:=](?=[ \t\r\n]|$)/gm)];
  return keys.map((found, index) => {
    const start = from + found.index;
    const next = keys[index + 1];
    return {
      key: { from: start, to: start + (found[1]?.length ?? 0) },
      value: trimmedRange(text, start + found[0].length, next ? from + next.index : to),
    };
  });
}

export function trimmedRange(text: string, from: number, to: number): FrontProperty['value'] {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return { from: start, to: end };
}
