import { type CommandId, commandIds, commands, isWindowCommand } from '@shared/commands';
import type { ConversationSummary, DocumentHeading, DocumentSummary, TableSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { keyText } from '../../ui/key-text';
import { formatWhen } from '../../ui/quantities';
import { useChat } from '../chat/chat';
import { commandTitle, runCommand } from '../commands';
import { showInsights } from '../evaluation';
import { askAnew } from '../library/added-files';
import { goToSettings } from '../settings';
import { showSource, useShell, wholeDocument } from '../shell';
import { useTables } from '../tables';
import { useSearch } from './search';
import { settingPlaces } from './setting-places';

export interface PaletteEntry {
  /** The same from one start to the next, to be remembered. */
  readonly id: string;
  readonly group:
    | 'recent'
    | 'commands'
    | 'settings'
    | 'conversations'
    | 'tables'
    | 'documents'
    | 'headings'
    | 'passages';
  readonly title: string;
  readonly note?: string;
  readonly alias?: string;
  readonly keys?: string;
  run(): void;
  ask?(question: string): void;
}

const commandsByOtherWords = [
  'next-theme',
  'text-larger',
  'text-smaller',
  'text-normal',
  'new-chat',
  'add-files',
  'add-folder',
  'go-stages',
  'go-library',
  'go-evaluate',
  'go-tables',
  'go-settings',
  'wide-source',
  'shortcuts',
  'about',
] as const;

function otherWords(id: CommandId): string {
  const known = commandsByOtherWords.find((one) => one === id);
  return known ? t(`palette.also.commands.${known}`) : '';
}

export function commandEntries(): readonly PaletteEntry[] {
  const inBrowserToo: readonly CommandId[] = ['new-chat', 'private-chat'];
  const offered = (id: CommandId) =>
    commands[id].palette && (host().host === 'desktop' || !commands[id].desktopOnly || inBrowserToo.includes(id));
  const insights: PaletteEntry = {
    id: 'command:insights',
    group: 'commands',
    title: t('insights.look'),
    run: showInsights,
  };
  const offeredEntries = commandIds
    .filter(isWindowCommand)
    .filter(offered)
    .map(
      (id): PaletteEntry => ({
        id: `command:${id}`,
        group: 'commands',
        title: commandTitle(id),
        keys: keyText(id),
        alias: otherWords(id),
        run: () => runCommand(id),
      }),
    );
  return [...offeredEntries, insights];
}

export const settingEntries = (): readonly PaletteEntry[] =>
  settingPlaces().map(({ id, section, anchor, title, help, alias }) => ({
    id: `setting:${id}`,
    group: 'settings',
    title,
    note: anchor === null ? help : t(`settings.sectionTitle.${section}`),
    alias,
    run: () => goToSettings(section, anchor),
  }));

export function conversationEntry(conversation: ConversationSummary, now: Date): PaletteEntry {
  const { conversationId, title, updatedAt, branchOf } = conversation;
  const when = formatWhen(updatedAt, now);
  return {
    id: `conversation:${conversationId}`,
    group: 'conversations',
    title,
    note: branchOf === undefined ? when : `${t('chat.isBranch')} · ${when}`,
    run() {
      useShell.getState().go('chat');
      void useChat.getState().open(conversationId);
    },
  };
}

export const tableEntry = ({ tableId, name, rows, columns }: TableSummary): PaletteEntry => ({
  id: `table:${tableId}`,
  group: 'tables',
  title: name,
  note: [t('quantity.documents', { count: rows }), t('tables.columns', { count: columns })].join(' · '),
  run() {
    useShell.getState().go('tables');
    void useTables.getState().open(tableId);
  },
});

export const documentEntry = ({ documentId, title, path }: DocumentSummary): PaletteEntry => ({
  id: `document:${documentId}`,
  group: 'documents',
  title,
  note: path,
  run() {
    useShell.getState().go('library');
    showSource(wholeDocument({ documentId, title }));
  },
  ask: () => askAnew([documentId]),
});

export function headingEntry({ documentId, text, startChar, endChar }: DocumentHeading, title: string): PaletteEntry {
  const span = { startChar, endChar };
  return {
    id: `heading:${documentId}:${startChar}`,
    group: 'headings',
    title: text,
    note: title,
    run() {
      useShell.getState().go('library');
      showSource({ ...wholeDocument({ documentId, title }), span });
    },
    ask: () => askAnew([documentId]),
  };
}

export const passagesEntry = (query: string): PaletteEntry => ({
  id: 'passages',
  group: 'passages',
  title: t('palette.searchFor', { query }),
  keys: keyText('go-search'),
  run() {
    useSearch.setState({ query });
    runCommand('go-search');
  },
});
