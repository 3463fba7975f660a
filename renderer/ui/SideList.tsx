import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from './Button';
import { type MenuItem, WithMenu } from './ContextMenu';
import { pressed } from './key-text';

interface SideListProps<Id extends string> {
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly title: string; readonly note: string }[];
  readonly current: Id | null;
  readonly empty: string;
  readonly testId: string;
  open(id: Id): void;
  readonly remove?: { label(title: string): string; run(id: Id): void };
}

/** Conversations, runs: arrows move, Enter opens, Delete deletes, letters jump to a title. */
export function SideList<Id extends string>(props: SideListProps<Id>) {
  const { label, items, current, empty, testId, open, remove } = props;
  const list = useRef<HTMLUListElement>(null);

  function focusAt(index: number): void {
    list.current?.querySelectorAll<HTMLButtonElement>('[data-open]')[index]?.focus();
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const item = items[index];
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

  function menuOf(target: Element): readonly MenuItem[] {
    const row = target.closest('li')?.dataset.id;
    const id = items.find((item) => item.id === row)?.id;
    if (id === undefined) return [];
    const opens: MenuItem = { id: 'open', label: t('app.open'), command: 'list-open', run: () => open(id) };
    if (!remove) return [opens];
    const deletes = { id: 'delete', label: t('app.delete'), command: 'list-delete', apart: true } as const;
    return [opens, { ...deletes, run: () => remove.run(id) }];
  }

  if (items.length === 0) return <p className="px-4 py-3 text-14 text-muted">{empty}</p>;
  const tabStop = Math.max(
    0,
    items.findIndex((item) => item.id === current),
  );
  return (
    <WithMenu items={menuOf}>
      <ul ref={list} aria-label={label} className="min-h-0 flex-1 overflow-y-auto p-2">
        {items.map((item, index) => (
          <li key={item.id} data-id={item.id} className="group relative">
            <button
              type="button"
              data-open
              data-testid={testId}
              title={`${item.title}\n${item.note}`}
              tabIndex={index === tabStop ? 0 : -1}
              aria-current={item.id === current ? 'true' : undefined}
              onClick={() => open(item.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              className="block w-full rounded-md py-2 pr-3 pl-3 group-focus-within:pr-9 group-hover:pr-9 text-start hover:bg-raised aria-[current=true]:bg-raised"
            >
              <span dir="auto" className="block truncate text-14 text-ink group-has-aria-[current=true]:font-medium">
                {visibleText(item.title)}
              </span>
              <span className="tabular block truncate text-12 text-muted">{item.note}</span>
            </button>
            {remove ? (
              <IconButton
                icon={X}
                iconSize={14}
                label={remove.label(item.title)}
                command="list-delete"
                onClick={() => remove.run(item.id)}
                tabIndex={-1}
                className="absolute top-2 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
              />
            ) : null}
          </li>
        ))}
      </ul>
    </WithMenu>
  );
}
