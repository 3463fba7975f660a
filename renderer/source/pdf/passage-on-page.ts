import type { DocumentSource } from '@shared/contract/index';
import type { SourceMark } from '../source-marks';
import type { Light } from '../text/cut-segments';

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

/** A part of a passage that stands on one page. */
export interface PagePassage {
  readonly text: string;
  readonly before: string;
  readonly light: Light;
  /** Whether it is the one to bring into view. */
  readonly wanted: boolean;
}

/** Finding each of more on the page would take longer than anybody looks at it. */
const mostPassages = 200;

/** What of the marks stands on a page, the target among them. */
export function marksOnPage(
  source: Pick<DocumentSource, 'text' | 'pages'>,
  marks: readonly SourceMark[],
  target: Span | null,
  page: number,
): readonly PagePassage[] {
  const same = (mark: Span) => mark.startChar === target?.startChar && mark.endChar === target.endChar;
  const wanted = marks.findLast(same);
  const shown: PagePassage[] = [];
  for (const mark of marks) {
    const part = passageOnPage(source, mark, page);
    if (part && (shown.length < mostPassages || mark === wanted)) {
      shown.push({ ...part, light: mark.light, wanted: mark === wanted });
    }
  }
  return shown;
}
