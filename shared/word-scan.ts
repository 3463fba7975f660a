const letter = 1;
const digit = 2;
const inner = 4;
const alphanumeric = letter | digit;

/** By ASCII code: whether it is of a word, or may stand between two parts of one. */
const kinds = new Uint8Array(128);
for (let code = 0; code < kinds.length; code += 1) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z]/.test(character)) kinds[code] = letter;
  else if (/[0-9]/.test(character)) kinds[code] = digit;
  else if (/[_'.-]/.test(character)) kinds[code] = inner;
}

/** The words of a text by their hashes and places; good until the next text is read. */
interface ScannedWords {
  count: number;
  /** 32 bits each; the same word has the same wherever it stands, and however it is spelt in capitals. */
  hashes: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
  /** For each word whether all of it is letters. */
  plain: Uint8Array;
  /** Whether any word has a digit. */
  hasDigits: boolean;
}

const scanned: ScannedWords = {
  count: 0,
  hashes: new Int32Array(256),
  starts: new Int32Array(256),
  ends: new Int32Array(256),
  plain: new Uint8Array(256),
  hasDigits: false,
};

function grown(): void {
  const size = scanned.hashes.length * 2;
  const larger = (numbers: Int32Array): Int32Array => {
    const all = new Int32Array(size);
    all.set(numbers);
    return all;
  };
  scanned.hashes = larger(scanned.hashes);
  scanned.starts = larger(scanned.starts);
  scanned.ends = larger(scanned.ends);
  const plain = new Uint8Array(size);
  plain.set(scanned.plain);
  scanned.plain = plain;
}

/** FNV-1a (Fowler, Noll, Vo), over UTF-16 code units. */
const basis = 0x811c9dc5 | 0;
const prime = 0x01000193;

/** Lower case for a letter, and a digit as it is. */
const lowerCase = 32;

/**
 * The words that `words` finds in an ASCII text, in their order, without a string made of any: strings are what reading
 * many passages takes its time for. Null where the text is not ASCII throughout.
 */
export function scanWords(text: string): ScannedWords | null {
  const { length } = text;
  scanned.count = 0;
  scanned.hasDigits = false;
  let at = 0;
  while (at < length) {
    let code = text.charCodeAt(at);
    if (code > 127) return null;
    let kind = kinds[code] ?? 0;
    if ((kind & alphanumeric) === 0) {
      at += 1;
      continue;
    }
    const start = at;
    let hash = basis;
    let seen = 0;
    for (;;) {
      seen |= kind;
      hash = Math.imul(hash ^ (kind === inner ? code : code | lowerCase), prime);
      at += 1;
      if (at >= length) break;
      code = text.charCodeAt(at);
      if (code > 127) return null;
      kind = kinds[code] ?? 0;
      if ((kind & alphanumeric) !== 0) continue;
      if (kind !== inner || at + 1 >= length || ((kinds[text.charCodeAt(at + 1)] ?? 0) & alphanumeric) === 0) break;
    }
    const { count } = scanned;
    if (count === scanned.hashes.length) grown();
    scanned.hashes[count] = hash;
    scanned.starts[count] = start;
    scanned.ends[count] = at;
    scanned.plain[count] = seen === letter ? 1 : 0;
    if ((seen & digit) !== 0) scanned.hasDigits = true;
    scanned.count = count + 1;
  }
  return scanned;
}

/** The hash that `scanWords` gives a word; the word is in the form that `words` gives it. */
export function wordHash(word: string): number {
  let hash = basis;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), prime);
  return hash;
}
