/**
 * Every command of the window, once: which keys it has and where they work; shared/words has its name. The native menus, the
 * handler of the keys, the command palette and the page of shortcuts read this table; no key is named anywhere else.
 */
import table from './commands.json';
import { stagePanes } from './prompt/stage-names';

export const places = [
  'everywhere',
  'text',
  'composer',
  'stages',
  'stagePrompt',
  'lists',
  'document',
  'page',
  'comparison',
] as const;
export type Place = (typeof places)[number];

export interface Command {
  /** In the manner of Electron: `CmdOrCtrl+Shift+O`. The first is shown, the others work too. */
  readonly keys: readonly string[];
  readonly macKeys?: readonly string[];
  readonly where: Place;
  readonly palette?: boolean;
  /** The system or Chromium carries it out, by this role of Electron's menus. */
  readonly role?: string;
  /** A browser keeps the key, or the deed, for itself. */
  readonly desktopOnly?: boolean;
}

const byPlace = {
  ...table,
  stages: { 'run-stage': { keys: stagePanes.slice(0, 9).map((_, index) => `${index + 1}`) } },
};

type ByPlace = typeof byPlace;
const tables: Readonly<Record<Place, Readonly<Record<string, Omit<Command, 'where'>>>>> = byPlace;
export type CommandId = { [P in Place]: keyof ByPlace[P] }[Place];
export const commands = Object.fromEntries(
  places.flatMap((where) => Object.entries(tables[where]).map(([id, command]) => [id, { ...command, where }])),
) as Readonly<Record<CommandId, Command>>;
export const commandIds = Object.keys(commands) as readonly CommandId[];

/** Commands that the window carries out itself, wherever it is. */
export type WindowCommand = {
  [Id in keyof ByPlace['everywhere']]: ByPlace['everywhere'][Id] extends { readonly role: string } ? never : Id;
}[keyof ByPlace['everywhere']];

export function isWindowCommand(id: string): id is WindowCommand {
  const command: Command | undefined = commands[id as CommandId];
  return command !== undefined && command.where === 'everywhere' && command.role === undefined;
}

export function keysOf(id: CommandId, mac: boolean): readonly string[] {
  const { keys, macKeys } = commands[id];
  return mac && macKeys ? macKeys : keys;
}

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const domNames: Readonly<Record<string, string>> = {
  Plus: '+',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
};

/** Whether the keys of a command are pressed. Which of two commands is meant where both have the same, its place says. */
export function isPressed(id: CommandId, event: PressedKey, mac: boolean): boolean {
  return keysOf(id, mac).some((keys) => matches(keys, event, mac));
}

function matches(keys: string, event: PressedKey, mac: boolean): boolean {
  const parts = keys.split('+');
  const last = parts.at(-1) ?? '';
  const key = domNames[last] ?? last;
  const has = (name: string) => parts.includes(name);
  const either = has('CmdOrCtrl');
  const control = has('Ctrl') || (either && !mac);
  const meta = has('Cmd') || (either && mac);
  if (event.ctrlKey !== control || event.metaKey !== meta || event.altKey !== has('Alt')) return false;
  // The key of a sign, and its need for Shift, differ between layouts.
  const isSign = key.length === 1 && !/[\p{L}\p{N}]/u.test(key);
  if (!isSign && event.shiftKey !== has('Shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}
