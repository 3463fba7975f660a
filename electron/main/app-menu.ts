import type { MenuCommand } from '@shared/contract/bridge';
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/** The menu: the system's own roles, and what the page is asked to do. */
export function setMenu(send: (command: MenuCommand) => void): void {
  const item = (label: string, command: MenuCommand, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => send(command),
  });
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');
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
      label: '&File',
      submenu: [
        item('New chat', 'new-chat', 'CmdOrCtrl+N'),
        item('Add files…', 'add-files', 'CmdOrCtrl+O'),
        item('Add folder…', 'add-folder', 'CmdOrCtrl+Shift+O'),
        { type: 'separator' },
        ...(mac ? [] : [settings, { type: 'separator' } as const]),
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        item('Find', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { label: '&Window', role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
