// biome-ignore-all lint/a11y/useKeyWithClickEvents: the field above answers to the keys and names the active option
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the field
import type { SearchHit } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { askAboutHit, openHit } from '../pages/search/HitList';
import { litSnippet, usePassages } from '../pages/search/passages';
import { useChat } from '../state/chat/chat';
import { everywhere } from '../state/chat/question-draft';
import { useFoundEntries } from '../state/finding/found-entries';
import type { PaletteEntry } from '../state/finding/palette-entries';
import { usePalette } from '../state/shell';
import { FindField } from '../ui/fields';
import { keyText, pressed } from '../ui/key-text';
import { type LitPart, LitText } from '../ui/LitText';
import { formatPlace } from '../ui/names';

const mostPassages = 4;

interface Found extends PaletteEntry {
  readonly parts?: readonly LitPart[];
}

const passageEntry = (hit: SearchHit): Found => ({
  id: `passage:${hit.chunkId}`,
  group: 'passages',
  title: hit.text,
  note: [hit.title, formatPlace(hit)].filter(Boolean).join(', '),
  keys: '',
  parts: litSnippet(hit),
  run: () => openHit(hit),
  ask: (question) => askAboutHit(hit, question),
});

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

function useEntries(query: string): readonly Found[] {
  const named = useFoundEntries(query);
  // One word is most often the name of something; the model that knows meanings is not called for it.
  const mode = /\S\s+\S/u.test(query) ? 'hybrid' : 'keyword';
  const passages = usePassages(query, mode, everywhere, mostPassages).answer?.results ?? [];
  return [...named, ...passages.map(passageEntry)];
}

function Finder() {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(query);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const here = Math.min(at, entries.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    list.current?.querySelector(`[data-at="${here}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [here]);

  const choose = (entry: Found | undefined, act?: Found['ask']): void => runEntry(query, entry, act);

  function write(text: string): void {
    setQuery(text);
    setAt(0);
  }

  return (
    <>
      <FindField
        name={t('commands.find-anything')}
        placeholder={t('palette.placeholder')}
        iconSize={16}
        data-testid="palette-query"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={entries.length > 0 ? optionId(here) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={query}
        write={write}
        onKeyDown={(event) => keyIn(event, entries, here, { setAt, choose })}
        around="flex h-12 shrink-0 items-center gap-3 border-b border-hairline px-4"
        className="h-10 text-16"
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t('palette.results')}
        className="min-h-0 overflow-y-auto p-2"
      >
        <Options entries={entries} here={here} optionId={optionId} choose={choose} />
      </div>
      {entries[here]?.ask ? <PaletteKeys /> : null}
    </>
  );
}

interface Keys {
  setAt(at: number): void;
  choose(entry: Found | undefined, act?: Found['ask']): void;
}

function keyIn(event: KeyboardEvent, entries: readonly Found[], here: number, { setAt, choose }: Keys): void {
  if (event.nativeEvent.isComposing) return;
  const last = entries.length - 1;
  if (pressed('list-next', event)) setAt(here >= last ? 0 : here + 1);
  else if (pressed('list-previous', event)) setAt(here <= 0 ? last : here - 1);
  else if (pressed('list-open', event)) choose(entries[here]);
  else if (pressed('ask-about', event)) choose(entries[here], entries[here]?.ask);
  else return;
  event.preventDefault();
}

const PaletteKeys = () => (
  <p className="shrink-0 border-t border-hairline px-5 py-1.5 text-12 text-muted">
    {t('palette.keys', { open: keyText('list-open'), ask: keyText('ask-about') })}
  </p>
);

function runEntry(query: string, entry: Found | undefined, act: Found['ask'] = entry?.run): void {
  const { chose, close } = usePalette.getState();
  if (!entry || !act) return;
  // A passage is found again by its words.
  if (entry.group === 'passages' || useChat.getState().isPrivate) close();
  else chose(entry.id);
  // The palette returns the focus as it closes; the opened part may take it then.
  setTimeout(() => act(query));
}

interface OptionsProps {
  readonly entries: readonly Found[];
  readonly here: number;
  optionId(index: number): string;
  choose(entry: Found): void;
}

const Options = ({ entries, here, optionId, choose }: OptionsProps) =>
  entries.map((entry, index) => {
    const { id, title, note, keys, group, parts } = entry;
    return (
      <div key={`${group} ${id}`} role="presentation">
        {group === entries[index - 1]?.group ? null : (
          <p role="presentation" className="px-3 pt-2 pb-1 text-12 font-medium text-muted">
            {t(`palette.groups.${group}`)}
          </p>
        )}
        <div
          id={optionId(index)}
          role="option"
          aria-selected={index === here}
          data-at={index}
          data-testid="palette-option"
          data-group={group}
          onClick={() => choose(entry)}
          className="flex min-h-9 items-center gap-3 rounded-sm px-3 py-1 hover:bg-raised aria-selected:bg-accent-wash"
        >
          <span dir="auto" className={`min-w-0 flex-1 ${parts ? 'line-clamp-2 font-serif text-14' : 'truncate'}`}>
            {parts ? <LitText parts={parts} /> : title}
          </span>
          {note ? <span className="min-w-0 max-w-[45%] shrink-[2] truncate text-12 text-muted">{note}</span> : null}
          {keys ? <kbd className="shrink-0 font-sans text-12 text-soft">{keys}</kbd> : null}
        </div>
      </div>
    );
  });
