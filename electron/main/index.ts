/**
 * The desktop host: one window on app://vitrine, the gate between its page and the engine, and the engine's thread.
 * It does no work of the engine and gives the page nothing but the contract.
 */
import { join } from 'node:path';
import type { MenuCommand } from '@shared/contract/bridge';
import { channels } from '@shared/host/channels';
import type { Settings } from '@shared/settings';
import { app, Notification } from 'electron';
import { readKeptAnswers } from '../engine/first-screen-file';
import { startEngineThread } from '../engine/host/thread';
import { prepareProcess } from '../engine/host-options';
import { desktopOptions, iconPicture } from './app-folders';
import { setMenu } from './app-menu';
import { declareAppScheme, serveApp } from './app-protocol';
import { setChromiumSwitches } from './chromium-switches';
import { followSettings } from './followed-settings';
import { ingestNotice } from './ingest-notice';
import { KeyStore } from './key-store';
import { lateEngine } from './late-engine';
import { lockDown } from './lock-down';
import { nativeWords } from './native-words';
import { openPageGate } from './page-gate';
import { handOverKeys } from './server-keys';
import { systemCipher } from './system-cipher';
import { openTextMenus } from './text-menu';
import { trayIcon } from './tray-icon';
import { type AppWindow, builtFiles, openWindow } from './window';

/** A page that never stands, or is not shown, does not hold the engine up; ms after the window was opened. */
const beginAfterMs = 1500;

setChromiumSwitches();
declareAppScheme();
let language: Settings['appearance.language'] = 'system';
/** What menu, tray, dialogs and notifications say now. */
const words = () => nativeWords(language, app.getLocale());
lockDown(words);
prepareProcess(process.env);
const options = desktopOptions();

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const kept = readKeptAnswers(options);
  const shown = kept ? { shownFirstScreen: kept.checksum } : {};
  // Without kept answers the thread starts before Chromium is ready: opening the library and drawing the window take
  // their time together. With them it starts when the first screen stands and asks for more (docs/adr/0027).
  const engine = lateEngine(kept?.texts ?? null, () =>
    startEngineThread({ workerFile: builtFiles.worker, options: { ...options, ...shown } }),
  );
  let current: AppWindow | null = null;
  let quitting = false;
  let inTray = false;
  let notifies = false;

  const show = () => {
    if (!current) {
      current = openWindow({
        stateFile: join(app.getPath('userData'), 'window.json'),
        preload: builtFiles.preload,
        icon: iconPicture(256),
      });
      const { window } = current;
      openTextMenus(window, words);
      window.on('close', (event) => {
        if (quitting || !tray.shown) return;
        event.preventDefault();
        window.hide();
        inTray = true;
      });
      window.once('closed', () => {
        current = null;
      });
      return;
    }
    inTray = false;
    current.window.show();
    if (current.window.isMinimized()) current.window.restore();
    current.window.focus();
  };

  const tray = trayIcon(iconPicture(32), show, () => app.quit());
  const send = (command: MenuCommand) => current?.window.webContents.send(channels.menu, command);

  app.on('before-quit', () => {
    quitting = true;
  });
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
      // Not before this event is over, or Electron would not hear it: an engine that never ran is closed at once.
      setImmediate(() => app.quit());
    });
  });

  void app.whenReady().then(() => {
    serveApp(builtFiles.renderer);
    const keys = new KeyStore(join(app.getPath('userData'), 'server-keys.json'), systemCipher);
    openPageGate(() => current, engine, keys, words, options.libraryFolder);
    setMenu(words(), send);
    show();
    engine.onBegin(() => {
      void handOverKeys(engine, keys);
      followSettings(engine, ({ fields }) => {
        language = fields['appearance.language'].value;
        notifies = fields['desktop.notifications'].value;
        setMenu(words(), send);
        tray.set(fields['desktop.tray'].value, words());
        // Without the icon nobody would find the window again.
        if (!tray.shown && inTray) show();
      });
    });
    setTimeout(() => engine.begin(), beginAfterMs);
    engine.subscribe((event) => {
      if (event.type === 'engine.up') void handOverKeys(engine, keys);
      const hidden = !current?.window.isVisible() || current.window.isMinimized();
      const notice = notifies ? ingestNotice(event, hidden, words()) : null;
      if (notice && Notification.isSupported()) new Notification(notice).show();
    });
  });
}
