/** As much of a server's reason as one sentence bears. */
const mostCharacters = 200;

/**
 * What a server says of its refusal: the message in the JSON of the kinds of servers that Vitrine knows, also where the
 * body was cut, or a line of plain text, without its full stop. Empty for a page for people, and where nothing is said.
 */
export function reasonIn(body: unknown): string {
  const text = String(body ?? '').trim();
  const [, quoted] = /"(?:message|error|detail)"\s*:\s*"((?:[^"\\]|\\.)*)/u.exec(text) ?? [];
  const said = quoted === undefined ? plain(text) : unescaped(quoted);
  return said.replace(/\s+/gu, ' ').slice(0, mostCharacters).trim().replace(/\.$/u, '');
}

const plain = (text: string): string => (/^[<{[]/u.test(text) ? '' : text);

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return quoted;
  }
}
