import type { Answer, AnswerSettings, Run, SearchFilters, SearchScope } from '@shared/contract/index';
import { slice } from '../slice';

/** The scope of the next question or search; with both lists and the filters empty, everywhere. */
export interface ChatScope {
  readonly collections: readonly string[];
  readonly documentIds: readonly string[];
  readonly filters: Readonly<SearchFilters>;
}

export const everywhere: ChatScope = { collections: [], documentIds: [], filters: {} };

export function isEverywhere({ collections, documentIds, filters }: ChatScope): boolean {
  return collections.length + documentIds.length + Object.keys(filters).length === 0;
}

/** Whether two scopes name the same places, in any order. */
export function isSameScope(a: ChatScope, b: ChatScope): boolean {
  const same = (one: readonly string[], other: readonly string[]) =>
    new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;
  const said = ({ filters }: ChatScope) => JSON.stringify(Object.entries(filters).sort());
  return same(a.collections, b.collections) && same(a.documentIds, b.documentIds) && said(a) === said(b);
}

export function scopeOfAnswer({ scope = {}, filters = {} }: Pick<Answer, 'scope' | 'filters'>): ChatScope {
  return { collections: scope.collections ?? [], documentIds: scope.documentIds ?? [], filters };
}

export function chatScopeOfRun({
  collection,
  scope = {},
  filters = {},
}: Pick<Run, 'collection' | 'scope' | 'filters'>): ChatScope {
  const { collections, documentIds } = scopeOfAnswer({ scope });
  return {
    collections: [...new Set([...(collection === null ? [] : [collection]), ...collections])],
    documentIds,
    filters,
  };
}

/** A request's form of a scope: none for everywhere, because a scope without names finds nothing. */
export function scopeOfRequest(given: ChatScope): { readonly scope?: SearchScope; readonly filters?: SearchFilters } {
  const { collections, documentIds, filters } = given;
  const scope = {
    ...(collections.length > 0 ? { collections: [...collections] } : {}),
    ...(documentIds.length > 0 ? { documentIds: [...documentIds] } : {}),
  };
  return {
    ...(Object.keys(scope).length > 0 ? { scope } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
  };
}

/** A question on its way, with what goes along with it, before anything is written. */
export const emptyDraft = {
  draft: '',
  /** Whether it is written in its fields rather than as plain text; the text is the same. */
  asFields: false,
  /** Goes along with the next question. */
  selectedText: '',
  scope: everywhere,
  /** Files on their way that it is to be about, by the jobs that add them. */
  attached: [] as readonly { readonly jobId: string; readonly name: string }[],
  /** Whether it is sent automatically once these are read. */
  asksWhenRead: false,
};
export type QuestionDraft = Readonly<typeof emptyDraft>;

/** A draft whose attached files a job has read, or not: it looks in what came of them, and nowhere else. */
export function withRead(draft: QuestionDraft, jobId: string, documentIds: readonly string[]): QuestionDraft {
  const { scope, attached, asksWhenRead } = draft;
  if (!attached.some((one) => one.jobId === jobId)) return draft;
  const isRead = documentIds.length > 0;
  return {
    ...draft,
    attached: attached.filter((one) => one.jobId !== jobId),
    // Without what it was to be about, it is not the question that was asked.
    asksWhenRead: asksWhenRead && isRead,
    scope: isRead
      ? { ...scope, collections: [], documentIds: [...new Set([...scope.documentIds, ...documentIds])] }
      : scope,
  };
}

/** The drafts of conversations that are not open, by their id; a new chat has ''. */
export const draftsApart = new Map<string, QuestionDraft>();

/** Puts the draft of one conversation away, unless that is private, and gives the one of another. */
export function swapDraft(
  from: string | null,
  now: QuestionDraft & { readonly isPrivate: boolean },
  to: string | null,
): QuestionDraft {
  if (!now.isPrivate) draftsApart.set(from ?? '', draftOf(now));
  const next = draftsApart.get(to ?? '') ?? emptyDraft;
  draftsApart.delete(to ?? '');
  return next;
}

/** The draft alone, without what else there is beside it. */
export const draftOf = ({ draft, asFields, selectedText, scope, attached, asksWhenRead }: QuestionDraft) => ({
  draft,
  asFields,
  selectedText,
  scope,
  attached,
  asksWhenRead,
});

const asSet = {} as Pick<AnswerSettings, 'temperature' | 'maxTokens' | 'stop'>;

/** Parameters of the model for the following questions in this window: the limits fill absent ones. */
export const useAnswerSettings = slice({ settings: asSet }, (set) => ({
  change: (settings: typeof asSet) => set({ settings }),
}));
