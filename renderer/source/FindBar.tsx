import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../components/Button';
import { formatCount } from '../components/quantities';
import { t } from '../strings/index';

interface FindBarProps {
  readonly query: string;
  /** How many were found, and which of them is shown, from 0. */
  readonly total: number;
  readonly at: number;
  /** Whether there are more than were counted. */
  readonly more: boolean;
  change(query: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

/** Words to find in the document that is open: Enter goes on, Shift+Enter back, Esc closes. */
export function FindBar({ query, total, at, more, change, step, close }: FindBarProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
    // The window closes the case on Esc; here it closes only the search.
    event.nativeEvent.stopImmediatePropagation();
  }
  const count =
    query.trim() === ''
      ? ''
      : total === 0
        ? t('source.noHit')
        : t('source.hitOf', { at: formatCount(at + 1), total: `${formatCount(total)}${more ? '+' : ''}` });
  return (
    <search className="flex h-10 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
      <input
        data-testid="source-find"
        value={query}
        // biome-ignore lint/a11y/noAutofocus: the search was asked for by a key or a button
        autoFocus
        aria-label={t('source.find')}
        placeholder={t('source.find')}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
      />
      <span data-testid="source-hits" role="status" className="tabular text-12 whitespace-nowrap text-muted">
        {count}
      </span>
      <IconButton label={t('source.previousHit')} disabled={total === 0} onClick={() => step(-1)}>
        <ChevronUp size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('source.nextHit')} disabled={total === 0} onClick={() => step(1)}>
        <ChevronDown size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('source.closeFind')} onClick={close}>
        <X size={16} aria-hidden />
      </IconButton>
    </search>
  );
}
