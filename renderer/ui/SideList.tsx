import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { Ellipsis, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { IconButton } from './Button';
import { type MenuItem, openMenuAt, WithMenu } from './ContextMenu';
import { InlineField } from './fields';
import { useFocusBack } from './focus';
import { pressed } from './key-text';

interface SideListItem<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly note: string;
  readonly depth?: number;
  readonly mark?: ReactNode;
  readonly isOpen?: boolean;
}

interface SideListProps<Id extends string> {
  readonly label: string;
  readonly items: readonly SideListItem<Id>[];
  readonly current: Id | null;
  readonly empty: string;
  readonly testId: string;
  open(id: Id): void;
  readonly remove?: { label(title: string): string; run(id: Id): void };
  more?(id: Id): readonly MenuItem[];
  readonly naming?: { readonly id: Id; readonly label: string; done(name: string | null): void } | null;
  moved?(id: Id, onto: Id | null): void;
}

const dragged = 'application/x-vitrine-row';
const indents = ['pl-3', 'pl-7', 'pl-11'] as const;

export function SideList<Id extends string>(props: SideListProps<Id>) {
  const { label, items, current, empty, naming, moved } = props;
  const list = useRef<HTMLUListElement>(null);
  const [over, setOver] = useState<Id | null>(null);
  const idOf = (target: EventTarget): Id | undefined => {
    const row = target instanceof Element ? target.closest('li')?.dataset.id : undefined;
    return items.find((item) => item.id === row)?.id;
  };

  function drop(event: DragEvent): void {
    setOver(null);
    const id = items.find((item) => item.id === event.dataTransfer.getData(dragged))?.id;
    if (id === undefined) return;
    event.preventDefault();
    moved?.(id, idOf(event.target) ?? null);
  }

  useFocusBack(Boolean(naming), () => list.current?.querySelector<HTMLElement>('[data-open][tabindex="0"]'));

  if (items.length === 0) return <p className="px-4 py-3 text-14 text-muted">{empty}</p>;
  const tabStop = Math.max(
    0,
    items.findIndex((item) => item.id === current),
  );
  return (
    <WithMenu items={(target) => menuOf(props, idOf(target), target)}>
      <ul
        ref={list}
        aria-label={label}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(dragged)) return;
          event.preventDefault();
          setOver(idOf(event.target) ?? null);
        }}
        onDragLeave={() => setOver(null)}
        onDrop={drop}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {items.map((item, index) => (
          <ListRow
            key={item.id}
            {...props}
            item={item}
            isOver={over === item.id}
            isTabStop={index === tabStop}
            onKeyDown={(event) => onKeyDown(props, event, index)}
          />
        ))}
      </ul>
    </WithMenu>
  );
}

function menuOf<Id extends string>({ remove, more }: SideListProps<Id>, id: Id | undefined, target: Element) {
  if (id === undefined) return [];
  const row = target.closest('li')?.querySelector<HTMLElement>('[data-open]');
  const opens: MenuItem = { id: 'open', label: t('app.open'), command: 'list-open', run: () => row?.click() };
  if (!remove) return [opens];
  const deletes = { id: 'delete', label: t('app.delete'), command: 'list-delete', apart: true } as const;
  return [opens, ...(more?.(id) ?? []), { ...deletes, run: () => remove.run(id) }];
}

function onKeyDown<Id extends string>({ items, remove }: SideListProps<Id>, event: KeyboardEvent, index: number): void {
  const item = items[index];
  const focusAt = (row: number): void =>
    event.currentTarget.closest('ul')?.querySelectorAll<HTMLButtonElement>('[data-open]')[row]?.focus();
  if (event.ctrlKey || event.metaKey || event.altKey || !item) return;
  const last = items.length - 1;
  if (pressed('list-next', event)) focusAt(Math.min(last, index + 1));
  else if (pressed('list-previous', event)) focusAt(Math.max(0, index - 1));
  else if (pressed('list-first', event)) focusAt(0);
  else if (pressed('list-last', event)) focusAt(last);
  else if (pressed('list-delete', event) && remove) remove.run(item.id);
  else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
    const order = items.map((_, offset) => (index + 1 + offset) % items.length);
    const hit = order.find((at) => items[at]?.title.toLowerCase().startsWith(event.key.toLowerCase()));
    if (hit !== undefined) focusAt(hit);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

interface ListRowProps<Id extends string> extends SideListProps<Id> {
  readonly item: SideListItem<Id>;
  readonly isOver: boolean;
  readonly isTabStop: boolean;
  onKeyDown(event: KeyboardEvent): void;
}

function ListRow<Id extends string>(props: ListRowProps<Id>) {
  const { item, isOver, testId, remove, more, naming, moved } = props;
  const isNamed = naming?.id === item.id;
  return (
    <li
      data-id={item.id}
      draggable={moved !== undefined && item.isOpen === undefined && !isNamed}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, item.id)}
      className={`group relative rounded-md ${isOver ? 'bg-accent-wash' : ''}`}
    >
      {naming && isNamed ? (
        <InlineField
          key={item.title}
          data-testid="row-name"
          label={naming.label}
          value={item.title}
          done={naming.done}
          className="h-9 w-full rounded-md border border-edge bg-ground px-3 text-14 focus-visible:border-accent focus-visible:outline-none"
        />
      ) : (
        <RowButton {...props} />
      )}
      {remove && !isNamed ? (
        <IconButton
          icon={more ? Ellipsis : X}
          iconSize={14}
          label={remove.label(item.title)}
          data-testid={more ? `${testId}-more` : undefined}
          command={more ? undefined : 'list-delete'}
          onClick={({ currentTarget }) => (more ? openMenuAt(currentTarget) : remove.run(item.id))}
          tabIndex={-1}
          className="absolute top-1 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
        />
      ) : null}
    </li>
  );
}

const RowButton = <Id extends string>({ item, testId, current, isTabStop, open, onKeyDown }: ListRowProps<Id>) => (
  <button
    type="button"
    data-open
    data-testid={item.isOpen === undefined ? testId : `${testId}-folder`}
    title={`${item.title}\n${item.note}`}
    tabIndex={isTabStop ? 0 : -1}
    aria-current={item.id === current ? 'true' : undefined}
    aria-expanded={item.isOpen}
    onClick={() => open(item.id)}
    onKeyDown={onKeyDown}
    className={`block w-full rounded-md py-2 pr-3 ${indents[item.depth ?? 0] ?? 'pl-15'} group-focus-within:pr-9 group-hover:pr-9 text-start hover:bg-raised aria-[current=true]:bg-raised`}
  >
    <span className="flex items-center gap-2">
      {item.mark}
      <span dir="auto" className="min-w-0 flex-1 truncate text-14 text-ink group-has-aria-[current=true]:font-medium">
        {visibleText(item.title)}
      </span>
    </span>
    {item.note === '' ? null : <span className="tabular block truncate text-12 text-muted">{item.note}</span>}
  </button>
);
