import type { CommandId } from '@shared/commands';
import { ContextMenu, DropdownMenu } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import { keyText } from './key-text';

/** What a context menu offers; it repeats what a button does and hides nothing. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  /** The command whose keys do the same. */
  readonly command?: CommandId;
  readonly disabled?: boolean;
  /** A line stands before it. */
  readonly apart?: boolean;
  run(): void;
}

interface WithMenuProps {
  /** The items for what was clicked, or what had the focus when the menu's key was pressed; none where none fit. */
  items(target: Element): readonly MenuItem[];
  /** One element that takes the events. */
  readonly children: ReactElement;
}

/** An element with a menu of its own, for the right button, Shift+F10 and the menu key. */
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
          // Prevented, Radix shows nothing.
          if (next.length === 0) event.preventDefault();
        }}
      >
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content
          data-testid="context-menu"
          collisionPadding={8}
          className="z-50 max-h-(--radix-context-menu-content-available-height) min-w-52 overflow-y-auto rounded-md border border-hairline bg-case p-1 shadow-float"
        >
          {shown.map(({ id, label, command, disabled = false, apart, run }) => (
            <div key={id} role="presentation">
              {apart ? <ContextMenu.Separator className="my-1 h-px bg-hairline" /> : null}
              <ContextMenu.Item
                data-testid={`menu-${id}`}
                disabled={disabled}
                // The menu gives the focus back as it closes; what is opened may take it then.
                onSelect={() => setTimeout(run)}
                className="flex min-h-8 items-center gap-6 rounded-sm px-3 py-1 text-14 text-ink outline-none data-disabled:text-muted data-highlighted:bg-raised"
              >
                <span className="min-w-0 flex-1">{label}</span>
                {command ? <kbd className="shrink-0 font-sans text-12 text-muted">{keyText(command)}</kbd> : null}
              </ContextMenu.Item>
            </div>
          ))}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

interface ItemMenuProps {
  readonly items: readonly MenuItem[];
  readonly look?: string;
  readonly disabled?: boolean;
  readonly children: ReactElement;
}

export function ItemMenu({ items, look = menuLook.content, disabled = false, children }: ItemMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={disabled}>
        {children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} collisionPadding={8} className={look}>
          {items.map(({ id, label, command, disabled: isOff = false, run }) => (
            <DropdownMenu.Item
              key={id}
              data-testid={id}
              disabled={isOff}
              className={menuLook.item}
              // The menu gives the focus back as it closes; what is opened may take it then.
              onSelect={() => setTimeout(run)}
            >
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {command ? <kbd className="shrink-0 font-sans text-12 text-muted">{keyText(command)}</kbd> : null}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** How menus look that a button opens, such as those beside the composer. */
export const menuLook = {
  trigger:
    'inline-flex h-8 max-w-60 min-w-0 items-center gap-1 rounded-md px-2 text-12 text-soft transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised',
  content:
    'z-50 max-h-(--radix-dropdown-menu-content-available-height) w-88 max-w-[calc(100vw-24px)] overflow-y-auto rounded-md border border-hairline bg-case p-1 shadow-float',
  item: 'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-14 text-ink outline-none data-disabled:text-muted data-highlighted:bg-raised',
  narrow: 'z-50 min-w-40 rounded-md border border-hairline bg-case p-1 shadow-float',
  separator: 'my-1 h-px bg-hairline',
} as const;
