import type { ConversationSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ChevronDown, ChevronRight, Folder, HatGlasses, MessageSquarePlus, Pin } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { PaneHeader } from '../../panels/Workspace';
import { allConversations, answering, useChat } from '../../state/chat/chat';
import { foldedBefore, foldersOf, listedRows, rememberFolded } from '../../state/chat/conversation-order';
import { runCommand } from '../../state/commands';
import { IconButton } from '../../ui/Button';
import type { MenuItem } from '../../ui/ContextMenu';
import { FindField } from '../../ui/fields';
import { formatWhen } from '../../ui/quantities';
import { SideList } from '../../ui/SideList';

/** The beginning of an id distinguishes rows of folders from those of conversations. */
const folderRow = 'folder ';
const folderOfRow = (id: string): string | null => (id.startsWith(folderRow) ? id.slice(folderRow.length) : null);

type ConversationFolders = ReturnType<typeof useFolders>;

/** The folders of conversations, which of them are folded, and what can be done with them. */
function useFolders(conversations: readonly ConversationSummary[], stays: (one: ConversationSummary) => boolean) {
  const { rename, remove, move } = useChat.getState();
  const [folded, setFolded] = useState(foldedBefore);
  const [naming, setNaming] = useState<string | null>(null);
  const folders = foldersOf(conversations.filter(stays));
  const inside = (folder: string) =>
    conversations.filter((one) => one.folder === folder).map((one) => one.conversationId);

  async function moveTo(id: string, folder: string | null): Promise<void> {
    await move([id], folder, folder === null ? t('chat.movedOut') : t('chat.movedTo', { folder }));
  }

  return {
    folded,
    folders,
    naming,
    setNaming,
    moveTo,
    fold(folder: string): void {
      const next = folded.includes(folder) ? folded.filter((name) => name !== folder) : [...folded, folder];
      rememberFolded(next);
      setFolded(next);
    },
    removeRow(id: string): void {
      const folder = folderOfRow(id);
      if (folder === null) remove(id);
      else void move(inside(folder), null, t('chat.folderDeleted', { folder }));
    },
    async moveToNew(id: string): Promise<void> {
      const name = t('chat.newFolder');
      const numbers = Array.from(folders, (_, at) => `${name} ${at + 2}`);
      const folder = [name, ...numbers].find((one) => !folders.includes(one)) ?? name;
      await moveTo(id, folder);
      setNaming(folderRow + folder);
    },
    named(id: string, name: string | null): void {
      setNaming(null);
      if (name === null) return;
      const folder = folderOfRow(id);
      if (folder === null) void rename(id, name);
      else void move(inside(folder), name, t('app.renamed', { name }));
    },
  };
}

function menuOf(
  id: string,
  conversation: ConversationSummary | undefined,
  foldersHere: ConversationFolders,
): readonly MenuItem[] {
  const { folders, moveTo, moveToNew, setNaming } = foldersHere;
  const { pin, save } = useChat.getState();
  const renames: MenuItem = { id: 'rename', label: t('chat.rename'), run: () => setNaming(id) };
  if (folderOfRow(id) !== null) return [renames];
  // Before its first answer it can only be opened and deleted.
  if (!conversation?.messages) return [];
  const { pinned, folder: own } = conversation;
  const places: MenuItem[] = folders
    .filter((folder) => folder !== own)
    .map((folder) => ({ id: `folder-${folder}`, label: folder, run: () => void moveTo(id, folder) }));
  const outOf: MenuItem[] =
    own === undefined ? [] : [{ id: 'no-folder', label: t('chat.noFolder'), run: () => void moveTo(id, null) }];
  const makes: MenuItem = { id: 'new-folder', label: t('chat.newFolder'), run: () => void moveToNew(id) };
  return [
    { id: 'pin', label: t(pinned ? 'chat.unpin' : 'chat.pin'), apart: true, run: () => void pin(id) },
    { id: 'move', label: t('chat.moveTo'), items: [...places, ...outOf, makes] },
    renames,
    {
      id: 'export',
      label: t('chat.export'),
      items: (['md', 'json'] as const).map((format) => ({
        id: `export-${format}`,
        label: t(format === 'md' ? 'chat.exportMarkdown' : 'chat.exportJson'),
        run: () => void save(id, format),
      })),
    },
  ];
}

