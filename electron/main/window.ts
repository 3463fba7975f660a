import { join } from 'node:path';
import { regionArgument } from '@shared/host/channels';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { pageOrigin } from './app-protocol';
import { onScreen, readWindowState, type WindowState, writeWindowState } from './window-state';

/** The grounds of the light and the dark theme, so that nothing flashes before the page has drawn itself. */
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

/** Files that the build leaves beside the main script's folder. */
export const builtFiles = {
  preload: join(__dirname, '../preload/index.cjs'),
  renderer: join(__dirname, '../renderer'),
  worker: join(__dirname, 'worker.cjs'),
} as const;
