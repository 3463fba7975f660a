import { type CommandId, commands, isWindowCommand, keysOf } from '@shared/commands';
import type { MenuCommand } from '@shared/contract/bridge';
import { t } from '@shared/words/index';
import {
  app,
  type BrowserWindow,
  type ContextMenuParams,
  Menu,
  type MenuItemConstructorOptions,
  nativeImage,
  Tray,
} from 'electron';

type Item = MenuItemConstructorOptions;
/** The roles of the table of commands are Electron's. */
type Role = NonNullable<Item['role']>;

/** The menu: the system's own roles, and what the page is asked to do. Set again when the language changes. */
export function setMenu(send: (command: MenuCommand) => void): void {
  const mac = process.platform === 'darwin';

  function item(id: CommandId): Item {
    const { role } = commands[id];
    const [accelerator] = keysOf(id, mac);
    const shown: Item = { id, label: t(`commands.${id}`), ...(accelerator ? { accelerator } : {}) };
    if (role) return { ...shown, role: role as Role };
    if (!isWindowCommand(id)) return shown;
    // The page hears its keys itself; registered here too, they would be heard twice where it leaves them alone.
    return { ...shown, registerAccelerator: mac, click: () => send(id) };
  }

  const items = (...ids: readonly (CommandId | '-')[]): Item[] =>
    ids.map((id) => (id === '-' ? { type: 'separator' } : item(id)));

  const template: Item[] = [
    {
      label: t('native.file'),
      submenu: [
        ...items('new-chat', 'private-chat', 'new-run', '-', 'add-files', 'add-folder', 'attach-files', '-'),
        ...(mac ? items('close-window') : items('go-settings', '-', 'quit')),
      ],
    },
    {
      label: t('native.edit'),
      submenu: items('undo', 'redo', '-', 'cut', 'copy', 'paste', 'select-all', '-', 'find-anything', 'find'),
    },
    {
      label: t('native.view'),
      submenu: [
        ...items('go-chat', 'go-stages', 'go-library', 'go-search', 'go-evaluate', 'go-tables', '-'),
        ...items('text-larger', 'text-smaller', 'text-normal', 'next-theme', '-', 'full-screen'),
        ...(app.isPackaged ? [] : items('developer-tools')),
      ],
    },
    { label: t('native.window'), submenu: mac ? items('minimize') : items('minimize', 'close-window') },
    { label: t('native.help'), submenu: mac ? items('shortcuts') : items('shortcuts', 'about') },
  ];
  if (mac) {
    const hiding: Item[] = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }];
    const submenu = [...items('about', '-', 'go-settings', '-'), ...hiding, ...items('-', 'quit')];
    template.unshift({ label: app.name, submenu });
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function textCommands({
  isEditable,
  selectionText,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText'>): readonly CommandId[] {
  if (isEditable) return ['undo', 'redo', 'cut', 'copy', 'paste', 'select-all'];
  return selectionText.trim() === '' ? [] : ['copy'];
}

/** The menu of text under the right button or the menu key; menus of the page itself come before it. */
export function openTextMenus(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = textCommands(params).map((id): MenuItemConstructorOptions => {
      const { role } = commands[id];
      const label = t(`commands.${id}`);
      return role ? { role: role as Role, label } : { label };
    });
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

/** Points of a tray icon's side: larger pictures are drawn smaller. */
const side = 22;

interface TrayIcon {
  /** Shows or removes the icon; its menu is in the language that is spoken then. */
  set(shown: boolean): void;
  readonly shown: boolean;
}

/** An icon beside the clock, off until it is set: a click shows the window, its menu shows or quits. */
export function trayIcon(picture: string, show: () => void, quit: () => void): TrayIcon {
  let tray: Tray | null = null;
  return {
    get shown() {
      return tray !== null;
    },
    set(shown) {
      if (!shown) {
        tray?.destroy();
        tray = null;
        return;
      }
      if (!tray) {
        tray = new Tray(nativeImage.createFromPath(picture).resize({ width: side, height: side }));
        tray.setToolTip('Vitrine');
        tray.on('click', show);
      }
      const items = [
        { label: t('native.show'), click: show },
        { label: t('commands.quit'), click: quit },
      ];
      tray.setContextMenu(Menu.buildFromTemplate(items));
    },
  };
}