/** Returns a conversation as a row of the list. */
function conversationItem(conversation: ConversationSummary, depth: number, isGoing: boolean) {
  const { conversationId: id, title, match, branchOf, updatedAt, messages, pinned } = conversation;
  const facts = [
    ...(branchOf === undefined ? [] : [t('chat.isBranch')]),
    formatWhen(updatedAt, new Date()),
    ...(messages > 0 ? [t('evaluate.questions', { count: messages })] : []),
  ];
  const pin = pinned ? <Pin size={14} aria-label={t('chat.pinned')} className="shrink-0 text-muted" /> : null;
  const mark = isGoing ? (
    <span
      role="img"
      data-testid="being-answered"
      aria-label={t('chat.beingAnswered')}
      className="size-2 shrink-0 rounded-full border border-accent bg-accent"
    />
  ) : (
    pin
  );
  return { id, title, depth, mark, note: match ?? (isGoing ? t('chat.beingAnswered') : facts.join(' · ')) };
}

function folderItem(folder: string, isOpen: boolean) {
  const Fold = isOpen ? ChevronDown : ChevronRight;
  const mark = (
    <>
      <Fold size={14} aria-hidden className="-mr-1 shrink-0 text-muted" />
      <Folder size={14} aria-hidden className="shrink-0 text-muted" />
    </>
  );
  return { id: folderRow + folder, title: folder, note: '', mark, isOpen };
}

/** The field that searches all conversations; Escape empties it. */
function FindConversation({ query, find }: { readonly query: string; find(words: string): void }) {
  return (
    <FindField
      name={t('chat.find')}
      data-find
      data-testid="find-conversation"
      value={query}
      write={find}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || query === '') return;
        // Escape ends the search here, and neither closes the side panel nor stops an answer.
        event.preventDefault();
        find('');
      }}
    />
  );
}

export function ConversationList() {
  const all = useChat(useShallow(allConversations));
  const going = useChat(useShallow(answering));
  const leaving = useChat((state) => state.leaving);
  const conversationId = useChat((state) => state.conversationId);
  const found = useChat((state) => state.found);
  const { open, search } = useChat.getState();
  const [query, setQuery] = useState('');
  const find = (words: string): void => {
    setQuery(words);
    void search(words);
  };
  const known = new Map(all.map((conversation) => [conversation.conversationId, conversation]));
  const stays = ({ conversationId: id }: ConversationSummary) => !leaving.has(id);
  const foldersHere = useFolders(all, stays);
  const { folded, naming, named, moveTo, fold, removeRow } = foldersHere;
  const itemOf = (one: ConversationSummary, depth: number) =>
    conversationItem(one, depth, going.includes(one.conversationId));
  const items = found
    ? found.filter(stays).map((one) => itemOf({ ...one, ...known.get(one.conversationId) }, 0))
    : listedRows(all.filter(stays), folded).map((row) =>
        'conversation' in row ? itemOf(row.conversation, row.depth) : folderItem(row.folder, row.isOpen),
      );

  function openRow(id: string): void {
    const folder = folderOfRow(id);
    if (folder === null) void open(id, query, found?.find((one) => one.conversationId === id)?.messageId);
    else fold(folder);
  }

  return (
    <>
      <ListHeader />
      <FindConversation query={query} find={find} />
      <SideList
        label={t('palette.groups.conversations')}
        testId="conversation"
        current={conversationId}
        empty={found ? t('chat.noneFound') : t('chat.noConversations')}
        items={items}
        open={openRow}
        remove={{ label: (title) => t('chat.moreFor', { title }), run: removeRow }}
        more={(id) => menuOf(id, known.get(id), foldersHere)}
        naming={naming === null ? null : { id: naming, label: t('chat.rename'), done: (name) => named(naming, name) }}
        moved={(id, onto) =>
          void moveTo(id, onto === null ? null : (folderOfRow(onto) ?? known.get(onto)?.folder ?? null))
        }
      />
    </>
  );
}

function ListHeader() {
  return (
    <PaneHeader title={t('palette.groups.conversations')}>
      <IconButton
        icon={MessageSquarePlus}
        label={t('commands.new-chat')}
        command="new-chat"
        data-testid="new-chat"
        onClick={() => runCommand('new-chat')}
      />
      <IconButton
        icon={HatGlasses}
        label={t('commands.private-chat')}
        command="private-chat"
        data-testid="private-chat"
        onClick={() => runCommand('private-chat')}
      />
    </PaneHeader>
  );
}
