import type { MenuCommand } from '@shared/contract/bridge';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { NativeWords } from './native-words';

/** The menu: the system's own roles, and what the page is asked to do. Set again when the language changes. */
export function setMenu(words: NativeWords, send: (command: MenuCommand) => void): void {
  const item = (label: string, command: MenuCommand, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => send(command),
  });
  const settings = item(words.settings, 'settings', 'CmdOrCtrl+,');
  const mac = process.platform === 'darwin';
  const appMenu: MenuItemConstructorOptions = {
    label: app.name,
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [appMenu] : []),
    {
      label: words.file,
      submenu: [
        item(words.newChat, 'new-chat', 'CmdOrCtrl+N'),
        item(words.addFiles, 'add-files', 'CmdOrCtrl+O'),
        item(words.addFolder, 'add-folder', 'CmdOrCtrl+Shift+O'),
        { type: 'separator' },
        ...(mac ? [] : [settings, { type: 'separator' } as const]),
        mac ? { role: 'close', label: words.close } : { role: 'quit', label: words.quit },
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        { type: 'separator' },
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
        { type: 'separator' },
        item(words.find, 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'resetZoom', label: words.resetZoom },
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { type: 'separator' },
        { role: 'togglefullscreen', label: words.fullScreen },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { label: words.window, role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
