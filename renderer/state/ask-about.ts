import { useChat } from './chat';
import { useShell } from './shell';

/** Goes to the question's field, which looks only in these documents. */
export function askOnly(documentIds: readonly string[]): void {
  useChat.getState().setScope({ collections: [], documentIds });
  toQuestion();
}

/** Goes to the question's field of a new chat, which looks everywhere, or only in these documents. */
export function askAnew(documentIds: readonly string[]): void {
  useChat.getState().startNew();
  askOnly(documentIds);
}

/** The field is there once its room is drawn; a room that comes with it has the focus there by itself. */
function toQuestion(): void {
  useShell.getState().go('chat');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus());
}
