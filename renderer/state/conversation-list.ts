import type { ConversationSummary, ExchangePlace } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import type { StateCreator } from 'zustand';
import { t } from '../strings/index';
import { host } from './host';
import { forgetDraft } from './question-draft';
import { saveFile } from './save-file';
import { offerUndo } from './undoable-change';
import { deleteWithUndo, sayError } from './undoable-delete';

/** The conversations there are, as one part of the chat's state. */
export interface ConversationList {
  readonly conversations: readonly ConversationSummary[];
  /** Deleted, but not yet for good. */
  readonly leaving: ReadonlySet<string>;
  /** Conversations that a search found; null where none is searched for. */
  readonly found: readonly ConversationSummary[] | null;
  /** Of the open conversation: by the ids of its exchanges that stand otherwise in branches, it and the others. */
  readonly versions: ReadonlyMap<string, readonly ExchangePlace[]>;
  loadConversations(): Promise<void>;
  loadVersions(): Promise<void>;
  rename(conversationId: string, title: string): Promise<void>;
  search(query: string): Promise<void>;
  save(conversationId: string, format: 'md' | 'json'): Promise<void>;
  remove(conversationId: string): void;
}

/** What the list knows of the conversation that is open. */
interface OpenConversation {
  readonly conversationId: string | null;
  readonly exchanges: readonly unknown[];
  readonly error: ErrorReport | null;
  open(conversationId: string): Promise<void>;
  startNew(): void;
}

export const conversationList: StateCreator<ConversationList & OpenConversation, [], [], ConversationList> = (
  set,
  get,
) => {
  let searched = '';

  async function retitle(conversationId: string, title: string): Promise<Result<unknown>> {
    const result = await host().request('chat.rename', { conversationId, title });
    if (!result.ok) sayError(result.error);
    await get().loadConversations();
    return result;
  }

  return {
    conversations: [],
    leaving: new Set(),
    found: null,
    versions: new Map(),
    async loadConversations() {
      const result = await host().request('chat.conversations', {});
      if (result.ok) set({ conversations: result.data, error: null });
      else set({ error: result.error });
      await get().loadVersions();
    },
    async loadVersions() {
      const { conversationId, conversations } = get();
      const branched = conversations.some(({ branchOf }) => branchOf !== undefined);
      if (conversationId === null || !branched) return set({ versions: new Map() });
      const result = await host().request('chat.versions', { conversationId });
      if (!result.ok || get().conversationId !== conversationId) return;
      set({ versions: new Map(result.data.map(({ messageId, versions }) => [messageId, versions])) });
    },
    async rename(conversationId, title) {
      const before = get().conversations.find((known) => known.conversationId === conversationId)?.title;
      const result = await retitle(conversationId, title);
      if (result.ok && before !== undefined) {
        offerUndo(conversationId, t('app.renamed', { name: title }), () => void retitle(conversationId, before));
      }
    },
    async search(query) {
      const wanted = query.trim();
      searched = wanted;
      if (wanted === '') return set({ found: null });
      const result = await host().request('chat.search', { query: wanted });
      // An answer to an earlier keystroke may come late.
      if (searched !== wanted) return;
      set({ found: result.ok ? result.data : [] });
      if (!result.ok) sayError(result.error);
    },
    async save(conversationId, format) {
      const result = await host().request('chat.export', { conversationId, format });
      if (result.ok) saveFile(result.data);
      else sayError(result.error);
    },
    remove(conversationId) {
      const title = get().conversations.find((known) => known.conversationId === conversationId)?.title ?? '';
      const wasOpen = get().conversationId === conversationId;
      let gone = false;
      deleteWithUndo({
        text: t('library.deletedTitle', { title }),
        hide() {
          set((state) => ({ leaving: new Set([...state.leaving, conversationId]) }));
          if (wasOpen) get().startNew();
        },
        show() {
          set((state) => ({ leaving: new Set([...state.leaving].filter((id) => id !== conversationId)) }));
          // Who took it back reads on where it was taken away, unless something else was opened or asked since.
          const isFree = get().conversationId === null && get().exchanges.length === 0;
          if (wasOpen && !gone && isFree) void get().open(conversationId);
        },
        async carryOut() {
          const result = await host().request('chat.delete', { conversationId });
          gone = result.ok;
          if (gone) forgetDraft(conversationId);
          await get().loadConversations();
          return result;
        },
      });
    },
  };
};
