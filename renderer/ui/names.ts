import type { DocumentSummary } from '@shared/contract/index';
import { type PlacedFile, placeKind } from '@shared/formats';
import { placeName } from '@shared/place-names';
import { visibleText } from '@shared/visible-text';
import { locale, t, voice } from '@shared/words/index';

/** Returns `page 3`, `Folien 3–5` or `Sheet1!A17:F17`, in the current language and the format's own words. */
export const formatPlace = (
  place: PlacedFile & { readonly pages: readonly number[]; readonly cells?: string },
): string => placeName(place, voice().said.named);

/** `provider:model` without its provider; a model's own name may hold colons. */
export const modelName = (id: string): string => id.slice(id.indexOf(':') + 1);

export const chunkName = ({ title, index }: { readonly title: string; readonly index: number }): string =>
  t('stages.chunkOf', { title, number: index + 1 });

export const profileName = (profile: string): string =>
  profile === 'balanced' || profile === 'fine' || profile === 'sections' ? t(`rebuild.profiles.${profile}`) : profile;

export const fileName = (path: string): string => visibleText(path.split(/[/\\]/).findLast(Boolean) ?? path);

/** Numbered parts of a document as they are headed, in order: `Page 3`, `Slide 3`, `Sheets 3–5`; empty for none. */
export function pageNames(format: string, pages: readonly number[]): string {
  const name = formatPlace({ format, pages });
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

export function pageCount(format: string, count: number): string {
  const kind = placeKind({ format });
  return kind === 'page' ? t('quantity.pages', { count }) : t(`source.${kind}s`, { count });
}

type Titled = Pick<DocumentSummary, 'documentId' | 'title' | 'path'>;

/** Returns file names, or whole paths if those are the same too, for documents that share their title, by id. */
export function disambiguatedTitles(documents: readonly Titled[]): ReadonlyMap<string, string> {
  const alike = sharing(documents, ({ title }) => title);
  const alikeTwice = new Set(sharing(alike, ({ title, path }) => `${title}\n${fileName(path)}`));
  return new Map(
    alike.map((one) => [one.documentId, alikeTwice.has(one) ? visibleText(one.path) : fileName(one.path)]),
  );
}

export function sharing<T extends Pick<Titled, 'documentId'>>(
  documents: readonly T[],
  key: (one: T) => string,
): readonly T[] {
  const first = new Map<string, string>();
  const shared = new Set<string>();
  for (const one of documents) {
    const id = first.get(key(one));
    if (id === undefined) first.set(key(one), one.documentId);
    else if (id !== one.documentId) shared.add(key(one));
  }
  return documents.filter((one) => shared.has(key(one)));
}

export function countedNames(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

export function matcher(typed: string): (text: string) => boolean {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text) => {
    const all = text.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  };
}

/** The order of titles: Chapter 9 before Chapter 10. */
export const titleOrder = (): Intl.Collator => new Intl.Collator(locale(), { numeric: true });
