import { type CommandId, commands, isWindowCommand, keysOf } from '@shared/commands';
import type { MenuCommand } from '@shared/contract/bridge';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { NativeWords } from './native-words';

type Item = MenuItemConstructorOptions;

/** The menu: the system's own roles, and what the page is asked to do. Set again when the language changes. */
export function setMenu(words: NativeWords, send: (command: MenuCommand) => void): void {
  const mac = process.platform === 'darwin';
  const separator: Item = { type: 'separator' };

  /** An item of the table of commands, with its title, its keys and its role. */
  function item(id: CommandId): Item {
    const { title, role } = commands[id];
    const [accelerator] = keysOf(id, mac);
    const shown: Item = { id, label: title[words.language], ...(accelerator ? { accelerator } : {}) };
    if (role) return { ...shown, role };
    if (!isWindowCommand(id)) return shown;
    // The page hears its keys itself; registered here too, they would be heard twice where it leaves them alone.
    return { ...shown, registerAccelerator: mac, click: () => send(id) };
  }

  const appMenu: Item = {
    label: app.name,
    submenu: [
      item('about'),
      separator,
      item('go-settings'),
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      item('quit'),
    ],
  };
  const template: Item[] = [
    ...(mac ? [appMenu] : []),
    {
      label: words.file,
      submenu: [
        item('new-chat'),
        item('new-run'),
        separator,
        item('add-files'),
        item('add-folder'),
        separator,
        ...(mac ? [] : [item('go-settings'), separator]),
        item(mac ? 'close-window' : 'quit'),
      ],
    },
    {
      label: words.edit,
      submenu: [
        item('undo'),
        item('redo'),
        separator,
        item('cut'),
        item('copy'),
        item('paste'),
        item('select-all'),
        separator,
        item('find-anything'),
        item('find'),
      ],
    },
    {
      label: words.view,
      submenu: [
        item('go-chat'),
        item('go-stages'),
        item('go-library'),
        item('go-evaluate'),
        separator,
        item('text-larger'),
        item('text-smaller'),
        item('text-normal'),
        item('next-theme'),
        separator,
        item('full-screen'),
        ...(app.isPackaged ? [] : [item('developer-tools')]),
      ],
    },
    { label: words.window, submenu: [item('minimize'), ...(mac ? [] : [item('close-window')])] },
    { label: words.help, submenu: [item('shortcuts'), ...(mac ? [] : [item('about')])] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
