/** How menus look that a button opens, such as those beside the composer. */
export const menuLook = {
  trigger:
    'inline-flex h-8 max-w-60 min-w-0 items-center gap-1 rounded-md px-2 text-12 text-soft transition-colors duration-120 hover:bg-raised hover:text-ink data-[state=open]:bg-raised',
  content:
    'z-50 max-h-(--radix-dropdown-menu-content-available-height) w-88 max-w-[calc(100vw-24px)] overflow-y-auto rounded-md border border-hairline bg-case p-1 shadow-float',
  item: 'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-14 text-ink outline-none data-disabled:text-muted data-highlighted:bg-raised',
  separator: 'my-1 h-px bg-hairline',
} as const;
