import type { MenuCommand } from '@shared/contract/bridge';
import { type StageId, stageIds } from '@shared/stage-names';
import { useEffect } from 'react';
import { stageGate } from '../stages/stage-gate';
import { useChat } from '../state/chat';
import { host } from '../state/host';
import { useLibrary } from '../state/library';
import { rooms, useShell } from '../state/shell';
import { useStages } from '../state/stages';

/** The keys and menu commands that work everywhere. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    const endMenu = host().onMenu(onMenu);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      endMenu();
    };
  }, []);
}

function onMenu(command: MenuCommand): void {
  switch (command) {
    case 'new-chat':
      startChat();
      break;
    case 'add-files':
      void useLibrary.getState().choose('files');
      break;
    case 'add-folder':
      void useLibrary.getState().choose('folder');
      break;
    case 'find':
      findInView();
      break;
    case 'settings':
      useShell.getState().go('settings');
      break;
  }
}

/** The filter of the documents is what can be searched for now. */
function findInView(): void {
  useShell.getState().go('library');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-find]')?.focus());
}

function startChat(): void {
  useChat.getState().startNew();
  useShell.getState().go('chat');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus());
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey && !event.shiftKey) {
    const room = rooms[Number(event.key) - 1];
    if (room) useShell.getState().go(room);
    else if (event.key === ',') useShell.getState().go('settings');
    else if (event.key.toLowerCase() === 'n') startChat();
    else if (event.key.toLowerCase() === 'f' && useShell.getState().room === 'library') findInView();
    else return;
  } else if (command || event.altKey) {
    return;
  } else if (event.key === 'F6') {
    focusNextPane(event.shiftKey ? -1 : 1);
  } else if (event.key === 'Escape') {
    closeSomething();
  } else if (/^[1-8]$/.test(event.key) && !isWriting(event.target)) {
    const stage = stageIds[Number(event.key) - 1];
    if (!stage || useShell.getState().room !== 'stages') return;
    runIfAllowed(stage);
  } else return;
  event.preventDefault();
}

function runIfAllowed(stage: StageId): void {
  const { run, draft, busy, runStage } = useStages.getState();
  if (stageGate(run, draft, busy !== null, stage).allowed) void runStage(stage);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** The topmost thing that can be closed: the folded list, then the case. */
function closeSomething(): void {
  const shell = useShell.getState();
  if (shell.listOpen) shell.setListOpen(false);
  else if (shell.cases[shell.room]) shell.closeCase();
  else if (shell.room === 'stages') useStages.getState().stop();
}

function focusNextPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + by + panes.length) % panes.length]?.focus();
}
