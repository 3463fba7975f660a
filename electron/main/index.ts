/**
 * The desktop host: one window on app://vitrine, the gate between its page and the engine, and the engine's thread.
 * It does no work of the engine and gives the page nothing but the contract. Packaged and started with a command of the
 * command line, the same program is that (`electron/cli`), without a window.
 */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { addressAmong, addressScheme } from '@shared/address';
import { channels, type MenuCommand } from '@shared/contract/bridge';
import { incomingFolder } from '@shared/host/incoming-file';
import type { Settings } from '@shared/settings';
import { speak } from '@shared/words/index';
import { systemLanguage } from '@shared/words/languages';
import { app, Notification, safeStorage } from 'electron';
import { EngineThread } from '../engine/host/thread';
import { engineOptions, prepareProcess } from '../engine/host-options';
import type { EngineOptions } from '../engine/options';
import { openTextMenus, setMenu, trayIcon } from './app-menu';
import { declareAppScheme, serveApp } from './app-protocol';
import { followSettings, ingestNotice, serveApi } from './desktop-settings';
import { lockDown, setChromiumSwitches } from './lock-down';
import { openPageGate } from './page-gate';
import { type Cipher, handOverKeys, KeyStore } from './server-keys';
import { FirstStarts, installUpdates, updatesOptions } from './updates';
import { type AppWindow, builtFiles, openWindow } from './window';

/** Back ends of Linux that encrypt with a password written in Chromium's source: no secret is safe with them. */
const hollow = new Set(['basic_text', 'unknown']);

/** The system's own store of secrets: Keychain, DPAPI, libsecret or KWallet. Only after the app is ready. */
const systemCipher: Cipher = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || !hollow.has(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
};

/** The window is drawn and at rest by then, also on a slow computer. */
const upkeepAfterMs = 5000;

setChromiumSwitches();
const command = commandWords();
if (command) {
  app.dock?.hide();
  // Not before Chromium has taken the signals: the command takes them from it.
  void app.whenReady().then(() => runCommand(command));
} else {
  declareAppScheme();
  lockDown();
  prepareProcess(process.env);
  const options = desktopOptions();
  const starts = new FirstStarts(options.updates?.folder ?? join(app.getPath('userData'), 'updates'));
  if (!app.requestSingleInstanceLock()) app.quit();
  else if (isBack(starts)) app.exit();
  else openDesktop(options, starts);
}

/** The words of a command; null for the window. Those after `--`, or all if the first is no option and no address. */
function commandWords(): readonly string[] | null {
  if (!app.isPackaged) return null;
  const words = process.argv.slice(1);
  const start = words.indexOf('--') + 1;
  if (start > 0) return words.slice(start);
  return /^[a-z]/.test(words[0] ?? '') && addressAmong(words) === undefined ? words : null;
}

function runCommand(words: readonly string[]): void {
  const cli = join(__dirname, 'cli.cjs');
  process.argv = [process.execPath, cli, ...words];
  const fail = (error: unknown) => {
    console.error(error);
    process.exit(1);
  };
  // Node ends here on an uncaught error; Electron would show a box, or continue.
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  createRequire(__filename)(cli);
}

/** Whether this version failed to start and the previous one starts in its place. */
function isBack(starts: FirstStarts): boolean {
  const place = app.isPackaged ? starts.begin(app.getVersion()) : null;
  if (place === null) return false;
  app.relaunch({ execPath: place });
  return true;
}

interface Desktop {
  readonly engine: EngineThread;
  readonly options: EngineOptions;
  readonly starts: FirstStarts;
  readonly tray: ReturnType<typeof trayIcon>;
  current: AppWindow | null;
  quitting: boolean;
  inTray: boolean;
  notifies: boolean;
  /** An address that was followed and waits for the page, which reads it. */
  followed: string | undefined;
}

function openDesktop(options: EngineOptions, starts: FirstStarts): void {
  const desktop: Desktop = {
    // Before Chromium is ready: opening the library and drawing the window take their time together.
    engine: new EngineThread({ workerFile: builtFiles.worker, options }),
    options,
    starts,
    tray: trayIcon(
      iconPicture(32),
      () => show(desktop),
      () => app.quit(),
    ),
    current: null,
    quitting: false,
    inTray: false,
    notifies: false,
    followed: addressAmong(process.argv),
  };
  followStarts(desktop);
  followQuit(desktop);
  void app.whenReady().then(() => openWhenReady(desktop));
}

function show(desktop: Desktop): void {
  const { current } = desktop;
  if (!current) {
    openFirst(desktop);
    return;
  }
  desktop.inTray = false;
  current.window.show();
  if (current.window.isMinimized()) current.window.restore();
  current.window.focus();
}

function openFirst(desktop: Desktop): void {
  desktop.current = openWindow({
    stateFile: join(app.getPath('userData'), 'window.json'),
    preload: builtFiles.preload,
    icon: iconPicture(256),
  });
  const { window } = desktop.current;
  openTextMenus(window);
  window.once('ready-to-show', () => desktop.starts.up());
  window.on('close', (event) => {
    if (desktop.quitting || !desktop.tray.shown) return;
    event.preventDefault();
    window.hide();
    desktop.inTray = true;
  });
  window.once('closed', () => {
    desktop.current = null;
  });
}

