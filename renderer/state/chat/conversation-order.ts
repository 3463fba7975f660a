import type { ConversationSummary } from '@shared/contract/index';
import { readKept, textsOf, windowStorage } from '../window-storage';

/** A folder, or a conversation and its depth: in a folder, under the one that it branched from. */
export type ListedRow =
  | { readonly folder: string; readonly isOpen: boolean }
  | { readonly conversation: ConversationSummary; readonly depth: number };

/**
 * The list: pinned ones, the folders by their names, and the rest, each with its branches under it. A branch that is
 * pinned, or in another folder than its origin, is on its own.
 *
 * @param conversations newest first, which is the order at every place
 */
export function listedRows(conversations: readonly ConversationSummary[], folded: readonly string[]): ListedRow[] {
  const known = new Map(conversations.map((conversation) => [conversation.conversationId, conversation]));
  const over = ({ branchOf, pinned, folder }: ConversationSummary): ConversationSummary | undefined => {
    const from = known.get(branchOf ?? '');
    return !pinned && (folder === undefined || folder === from?.folder) ? from : undefined;
  };
  const topOf = (conversation: ConversationSummary): ConversationSummary => {
    const from = over(conversation);
    return from ? topOf(from) : conversation;
  };
  const branches = new Map<ConversationSummary, ConversationSummary[]>();
  for (const conversation of conversations) {
    const from = over(conversation);
    if (from) branches.set(from, [...(branches.get(from) ?? []), conversation]);
  }
  const rowsOf = (some: readonly ConversationSummary[], depth: number): ListedRow[] =>
    some.flatMap((conversation) => [{ conversation, depth }, ...rowsOf(branches.get(conversation) ?? [], depth + 1)]);
  // One whose branch was written to last is new too.
  const tops = [...new Set(conversations.map(topOf))];
  return [
    ...rowsOf(
      tops.filter(({ pinned }) => pinned),
      0,
    ),
    ...foldersOf(conversations).flatMap((folder): ListedRow[] => {
      const inside = rowsOf(
        tops.filter((top) => !top.pinned && top.folder === folder),
        1,
      );
      const isOpen = !folded.includes(folder);
      return [{ folder, isOpen }, ...(isOpen ? inside : [])];
    }),
    ...rowsOf(
      tops.filter(({ pinned, folder }) => !pinned && folder === undefined),
      0,
    ),
  ];
}

/** The folders that hold a conversation, by their names. */
export const foldersOf = (conversations: readonly ConversationSummary[]): readonly string[] =>
  [...new Set(conversations.flatMap(({ folder }) => folder ?? []))].sort((a, b) => a.localeCompare(b));

const key = 'vitrine.folded';

/** The folders that the last window left folded. */
export const foldedBefore = (): readonly string[] => textsOf(readKept(key));

export const rememberFolded = (folders: readonly string[]): void =>
  windowStorage().setItem(key, JSON.stringify(folders));
