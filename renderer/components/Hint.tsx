import { Tooltip } from 'radix-ui';
import { type ReactElement, useRef, useState } from 'react';

/** Scrolling so many ms after the focus came is the browser's own, that brings the focus into view. */
const scrollMs = 300;

/** A short text beside what the pointer or the focus is on; an empty one says nothing, and what is in it stays. */
export function Hint({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  const [open, setOpen] = useState(false);
  const focused = useRef<{ readonly element: Element; readonly at: number } | null>(null);

  function change(next: boolean): void {
    const { element, at } = focused.current ?? { element: null, at: 0 };
    // A focus that a pointer has moved, back to what opened a list, is shown nowhere else and says nothing here either.
    if (next && element === document.activeElement && element?.matches(':hover, :focus-visible') === false) return;
    // What is scrolled closes its hint: right with the wheel, wrong where Tab itself has scrolled.
    const broughtIntoView = !next && element?.matches(':focus-visible') === true && performance.now() - at < scrollMs;
    if (!broughtIntoView) setOpen(next);
  }

  return (
    <Tooltip.Root open={open && text !== ''} onOpenChange={change}>
      <Tooltip.Trigger
        asChild
        onFocus={(event) => {
          focused.current = { element: event.currentTarget, at: performance.now() };
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={() => setOpen(false)}
          className="z-50 max-w-72 rounded-sm bg-ink px-2 py-1 text-12 text-ground shadow-float"
        >
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
