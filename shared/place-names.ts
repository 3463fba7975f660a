import { type PlacedFile, placeKind } from './formats';
import { named } from './words/en/named';
import type { SaidWords } from './words/typed-words';

/**
 * Where in its file something stands, in the format's own words: `page 3`, `sheet 1`, `slides 3–5`, `pages 3, 7`;
 * empty for no pages, as in formats that have none. In English for prompts, exports and programs.
 *
 * @param pages numbers from 1, ascending
 */
export function placeName(
  { pages, ...file }: PlacedFile & { readonly pages: readonly number[] },
  { onPage, onPages }: Pick<SaidWords['named'], 'onPage' | 'onPages'> = named,
): string {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return '';
  const kind = placeKind(file);
  if (pages.length === 1) return `${onPage[kind]} ${first}`;
  const isRow = last - first === pages.length - 1;
  return `${onPages[kind]} ${isRow ? `${first}–${last}` : pages.join(', ')}`;
}
