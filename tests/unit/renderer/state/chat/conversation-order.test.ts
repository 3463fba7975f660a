import type { ConversationSummary } from '@shared/contract';
import { expect, it } from 'vitest';
import { listedRows } from '../../../../../renderer/state/chat/conversation-order';

const one = (conversationId: string, more: Partial<ConversationSummary> = {}): ConversationSummary => ({
  conversationId,
  title: conversationId,
  createdAt: '',
  updatedAt: '',
  messages: 1,
  ...more,
});
const rows = (conversations: readonly ConversationSummary[], folded: readonly string[] = []) =>
  listedRows(conversations, folded).map((row) =>
    'folder' in row ? `${row.isOpen ? 'v' : '>'} ${row.folder}` : `${'  '.repeat(row.depth)}${row.conversation.title}`,
  );

it.each<[string, readonly ConversationSummary[], readonly string[], readonly string[]]>([
  ['newest first', [one('b'), one('a')], [], ['b', 'a']],
  ['what is pinned on top', [one('c'), one('b', { pinned: true, folder: 'F' }), one('a')], [], ['b', 'v F', 'c', 'a']],
  [
    'folders by name, then the rest',
    [one('c', { folder: 'Z' }), one('b'), one('a', { folder: 'A' })],
    [],
    ['v A', '  a', 'v Z', '  c', 'b'],
  ],
  ['nothing of a folded folder', [one('c', { folder: 'Z' }), one('b')], ['Z'], ['> Z', 'b']],
  [
    'branches under what they are one of, as new as the newest of them',
    [one('d', { branchOf: 'c' }), one('x'), one('c', { branchOf: 'a' }), one('b', { branchOf: 'a' }), one('a')],
    [],
    ['a', '  c', '    d', '  b', 'x'],
  ],
  [
    'a branch by itself where it is pinned, lies elsewhere, or has lost what it was one of',
    [
      one('e', { branchOf: 'gone' }),
      one('d', { branchOf: 'a', pinned: true }),
      one('c', { branchOf: 'a', folder: 'F' }),
      one('b', { branchOf: 'a' }),
      one('a'),
    ],
    [],
    ['d', 'v F', '  c', 'e', 'a', '  b'],
  ],
])('W30 the list has %s', (_what, conversations, folded, expected) => {
  expect(rows(conversations, folded)).toEqual(expected);
});
