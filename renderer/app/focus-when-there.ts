/** So many frames are waited for a room whose script is still being read, or for what a room asks the engine for. */
const mostFrames = 60;

/**
 * Gives the focus to what is being drawn as soon as it is there, where what had it is gone with its room; to the middle
 * of the room where it does not come.
 */
export function focusWhenThere(selector: string): void {
  requestAnimationFrame(() => look(selector, mostFrames));
}

function look(selector: string, frames: number): void {
  if (document.activeElement !== document.body) return;
  const place = document.querySelector<HTMLElement>(frames > 0 ? selector : '[data-pane="centre"]');
  if (place) place.focus();
  else if (frames > 0) requestAnimationFrame(() => look(selector, frames - 1));
}
