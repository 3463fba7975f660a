import { fileName } from '../state/file-name';

interface Titled {
  readonly documentId: string;
  readonly title: string;
  readonly path: string;
}

/**
 * What tells documents of one title apart, by their ids: the name of the file, or its whole path where the names are
 * the same too. A document whose title is its own is not in it.
 */
export function toldApart(documents: readonly Titled[]): ReadonlyMap<string, string> {
  const alike = sharing(documents, ({ title }) => title);
  const alikeTwice = new Set(sharing(alike, ({ title, path }) => `${title}\n${fileName(path)}`));
  return new Map(alike.map((one) => [one.documentId, alikeTwice.has(one) ? one.path : fileName(one.path)]));
}

/** Those that are not the only document with their key. */
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
