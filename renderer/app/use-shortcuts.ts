import { commandIds, isWindowCommand, type WindowCommand } from '@shared/commands';
import { stageIds } from '@shared/stage-names';
import { useEffect } from 'react';
import { pressed } from '../components/key-text';
import { host } from '../state/host';
import { useShell } from '../state/shell';
import { useToasts } from '../state/toasts';
import { runCommand } from './run-command';
import { pressStage, runWaitingStages } from './stage-keys';
import { hasOwnUndo, noteTyping } from './typed-fields';

const windowCommands = commandIds.filter(isWindowCommand);

/** Carries out the commands of the table that work everywhere, by their keys and by the menu. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('input', onInput);
    const endMenu = host().onMenu((id) => {
      if (isWindowCommand(id)) runCommand(id);
    });
    const endWaiting = runWaitingStages();
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('input', onInput);
      endMenu();
      endWaiting();
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const id = windowCommands.find((one) => pressed(one, event) && isMeant(one, event));
  if (id === 'take-back') {
    // Where nothing was deleted the field may still have something to take back.
    if (!useToasts.getState().undoLatest()) return;
  } else if (id) runCommand(id);
  else if (!pressed('run-stage', event) || isWriting(event.target) || !runStage(event.key)) return;
  event.preventDefault();
}

function onInput({ target }: Event): void {
  if (isField(target)) noteTyping(target);
}

/** While one writes, the same key takes back what was written; where nobody has written there is nothing of that. */
const isMeant = (id: WindowCommand, { target }: KeyboardEvent): boolean =>
  id !== 'take-back' || !((isWriting(target) && !(isField(target) && !hasOwnUndo(target))) || isUnderDialog());

/** Runs the stage of this number where that is what one sees; false elsewhere. */
function runStage(key: string): boolean {
  const stage = stageIds[Number(key) - 1];
  if (!stage || useShell.getState().room !== 'stages' || isUnderDialog()) return false;
  pressStage(stage);
  return true;
}

const isUnderDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
