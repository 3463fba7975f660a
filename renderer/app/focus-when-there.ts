/** So many frames are waited for a room whose script is still being read, or for what a room asks the engine for. */
const mostFrames = 60;

/**
 * Gives the focus to what is being drawn as soon as it is there, where what had it is gone with its room; to the middle
 * of the room where it does not come.
 *
 * @param options such as not to scroll there, where a pane comes back as it was left
 */
export function focusWhenThere(selector: string, options?: FocusOptions): void {
  requestAnimationFrame(() => look(selector, mostFrames, options));
}

function look(selector: string, frames: number, options?: FocusOptions): void {
  if (document.activeElement !== document.body) return;
  const place = document.querySelector<HTMLElement>(frames > 0 ? selector : '[data-pane="centre"]');
  if (place) place.focus(options);
  else if (frames > 0) requestAnimationFrame(() => look(selector, frames - 1, options));
}
