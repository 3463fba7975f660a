/** A document as its reader leaves it: plain text with the places of its pages, headings and whole blocks. */
import type { ChunkContent } from '@shared/chunk';

export interface PageSpan {
  /** 1-based. */
  readonly page: number;
  readonly startChar: number;
  readonly endChar: number;
}

export interface HeadingSpan {
  /** 1 (outermost) to 6. */
  readonly level: number;
  readonly text: string;
  /** Where the heading's line begins and ends in the text. */
  readonly startChar: number;
  readonly endChar: number;
}

/** A span that a chunker keeps whole where it fits: fenced code or a table. */
export interface BlockSpan {
  readonly kind: 'code' | 'table';
  readonly startChar: number;
  readonly endChar: number;
}

export type DocumentFormat =
  | 'txt'
  | 'md'
  | 'pdf'
  | 'html'
  | 'csv'
  | 'json'
  | 'code'
  | 'rtf'
  | 'eml'
  | 'mbox'
  | 'docx'
  | 'pptx'
  | 'xlsx'
  | 'odt'
  | 'epub'
  | 'image';

export interface ReadDocument {
  readonly format: DocumentFormat;
  readonly mime: string;
  /** From the document's own metadata or first heading; null where it has none. */
  readonly title: string | null;
  /**
   * The text all positions refer to. For plain text, Markdown, JSON and source code this is the decoded file itself,
   * so offsets open the file; for the others it is what the reader made of it, which is kept with the document.
   */
  readonly text: string;
  /** Pages, slides, sheets or mails. Empty for formats without them; otherwise ascending and covering every character that is not page separator. */
  readonly pages: readonly PageSpan[];
  readonly headings: readonly HeadingSpan[];
  readonly blocks: readonly BlockSpan[];
  /** ISO 639-3, or `und`. */
  readonly language: string;
  /** What was odd but not fatal, in words for the user. */
  readonly warnings: readonly string[];
  /** Pages, 1-based, that show something and hold no text: what text recognition could read. Absent where none do. */
  readonly textless?: readonly number[];
}

/** A chunk as the chunker leaves it; identity and document fields are added when it is stored. */
export interface ChunkSpan extends ChunkContent {
  readonly index: number;
}
