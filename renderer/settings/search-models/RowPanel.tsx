import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useReturnedFocus } from '../../app/return-focus';

interface RowPanelProps {
  readonly title: string;
  readonly testId: string;
  readonly children: ReactNode;
  close(): void;
}

/** A question under a row: it takes the focus, Escape closes it, and the focus goes back to where it came from. */
export function RowPanel({ title, testId, children, close }: RowPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnedFocus();
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      aria-labelledby={id}
      data-testid={testId}
      className="mt-4 border-l-2 border-accent pl-4"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <h4 id={id} ref={heading} tabIndex={-1} className="break-words font-medium outline-none">
        {title}
      </h4>
      {children}
    </section>
  );
}
