import { isUtf8 } from 'node:buffer';
import { type Remark, remark } from '@shared/words/sayings';
import { francAll } from 'franc-min';

/** Control characters beyond this share mean that the bytes are not text; log files carry a few escape sequences. */
const MAX_CONTROL_SHARE = 0.01;

/** Of UTF-16 without a mark: so many bytes are looked at, and so many of the characters must have a NUL, few in all. */
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
 * non-ASCII sequences are valid, otherwise as windows-1252; both with a warning.
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
  if (!looksLikeText(content)) return null;
  if (isUtf8(content)) return { text: content.toString('utf8'), warnings: [] };
  const { valid, broken } = countSequences(content);
  if (valid > broken) {
    return { text: content.toString('utf8'), warnings: [remark('not-utf8', { bytes: broken })] };
  }
  return {
    text: decodeWindows1252(content),
    warnings: [remark('windows-1252')],
  };
}

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
  for (const byte of content) {
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
    const length =
      lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
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

const UNDETERMINED = 'und';

/** Below these, trigrams guess more than they tell: they take a 35-letter English sentence for French. */
const MIN_DOCUMENT_LETTERS = 60;
const MIN_CHUNK_LETTERS = 300;
/** More tells no more, and costs by the letter. */
const MAX_CHUNK_LETTERS = 500;

/** Most scripts other than these belong to one language or few, so that a short text is enough. */
const SHARED_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\s]/gu;
const MIN_OWN_SCRIPT_LETTERS = 10;

/** A chunk keeps its document's language while that scores at least this share of the best language's score. */
const SAME_LANGUAGE_SHARE = 0.9;

const SAMPLE_CHARACTERS = 4000;
/** Of the sample, more tells no more. */
const MAX_LETTERS = 2048;

/**
 * ISO 639-3 code of the language most of the text is in, or `und` where it is too short to tell. Looks at a sample
 * of the beginning and one of the middle, because title pages and licences speak another language than the text.
 */
export function detectLanguage(text: string): string {
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE_CHARACTERS / 2);
  const start = letters(text.slice(0, SAMPLE_CHARACTERS));
  const centre = text.length > 2 * SAMPLE_CHARACTERS ? letters(text.slice(middle, middle + SAMPLE_CHARACTERS)) : '';
  const sample = `${centre.slice(0, 1400)} ${start}`;
  if (sample.length < (isOwnScript(sample) ? MIN_OWN_SCRIPT_LETTERS : MIN_DOCUMENT_LETTERS)) return UNDETERMINED;
  return francAll(sample.slice(0, MAX_LETTERS))[0]?.[0] ?? UNDETERMINED;
}

/** Language of a chunk: its document's, unless the chunk is long enough to tell and clearly in another. */
export function languageOfChunk(text: string, documentLanguage: string): string {
  const sample = letters(text);
  if (sample.length < MIN_CHUNK_LETTERS) return documentLanguage;
  const ranked = francAll(sample.slice(0, MAX_CHUNK_LETTERS));
  const [, score = 0] = ranked.find(([code]) => code === documentLanguage) ?? [];
  return score >= SAME_LANGUAGE_SHARE ? documentLanguage : (ranked[0]?.[0] ?? UNDETERMINED);
}

/** The words alone: code, figures, addresses and markup say nothing about the language. */
function letters(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)|https?:\S+/g, ' ')
    .replace(/[^\p{L}\p{M}'’]+/gu, ' ')
    .trim();
}

function isOwnScript(sample: string): boolean {
  return sample.replace(SHARED_SCRIPT, '').length > sample.length / 2;
}
