import type { Answer, SearchScope } from '@shared/contract/index';

/** Where the next question looks; with both lists empty, everywhere. */
export interface ChatScope {
  readonly collections: readonly string[];
  readonly documentIds: readonly string[];
}

export const everywhere: ChatScope = { collections: [], documentIds: [] };

/** Whether two scopes name the same places, in any order. */
export function isSameScope(a: ChatScope, b: ChatScope): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;
  return same(a.collections, b.collections) && same(a.documentIds, b.documentIds);
}

/** Where an answer says that its question looked. */
export function scopeOfAnswer({ scope }: Pick<Answer, 'scope'>): ChatScope {
  return scope ? { collections: scope.collections ?? [], documentIds: scope.documentIds ?? [] } : everywhere;
}

/** What `chat.ask` is told of a scope: nothing for everywhere, since a scope without names finds nothing. */
export function scopeOfRequest({ collections, documentIds }: ChatScope): { readonly scope?: SearchScope } {
  if (collections.length + documentIds.length === 0) return {};
  return {
    scope: {
      ...(collections.length > 0 ? { collections: [...collections] } : {}),
      ...(documentIds.length > 0 ? { documentIds: [...documentIds] } : {}),
    },
  };
}
