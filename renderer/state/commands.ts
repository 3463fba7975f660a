import { type DocumentPlace, placeOfAddress } from '@shared/address';
import type { CommandId, WindowCommand } from '@shared/commands';
import type { TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { host } from '../bridge/host';
import { nextTheme, rememberedTheme } from './appearance';
import { useChat } from './chat/chat';
import { attachFiles } from './library/added-files';
import { useLibrary } from './library/library';
import { changeSetting, goToSettings, useSettings } from './settings';
import { type Room, showSource, usePalette, useShell, wholeDocument } from './shell';
import { useStages } from './stages';
import { useToasts } from './toasts';

export const commandTitle = (id: CommandId): string => t(`commands.${id}`);

export const textSizes = [100, 110, 125, 150, 175, 200] as const;

const actions: Readonly<Record<WindowCommand, () => void>> = {
  'find-anything': () => usePalette.getState().toggle(),
  'go-chat': () => go('chat'),
  'go-stages': () => go('stages'),
  'go-library': () => go('library'),
  'go-search': startSearch,
  'go-evaluate': () => go('evaluate'),
  'go-tables': () => go('tables'),
  'go-settings': () => go('settings'),
  'pin-chat': pinChat,
  'new-chat': () => startChat(useChat.getState().startNew),
  'private-chat': () => startChat(useChat.getState().startPrivate),
  'new-run': startRun,
  'add-files': () => void useLibrary.getState().choose('files'),
  'add-folder': () => void useLibrary.getState().choose('folder'),
  'attach-files': attachToQuestion,
  find: findInRoom,
  'next-theme': changeTheme,
  'text-larger': () => changeTextSize(1),
  'text-smaller': () => changeTextSize(-1),
  'text-normal': () => void changeSetting({ 'appearance.textSize': 100 }),
  'next-pane': () => focusPane(1),
  'previous-pane': () => focusPane(-1),
  notifications: () => document.querySelector<HTMLElement>('[data-notifications]')?.focus(),
  'take-back': () => void useToasts.getState().undoLatest(),
  'wide-source': readWide,
  'close-layer': closeTopLayer,
  shortcuts: () => openSection('shortcuts'),
  about: () => openSection('about'),
};

export function runCommand(id: WindowCommand): void {
  if (id !== 'find-anything') usePalette.getState().close();
  actions[id]();
}

function go(room: Room): void {
  useShell.getState().go(room);
  focusRoom();
}

function pinChat(): void {
  const { conversationId, pin } = useChat.getState();
  if (conversationId !== null) void pin(conversationId);
}

/** Frames that a room may take until it is there: its code is loaded when it is first gone to. */
const mostFrames = 120;

/** Focuses the middle pane of the new room, unless something in the room has taken the focus. */
const focusRoom = (frames = mostFrames): void =>
  void requestAnimationFrame(() => {
    const pane = document.querySelector<HTMLElement>('main [data-pane="centre"]');
    if (!pane && frames > 1) focusRoom(frames - 1);
    else if (!document.activeElement?.closest('main')) pane?.focus();
  });

const addressSaid = 80;

/**
 * Opens the place that an address names, beside its library; says of any other address that nothing was opened. It may
 * come from anywhere: it leads to a place that is there, and does nothing else.
 */
export async function openAddress(address: string): Promise<void> {
  const place = placeOfAddress(address);
  if (place?.kind === 'document') {
    if (useLibrary.getState().documents === null) await useLibrary.getState().load();
    const document = useLibrary.getState().documents?.find(({ documentId }) => documentId === place.documentId);
    if (!document) return sayNowhere(address, 'gone');
    const span = place.span ?? (await firstOnPage(place));
    usePalette.getState().close();
    go('library');
    showSource({ ...wholeDocument(document), span, pages: place.pages });
  } else if (place) {
    await useChat.getState().loadConversations();
    const { conversationId } = place;
    if (!useChat.getState().conversations.some((one) => one.conversationId === conversationId)) {
      return sayNowhere(address, 'gone');
    }
    usePalette.getState().close();
    go('chat');
    void useChat.getState().open(conversationId);
  } else sayNowhere(address, 'none');
}

async function firstOnPage({ documentId, pages: [page] }: DocumentPlace): Promise<TextSpan | null> {
  if (page === undefined) return null;
  const chunks = await host().request('library.chunks', { documentId });
  return (chunks.ok && chunks.data.find(({ pages }) => pages.includes(page))) || null;
}

function sayNowhere(address: string, why: 'gone' | 'none'): void {
  const said = address.length > addressSaid ? `${address.slice(0, addressSaid)}…` : address;
  useToasts.getState().show({ text: t(`address.${why}`, { address: said }), tone: 'danger', life: 10_000 });
}

function openSection(section: 'shortcuts' | 'about'): void {
  goToSettings(section);
  focusRoom();
}

const focusSoon = (selector: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());

function startChat(start: () => void): void {
  start();
  go('chat');
  focusSoon('[data-testid="composer"]');
}

function attachToQuestion(): void {
  if (useShell.getState().room !== 'chat') go('chat');
  void attachFiles();
}

function startRun(): void {
  useStages.getState().startNew();
  go('stages');
  focusSoon('[data-testid="stage-prompt"]');
}

function startSearch(): void {
  go('search');
  focusSoon('[data-testid="search-query"]');
}

/**
 * The open conversation, unless the keys are in the list beside it; otherwise the search field of the room. Without
 * one, or with a folded one, everything can be searched.
 */
function findInRoom(): void {
  const { exchanges, finding } = useChat.getState();
  const inList = document.activeElement?.closest('[data-pane="list"]');
  if (useShell.getState().room === 'chat' && exchanges.length > 0 && !inList) {
    useChat.setState({ finding: finding ?? { query: '', at: 0 } });
    focusSoon('[data-testid="conversation-find"]');
    return;
  }
  const field = document.querySelector<HTMLElement>('main [data-find]');
  if (field && isSeen(field)) field.focus();
  else usePalette.getState().toggle();
}

function changeTheme(): void {
  const theme = useSettings.getState().report?.fields['appearance.theme'].value ?? rememberedTheme();
  void changeSetting({ 'appearance.theme': nextTheme(theme) });
}

function changeTextSize(by: 1 | -1): void {
  const now = useSettings.getState().report?.fields['appearance.textSize'].value ?? 100;
  const next = by > 0 ? textSizes.find((size) => size > now) : textSizes.findLast((size) => size < now);
  if (next !== undefined) void changeSetting({ 'appearance.textSize': next });
}

function closeTopLayer(): void {
  const shell = useShell.getState();
  if (shell.listOpen) shell.setListOpen(false);
  else if (shell.wideSource) useShell.setState({ wideSource: false });
  else if (shell.sidePanels[shell.room]) shell.closeSidePanel();
  else if (shell.room === 'stages') useStages.getState().stop();
  else if (shell.room === 'chat') useChat.getState().stop();
}

function readWide(): void {
  const { room, sidePanels, wideSource } = useShell.getState();
  if (sidePanels[room]?.kind !== 'source') return;
  useShell.setState({ wideSource: !wideSource, listOpen: false });
  const pane = document.querySelector<HTMLElement>('[data-pane="case"]');
  if (!pane?.contains(document.activeElement)) pane?.focus();
}

function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isSeen);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && by < 0 ? 0 : at;
  panes[(from + by + panes.length) % panes.length]?.focus();
}

const isSeen = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });
