/** One step through an RTF file (Rich Text Format 1.9.1, "Basic Entities"). */
export type RtfToken =
  | { readonly kind: 'open' | 'close' }
  /** A control word (`par`) or symbol (`~`, `*`) with its number, null where it has none. */
  | { readonly kind: 'control'; readonly word: string; readonly number: number | null }
  /** Bytes of text in the code page of their font, one a character. */
  | { readonly kind: 'text'; readonly bytes: string };

/** @param source the file's bytes, one a character (Latin-1) */
export function* rtfTokens(source: string): Generator<RtfToken> {
  const pattern = /\{|\}|\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|[\r\n]+|[^\\{}\r\n]+|\\/g;
  for (let match = pattern.exec(source); match; match = pattern.exec(source)) {
    const [whole, hex, word, digits, symbol] = match;
    if (whole === '{') yield { kind: 'open' };
    else if (whole === '}') yield { kind: 'close' };
    else if (hex !== undefined) yield { kind: 'text', bytes: String.fromCharCode(Number.parseInt(hex, 16)) };
    else if (word !== undefined) {
      const number = digits === undefined ? null : Number(digits);
      // What follows is as many raw bytes, in which braces mean nothing.
      if (word === 'bin') pattern.lastIndex += Math.max(0, number ?? 0);
      else yield { kind: 'control', word, number };
    } else if (symbol !== undefined) yield symbolToken(symbol);
    else if (/^[^\r\n\\]/.test(whole)) yield { kind: 'text', bytes: whole };
  }
}

function symbolToken(symbol: string): RtfToken {
  if (/[\\{}]/.test(symbol)) return { kind: 'text', bytes: symbol };
  return { kind: 'control', word: /[\r\n]/.test(symbol) ? 'par' : symbol, number: null };
}
