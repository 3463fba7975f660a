import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { regionArgument } from '@shared/contract/bridge';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { pageOrigin } from './app-protocol';

/** The backgrounds of the light and the dark theme: nothing flashes before the page is drawn. */
const ground = { light: '#FAF9F6', dark: '#141517' } as const;

export interface AppWindow {
  readonly window: BrowserWindow;
  setTheme(theme: WindowState['theme']): void;
}

interface WindowFiles {
  readonly stateFile: string;
  readonly preload: string;
  /** Drawn by the window managers of Linux; other systems take the icon of the app. */
  readonly icon: string;
}

/** Opens the window where it was last time and keeps its place in `stateFile`. */
export function openWindow({ stateFile, preload, icon }: WindowFiles): AppWindow {
  const displays = screen.getAllDisplays().map((display) => display.workArea);
  let state = onScreen(readWindowState(stateFile), displays);
  nativeTheme.themeSource = state.theme;
  const window = new BrowserWindow({
    width: state.width,
    height: state.height,
    ...(state.x !== undefined && state.y !== undefined ? { x: state.x, y: state.y } : {}),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Vitrine',
    ...(process.platform === 'linux' ? { icon } : {}),
    backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      enableWebSQL: false,
      additionalArguments: [`${regionArgument}${app.getLocaleCountryCode()}`],
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());

  const keep = () => {
    const { x, y, width, height } = window.getNormalBounds();
    state = { ...state, x, y, width, height, maximized: window.isMaximized() };
    writeWindowState(stateFile, state);
  };
  window.on('close', keep);
  reviveAfterCrash(window);
  void window.loadURL(`${pageOrigin}/`);

  return {
    window,
    setTheme(theme) {
      if (theme === state.theme) return;
      nativeTheme.themeSource = theme;
      window.setBackgroundColor(nativeTheme.shouldUseDarkColors ? ground.dark : ground.light);
      keep();
      state = { ...state, theme };
      writeWindowState(stateFile, state);
    },
  };
}

const crashWindowMs = 60_000;

/** A page that crashed is loaded again, but not in circles. */
function reviveAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now];
    console.error(`The page stopped: ${details.reason} (exit code ${details.exitCode}).`);
    if (crashes.length < 3) window.webContents.reload();
  });
}

export const builtFiles = {
  preload: join(__dirname, '../preload/index.cjs'),
  renderer: join(__dirname, '../renderer'),
  worker: join(__dirname, 'worker.cjs'),
} as const;

interface WindowState {
  readonly width: number;
  readonly height: number;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly maximized: boolean;
  readonly theme: (typeof themes)[number];
}

const themes = ['light', 'dark', 'system'] as const;

const initial: WindowState = { width: 1280, height: 800, maximized: false, theme: 'system' };

/** The state of last time, or the first one where there is none that can be read. */
function readWindowState(file: string): WindowState {
  try {
    return stateOf(JSON.parse(readFileSync(file, 'utf8'))) ?? initial;
  } catch {
    // A first start or a damaged file: a window in its default place is all that is lost.
    return initial;
  }
}

/** Not with zod, which is read when the window is on its way: this is asked before. */
function stateOf(found: unknown): WindowState | null {
  const { width, height, x, y, maximized, theme } = Object(found) as Record<string, unknown>;
  const known = themes.find((name) => name === theme);
  const isPlace = (value: unknown): value is number | undefined => value === undefined || Number.isInteger(value);
  const isSize = (value: unknown, least: number): value is number =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= 20_000;
  if (!isSize(width, 640) || !isSize(height, 480) || !isPlace(x) || !isPlace(y)) return null;
  return typeof maximized === 'boolean' && known ? { width, height, x, y, maximized, theme: known } : null;
}

function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`);
  } catch (error) {
    console.warn(`The window's place could not be kept in ${file}: ${String(error)}`);
  }
}

/** The state with its place left out when no screen shows it any more. */
function onScreen(
  state: WindowState,
  screens: readonly { x: number; y: number; width: number; height: number }[],
): WindowState {
  const { x, y } = state;
  if (x === undefined || y === undefined) return state;
  const visible = screens.some(
    (screen) =>
      x + state.width > screen.x + 50 &&
      x < screen.x + screen.width - 50 &&
      y >= screen.y - 10 &&
      y < screen.y + screen.height - 50,
  );
  if (visible) return state;
  const { x: _x, y: _y, ...rest } = state;
  return rest;
}
