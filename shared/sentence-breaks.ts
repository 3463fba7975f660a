const lower = 1;
const upper = 2;
const numeric = 3;
const fullStop = 4;
const mark = 5;
const closing = 6;
const blank = 7;
const goesOn = 8;

/** Sentence_Break of the ASCII characters (UAX #29, table 4), line breaks as the blanks that they only are in a block. */
const classes = new Uint8Array(128);
for (let code = 0; code < classes.length; code += 1) {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) classes[code] = lower;
  else if (/[A-Z]/.test(character)) classes[code] = upper;
  else if (/[0-9]/.test(character)) classes[code] = numeric;
  else if (character === '.') classes[code] = fullStop;
  else if (/[!?]/.test(character)) classes[code] = mark;
  else if (/["'()[\]{}]/.test(character)) classes[code] = closing;
  else if (/[\t\n\v\f\r ]/.test(character)) classes[code] = blank;
  else if (/[,:;-]/.test(character)) classes[code] = goesOn;
}

const classAt = (text: string, at: number): number => classes[text.charCodeAt(at)] ?? 0;

/**
 * Where the sentences of a text in ASCII end, by the rules of UAX #29: what `Intl.Segmenter` says of it, in a tenth of
 * its time. Line breaks count as blanks. The text's own end is the last of them, except of an empty text, which has none.
 */
export function asciiSentenceEnds(text: string): number[] {
  const { length } = text;
  const ends: number[] = [];
  const marks = /[.!?]/g;
  while (marks.test(text)) {
    const at = marks.lastIndex - 1;
    const ending = classAt(text, at);
    if (ending === fullStop && staysInside(text, at)) continue;
    let next = at + 1;
    while (next < length && classAt(text, next) === closing) next += 1;
    while (next < length && classAt(text, next) === blank) next += 1;
    if (next >= length) break;
    // SB8a: what stands there belongs to the sentence; an end mark among it is looked at by itself.
    const follows = classAt(text, next);
    if (follows === goesOn || follows === fullStop || follows === mark) continue;
    if (ending === fullStop && goesOnInLowerCase(text, next)) continue;
    ends.push(next);
  }
  if (length > 0) ends.push(length);
  return ends;
}

/** SB6 and SB7: `3.5`, `U.S`. */
function staysInside(text: string, at: number): boolean {
  const next = classAt(text, at + 1);
  if (next === numeric) return true;
  const before = at > 0 ? classAt(text, at - 1) : 0;
  return next === upper && (before === upper || before === lower);
}

/** SB8: the first letter to come, with no end mark before it, is a small one. */
function goesOnInLowerCase(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const found = classAt(text, at);
    if (found === lower) return true;
    if (found === upper || found === fullStop || found === mark) return false;
  }
  return false;
}
