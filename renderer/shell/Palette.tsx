import { t } from '@shared/words/index';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useChat } from '../state/chat/chat';
import { useFoundEntries } from '../state/finding/found-entries';
import type { PaletteEntry } from '../state/finding/palette-entries';
import { usePalette } from '../state/shell';
import { pressed } from '../ui/key-text';

/** Finds anything by its name and opens or does it: commands, settings, conversations, documents. */
export function Palette() {
  const { open, close } = usePalette();
  return (
    <Dialog.Root open={open} onOpenChange={(stays) => (stays ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          data-testid="palette"
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[70vh] w-160 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden rounded-md border border-hairline bg-case shadow-float"
        >
          <Dialog.Title className="sr-only">{t('commands.find-anything')}</Dialog.Title>
          <Finder />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder() {
  const { chose, close } = usePalette();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const entries = useFoundEntries(query);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const here = Math.min(at, entries.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    list.current?.querySelector(`[data-at="${here}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  function choose(entry: PaletteEntry | undefined): void {
    if (!entry) return;
    if (useChat.getState().isPrivate) close();
    else chose(entry.id);
    // The palette gives the focus back as it closes; what is opened may take it then.
    setTimeout(() => entry.run());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    if (pressed('list-next', event)) setAt(here >= last ? 0 : here + 1);
    else if (pressed('list-previous', event)) setAt(here <= 0 ? last : here - 1);
    else if (pressed('list-open', event)) choose(entries[here]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-hairline px-4">
        <Search size={16} aria-hidden className="shrink-0 text-muted" />
        <input
          dir="auto"
          data-testid="palette-query"
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={entries.length > 0 ? optionId(here) : undefined}
          aria-label={t('commands.find-anything')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-10 min-w-0 flex-1 bg-transparent text-16 focus-visible:outline-none"
        />
      </div>
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t('palette.results')}
        className="min-h-0 overflow-y-auto p-2"
      >
        {entries.map((entry, index) => (
          <div key={`${entry.group} ${entry.id}`} role="presentation">
            {entry.group === entries[index - 1]?.group ? null : (
              <p role="presentation" className="px-3 pt-2 pb-1 text-12 font-medium text-muted">
                {t(`palette.groups.${entry.group}`)}
              </p>
            )}
            <Option entry={entry} id={optionId(index)} at={index} here={index === here} choose={() => choose(entry)} />
          </div>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  readonly entry: PaletteEntry;
  readonly id: string;
  readonly at: number;
  readonly here: boolean;
  choose(): void;
}

function Option({ entry, id, at, here, choose }: OptionProps) {
  const { title, note, keys, group } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above answers to the keys and names the active option
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={here}
      data-at={at}
      data-testid="palette-option"
      data-group={group}
      onClick={choose}
      className="flex min-h-9 items-center gap-3 rounded-sm px-3 py-1 hover:bg-raised aria-selected:bg-accent-wash"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {title}
      </span>
      {note ? <span className="min-w-0 max-w-[45%] shrink-[2] truncate text-12 text-muted">{note}</span> : null}
      {keys ? <kbd className="shrink-0 font-sans text-12 text-soft">{keys}</kbd> : null}
    </div>
  );
}
