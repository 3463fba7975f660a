import { type CommandId, commands } from '@shared/commands';
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import type { NativeWords } from './native-words';

/** What can be done with text: nothing where there is none, copying where it is only read. */
export function textCommands({
  isEditable,
  selectionText,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>): readonly CommandId[] {
  if (isEditable) return ['undo', 'redo', 'cut', 'copy', 'paste', 'select-all'];
  return selectionText.trim() === '' ? [] : ['copy'];
}

/** The menu of text under the right button or the menu key; menus of the page itself come before it. */
export function openTextMenus(window: BrowserWindow, words: () => NativeWords): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = textCommands(params).map((id): MenuItemConstructorOptions => {
      const { role, title } = commands[id];
      return role ? { role, label: title[words().language] } : { label: title[words().language] };
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}
