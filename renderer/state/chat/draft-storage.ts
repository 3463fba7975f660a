import { windowStorage } from '../shell';
import { useChat } from './chat';
import { type Exchange, hasBegun, isPending } from './exchange';
import { type ChatScope, draftOf, draftsApart, emptyDraft, type QuestionDraft } from './question-draft';

const key = 'vitrine.drafts';
/** A change is written so much later at the latest, ms: what is typed is not written letter by letter. */
const writtenWithinMs = 400;
/** Drafts of more characters together than that are not written: there is no room for them. */
const mostCharacters = 1_000_000;

/**
 * Takes up the drafts of the last window, and keeps those of this one for the next: what was typed and not sent, and a
 * question whose answer had not begun. To be called once, before the chat is drawn.
 */
export function keepDrafts(): void {
  for (const [conversationId, draft] of readDrafts()) {
    if (conversationId === '') useChat.setState(draft);
    else draftsApart.set(conversationId, draft);
  }
  let written = windowStorage().getItem(key) ?? '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  function write(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = JSON.stringify([...draftsNow()]);
    if (text === written || text.length > mostCharacters) return;
    try {
      windowStorage().setItem(key, text);
      written = text;
    } catch {
      // No room: the drafts last as long as the window.
    }
  }
  useChat.subscribe(() => {
    timer ??= setTimeout(write, writtenWithinMs);
  });
  window.addEventListener('pagehide', write);
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
  // The next window knows nothing of a conversation without an answer: what was written there would lie where nobody looks.
  for (const { conversationId: begun } of apart.filter(hasBegun)) {
    const draft = all.get(begun);
    if (draft && !isKept(['', all.get('') ?? emptyDraft])) all.set('', draft);
    all.delete(begun);
  }
  return new Map([...all].filter(isKept));
}

/** A question on its way that no conversation has yet, as it would be asked again. */
function unanswered(exchanges: readonly Exchange[]): QuestionDraft | null {
  const asked = exchanges.findLast(isPending);
  if (!asked?.sent || asked.others.length > 0 || asked.streamed !== '') return null;
  const { question, selectedText, scope } = asked;
  return { ...emptyDraft, draft: question, selectedText, scope };
}

function readDrafts(): readonly (readonly [string, QuestionDraft])[] {
  try {
    const stored: unknown = JSON.parse(windowStorage().getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry) => {
      const [id, draft] = Array.isArray(entry) ? entry : [];
      return typeof id === 'string' && isObject(draft) ? [[id, draftFrom(draft)] as const] : [];
    });
  } catch {
    // Written by something else: nothing is taken up.
    return [];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

function draftFrom({ draft, asFields, selectedText, scope }: Record<string, unknown>): QuestionDraft {
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
  const { collections, documentIds, filters }: Record<string, unknown> = isObject(stored) ? stored : {};
  return {
    collections: namesOf(collections),
    documentIds: namesOf(documentIds),
    filters: isObject(filters) ? filters : {},
  };
}
