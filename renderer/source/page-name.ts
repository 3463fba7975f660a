import { placeKind } from '@shared/place-names';
import { formatPlace } from '../components/place-words';
import { t } from '../strings/index';

/** Numbered parts of a document as they are headed, in order: `Page 3`, `Slide 3`, `Sheets 3–5`; empty for none. */
export function pageNames(format: string, pages: readonly number[]): string {
  const name = formatPlace({ format, pages });
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** How many of them a document has: `20 slides`. */
export function pageCount(format: string, count: number): string {
  const kind = placeKind({ format });
  return kind === 'page' ? t('quantity.pages', { count }) : t(`source.${kind}s`, { count });
}
