import type { CommandId, WindowCommand } from '@shared/commands';
import { t } from '@shared/words/index';
import { nextTheme, rememberedTheme } from './appearance';
import { useChat } from './chat/chat';
import { useLibrary } from './library/library';
import { changeSetting, goToSettings, useSettings } from './settings';
import { type Room, usePalette, useShell } from './shell';
import { useStages } from './stages';
import { useToasts } from './toasts';

export const commandTitle = (id: CommandId): string => t(`commands.${id}`);

/** Sizes of the text that a command steps through, percent. */
export const textSizes = [100, 110, 125, 150, 175, 200] as const;

const actions: Readonly<Record<WindowCommand, () => void>> = {
  'find-anything': () => usePalette.getState().toggle(),
  'go-chat': () => go('chat'),
  'go-stages': () => go('stages'),
  'go-library': () => go('library'),
  'go-evaluate': () => go('evaluate'),
  'go-settings': () => go('settings'),
  'new-chat': startChat,
  'new-run': startRun,
  'add-files': () => void useLibrary.getState().choose('files'),
  'add-folder': () => void useLibrary.getState().choose('folder'),
  find: findInRoom,
  'next-theme': changeTheme,
  'text-larger': () => changeTextSize(1),
  'text-smaller': () => changeTextSize(-1),
  'text-normal': () => void changeSetting({ 'appearance.textSize': 100 }),
  'next-pane': () => focusPane(1),
  'previous-pane': () => focusPane(-1),
  notifications: () => document.querySelector<HTMLElement>('[data-notifications]')?.focus(),
  'take-back': () => void useToasts.getState().undoLatest(),
  'close-layer': closeTopLayer,
  shortcuts: () => openSection('shortcuts'),
  about: () => openSection('about'),
};

/** Carries a command out as it is, whatever called for it: a key, a menu, the palette. */
export function runCommand(id: WindowCommand): void {
  if (id !== 'find-anything') usePalette.getState().close();
  actions[id]();
}

function go(room: Room): void {
  useShell.getState().go(room);
  focusRoom();
}

/** Frames that a room may take until it is there: its code is loaded when it is first gone to. */
const mostFrames = 120;

/**
 * Keys go on from the room that they have gone to: its middle pane gets the focus, where nothing in the room has taken
 * it. Who had it has gone with the room before, or stands outside of both.
 */
function focusRoom(frames = mostFrames): void {
  requestAnimationFrame(() => {
    const pane = document.querySelector<HTMLElement>('main [data-pane="centre"]');
    if (!pane && frames > 1) focusRoom(frames - 1);
    else if (!document.activeElement?.closest('main')) pane?.focus();
  });
}

function openSection(section: 'shortcuts' | 'about'): void {
  goToSettings(section);
  focusRoom();
}

/** What is being drawn can be focused once it is there. */
function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

function startChat(): void {
  useChat.getState().startNew();
  go('chat');
  focusSoon('[data-testid="composer"]');
}

function startRun(): void {
  useStages.getState().startNew();
  go('stages');
  focusSoon('[data-testid="stage-prompt"]');
}

/** The search field of the room; where it has none, or it is folded away, everything can be searched. */
function findInRoom(): void {
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

/** Closes the topmost of what is open: the folded list, then the side panel; with nothing open, stops what runs. */
function closeTopLayer(): void {
  const shell = useShell.getState();
  if (shell.listOpen) shell.setListOpen(false);
  else if (shell.sidePanels[shell.room]) shell.closeSidePanel();
  else if (shell.room === 'stages') useStages.getState().stop();
  else if (shell.room === 'chat') useChat.getState().stop();
}

function focusPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isSeen);
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at < 0 && by < 0 ? 0 : at;
  panes[(from + by + panes.length) % panes.length]?.focus();
}

/** False of what stands in a list that is folded away. */
function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
