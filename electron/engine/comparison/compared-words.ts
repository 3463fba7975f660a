/** Words as two documents are compared by them: the same words whatever lines, blanks and fonts a file sets them in. */
import type { TextRange } from '@shared/prompt/blocks';

export type WordKind = 'word' | 'number' | 'mark';

/** Letters that are written without blanks between words: each is a word, so a line break between two says nothing. */
const unspaced = `(?=[${['Hani', 'Hira', 'Kana', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((script) => `\\p{scx=${script}}`).join('')}])\\p{L}`;
const letter = `(?!${unspaced})[\\p{L}\\p{M}\\p{N}_]`;
const hyphen = '[-\u2010\u2011\u00ad]';
/** Inside a word: an apostrophe, a hyphen, the marks of a number or a date, and a hyphen at the end of a line. */
const joint = [
  `['’\u00ad]|[-\u2010\u2011]`,
  '(?<=\\p{N})[.,:/](?=\\p{N})',
  `(?<=\\p{L})${hyphen}[ \\t]*(?:\\r?\\n[ \\t]*){1,2}(?=\\p{Ll})`,
].join('|');
const word = new RegExp(`${unspaced}\\p{M}*|(?:${letter})+(?:(?:${joint})(?:${letter})+)*|(\\S)\\1*`, 'gu');

const anyHyphen = /[-\u2010\u2011\u00ad]/gu;
const brokenLine = /[-\u2010\u2011\u00ad]\s+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII is
const ascii = /^[\x00-\x7f]*$/;

const ligatures: Readonly<Record<string, string>> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' };
const ligature = /[\ufb00-\ufb06]/gu;

function plain(written: string): string {
  if (ascii.test(written)) return written;
  return written
    .normalize('NFC')
    .replace(ligature, (sign) => ligatures[sign] ?? sign)
    .replace(/\u00ad/gu, '')
    .replace(/[\u2010\u2011]/gu, '-');
}

export class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly byWriting = new Map<string, number>();
  /** By number: the word, the number of the word without its hyphens, and what it is. */
  readonly written: string[] = [];
  readonly bare: number[] = [];
  readonly kinds: WordKind[] = [];

  /** Of a word in the text's own spelling. */
  idOf(written: string): number {
    const known = this.byWriting.get(written);
    if (known !== undefined) return known;
    const id = this.add(plain(written.includes('\n') ? written.replace(brokenLine, '') : written));
    this.byWriting.set(written, id);
    return id;
  }

  private add(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.written.push(text) - 1;
    this.ids.set(text, id);
    const plainKind = /[\p{L}\p{M}]/u.test(text) ? 'word' : 'mark';
    this.kinds.push(/\p{N}/u.test(text) ? 'number' : plainKind);
    this.bare.push(id);
    const bare = text.replace(anyHyphen, '');
    if (bare !== '' && bare !== text) this.bare[id] = this.add(bare);
    return id;
  }
}

export interface ComparedWords {
  readonly count: number;
  /** UTF-16 code units, `[start, end)`. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  /** Words hyphenated at the end of a line: with a hyphen of their own, or without one, which is unknown. */
  readonly broken: ReadonlySet<number>;
}

export interface WordSpan {
  readonly from: number;
  readonly to: number;
}

/** The words and marks of a text, but those in the `silent` ranges, which ascend without overlap. */
export function comparedWords(text: string, vocabulary: Vocabulary, silent: readonly TextRange[] = []): ComparedWords {
  const starts: number[] = [];
  const ends: number[] = [];
  const ids: number[] = [];
  const broken = new Set<number>();
  let next = 0;
  for (const { 0: written, index } of text.matchAll(word)) {
    while (next < silent.length && (silent[next]?.end ?? 0) <= index) next += 1;
    if ((silent[next]?.start ?? Number.POSITIVE_INFINITY) <= index) continue;
    if (written.includes('\n')) broken.add(starts.length);
    starts.push(index);
    ends.push(index + written.length);
    ids.push(vocabulary.idOf(written));
  }
  return {
    count: ids.length,
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    ids: Int32Array.from(ids),
    broken,
  };
}

/** Words as a range of the text; of none the end of the word before, or where the words begin within which they are. */
export function spanOf({ starts, ends }: ComparedWords, { from, to }: WordSpan, within?: WordSpan | null): TextRange {
  if (to > from) return { start: starts[from] ?? 0, end: ends[to - 1] ?? 0 };
  const at = (from === within?.from ? starts[from] : ends[from - 1]) ?? 0;
  return { start: at, end: at };
}
