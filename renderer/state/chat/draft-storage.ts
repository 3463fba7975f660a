import { isPart, isText, keepWriting, readKept, type StoredPart, textsOf } from '../window-storage';
import { useChat } from './chat';
import { type ExchangeState, hasBegun, isPending } from './exchange';
import { type ChatScope, draftOf, draftsApart, emptyDraft, type QuestionDraft } from './question-draft';

const key = 'vitrine.drafts';
/** Drafts of more characters together than that are not written: there is no room for them. */
const mostCharacters = 1_000_000;

/**
 * Loads the drafts of the last window, and stores those of this one: unsent text, and a question without a started
 * answer. To be called once, before the chat is drawn.
 */
export function keepDrafts(): void {
  for (const [conversationId, draft] of readDrafts()) {
    if (conversationId === '') useChat.setState(draft);
    else draftsApart.set(conversationId, draft);
  }
  useChat.subscribe(keepWriting(key, mostCharacters, () => [...draftsNow()]));
}

/** All drafts that hold something, by their conversation; those of conversations that are being deleted go with them. */
function draftsNow(): Map<string, QuestionDraft> {
  const { conversationId, exchanges, apart, leaving, isPrivate, ...now } = useChat.getState();
  const all = new Map(draftsApart);
  const isBegun = exchanges.some(hasBegun);
  if (!isPrivate)
    all.set(
      isBegun ? '' : (conversationId ?? ''),
      now.draft.trim() === '' ? (unanswered(exchanges) ?? draftOf(now)) : draftOf(now),
    );
  const isKept = ([id, { draft, selectedText }]: readonly [string, QuestionDraft]): boolean =>
    !leaving.has(id) && (draft.trim() !== '' || selectedText !== '');
  // The next window does not know a conversation without an answer: its draft would be out of sight.
  for (const { conversationId: begun } of apart.filter(hasBegun)) {
    const draft = all.get(begun);
    if (draft && !isKept(['', all.get('') ?? emptyDraft])) all.set('', draft);
    all.delete(begun);
  }
  return new Map([...all].filter(isKept));
}

/** A question on its way that no conversation has yet, as it would be asked again. */
function unanswered(exchanges: readonly ExchangeState[]): QuestionDraft | null {
  const asked = exchanges.findLast(isPending);
  if (!asked?.sent || asked.others.length > 0 || asked.streamed !== '') return null;
  const { question, selectedText, scope } = asked;
  return { ...emptyDraft, draft: question, selectedText, scope };
}

function readDrafts(): readonly (readonly [string, QuestionDraft])[] {
  const stored = readKept(key);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry) => {
    const [id, draft] = Array.isArray(entry) ? entry : [];
    return isText(id) && isPart(draft) ? [[id, draftFrom(draft)] as const] : [];
  });
}

const textOf = (value: unknown): string => (isText(value) ? value : '');

function draftFrom({ draft, asFields, selectedText, scope }: StoredPart): QuestionDraft {
  return {
    ...emptyDraft,
    draft: textOf(draft),
    asFields: asFields === true,
    selectedText: textOf(selectedText),
    scope: scopeFrom(scope),
  };
}

/** A scope that was kept; what no filter can be is refused, and said, when it is asked with. */
export function scopeFrom(stored: unknown): ChatScope {
  const { collections, documentIds, filters }: StoredPart = isPart(stored) ? stored : {};
  return {
    collections: textsOf(collections),
    documentIds: textsOf(documentIds),
    filters: isPart(filters) ? filters : {},
  };
}
