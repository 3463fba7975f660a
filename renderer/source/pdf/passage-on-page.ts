import type { DocumentSource } from '@shared/contract/index';

interface Span {
  readonly startChar: number;
  readonly endChar: number;
}

/** The page on which a passage begins; the first page it is said to be on where its place is in no page. */
export function pageOfPassage(
  source: Pick<DocumentSource, 'pages'>,
  span: Span | null,
  said: readonly number[],
): number {
  const found = span
    ? source.pages.find((page) => page.startChar <= span.startChar && span.startChar < page.endChar)
    : undefined;
  return found?.page ?? said[0] ?? 1;
}

/**
 * The part of a passage that stands on a page, and the page's text before it; null where the passage does not touch
 * the page. A passage that goes over a page's end has a part on each.
 */
export function passageOnPage(
  source: Pick<DocumentSource, 'text' | 'pages'>,
  span: Span | null,
  page: number,
): { readonly text: string; readonly before: string } | null {
  const place = source.pages.find((known) => known.page === page);
  if (!span || !place) return null;
  const from = Math.max(span.startChar, place.startChar);
  const to = Math.min(span.endChar, place.endChar);
  const text = source.text.slice(from, to);
  return to > from && /\S/.test(text) ? { text, before: source.text.slice(place.startChar, from) } : null;
}
