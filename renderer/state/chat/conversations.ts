import type { RequestOf } from '@shared/contract/index';
import { language, t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { saveFile } from '../toasts';
import { askOrSay, deleteWithUndo, leavingIn, offerUndo, toastError } from '../undo';
import type { Chat, Going } from './chat-state';
import { allConversations } from './exchange';
import { draftsApart } from './question-draft';

const conversationOf = ({ get }: Chat, id: string) =>
  allConversations(get()).find((known) => known.conversationId === id);

/** The list of conversations: loads, searches, names, pins, moves and exports them. */
export function conversationActions(chat: Chat) {
  const { set } = chat;
  let searched = '';

  async function loadConversations() {
    const result = await host().request('chat.conversations', {});
    if (result.ok) set({ conversations: result.data, error: null });
    else set({ error: result.error });
  }

  async function change(conversationIds: readonly string[], how: Omit<RequestOf<'chat.change'>, 'conversationIds'>) {
    const changed = await askOrSay('chat.change', { conversationIds: [...conversationIds], ...how });
    await loadConversations();
    return changed !== null;
  }

  return {
    loadConversations,
    async rename(conversationId: string, title: string) {
      const before = conversationOf(chat, conversationId)?.title;
      if (!(await change([conversationId], { title })) || before === undefined) return;
      const undo = () => void change([conversationId], { title: before });
      offerUndo(conversationId, t('app.renamed', { name: title }), undo);
    },
    async pin(conversationId: string) {
      await change([conversationId], { pinned: conversationOf(chat, conversationId)?.pinned !== true });
    },
    /** Puts conversations of one folder into another; null takes them out of theirs. */
    async move(conversationIds: readonly string[], folder: string | null, says: string) {
      const before = conversationOf(chat, conversationIds[0] ?? '')?.folder ?? null;
      if (before === folder || !(await change(conversationIds, { folder }))) return;
      offerUndo(`folder ${conversationIds[0]}`, says, () => void change(conversationIds, { folder: before }));
    },
    async search(query: string) {
      const wanted = query.trim();
      searched = wanted;
      if (wanted === '') return set({ found: null });
      const result = await host().request('chat.search', { query: wanted });
      // An answer to an earlier keystroke may come late.
      if (searched !== wanted) return;
      set({ found: result.ok ? result.data : [] });
      if (!result.ok) toastError(result.error);
    },
    async save(conversationId: string, format: 'md' | 'json') {
      const file = await askOrSay('chat.export', { conversationId, format, language: language() });
      if (file) saveFile(file);
    },
  };
}

interface Removal {
  readonly going: Going;
  open(conversationId: string): Promise<void>;
  startNew(): void;
  loadConversations(): Promise<void>;
}

/** Deletes a conversation, which can be undone for a while; stops what is being answered in it. */
export const removalActions = (chat: Chat, { going, open, startNew, loadConversations }: Removal) => ({
  remove(conversationId: string) {
    const { set, get } = chat;
    const title = conversationOf(chat, conversationId)?.title ?? '';
    const wasOpen = get().conversationId === conversationId;
    const leaves = leavingIn(set, [conversationId], () => {
      if (wasOpen) startNew();
    });
    let gone = false;
    deleteWithUndo({
      text: t('library.deletedTitle', { title }),
      ...leaves,
      show() {
        leaves.show();
        // After an undo the conversation is open again, unless something else was opened or asked since.
        const isFree = get().conversationId === null && get().exchanges.length === 0;
        if (wasOpen && !gone && isFree) void open(conversationId);
      },
      async carryOut() {
        going.stopIn(conversationId);
        // A stopped answer keeps what was written so far; that goes too.
        await going.ended(conversationId);
        const result = await host().request('chat.delete', { conversationId });
        gone = result.ok;
        if (gone) {
          draftsApart.delete(conversationId);
          set(({ apart }) => ({ apart: apart.filter((exchange) => exchange.conversationId !== conversationId) }));
        }
        return result;
      },
      reload: loadConversations,
    });
  },
});
