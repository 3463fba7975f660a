import type { ConversationSummary } from '@shared/contract/index';
import { Download, GitBranch, PencilLine, SquarePen } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { FoldedListButton } from '../app/FoldedListButton';
import { useFocusBack } from '../app/return-focus';
import { runCommand } from '../app/run-command';
import { IconButton } from '../components/Button';
import { Hint } from '../components/Hint';
import { PaneHeader } from '../components/PaneHeader';
import { useChat } from '../state/chat';
import { t } from '../strings/index';

/** The line over a conversation: its name, and what can be done with the whole of it. */
export function ConversationHeader({ conversation }: { readonly conversation: ConversationSummary | undefined }) {
  const { exchanges, rename } = useChat();
  const [name, setName] = useState<string | null>(null);
  useFocusBack(name !== null, () => document.querySelector<HTMLElement>('[data-testid="rename"]'));

  function finish(): void {
    if (conversation && name !== null && name.trim() !== '' && name.trim() !== conversation.title) {
      void rename(conversation.conversationId, name.trim());
    }
    setName(null);
  }

  if (name !== null) {
    return (
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline px-4">
        <input
          data-testid="conversation-name"
          // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
          autoFocus
          value={name}
          maxLength={200}
          aria-label={t('chat.rename')}
          onChange={(event) => setName(event.target.value)}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            // Escape leaves the field and nothing else: neither closes the case nor stops an answer.
            if (event.key === 'Escape') {
              event.preventDefault();
              setName(null);
            } else if (event.key === 'Enter') {
              // The button that has the focus next is not to be pressed by the same key.
              event.preventDefault();
              finish();
            }
          }}
          className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-ground px-2 text-14 font-semibold focus-visible:border-accent focus-visible:outline-none"
        />
      </header>
    );
  }
  return (
    <PaneHeader title={conversation?.title ?? t('chat.newChat')} lead={<FoldedListButton />}>
      <BranchOf conversation={conversation} />
      {conversation ? (
        <>
          <IconButton label={t('chat.rename')} data-testid="rename" onClick={() => setName(conversation.title)}>
            <PencilLine size={16} aria-hidden />
          </IconButton>
          <ExportMenu conversationId={conversation.conversationId} />
        </>
      ) : null}
      {exchanges.length > 0 ? (
        <IconButton label={t('chat.newChat')} onClick={() => runCommand('new-chat')}>
          <SquarePen size={16} aria-hidden />
        </IconButton>
      ) : null}
    </PaneHeader>
  );
}

/** Says of a branch what it is one of, and leads there. */
function BranchOf({ conversation }: { readonly conversation: ConversationSummary | undefined }) {
  const { conversations, leaving, open } = useChat();
  const from = conversations.find(({ conversationId }) => conversationId === conversation?.branchOf);
  if (!from || leaving.has(from.conversationId)) return null;
  const says = t('chat.branchOf', { title: from.title });
  return (
    <Hint text={says}>
      <button
        type="button"
        data-testid="branch-of"
        aria-label={says}
        onClick={() => void open(from.conversationId)}
        className="inline-flex h-8 max-w-56 items-center @3xl:max-w-112 gap-1 rounded-md px-2 text-12 text-muted transition-colors duration-120 hover:bg-raised hover:text-ink"
      >
        <GitBranch size={14} aria-hidden className="shrink-0" />
        <span className="truncate">{says}</span>
      </button>
    </Hint>
  );
}

const menuItem = 'flex h-8 items-center rounded-sm px-3 text-14 text-ink outline-none data-highlighted:bg-raised';

function ExportMenu({ conversationId }: { readonly conversationId: string }) {
  const save = useChat((state) => state.save);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={t('chat.export')}
        title={t('chat.export')}
        data-testid="export"
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-raised hover:text-ink"
      >
        <Download size={16} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 min-w-40 rounded-md border border-hairline bg-case p-1 shadow-float"
        >
          <DropdownMenu.Item className={menuItem} onSelect={() => void save(conversationId, 'md')}>
            {t('chat.exportMarkdown')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={menuItem} onSelect={() => void save(conversationId, 'json')}>
            {t('chat.exportJson')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
