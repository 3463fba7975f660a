import type { ReadDocument } from './contract';

/** A text that comes from no file, as a reader leaves a plain text: without pages, headings or a known language. */
export const plainDocument = (text: string, title: string | null): ReadDocument => ({
  format: 'txt',
  mime: 'text/plain',
  title,
  text,
  pages: [],
  headings: [],
  blocks: [],
  language: 'und',
  warnings: [],
});
