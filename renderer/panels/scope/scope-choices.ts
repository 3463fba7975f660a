import type { CollectionSummary, DocumentSummary, SearchFilters } from '@shared/contract/index';
import { formats } from '@shared/formats';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { type ChatScope, isEverywhere } from '../../state/chat/question-draft';
import { useLibrary } from '../../state/library/library';
import { countedNames, disambiguatedTitles, matcher, titleOrder } from '../../ui/names';
import { languageName } from '../../ui/quantities';

export type ScopeProps = Readonly<{ scope: ChatScope; setScope(scope: ChatScope): void }>;

export interface ScopeChoice {
  readonly kind: 'everything' | 'collection' | 'tag' | 'document';
  readonly id: string;
  readonly name: string;
  readonly chosen: boolean;
  /** Documents in a collection or with a tag; absent where it is gone. */
  readonly documents?: number | undefined;
  readonly file?: string | undefined;
}

const listedDocuments = 100;

/** Returns the scopes that match the typed text, chosen ones first, and how many matching documents are left out. */
export function scopeChoices(
  collections: readonly CollectionSummary[],
  documents: readonly DocumentSummary[],
  scope: ChatScope,
  typed: string,
): { readonly choices: readonly ScopeChoice[]; readonly more: number } {
  const isTyped = typed.trim() !== '';
  const matches = matcher(typed);
  const counts = new Map(collections.map(({ name, documents: count }) => [name, count]));
  const names = [...new Set([...counts.keys(), ...scope.collections])].filter((name) => matches(collectionName(name)));
  const tagged = countedNames(documents.filter(({ state }) => state !== 'failed').map((one) => one.tags));
  const tags = [...new Set([...tagged.keys(), ...(scope.filters.tags ?? [])])].sort().filter(matches);
  const chosen = new Set(scope.documentIds);
  const byTitle = titleOrder();
  const found = documents
    .filter(({ title, path, state }) => state !== 'failed' && matches(`${title}\n${path}`))
    .sort((a, b) => byTitle.compare(a.title, b.title) || (a.documentId < b.documentId ? -1 : 1));
  const known = new Set(documents.map(({ documentId }) => documentId));
  const gone = isTyped ? [] : scope.documentIds.filter((id) => !known.has(id));
  const inOrder = [
    ...gone.map((id) => ({ id, name: id })),
    ...[
      ...found.filter((one) => chosen.has(one.documentId)),
      ...found.filter((one) => !chosen.has(one.documentId)),
    ].map(({ documentId, title }) => ({ id: documentId, name: title })),
  ];
  const listed = inOrder.slice(0, Math.max(listedDocuments, chosen.size));
  const files = disambiguatedTitles(documents);
  const all = isEverywhere({ ...scope, filters: scope.filters.tags ? scope.filters : {} });
  const choices: readonly ScopeChoice[] = [
    ...(isTyped ? [] : [{ kind: 'everything', id: '', name: '', chosen: all } as const]),
    ...names.map((id): ScopeChoice => {
      const isChosen = scope.collections.includes(id);
      return { kind: 'collection', id, name: collectionName(id), documents: counts.get(id), chosen: isChosen };
    }),
    ...tags.map((id): ScopeChoice => {
      const isChosen = scope.filters.tags?.includes(id) ?? false;
      return { kind: 'tag', id, name: id, documents: tagged.get(id), chosen: isChosen };
    }),
    ...listed.map(({ id, name }): ScopeChoice => {
      return { kind: 'document', id, name, file: files.get(id), chosen: chosen.has(id) };
    }),
  ];
  return { choices, more: inOrder.length - listed.length };
}

export function withChoice(scope: ChatScope, choice: Pick<ScopeChoice, 'kind' | 'id'>): ChatScope {
  const { filters } = scope;
  if (choice.kind === 'everything') {
    return { collections: [], documentIds: [], filters: withFilters(filters, { tags: undefined }) };
  }
  const toggled = (list: readonly string[]) =>
    list.includes(choice.id) ? list.filter((id) => id !== choice.id) : [...list, choice.id];
  if (choice.kind === 'tag') {
    const tags = toggled(filters.tags ?? []);
    return { ...scope, filters: withFilters(filters, { tags: tags.length > 0 ? [...tags] : undefined }) };
  }
  return choice.kind === 'collection'
    ? { ...scope, collections: toggled(scope.collections) }
    : { ...scope, documentIds: toggled(scope.documentIds) };
}

export function useScopeNames({ collections, documentIds, filters }: ChatScope): readonly string[] {
  const documents = useLibrary((state) => state.documents);
  const titles = new Map(documents?.map(({ documentId, title }) => [documentId, title]));
  // Before the library is loaded, the deleted ones are unknown.
  const unknown = documents === null ? '…' : t('chat.goneDocument');
  return [
    ...collections.map(collectionName),
    ...documentIds.map((id) => titles.get(id) ?? unknown),
    ...namedFilters(filters).map(({ name }) => name),
  ];
}

export type NamedFilter = Readonly<{ name: string; members: readonly (keyof SearchFilters)[] }>;

export function namedFilters(filters: SearchFilters): readonly NamedFilter[] {
  const { tags, mimes, languages, chapters, hasCode, hasEquations } = filters;
  const listed = (members: readonly (keyof SearchFilters)[], names: readonly string[] = []): NamedFilter[] =>
    names.length === 0 ? [] : [{ name: names.join(', '), members }];
  const flag = (member: 'hasCode' | 'hasEquations', named: 'Code' | 'Equations', value?: boolean): NamedFilter[] =>
    value === undefined ? [] : [{ name: t(`filters.named.${value ? 'with' : 'without'}${named}`), members: [member] }];
  return [
    ...listed(['tags'], tags),
    ...listed(['mimes'], mimes?.map(typeName)),
    ...listed(
      ['languages'],
      languages?.map((code) => languageName(code) || code),
    ),
    ...listed(['chapters'], chapters),
    ...flag('hasCode', 'Code', hasCode),
    ...flag('hasEquations', 'Equations', hasEquations),
    ...ranges.flatMap(({ what, from, to }): NamedFilter[] => {
      const values = { what: t(`filters.${what}`), from: String(filters[from] ?? ''), to: String(filters[to] ?? '') };
      if (values.from === '' && values.to === '') return [];
      const upper = values.from === '' ? 'until' : 'between';
      return [{ name: t(`filters.named.${values.to === '' ? 'from' : upper}`, values), members: [from, to] }];
    }),
  ];
}

export const ranges = [
  { what: 'pages', from: 'pageFrom', to: 'pageTo' },
  { what: 'added', from: 'from', to: 'to' },
  { what: 'changed', from: 'modifiedFrom', to: 'modifiedTo' },
] as const satisfies readonly { what: string; from: keyof SearchFilters; to: keyof SearchFilters }[];

export function typeName(mime: string): string {
  const known = Object.values(formats).find((format) => format.mime === mime);
  return (known?.extensions[0] ?? mime.split('/').at(-1) ?? mime).toUpperCase();
}

export const withFilters = (
  filters: SearchFilters,
  change: { readonly [M in keyof SearchFilters]: SearchFilters[M] },
) =>
  Object.fromEntries(
    Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined),
  ) as SearchFilters;
