import { t } from '../strings/index';
import { useToasts } from './toasts';

/** How long, in milliseconds, what was done can be taken back. */
export const undoMs = 6000;

/** Toasts that offer a way back, by what was changed. */
const offered = new Map<string, string>();

/**
 * Says a change of this thing that is done already, with a way back. Only the latest change of a thing is offered: two
 * of them, taken back in the wrong order, would leave what nobody has seen.
 *
 * @param life milliseconds for which it is offered
 */
export function offerUndo(thing: string, text: string, undo: () => void, life = undoMs): void {
  const toasts = useToasts.getState();
  toasts.dismiss(offered.get(thing) ?? '');
  const id = toasts.show({
    text,
    tone: 'quiet',
    life,
    action: {
      label: t('library.undo'),
      undoes: true,
      run() {
        toasts.dismiss(id);
        undo();
      },
    },
  });
  offered.set(thing, id);
}