/** Says menu, tray, dialogs and notifications in the chosen language from now on. */
async function speakAs(desktop: Desktop, choice: Settings['appearance.language']): Promise<void> {
  await speak(choice === 'system' ? systemLanguage([app.getLocale()]) : choice);
  setMenu((command: MenuCommand) => desktop.current?.window.webContents.send(channels.menu, command));
  desktop.tray.set(desktop.tray.shown);
}

function follow(desktop: Desktop, address: string): void {
  desktop.followed = address;
  // Before that, the window is on its way.
  if (app.isReady()) show(desktop);
  desktop.current?.window.webContents.send(channels.address);
}

/** Shows the window when the program is started again, from an address or from the dock. */
function followStarts(desktop: Desktop): void {
  app.on('second-instance', (_event, words) => {
    const address = addressAmong(words);
    if (address === undefined) show(desktop);
    else follow(desktop, address);
  });
  // macOS tells it so, and may do before the app is ready.
  app.on('open-url', (event, address) => {
    event.preventDefault();
    follow(desktop, address);
  });
  app.on('activate', () => show(desktop));
}

/** Quits with the last window, and not before the engine is closed. */
function followQuit(desktop: Desktop): void {
  app.on('before-quit', () => {
    desktop.quitting = true;
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void desktop.engine.close().then(() => {
      closed = true;
      // Not before this event is over, or Electron would not hear it.
      setImmediate(() => app.quit());
    });
  });
}

function openWhenReady(desktop: Desktop): void {
  const { engine, options, starts } = desktop;
  serveApp(builtFiles.renderer);
  const keys = new KeyStore(join(app.getPath('userData'), 'server-keys.json'), systemCipher);
  openPageGate(
    () => desktop.current,
    engine,
    keys,
    options.libraryFolder,
    () => {
      const address = desktop.followed ?? null;
      desktop.followed = undefined;
      return address;
    },
  );
  void speakAs(desktop, 'system');
  show(desktop);
  // On Linux the package's desktop entry does it (electron-builder.yml): here a shell script would hold up the start.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(addressScheme);
  void handOverKeys(engine, keys);
  serveApi(engine, join(options.libraryFolder, incomingFolder));
  installUpdates(engine, starts, (execPath) => {
    app.relaunch({ execPath });
    app.quit();
  });
  followEngine(desktop, keys);
}

/** Applies the settings, hands over keys to an engine that starts again, and notifies a person who is elsewhere. */
function followEngine(desktop: Desktop, keys: KeyStore): void {
  const { engine, tray } = desktop;
  followSettings(engine, ({ fields }) => {
    desktop.notifies = fields['desktop.notifications'].value;
    tray.set(fields['desktop.tray'].value);
    void speakAs(desktop, fields['appearance.language'].value);
    // Without the icon the window could not be found again.
    if (!tray.shown && desktop.inTray) show(desktop);
  });
  engine.subscribe((event) => {
    if (event.type === 'engine.up') void handOverKeys(engine, keys);
    const { current } = desktop;
    const hidden = !current?.window.isVisible() || current.window.isMinimized();
    const notice = desktop.notifies ? ingestNotice(event, hidden) : null;
    if (notice && Notification.isSupported()) new Notification(notice).show();
  });
}

/** The value of `--name VALUE` or `--name=VALUE`. */
function argument(name: string): string | undefined {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const next = process.argv[at + 1];
  // Another option behind it is no value: it became the name of a folder.
  return process.argv[at]?.split('=').slice(1).join('=') || (next?.startsWith('--') ? undefined : next);
}

/**
 * The engine's options for this window. A library named by `--library` or VITRINE_LIBRARY has its own window settings
 * and single-instance lock: two libraries can be open side by side.
 */
function desktopOptions(): EngineOptions {
  // Before a library that is named gets window settings of its own: permissions are the computer's.
  const dataFolder = app.getPath('userData');
  const named = argument('library') ?? process.env.VITRINE_LIBRARY;
  const libraryFolder = named ? resolve(named) : join(app.getPath('userData'), 'library');
  if (named && !app.commandLine.hasSwitch('user-data-dir')) {
    const key = createHash('sha256').update(libraryFolder).digest('hex').slice(0, 16);
    app.setPath('userData', join(app.getPath('userData'), 'windows', key));
  }
  const appFolder = app.isPackaged ? process.resourcesPath : app.getAppPath();
  const options = engineOptions(process.env, { appFolder, libraryFolder, dataFolder });
  const updates = app.isPackaged ? { updates: updatesOptions(options.configFolder, join(dataFolder, 'updates')) } : {};
  return { ...options, ...updates, takesKeys: true, resumesIngests: true, upkeepAfterMs };
}

/** The icon's picture with this side, pixels. The packaged app has one picture beside its resources. */
function iconPicture(side: 32 | 256): string {
  return app.isPackaged
    ? join(process.resourcesPath, 'icon.png')
    : join(app.getAppPath(), 'resources', 'icons', `${side}x${side}.png`);
}
