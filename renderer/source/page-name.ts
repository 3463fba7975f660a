import { formatPages } from '../components/quantities';
import { t } from '../strings/index';

const kinds: Readonly<Record<string, 'slide' | 'sheet' | 'mail'>> = { pptx: 'slide', xlsx: 'sheet', mbox: 'mail' };

/** What a numbered part of a document is called: `Page 3`, `Slide 3`, `Sheet 3`, `Mail 3`. */
export function pageName(format: string, page: number | string): string {
  return t(`source.${kinds[format] ?? 'page'}`, { page });
}

/** Several of them, in order: `pages 3–5`, `Slide 3–5`; empty for none. */
export function pageNames(format: string, pages: readonly number[]): string {
  const [first] = pages;
  if (first === undefined || !kinds[format]) return formatPages(pages);
  return pageName(format, pages.length === 1 ? first : `${first}–${pages.at(-1)}`);
}

/** How many of them a document has: `20 slides`. */
export function pageCount(format: string, count: number): string {
  const kind = kinds[format];
  return kind ? t(`source.${kind}s`, { count }) : t('quantity.pages', { count });
}
