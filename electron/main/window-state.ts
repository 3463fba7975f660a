import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const stateSchema = z.object({
  width: z.number().int().min(640).max(20_000),
  height: z.number().int().min(480).max(20_000),
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  maximized: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
});

/** Where the window was, in pixels of the desktop, and in which colours. */
export type WindowState = z.infer<typeof stateSchema>;

const initial: WindowState = { width: 1280, height: 800, maximized: false, theme: 'system' };

/** The state of last time, or the first one where there is none that can be read. */
export function readWindowState(file: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A first start or a damaged file: a window in its default place is all that is lost.
    return initial;
  }
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
