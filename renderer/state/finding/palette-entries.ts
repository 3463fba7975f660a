import { type CommandId, commandIds, commands, isWindowCommand } from '@shared/commands';
import type { ConversationSummary, DocumentHeading, DocumentSummary } from '@shared/contract/index';
import { providerIds } from '@shared/providers';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { keyText } from '../../ui/key-text';
import { serverTitle } from '../../ui/names';
import { formatWhen } from '../../ui/quantities';
import { useChat } from '../chat/chat';
import { commandTitle, runCommand } from '../commands';
import { showInsights } from '../evaluation';
import { askAnew } from '../library/added-files';
import { goToSettings, type Section, sections } from '../settings';
import { showSource, useShell, wholeDocument } from '../shell';
import { useSearch } from './search';

export interface PaletteEntry {
  /** The same from one start to the next, so that it can be remembered. */
  readonly id: string;
  readonly group: 'recent' | 'commands' | 'settings' | 'conversations' | 'documents' | 'headings' | 'passages';
  readonly title: string;
  readonly note: string;
  readonly keys: string;
  /** Other words that it is found by. */
  readonly also?: string;
  run(): void;
  /** Asks about its document. */
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
    note: '',
    keys: '',
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
        note: '',
        keys: keyText(id),
        also: otherWords(id),
        run: () => runCommand(id),
      }),
    );
  return [...offeredEntries, insights];
}

export function settingEntries(): readonly PaletteEntry[] {
  const named: readonly (readonly [Section, string, string?])[] = [
    ['models', t('settings.chatModel')],
    ...providerIds.map((id) => ['models', t('settings.serverAddress', { server: serverTitle(id) })] as const),
    ['models', t('settings.key')],
    ['models', t('settings.pull')],
    ['privacy', t('settings.offline')],
    ['privacy', t('settings.keepRuns')],
    ['privacy', t('insights.keep'), t('palette.also.settings.log')],
    ['privacy', t('questionLog.keepLines')],
    ['privacy', t('questionLog.withConversation')],
    ['privacy', t('settings.connections')],
    ['appearance', t('settings.theme'), t('palette.also.settings.theme')],
    ['appearance', t('settings.textSize'), t('palette.also.settings.textSize')],
    ['appearance', t('settings.contrast')],
    ['appearance', t('settings.language'), t('palette.also.settings.language')],
    ['search', t('searchModels.job.embedding')],
    ['search', t('searchModels.job.rerank')],
    ['search', t('searchModels.job.nli')],
    ['search', t('searchModels.import')],
    ['appearance', t('settings.tray')],
    ['appearance', t('settings.notifications')],
    ['storage', t('settings.modelFolders')],
    ['about', t('settings.thirdParty')],
  ];
  const entry = (section: Section, title: string, note: string, id: string, also = ''): PaletteEntry => ({
    id: `setting:${id}`,
    group: 'settings',
    title,
    note,
    keys: '',
    also,
    run: () => goToSettings(section),
  });
  const ofSection = (section: Section): string => {
    const known = (['models', 'privacy', 'storage', 'shortcuts'] as const).find((one) => one === section);
    return known ? t(`palette.also.settings.${known}`) : '';
  };
  return [
    ...sections.map((section) =>
      entry(
        section,
        t(`settings.sectionTitle.${section}`),
        t(`settings.sectionNote.${section}`),
        section,
        ofSection(section),
      ),
    ),
    ...named.map(([section, title, also], at) =>
      entry(section, title, t(`settings.sectionTitle.${section}`), `${section}-${at}`, also),
    ),
  ];
}

export function conversationEntry(conversation: ConversationSummary, now: Date): PaletteEntry {
  const { conversationId, title, updatedAt, branchOf } = conversation;
  const when = formatWhen(updatedAt, now);
  return {
    id: `conversation:${conversationId}`,
    group: 'conversations',
    title,
    note: branchOf === undefined ? when : `${t('chat.isBranch')} · ${when}`,
    keys: '',
    run() {
      useShell.getState().go('chat');
      void useChat.getState().open(conversationId);
    },
  };
}

export function documentEntry({ documentId, title, path }: DocumentSummary): PaletteEntry {
  return {
    id: `document:${documentId}`,
    group: 'documents',
    title,
    note: path,
    keys: '',
    run() {
      useShell.getState().go('library');
      showSource(wholeDocument({ documentId, title }));
    },
    ask: () => askAnew([documentId]),
  };
}

export function headingEntry({ documentId, text, startChar, endChar }: DocumentHeading, title: string): PaletteEntry {
  const span = { startChar, endChar };
  return {
    id: `heading:${documentId}:${startChar}`,
    group: 'headings',
    title: text,
    note: title,
    keys: '',
    run() {
      useShell.getState().go('library');
      showSource({ ...wholeDocument({ documentId, title }), span });
    },
    ask: () => askAnew([documentId]),
  };
}

/** Leads to the room where passages are found, with what was typed. */
export const passagesEntry = (query: string): PaletteEntry => ({
  id: 'passages',
  group: 'passages',
  title: t('palette.searchFor', { query }),
  note: '',
  keys: keyText('go-search'),
  run() {
    useSearch.setState({ query });
    runCommand('go-search');
  },
});
