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

/** Rows of folders are told from those of conversations by what their id begins with. */
const folderRow = 'folder ';
const folderOfRow = (id: string): string | null => (id.startsWith(folderRow) ? id.slice(folderRow.length) : null);

export function ConversationList() {
  const conversations = useChat(useShallow(allConversations));
  const going = useChat(useShallow(answering));
  const leaving = useChat((state) => state.leaving);
  const conversationId = useChat((state) => state.conversationId);
  const found = useChat((state) => state.found);
  const { open, remove, search, rename, pin, move, save } = useChat.getState();
  const [query, setQuery] = useState('');
  const [folded, setFolded] = useState(foldedBefore);
  const [naming, setNaming] = useState<string | null>(null);
  const now = new Date();
  const find = (words: string): void => {
    setQuery(words);
    void search(words);
  };
  const known = new Map(conversations.map((conversation) => [conversation.conversationId, conversation]));
  const stays = ({ conversationId: id }: ConversationSummary) => !leaving.has(id);
  const folders = foldersOf(conversations.filter(stays));
  const inside = (folder: string) =>
    conversations.filter((one) => one.folder === folder).map((one) => one.conversationId);

  function itemOf(conversation: ConversationSummary, depth: number) {
    const { conversationId: id, title, match, branchOf, updatedAt, messages, pinned } = conversation;
    const isGoing = going.includes(id);
    const facts = [
      ...(branchOf === undefined ? [] : [t('chat.isBranch')]),
      formatWhen(updatedAt, now),
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

  const items = found
    ? found.filter(stays).map((one) => itemOf({ ...one, ...known.get(one.conversationId) }, 0))
    : listedRows(conversations.filter(stays), folded).map((row) => {
        if ('conversation' in row) return itemOf(row.conversation, row.depth);
        const { folder, isOpen } = row;
        const Fold = isOpen ? ChevronDown : ChevronRight;
        const mark = (
          <>
            <Fold size={14} aria-hidden className="-mr-1 shrink-0 text-muted" />
            <Folder size={14} aria-hidden className="shrink-0 text-muted" />
          </>
        );
        return { id: folderRow + folder, title: folder, note: '', mark, isOpen };
      });

  function openRow(id: string): void {
    const folder = folderOfRow(id);
    if (folder !== null) {
      const next = folded.includes(folder) ? folded.filter((name) => name !== folder) : [...folded, folder];
      rememberFolded(next);
      setFolded(next);
      return;
    }
    void open(id, query, found?.find((one) => one.conversationId === id)?.messageId);
  }

  function removeRow(id: string): void {
    const folder = folderOfRow(id);
    if (folder === null) remove(id);
    else void move(inside(folder), null, t('chat.folderDeleted', { folder }));
  }

  async function moveTo(id: string, folder: string | null): Promise<void> {
    await move([id], folder, folder === null ? t('chat.movedOut') : t('chat.movedTo', { folder }));
  }

  async function moveToNew(id: string): Promise<void> {
    const name = t('chat.newFolder');
    const numbers = Array.from(folders, (_, at) => `${name} ${at + 2}`);
    const folder = [name, ...numbers].find((one) => !folders.includes(one)) ?? name;
    await moveTo(id, folder);
    setNaming(folderRow + folder);
  }

  function named(id: string, name: string | null): void {
    setNaming(null);
    if (name === null) return;
    const folder = folderOfRow(id);
    if (folder === null) void rename(id, name);
    else void move(inside(folder), name, t('app.renamed', { name }));
  }

  function menuOf(id: string): readonly MenuItem[] {
    const renames: MenuItem = { id: 'rename', label: t('chat.rename'), run: () => setNaming(id) };
    if (folderOfRow(id) !== null) return [renames];
    const conversation = known.get(id);
    // Before its first answer it can be nothing but opened and deleted.
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

  return (
    <>
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
      <FindField
        name={t('chat.find')}
        data-find
        data-testid="find-conversation"
        value={query}
        write={find}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return;
          // It takes back the search, and neither closes the side panel nor stops an answer.
          event.preventDefault();
          find('');
        }}
      />
      <SideList
        label={t('palette.groups.conversations')}
        testId="conversation"
        current={conversationId}
        empty={found ? t('chat.noneFound') : t('chat.noConversations')}
        items={items}
        open={openRow}
        remove={{ label: (title) => t('chat.moreFor', { title }), run: removeRow }}
        more={menuOf}
        naming={naming === null ? null : { id: naming, label: t('chat.rename'), done: (name) => named(naming, name) }}
        moved={(id, onto) =>
          void moveTo(id, onto === null ? null : (folderOfRow(onto) ?? known.get(onto)?.folder ?? null))
        }
      />
    </>
  );
}
