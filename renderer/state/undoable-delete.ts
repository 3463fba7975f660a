import type { ErrorReport, Result } from '@shared/errors';
import { errorLine } from '../strings/engine-words';
import { t } from '../strings/index';
import { useToasts } from './toasts';
import { undoMs } from './undoable-change';

interface UndoableDelete {
  /** Says what was deleted. */
  readonly text: string;
  /** Takes it out of sight at once. */
  hide(): void;
  /** Hides it no longer: undone, refused, or gone from the list. */
  show(): void;
  /** Deletes it for good and fetches the list again. */
  carryOut(): Promise<Result<unknown>>;
}

const waiting = new Map<string, () => void>();

/**
 * Deletes after a while in which it can be undone: no question before, a way back after. A refusal is said,
 * and what was refused comes back.
 */
export function deleteWithUndo({ text, hide, show, carryOut }: UndoableDelete): void {
  const toasts = useToasts.getState();

  function finish(): void {
    clearTimeout(timer);
    waiting.delete(id);
    toasts.dismiss(id);
  }

  async function forGood(): Promise<void> {
    finish();
    const result = await carryOut();
    // What is gone is no longer listed; what was refused, or added again meanwhile, has to be seen.
    show();
    if (!result.ok) sayError(result.error);
  }

  function undo(): void {
    finish();
    show();
  }

  const id = toasts.show({
    text,
    tone: 'quiet',
    life: undoMs,
    action: { label: t('library.undo'), undoes: true, run: undo },
  });
  const timer = setTimeout(() => void forGood(), undoMs);
  waiting.set(id, () => void forGood());
  hide();
}

/** Carries out what could still be undone; for when the window closes. */
export function carryOutDeletions(): void {
  for (const forGood of [...waiting.values()]) forGood();
}

/** Says an error that has no place of its own on the screen. */
export function sayError(error: ErrorReport): void {
  useToasts.getState().show({
    text: errorLine(error),
    tone: 'danger',
    action: null,
    life: 10_000,
  });
}
