import type { TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { IconButton } from '../../ui/Button';
import { pressed } from '../../ui/key-text';
import { formatCount } from '../../ui/quantities';

interface FindBarProps {
  readonly within?: 'source' | 'conversation';
  readonly query: string;
  readonly total: number;
  readonly at: number;
  readonly more: boolean;
  change(query: string): void;
  step(by: 1 | -1): void;
  close(): void;
}

const steps = [
  { by: -1, icon: ChevronUp, command: 'hit-previous' },
  { by: 1, icon: ChevronDown, command: 'hit-next' },
] as const;

export function FindBar({ within = 'source', query, total, at, more, change, step, close }: FindBarProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (pressed('hit-next', event)) step(1);
    else if (pressed('hit-previous', event)) step(-1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
    // The window closes the side panel on Esc; here it closes only the search.
    event.nativeEvent.stopImmediatePropagation();
  }
  const label = within === 'source' ? t('source.find') : t('chat.findHere');
  const hits =
    total === 0
      ? t('source.noHit')
      : t('source.hitOf', { at: formatCount(at + 1), total: `${formatCount(total)}${more ? '+' : ''}` });
  const count = query.trim() === '' ? '' : hits;
  return (
    <search className="flex h-10 shrink-0 items-center gap-1 border-b border-hairline pr-2 pl-4">
      <input
        dir="auto"
        data-testid={`${within}-find`}
        value={query}
        // biome-ignore lint/a11y/noAutofocus: the search was asked for by a key or a button
        autoFocus
        aria-label={label}
        placeholder={label}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-8 min-w-0 flex-1 bg-transparent text-14 focus-visible:outline-none"
      />
      <span data-testid={`${within}-hits`} role="status" className="tabular text-12 whitespace-nowrap text-muted">
        {count}
      </span>
      {steps.map(({ by, icon, command }) => (
        <IconButton
          key={by}
          {...{ icon, command }}
          label={t(by < 0 ? 'source.previousHit' : 'source.nextHit')}
          disabled={total === 0}
          onClick={() => step(by)}
        />
      ))}
      <IconButton icon={X} label={t('source.closeFind')} command="close-layer" onClick={close} />
    </search>
  );
}

export function useFind(source: { readonly text: string } | null) {
  const [finding, setFinding] = useState<{ readonly query: string; readonly at: number } | null>(null);
  const query = useDeferredValue(finding?.query ?? '');
  const found = useMemo(() => findInText(source?.text ?? '', query), [source, query]);
  const hit: TextSpan | null = finding ? (found.spans[finding.at] ?? null) : null;

  function stepHit(by: 1 | -1): boolean {
    const total = found.spans.length;
    if (!finding || total === 0) return false;
    setFinding({ ...finding, at: (finding.at + by + total) % total });
    return true;
  }

  return { finding, found, hit, setFinding, stepHit };
}

/** No reader steps through more; they would only slow down the drawing. */
const mostHits = 10_000;

/** Between two words: white space, and beside it the signs of Markdown, which are not seen. */
const between = '[*_`~]*\\s+[*_`~>]*';

export function findInText(text: string, query: string): Readonly<{ spans: readonly TextSpan[]; more: boolean }> {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { spans: [], more: false };
  const pattern = new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(between), 'giu');
  const spans: TextSpan[] = [];
  for (const match of text.matchAll(pattern)) {
    if (spans.length === mostHits) return { spans, more: true };
    spans.push({ startChar: match.index, endChar: match.index + match[0].length });
  }
  return { spans, more: false };
}
