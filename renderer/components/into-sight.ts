/**
 * For the `ref` of what comes outside of what one sees, after a press: brings it into sight, as little as that takes.
 * `scroll-mb-*` leaves room below it.
 */
export function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
