import type { CommandId } from '@shared/commands';
import { Check, ChevronRight } from 'lucide-react';
import { ContextMenu, DropdownMenu } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { keyText } from './key-text';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly command?: CommandId;
  readonly disabled?: boolean;
  readonly apart?: boolean;
  readonly checked?: boolean;
  readonly oneOf?: boolean;
  /** A menu of its own, beside it; it has no action itself. */
  readonly items?: readonly MenuItem[];
  run?(): void;
}

/** `items` are for the clicked element, or for the focused one at the menu's key. */
type WithMenuProps = Readonly<{ items(target: Element): readonly MenuItem[]; children: ReactElement }>;

export function WithMenu({ items, children }: WithMenuProps) {
  const [shown, setShown] = useState<readonly MenuItem[]>([]);
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger
        asChild
        onContextMenu={(event) => {
          const { target } = event;
          const next = target instanceof Element ? items(target) : [];
          setShown(next);
          if (next.length === 0) event.preventDefault();
        }}
      >
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content data-testid="context-menu" collisionPadding={8} className={menuLook.beside}>
          <Entries menu={ContextMenu} items={shown} named="menu-" />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

type MenuParts = Pick<
  typeof DropdownMenu | typeof ContextMenu,
  'CheckboxItem' | 'Item' | 'ItemIndicator' | 'Portal' | 'Separator' | 'Sub' | 'SubContent' | 'SubTrigger'
>;

type EntriesProps = Readonly<{ menu: MenuParts; items: readonly MenuItem[]; named: string }>;

const Entries = ({ menu: Menu, items: entries, named }: EntriesProps) =>
  entries.map(({ id, label, command, disabled = false, apart, checked, oneOf, items, run }) => {
    const role = oneOf ? 'menuitemradio' : 'menuitemcheckbox';
    const shared = { 'data-testid': `${named}${id}`, disabled, className: menuLook.item };
    // The menu returns the focus as it closes; the opened part may take it then.
    const onSelect = () => setTimeout(() => run?.());
    const text = (
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {label}
      </span>
    );
    return (
      <div key={id} role="presentation">
        {apart ? <Menu.Separator className={menuLook.separator} /> : null}
        {items ? (
          <Menu.Sub>
            <Menu.SubTrigger {...shared}>
              {text}
              <ChevronRight size={14} className="shrink-0 text-muted" />
            </Menu.SubTrigger>
            <Menu.Portal>
              <Menu.SubContent collisionPadding={8} className={menuLook.beside}>
                <Entries menu={Menu} items={items} named={named} />
              </Menu.SubContent>
            </Menu.Portal>
          </Menu.Sub>
        ) : null}
        {!items && checked === undefined ? (
          <Menu.Item {...shared} onSelect={onSelect}>
            {text}
            {command ? <kbd className="shrink-0 font-sans text-12 text-muted">{keyText(command)}</kbd> : null}
          </Menu.Item>
        ) : null}
        {items || checked === undefined ? null : (
          <Menu.CheckboxItem {...shared} role={role} checked={checked} onSelect={onSelect}>
            {text}
            <Menu.ItemIndicator>
              <Check size={14} className="text-accent" />
            </Menu.ItemIndicator>
          </Menu.CheckboxItem>
        )}
      </div>
    );
  });

interface ItemMenuProps {
  readonly items: readonly MenuItem[];
  readonly look?: string;
  readonly align?: 'start' | 'end';
  readonly disabled?: boolean;
  readonly children: ReactElement;
}

export const ItemMenu = ({ items, look = menuLook.content, align = 'end', disabled, children }: ItemMenuProps) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild disabled={disabled}>
      {children}
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content align={align} sideOffset={4} collisionPadding={8} className={look}>
        <Entries menu={DropdownMenu} items={items} named="" />
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export const menuLook = {
  trigger:
    'inline-flex h-8 max-w-60 min-w-0 items-center gap-1 rounded-md px-2 text-12 text-soft transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised',
  content:
    'z-50 max-h-(--radix-dropdown-menu-content-available-height) w-88 max-w-[calc(100vw-24px)] overflow-y-auto rounded-md border border-hairline bg-case p-1 shadow-float',
  item: 'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-14 text-ink outline-none data-disabled:text-muted data-highlighted:bg-raised data-[state=open]:bg-raised',
  beside:
    'z-50 max-h-(--radix-popper-available-height) max-w-88 min-w-52 overflow-y-auto rounded-md border border-hairline bg-case p-1 shadow-float',
  narrow: 'z-50 min-w-40 rounded-md border border-hairline bg-case p-1 shadow-float',
  separator: 'my-1 h-px bg-hairline',
} as const;

export function openMenuAt(element: HTMLElement): void {
  const { left: clientX, bottom: clientY } = element.getBoundingClientRect();
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }));
}
