import type { DocumentSource, TextSpan } from '@shared/contract/index';
import { pageNames } from './page-name';

/** A page or heading that can be gone to. */
export interface JumpPlace extends TextSpan {
  readonly name: string;
  readonly kind: 'page' | 'heading';
  /** How deep a heading stands, from 0. */
  readonly depth: number;
}

/**
 * The pages and headings of a document in its order that hold every word of the query; a number is a page, and comes
 * first when it is exactly that.
 */
export function jumpPlaces(
  source: Pick<DocumentSource, 'document' | 'pages' | 'headings'>,
  query: string,
): readonly JumpPlace[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const top = source.headings.reduce((least, { level }) => Math.min(least, level), 6);
  const places: JumpPlace[] = [
    ...source.pages.map(({ page, startChar, endChar }) => ({
      name: pageNames(source.document.format, [page]),
      kind: 'page' as const,
      depth: 0,
      startChar,
      endChar,
    })),
    ...source.headings.map(({ text, level, startChar, endChar }) => ({
      name: text,
      kind: 'heading' as const,
      depth: level - top,
      startChar,
      endChar,
    })),
  ];
  // A page comes before the heading that it begins with.
  places.sort((a, b) => a.startChar - b.startChar || (a.kind === b.kind ? 0 : a.kind === 'page' ? -1 : 1));
  if (words.length === 0) return places;
  const matching = places.filter(({ name }) => {
    const text = name.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const exact = source.pages.find(({ page }) => String(page) === query.trim());
  const first = matching.find(({ kind, startChar }) => kind === 'page' && startChar === exact?.startChar);
  return first ? [first, ...matching.filter((place) => place !== first)] : matching;
}
