/**
 * Every command of the window, once: which keys it has and where they work; shared/words has its name. The native menus, the
 * handler of the keys, the command palette and the page of shortcuts read this table; no key is named anywhere else.
 */
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
  readonly palette?: true;
  /** The system or Chromium carries it out, by this role of Electron's menus. */
  readonly role?:
    | 'undo'
    | 'redo'
    | 'cut'
    | 'copy'
    | 'paste'
    | 'selectAll'
    | 'togglefullscreen'
    | 'minimize'
    | 'close'
    | 'quit'
    | 'toggleDevTools';
  /** A browser keeps the key, or the deed, for itself. */
  readonly desktopOnly?: true;
}

const byPlace = {
  everywhere: {
    'find-anything': { keys: ['CmdOrCtrl+K'] },
    'go-chat': { keys: ['CmdOrCtrl+1'], palette: true },
    'go-stages': { keys: ['CmdOrCtrl+2'], palette: true },
    'go-library': { keys: ['CmdOrCtrl+3'], palette: true },
    'go-search': { keys: ['CmdOrCtrl+4', 'CmdOrCtrl+Shift+F'], palette: true },
    'go-evaluate': { keys: ['CmdOrCtrl+5'], palette: true },
    'go-tables': { keys: ['CmdOrCtrl+6'], palette: true },
    'go-settings': { keys: ['CmdOrCtrl+,', 'CmdOrCtrl+7'], palette: true },
    'new-chat': { keys: ['CmdOrCtrl+N'], palette: true, desktopOnly: true },
    'pin-chat': { keys: [], palette: true },
    'private-chat': { keys: ['CmdOrCtrl+Shift+N'], palette: true, desktopOnly: true },
    'add-files': { keys: ['CmdOrCtrl+O'], palette: true },
    'add-folder': { keys: ['CmdOrCtrl+Shift+O'], palette: true },
    'attach-files': { keys: ['CmdOrCtrl+U'], palette: true },
    find: { keys: ['CmdOrCtrl+F'], palette: true },
    'new-run': { keys: [], palette: true },
    'next-theme': { keys: [], palette: true },
    'text-larger': { keys: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='], palette: true, desktopOnly: true },
    'text-smaller': { keys: ['CmdOrCtrl+-'], palette: true, desktopOnly: true },
    'text-normal': { keys: ['CmdOrCtrl+0'], palette: true, desktopOnly: true },
    'next-pane': { keys: ['F6'] },
    'previous-pane': { keys: ['Shift+F6'] },
    notifications: { keys: ['F8'] },
    'take-back': { keys: ['CmdOrCtrl+Z'] },
    'wide-source': { keys: ['F9'], palette: true },
    'close-layer': { keys: ['Escape'] },
    shortcuts: { keys: ['CmdOrCtrl+/'], palette: true },
    about: { keys: [], palette: true },
    'full-screen': { keys: ['F11'], macKeys: ['Ctrl+Cmd+F'], role: 'togglefullscreen', desktopOnly: true },
    minimize: { keys: ['CmdOrCtrl+M'], role: 'minimize', desktopOnly: true },
    'close-window': { keys: ['CmdOrCtrl+W'], role: 'close', desktopOnly: true },
    quit: { keys: ['CmdOrCtrl+Q'], role: 'quit', desktopOnly: true },
    'developer-tools': { keys: [], role: 'toggleDevTools', desktopOnly: true },
  },
  text: {
    undo: { keys: ['CmdOrCtrl+Z'], role: 'undo' },
    redo: { keys: ['CmdOrCtrl+Shift+Z'], role: 'redo' },
    cut: { keys: ['CmdOrCtrl+X'], role: 'cut' },
    copy: { keys: ['CmdOrCtrl+C'], role: 'copy' },
    paste: { keys: ['CmdOrCtrl+V'], role: 'paste' },
    'select-all': { keys: ['CmdOrCtrl+A'], role: 'selectAll' },
  },
  composer: {
    send: { keys: ['Enter', 'CmdOrCtrl+Enter'] },
    'line-break': { keys: ['Shift+Enter'] },
    'question-fields': { keys: ['CmdOrCtrl+E'] },
  },
  stages: {
    'run-stage': { keys: stagePanes.slice(0, 9).map((_, index) => `${index + 1}`) },
  },
  stagePrompt: {
    'run-all': { keys: ['CmdOrCtrl+Enter'] },
  },
  lists: {
    'context-menu': { keys: ['Shift+F10', 'ContextMenu'] },
    'list-next': { keys: ['Down'] },
    'list-previous': { keys: ['Up'] },
    'list-first': { keys: ['Home'] },
    'list-last': { keys: ['End'] },
    'list-open': { keys: ['Enter'] },
    'list-rename': { keys: ['F2'] },
    'ask-about': { keys: ['CmdOrCtrl+Enter'] },
    'list-delete': { keys: ['Delete'] },
    'list-select-all': { keys: ['CmdOrCtrl+A'] },
  },
  document: {
    'find-in-document': { keys: ['CmdOrCtrl+F'] },
    'copy-cited': { keys: ['CmdOrCtrl+Shift+C'] },
    'hit-next': { keys: ['F3', 'CmdOrCtrl+G'] },
    'hit-previous': { keys: ['Shift+F3', 'CmdOrCtrl+Shift+G'] },
  },
  page: {
    'page-next': { keys: ['Right'] },
    'page-previous': { keys: ['Left'] },
    'page-larger': { keys: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='] },
    'page-smaller': { keys: ['CmdOrCtrl+-'] },
    'page-fit': { keys: ['CmdOrCtrl+0'] },
  },
  comparison: {
    'difference-next': { keys: ['F7'] },
    'difference-previous': { keys: ['Shift+F7'] },
  },
} as const satisfies Readonly<Record<Place, Readonly<Record<string, Omit<Command, 'where'>>>>>;

type ByPlace = typeof byPlace;
export type CommandId = { [P in Place]: keyof ByPlace[P] }[Place];
export const commands = Object.fromEntries(
  places.flatMap((where) => Object.entries(byPlace[where]).map(([id, command]) => [id, { ...command, where }])),
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
