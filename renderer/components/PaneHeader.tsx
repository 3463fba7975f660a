import type { ReactNode } from 'react';

interface PaneHeaderProps {
  readonly title: string;
  readonly note?: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The 48 px line on top of a pane: what it is, and what can be done with it. */
export function PaneHeader({ title, note, lead, children }: PaneHeaderProps) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline pr-2 pl-4">
      {lead}
      <h2 className="truncate text-14 font-semibold">{title}</h2>
      {note ? (
        <span className="tabular min-w-0 flex-1 truncate text-12 text-muted" title={note}>
          {note}
        </span>
      ) : null}
      <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div>
    </header>
  );
}
