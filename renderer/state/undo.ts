import type { RequestOf, Results, RouteName } from '@shared/contract/index';
import { type ErrorReport, type Result, reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { host } from '../bridge/host';
import { useToasts } from './toasts';

const undoMs = 6000;

const offered = new Map<string, string>();

/**
 * Announces a change with an undo, for `life` milliseconds. Only the latest change of a thing is offered: two of them,
 * undone in the wrong order, would make an unseen state.
 */
export function offerUndo(thing: string, text: string, undo: () => void, life = undoMs): void {
  const toasts = useToasts.getState();
  toasts.dismiss(offered.get(thing) ?? '');
  const id = toasts.show({
    text,
    life,
    action: {
      label: t('commands.undo'),
      undoes: true,
      run() {
        toasts.dismiss(id);
        undo();
      },
    },
  });
  offered.set(thing, id);
}

interface UndoableDelete {
  readonly text: string;
  hide(): void;
  /** Hides it no longer: undone, refused, or gone from the list. */
  show(): void;
  /** Further deletions, once they are known: their words, and the way to delete at once and leave it. */
  readonly also?: Promise<{
    readonly text: string;
    readonly without: { readonly label: string; carryOut(): Promise<Result<unknown>> };
  } | null>;
  carryOut(): Promise<Result<unknown>>;
  reload?(): Promise<unknown>;
}

type Leaving = { readonly leaving: ReadonlySet<string> };

/** The two halves of a deletion in a slice that keeps ids in `leaving` until the deletion is final. */
export const leavingIn = (
  set: (change: (state: Leaving) => Leaving) => void,
  ids: readonly string[],
  hidden?: () => unknown,
) => ({
  hide() {
    set(({ leaving }) => ({ leaving: new Set([...leaving, ...ids]) }));
    hidden?.();
  },
  show: () => set(({ leaving }) => ({ leaving: new Set([...leaving].filter((id) => !ids.includes(id))) })),
});

const waiting = new Map<string, () => void>();

/**
 * Deletes after a while in which it can be undone: no question before, an undo after. A refusal is shown, and the
 * refused thing comes back.
 */
export function deleteWithUndo({ text, hide, show, carryOut, reload, also }: UndoableDelete): void {
  const toasts = useToasts.getState();

  function finish(): void {
    clearTimeout(timer);
    waiting.delete(id);
    toasts.dismiss(id);
  }

  async function forGood(how = carryOut): Promise<void> {
    finish();
    const result = await how();
    await reload?.();
    // A deleted thing is no longer listed; a refused one, or one added again, has to be seen.
    show();
    if (!result.ok) toastError(result.error);
  }

  function undo(): void {
    finish();
    show();
  }

  const id = toasts.show({
    text,
    life: also ? Number.POSITIVE_INFINITY : undoMs,
    action: { label: t('commands.undo'), undoes: true, run: undo },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startClock = () => {
    timer = setTimeout(() => void forGood(), undoMs);
  };
  waiting.set(id, () => void forGood());
  hide();
  if (!also) startClock();
  // The way back is there from the start; the time for it runs from when everything has been said.
  void also?.then((found) => {
    if (!waiting.has(id)) return;
    toasts.change(id, {
      life: undoMs,
      ...(found && {
        text: found.text,
        other: { label: found.without.label, run: () => void forGood(found.without.carryOut) },
      }),
    });
    startClock();
  });
}

export function carryOutDeletions(): void {
  for (const forGood of [...waiting.values()]) forGood();
}

export const toastError = (error: ErrorReport): void =>
  void useToasts.getState().show({ text: errorLine(error), tone: 'danger', life: 10_000 });

/** Whether a request was granted; a refusal is shown. */
export async function isGranted(asked: Promise<ErrorReport | null>): Promise<boolean> {
  const error = await asked;
  if (error) toastError(error);
  return error === null;
}

/** An answer's data; null for a refusal, which is shown. */
export async function orSay<T>(answer: Promise<Result<T>>): Promise<T | null> {
  const result = await answer;
  if (result.ok) return result.data;
  toastError(result.error);
  return null;
}

export const askOrSay = <R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null> =>
  orSay(host().request(route, input));

/** The chosen paths; none for a failure, which is shown. */
export async function chooseOrSay(kind: 'files' | 'folder'): Promise<readonly string[]> {
  try {
    return await host().chooseFiles(kind);
  } catch (error) {
    toastError(reportOf(error));
    return [];
  }
}
