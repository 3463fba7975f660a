import { readFileSync, writeFileSync } from 'node:fs';

/** Where the window was, in pixels of the desktop, and in which colours. */
export interface WindowState {
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
export function readWindowState(file: string): WindowState {
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

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`);
  } catch (error) {
    console.warn(`The window's place could not be kept in ${file}: ${String(error)}`);
  }
}

/** The state with its place left out when no screen shows it any more. */
export function onScreen(
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
