/** A document as its reader leaves it: plain text with the places of its pages, headings and blocks. */

import type { HeadingSpan, PageSpan } from '@shared/contract';
import type { DocumentFacts } from '@shared/document-facts';
import type { FormatId } from '@shared/formats';
import type { Block } from '@shared/prompt/blocks';
import type { ChunkContent } from '@shared/prompt/chunk';
import type { Remark } from '@shared/words/sayings';

export interface ReadDocument extends DocumentFacts {
  readonly format: FormatId;
  readonly mime: string;
  /**
   * The text all positions refer to. For plain text, Markdown, JSON and source code this is the decoded file itself,
   * so offsets open the file; for the others it is what the reader made of it, which is kept with the document.
   */
  readonly text: string;
  /** Pages, slides, sheets or mails. Empty for formats without them; otherwise ascending and covering every character that is not page separator. */
  readonly pages: readonly PageSpan[];
  readonly headings: readonly HeadingSpan[];
  /** Ascending, without overlap, covering every word of the text. */
  readonly blocks: readonly Block[];
  /** Odd but not fatal. */
  readonly warnings: readonly Remark[];
  /** Pages, 1-based, that show something and hold no text: what text recognition could read. Absent where none do. */
  readonly textless?: readonly number[];
}

/** A chunk as the chunker leaves it; identity and document fields are added when it is stored. */
export interface ChunkSpan extends ChunkContent {
  readonly index: number;
}

/** Longest display name in characters; the file system's own limit is 255 bytes a component. */
const MAX_NAME_CHARACTERS = 200;

/**
 * A file name made harmless for display and titles: the last path component (of `/` and `\` paths alike), without
 * control, bidirectional-override and other invisible characters, white space collapsed, at most 200 characters. Never
 * empty, never `.` or `..`: an empty rest becomes `unnamed`. Not a storage path: files are stored under names that
 * Vitrine makes up.
 */
export function safeDisplayName(name: string): string {
  const lastComponent =
    name
      .split(/[/\\]+/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const visible = plainLine(lastComponent, MAX_NAME_CHARACTERS);
  return visible === '' || /^\.+$/.test(visible) ? 'unnamed' : visible;
}

/**
 * Returns a text from a document as one line of at most `most` characters, without control characters,
 * bidirectional overrides and other invisible characters.
 */
export function plainLine(text: string, most: number): string {
  const visible = text
    // A stranger's text may be megabytes long.
    .slice(0, 10 * most)
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(/[\p{Cc}\p{Cs}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, '')
    .replace(/ {2,}/gu, ' ')
    .trim();
  const points = [...visible];
  return points.length <= most ? visible : `${points.slice(0, most - 1).join('')}…`;
}

/** Returns a text with line feeds as its only line ends, without control characters and halves of characters. */
export const clean = (text: string): string =>
  unclean.test(text)
    ? text
        .replace(/\r\n?|\u2028|\u2029/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
        .replace(/[\0-\x08\x0b-\x1f\x7f\u00ad\ufeff]/g, '')
        .replace(/\p{Surrogate}/gu, '\uFFFD')
    : text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unclean = /[\0-\x08\x0b-\x1f\x7f\u00ad\ufeff\u2028\u2029\p{Surrogate}]/u;

/** Lower-case extension of a path without its dot, `''` where there is none; `.profile` has none. */
export function extensionOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
