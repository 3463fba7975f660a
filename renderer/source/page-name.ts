import { t } from '../strings/index';

const kinds: Readonly<Record<string, 'slide' | 'sheet' | 'mail'>> = { pptx: 'slide', xlsx: 'sheet', mbox: 'mail' };

/** What a numbered part of a document is called: `Page 3`, `Slide 3`, `Sheet 3`, `Mail 3`. */
export function pageName(format: string, page: number): string {
  return t(`source.${kinds[format] ?? 'page'}`, { page });
}
