import { type ChatScope, everywhere } from './chat-scope';

/** A question on its way, with what goes along with it. */
export interface QuestionDraft {
  readonly draft: string;
  /** Whether it is written in its fields rather than as plain text; the text is the same. */
  readonly asFields: boolean;
  /** Goes along with the next question. */
  readonly selectedText: string;
  readonly scope: ChatScope;
}

export const emptyDraft: QuestionDraft = { draft: '', asFields: false, selectedText: '', scope: everywhere };

/** The drafts of conversations that are not open, by their id; a new chat has ''. */
const kept = new Map<string, QuestionDraft>();

/** Puts the draft of one conversation away and gives the one of another. */
export function swapDraft(from: string | null, now: QuestionDraft, to: string | null): QuestionDraft {
  kept.set(from ?? '', draftOf(now));
  const next = kept.get(to ?? '') ?? emptyDraft;
  kept.delete(to ?? '');
  return next;
}

/** The draft alone, without what else there is beside it. */
export const draftOf = ({ draft, asFields, selectedText, scope }: QuestionDraft): QuestionDraft => ({
  draft,
  asFields,
  selectedText,
  scope,
});

/** The drafts of conversations that are not open. */
export const draftsApart = (): ReadonlyMap<string, QuestionDraft> => kept;

/** Puts a draft of an earlier window away, until its conversation is opened. */
export function putAway(conversationId: string, draft: QuestionDraft): void {
  kept.set(conversationId, draft);
}

/** The draft goes with its conversation. */
export function forgetDraft(conversationId: string): void {
  kept.delete(conversationId);
}
