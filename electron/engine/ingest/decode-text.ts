import { isUtf8 } from 'node:buffer';
import { type Remark, remark } from '@shared/words/sayings';
import { analyse } from 'chardet';
import labels from './encodings.json';

/** Control characters beyond this share mean that the bytes are not text; log files carry a few escape sequences. */
const MAX_CONTROL_SHARE = 0.01;

/** For UTF-16 without a mark: so many bytes are read, so many of the characters must have a NUL, few in all. */
const UNMARKED_WINDOW = 4096;
const UNMARKED_SHARE = 0.5;
const UNMARKED_NULS = 4;

export interface DecodedText {
  readonly text: string;
  readonly warnings: readonly Remark[];
}

/**
 * Bytes as text, or null where they are not text: a NUL outside UTF-16, or more than one control character in a
 * hundred. A byte order mark is removed; line ends stay as they are, because positions refer to the decoded file.
 * UTF-16 without a mark is known by its NULs, of which every other byte of a Western text is one.
 *
 * Bytes that are not valid UTF-8 are read as UTF-8 with U+FFFD in place of the broken ones where most of the
 * non-ASCII sequences are valid, otherwise in the encoding that their frequencies tell, or windows-1252; all with a
 * warning.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(buffer, [0xff, 0xfe, 0, 0]) || startsWith(buffer, [0, 0, 0xfe, 0xff])) return null;
  if (startsWith(buffer, [0xff, 0xfe])) return decodeUtf16(buffer.subarray(2), 'utf-16le');
  if (startsWith(buffer, [0xfe, 0xff])) return decodeUtf16(buffer.subarray(2), 'utf-16be');

  const unmarked = unmarkedUtf16(buffer);
  if (unmarked) {
    const decoded = decodeUtf16(buffer, unmarked);
    if (decoded) return { ...decoded, warnings: [remark('utf-16'), ...decoded.warnings] };
  }

  const content = startsWith(buffer, [0xef, 0xbb, 0xbf]) ? buffer.subarray(3) : buffer;
  if (JAPANESE_ESCAPES.some((mark) => content.includes(mark))) return guessed(content, 'iso-2022-jp');
  if (!looksLikeText(content)) return null;
  if (isUtf8(content)) return { text: content.toString('utf8'), warnings: [] };
  const { valid, broken } = countSequences(content);
  if (valid > broken) {
    return { text: content.toString('utf8'), warnings: [remark('not-utf8', { bytes: broken })] };
  }
  const encoding = legacyEncoding(content);
  if (encoding !== null) return guessed(content, encoding);
  return { text: decodeWindows1252(content), warnings: [remark('windows-1252')] };
}

const guessed = (content: Buffer, encoding: string): DecodedText => ({
  text: new TextDecoder(encoding).decode(content),
  warnings: [remark('encoding-guessed', { encoding })],
});

function startsWith(buffer: Buffer, prefix: readonly number[]): boolean {
  return buffer.length >= prefix.length && prefix.every((byte, index) => buffer[index] === byte);
}

/** The order of bytes that the NULs at the beginning speak for; null where they do not say one thing. */
function unmarkedUtf16(buffer: Buffer): 'utf-16le' | 'utf-16be' | null {
  const nuls = [0, 0];
  const end = Math.min(buffer.length - (buffer.length % 2), UNMARKED_WINDOW);
  for (let at = 0; at < end; at += 1) if (buffer[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [high = 0, low = 0] = nuls;
  const enough = Math.max((end / 2) * UNMARKED_SHARE, UNMARKED_NULS);
  if (high === 0 && low >= enough) return 'utf-16le';
  return low === 0 && high >= enough ? 'utf-16be' : null;
}

function looksLikeText(content: Buffer): boolean {
  let controls = 0;
  // By index: an iterator takes ten times as long.
  for (let at = 0; at < content.length; at += 1) {
    const byte = content[at] ?? 0;
    if (byte === 0) return false;
    if (byte < 9 || (byte > 13 && byte < 32)) controls += 1;
  }
  return controls <= content.length * MAX_CONTROL_SHARE;
}

function decodeUtf16(content: Buffer, encoding: 'utf-16le' | 'utf-16be'): DecodedText | null {
  const even = content.subarray(0, content.length - (content.length % 2));
  const text = (encoding === 'utf-16be' ? Buffer.from(even).swap16() : even).toString('utf16le');
  if (/[\0\ufffe\uffff]/.test(text)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const strange = text.match(/[\x01-\x08\x0e-\x1f]|\p{Surrogate}/gu)?.length ?? 0;
  if (strange > text.length * MAX_CONTROL_SHARE) return null;
  const warnings = even.length < content.length ? [remark('half-character')] : [];
  return { text, warnings };
}

/** The bytes of the UTF-8 sequence that a byte begins; 0 if none begins so. */
function sequenceLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Valid multi-byte UTF-8 sequences, and bytes that belong to none. */
function countSequences(content: Buffer): { valid: number; broken: number } {
  let valid = 0;
  let broken = 0;
  for (let i = 0; i < content.length; ) {
    const lead = content[i] ?? 0;
    if (lead < 0x80) {
      i += 1;
      continue;
    }
    const length = sequenceLength(lead);
    if (length > 0 && isUtf8(content.subarray(i, i + length))) {
      valid += 1;
      i += length;
    } else {
      broken += 1;
      i += 1;
    }
  }
  return { valid, broken };
}

/** 0x80–0x9F of windows-1252 by the WHATWG Encoding Standard, https://encoding.spec.whatwg.org/index-windows-1252.txt */
const WINDOWS_1252_HIGH =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178';

function decodeWindows1252(content: Buffer): string {
  return content
    .toString('latin1')
    .replace(/[\u0080-\u009F]/g, (mark) => WINDOWS_1252_HIGH[mark.charCodeAt(0) - 0x80] ?? mark);
}

/** Switch ISO-2022-JP to kanji (RFC 1468); other text has no such escapes, and this one has no other sign. */
const JAPANESE_ESCAPES = ['\x1b$B', '\x1b$@'];

/**
 * Labels of the Encoding Standard by the names that the detector gives. An absent one stays windows-1252.
 * KOI8-U has the letters of KOI8-R, and those of Ukrainian.
 */
const encodings: Readonly<Record<string, string>> = labels;
const WESTERN: ReadonlySet<string> = new Set(['ISO-8859-1', 'windows-1252']);

/** So many bytes are looked at: more tell no more. */
const SAMPLE_BYTES = 64 * 1024;
/** Fewer bytes beyond ASCII are a name or a sign, which every encoding explains. */
const FEWEST_BYTES = 6;
/** The detector's score for double bytes without an error that form no known word. */
const NO_EVIDENCE = 10;
/** Western texts share their letters with other ones in Latin script: another encoding has to be this much more likely. */
const AHEAD = 10;
/** Signs of windows-1252 inside of words, as in “ka¾dé”, or its š and ž: no Western language writes these. */
const UNWESTERN = /[a-z][\u009d\u00a1-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf][a-z]|[\u009a\u009e][a-z]/i;

/** The encoding that the bytes most likely are in, where that is not windows-1252; null for too few bytes to tell. */
function legacyEncoding(content: Buffer): string | null {
  const sample = linesBeyondAscii(content);
  if (sample.reduce((count, byte) => count + (byte >> 7), 0) < FEWEST_BYTES) return null;
  const found = analyse(sample);
  const western = found.find(({ name }) => WESTERN.has(name))?.confidence ?? 0;
  const best = found.find(({ name }) => encodings[name] !== undefined);
  const ahead = UNWESTERN.test(sample.toString('latin1')) ? 0 : AHEAD;
  if (!best || best.confidence <= NO_EVIDENCE || best.confidence < western + ahead) return null;
  // Without one of the letters between 0x80 and 0x9F the two look alike, but for the Polish ą.
  const isPolish1250 =
    best.name === 'ISO-8859-2' && best.lang === 'pl' && sample.includes(0xb9) && !sample.includes(0xb1);
  return isPolish1250 ? 'windows-1250' : (encodings[best.name] ?? null);
}

/** The beginning of the text that its lines beyond ASCII are. */
function linesBeyondAscii(content: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let start = 0; start < content.length && length < SAMPLE_BYTES; ) {
    const newline = content.indexOf(0x0a, start);
    const end = Math.min(newline < 0 ? content.length : newline + 1, start + SAMPLE_BYTES);
    const line = content.subarray(start, end);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      length += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}
