// biome-ignore-all lint/a11y/useSemanticElements: options of a virtual list are placed by hand, which a <select> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
import type { DocumentSource, TextSpan } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { ListTree } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../ui/Button';
import { matcher, pageNames } from '../../ui/names';
import { stepOf } from '../../ui/use-virtual-grid';

type JumpMenuProps = Readonly<{ source: DocumentSource; go(span: TextSpan): void }>;

const rowHeight = 32;

export function JumpMenu({ source, go }: JumpMenuProps) {
  const [open, setOpen] = useState(false);
  if (source.pages.length + source.headings.length === 0) return null;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor>
        <IconButton
          icon={ListTree}
          label={t('source.jump')}
          data-testid="source-jump"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('source.jump')}
          onEscapeKeyDown={(event) => event.stopPropagation()}
          className="z-50 w-80 max-w-[calc(100vw-24px)] rounded-md border border-hairline bg-case shadow-float"
        >
          <Places
            source={source}
            go={(span) => {
              setOpen(false);
              go(span);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Places({ source, go }: JumpMenuProps) {
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const places = useMemo(() => jumpPlaces(source, query), [source, query]);
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });

  function onKeyDown(event: KeyboardEvent): void {
    const moves = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const next = moves ? stepOf(event.key, cursor, places.length, 1) : null;
    const here = places[cursor];
    if (next !== null) {
      setCursor(next);
      rows.scrollToIndex(next);
    } else if (event.key === 'Enter' && here) go(here);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <input
        data-testid="source-jump-field"
        role="combobox"
        aria-expanded
        aria-controls="source-places"
        aria-activedescendant={places[cursor] ? `source-place-${cursor}` : undefined}
        value={query}
        aria-label={t('source.jumpField')}
        placeholder={t('source.jumpField')}
        onChange={(event) => {
          setQuery(event.target.value);
          setCursor(0);
        }}
        onKeyDown={onKeyDown}
        className="h-10 w-full border-b border-hairline bg-transparent px-3 text-14 focus-visible:outline-none"
      />
      {places.length === 0 ? <p className="px-3 py-2 text-14 text-muted">{t('source.jumpNone')}</p> : null}
      <div
        ref={scroller}
        id="source-places"
        role="listbox"
        aria-label={t('source.jump')}
        className="max-h-80 overflow-y-auto"
      >
        <PlaceRows places={places} rows={rows} cursor={cursor} go={go} />
      </div>
    </>
  );
}

interface PlaceRowsProps extends Pick<JumpMenuProps, 'go'> {
  readonly places: ReturnType<typeof jumpPlaces>;
  readonly rows: Virtualizer<HTMLDivElement, Element>;
  readonly cursor: number;
}

const PlaceRows = ({ places, rows, cursor, go }: PlaceRowsProps) => (
  <div className="relative" style={{ height: rows.getTotalSize() }}>
    {rows.getVirtualItems().map((item) => {
      const place = places[item.index];
      if (!place) return null;
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field answers to the keys
        <div
          key={item.index}
          id={`source-place-${item.index}`}
          role="option"
          aria-selected={item.index === cursor}
          onClick={() => go(place)}
          style={{
            transform: `translateY(${item.start}px)`,
            height: rowHeight,
            paddingLeft: 12 + place.depth * 12,
          }}
          className={`absolute inset-x-0 top-0 truncate pr-3 text-14 leading-8 ${
            place.kind === 'page' ? 'text-12 text-muted' : ''
          } ${item.index === cursor ? 'bg-raised' : 'hover:bg-ground'}`}
        >
          {place.name}
        </div>
      );
    })}
  </div>
);

type JumpPlace = TextSpan & Readonly<{ name: string; kind: 'page' | 'heading'; depth: number }>;

/** Returns pages and headings in order that hold every word of the query; an exact page number comes first. */
function jumpPlaces(source: DocumentSource, query: string): readonly JumpPlace[] {
  const top = source.headings.reduce((least, { level }) => Math.min(least, level), 6);
  const places: JumpPlace[] = [
    ...source.pages.map((page): JumpPlace => {
      return { ...page, kind: 'page', name: pageNames(source.document.format, [page.page]), depth: 0 };
    }),
    ...source.headings.map((heading): JumpPlace => {
      return { ...heading, kind: 'heading', name: heading.text, depth: heading.level - top };
    }),
  ];
  // A page comes before the heading that it begins with.
  places.sort((a, b) => a.startChar - b.startChar || Number(b.kind === 'page') - Number(a.kind === 'page'));
  const holds = matcher(query);
  const matching = places.filter(({ name }) => holds(name));
  const exact = source.pages.find(({ page }) => String(page) === query.trim());
  const first = matching.find(({ kind, startChar }) => kind === 'page' && startChar === exact?.startChar);
  return first ? [first, ...matching.filter((place) => place !== first)] : matching;
}
