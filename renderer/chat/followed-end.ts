/** Where a conversation stands in its pane, in CSS pixels. */
export interface ConversationPlace {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  /** Top of the newest exchange in what is scrolled. */
  readonly newestTop: number;
}

/** So near to the end, in pixels, counts as reading the end. */
export const followWithin = 80;

/** Over the question of an answer that came at once, in pixels. */
const overQuestion = 16;

/** How far the end is below what is seen, in pixels. */
export function belowView({ scrollTop, scrollHeight, clientHeight }: Omit<ConversationPlace, 'newestTop'>): number {
  return scrollHeight - clientHeight - scrollTop;
}

/**
 * Where to scroll to when a conversation that is read at its end has grown: to the end as it grows word by word. What
 * came at once, as a quoted answer or a conversation that is opened, is read from its question on, so that is as far
 * as it goes.
 *
 * @param grown pixels that came since the last look
 */
export function followedTo({ scrollHeight, clientHeight, newestTop }: ConversationPlace, grown: number): number {
  const end = Math.max(0, scrollHeight - clientHeight);
  return grown > clientHeight / 2 ? Math.min(end, Math.max(0, newestTop - overQuestion)) : end;
}
