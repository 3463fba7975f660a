/**
 * The desktop host: one window on app://vitrine, the gate between its page and the engine, and the engine's thread.
 * It does no work of the engine and gives the page nothing but the contract.
 */
import { join } from 'node:path';
import type { MenuCommand } from '@shared/contract/bridge';
import { channels } from '@shared/host/channels';
import { app } from 'electron';
import { quietNativeLogs } from '../engine/host-options';
import { startEngineThread } from '../engine/thread';
import { desktopOptions } from './app-folders';
import { setMenu } from './app-menu';
import { declareAppScheme, serveApp } from './app-protocol';
import { silenceChromium } from './chromium-switches';
import { lockDown } from './lock-down';
import { openPageGate } from './page-gate';
import { type AppWindow, builtFiles, openWindow } from './window';

silenceChromium();
declareAppScheme();
lockDown();
quietNativeLogs(process.env);
const options = desktopOptions();

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  // The thread starts before Chromium is ready: opening the library and drawing the window take their time together.
  const engine = startEngineThread({ workerFile: builtFiles.worker, options });
  let current: AppWindow | null = null;

  const show = () => {
    if (!current) {
      current = openWindow(join(app.getPath('userData'), 'window.json'), builtFiles.preload);
      current.window.once('closed', () => {
        current = null;
      });
      return;
    }
    if (current.window.isMinimized()) current.window.restore();
    current.window.focus();
  };

  const send = (command: MenuCommand) => current?.window.webContents.send(channels.menu, command);

  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void engine.close().then(() => {
      closed = true;
      app.quit();
    });
  });

  void app.whenReady().then(() => {
    serveApp(builtFiles.renderer);
    openPageGate(() => current, engine);
    setMenu(send);
    show();
  });
}
