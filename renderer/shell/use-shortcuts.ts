import { commandIds, isWindowCommand, type WindowCommand } from '@shared/commands';
import { type StagePane, stagePanes } from '@shared/prompt/stage-names';
import { useLayoutEffect } from 'react';
import { host } from '../bridge/host';
import { runCommand } from '../state/commands';
import { useShell } from '../state/shell';
import { stageGate, useStages } from '../state/stages';
import { useToasts } from '../state/toasts';
import { pressed } from '../ui/key-text';

const windowCommands = commandIds.filter(isWindowCommand);

export function useShortcuts(): void {
  // Before the first picture: a key that is pressed as soon as that is seen is heard.
  useLayoutEffect(() => {
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
    // Without a deletion the field may still have something to undo.
    if (!useToasts.getState().undoLatest()) return;
  } else if (id) runCommand(id);
  else if (!pressed('run-stage', event) || isWriting(event.target) || !runStage(event.key)) return;
  event.preventDefault();
}

function onInput({ target }: Event): void {
  if (isField(target)) leftAs.set(target, target.value);
}

/** While typing, the same key undoes typing; without typing there is none to undo. */
const isMeant = (id: WindowCommand, { target }: KeyboardEvent): boolean =>
  id !== 'take-back' || !((isWriting(target) && !(isField(target) && !hasOwnUndo(target))) || isUnderDialog());

/** Runs the stage of this number, or what comes after the last, where that is what one sees; false elsewhere. */
function runStage(key: string): boolean {
  const stage = stagePanes[Number(key) - 1];
  if (!stage || useShell.getState().room !== 'stages' || isUnderDialog()) return false;
  pressStage(stage);
  return true;
}

const isUnderDialog = (): boolean => document.querySelector('[role="dialog"]') !== null;

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The text of each field after the last keystroke; clearing by sending is not a keystroke. */
const leftAs = new WeakMap<EventTarget, string>();

/** Whether a field can undo its typing: an emptied one brings the text back. */
const hasOwnUndo = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.value !== '' || leftAs.get(field) === '';

let waiting: readonly StagePane[] = [];

/**
 * Runs a stage by its key. A pane says that its stage is done a moment before the run is kept, and who types 1, 2, 3 is
 * faster than that: a key that comes while one stage runs waits for it. One that comes in an automatic run does not.
 */
export function pressStage(stage: StagePane): void {
  const { busy } = useStages.getState();
  if (busy === null) start(stage);
  else if (busy.what !== 'all' && busy.what !== 'answer') waiting = [...waiting, stage];
}

/** Runs what waits once a stage has ended, and forgets it where that was stopped or failed. */
export const runWaitingStages = (): (() => void) =>
  useStages.subscribe(({ busy, run }, before) => {
    if (busy !== null || before.busy === null) return;
    const ended = before.busy.what;
    const [next, ...others] = run?.stages.find(({ stage }) => stage === ended)?.state === 'done' ? waiting : [];
    waiting = next === undefined ? [] : others;
    if (next !== undefined) start(next);
  });

function start(stage: StagePane): void {
  const state = useStages.getState();
  // Whether it answers, shows or folds is the pane's to know; drawn first, since the stage before it has just ended.
  if (stage === 'answer') requestAnimationFrame(() => document.querySelector<HTMLElement>(answerPane)?.click());
  else if (stageGate(state, stage).allowed) void state.runStage(stage);
  else waiting = [];
}

const answerPane = '[data-testid="stage-Answer"]';
