import type { CollectionSummary, DocumentSummary } from '@shared/contract/index';
import { collectionName } from '@shared/words/collection-name';
import { locale, t } from '@shared/words/index';
import { type ChatScope, isEverywhere } from '../../state/chat/question-draft';
import { useLibrary } from '../../state/library/library';
import { disambiguatedTitles } from '../../ui/names';

export interface ScopeChoice {
  readonly kind: 'everything' | 'collection' | 'document';
  readonly id: string;
  readonly name: string;
  readonly chosen: boolean;
  /** Documents in a collection; absent where it is gone. */
  readonly documents?: number | undefined;
  /** The file of a document, where another one has the same title. */
  readonly file?: string | undefined;
}

/** So many documents are listed at once; typing narrows them. */
const listedDocuments = 100;

/**
 * What a question may look at, as far as it matches what was typed: everything, then collections, then documents, the
 * chosen ones first. What is chosen and gone is listed too, so that it can be let go of.
 *
 * @returns the choices, and how many matching documents are left out
 */
export function scopeChoices(
  collections: readonly CollectionSummary[],
  documents: readonly DocumentSummary[],
  scope: ChatScope,
  typed: string,
): { readonly choices: readonly ScopeChoice[]; readonly more: number } {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matches = (name: string) => words.every((word) => name.toLocaleLowerCase().includes(word));
  const counts = new Map(collections.map(({ name, documents: count }) => [name, count]));
  const names = [...new Set([...counts.keys(), ...scope.collections])].filter((name) => matches(collectionName(name)));
  const chosen = new Set(scope.documentIds);
  // Chapter 9 comes before chapter 10.
  const byTitle = new Intl.Collator(locale(), { numeric: true });
  const found = documents
    .filter(({ title, path }) => matches(`${title}\n${path}`))
    .sort((a, b) => byTitle.compare(a.title, b.title) || (a.documentId < b.documentId ? -1 : 1));
  const known = new Set(documents.map(({ documentId }) => documentId));
  const gone = words.length > 0 ? [] : scope.documentIds.filter((id) => !known.has(id));
  const inOrder = [
    ...gone.map((id) => ({ id, name: id })),
    ...[
      ...found.filter((one) => chosen.has(one.documentId)),
      ...found.filter((one) => !chosen.has(one.documentId)),
    ].map(({ documentId, title }) => ({ id: documentId, name: title })),
  ];
  const listed = inOrder.slice(0, Math.max(listedDocuments, chosen.size));
  const files = disambiguatedTitles(documents);
  const choices: readonly ScopeChoice[] = [
    ...(words.length > 0 ? [] : [{ kind: 'everything', id: '', name: '', chosen: isEverywhere(scope) } as const]),
    ...names.map((id): ScopeChoice => {
      const isChosen = scope.collections.includes(id);
      return { kind: 'collection', id, name: collectionName(id), documents: counts.get(id), chosen: isChosen };
    }),
    ...listed.map(({ id, name }): ScopeChoice => {
      return { kind: 'document', id, name, file: files.get(id), chosen: chosen.has(id) };
    }),
  ];
  return { choices, more: inOrder.length - listed.length };
}

/** The scope with this choice made, or taken back where it was made already. */
export function withChoice(scope: ChatScope, choice: Pick<ScopeChoice, 'kind' | 'id'>): ChatScope {
  if (choice.kind === 'everything') return { collections: [], documentIds: [] };
  const toggled = (list: readonly string[]) =>
    list.includes(choice.id) ? list.filter((id) => id !== choice.id) : [...list, choice.id];
  return choice.kind === 'collection'
    ? { ...scope, collections: toggled(scope.collections) }
    : { ...scope, documentIds: toggled(scope.documentIds) };
}

export function useScopeNames({ collections, documentIds }: ChatScope): readonly string[] {
  const documents = useLibrary((state) => state.documents);
  const titles = new Map(documents?.map(({ documentId, title }) => [documentId, title]));
  // Before the library is known, nobody knows which are gone.
  const unknown = documents === null ? '…' : t('chat.goneDocument');
  return [...collections.map(collectionName), ...documentIds.map((id) => titles.get(id) ?? unknown)];
}
