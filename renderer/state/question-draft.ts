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

/** The drafts of conversations that are not open, by their id; a new chat has ''. They last as long as the window. */
const kept = new Map<string, QuestionDraft>();

/** Puts the draft of one conversation away and gives the one of another. */
export function swapDraft(from: string | null, now: QuestionDraft, to: string | null): QuestionDraft {
  const { draft, asFields, selectedText, scope } = now;
  kept.set(from ?? '', { draft, asFields, selectedText, scope });
  const next = kept.get(to ?? '') ?? emptyDraft;
  kept.delete(to ?? '');
  return next;
}
