/** Room left in a part for the next white space, so that words stay whole. */
const slack = 0.9;

/**
 * Cuts a text into parts of at most `bytes` (UTF-8), about equal in length, each before white space where some comes in
 * time, never inside a code point. Nothing is lost: the parts joined are the text. A short text is one part.
 */
export function textWindows(text: string, bytes: number): string[] {
  const total = Buffer.byteLength(text, 'utf8');
  if (total <= bytes) return [text];
  const target = total / Math.ceil(total / (bytes * slack));
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of text) {
    const width = Buffer.byteLength(character, 'utf8');
    const inPlace = size >= target && /\s/u.test(character);
    if ((inPlace || size + width > bytes) && part !== '') {
      parts.push(part);
      part = '';
      size = 0;
    }
    part += character;
    size += width;
  }
  return [...parts, part];
}
