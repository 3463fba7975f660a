/**
 * Every command of the window, once: what it is called, which keys it has and where they work. The native menus, the
 * handler of the keys, the command palette and the page of shortcuts read this table; no key is named anywhere else.
 */

/** Where the keys of a command work. */
export const places = ['everywhere', 'text', 'composer', 'stages', 'stagePrompt', 'lists', 'document', 'page'] as const;
export type Place = (typeof places)[number];

export interface Command {
  readonly title: { readonly en: string; readonly de: string };
  /** In the manner of Electron: `CmdOrCtrl+Shift+O`. The first is shown, the others work too. */
  readonly keys: readonly string[];
  /** Where macOS has other habits. */
  readonly macKeys?: readonly string[];
  readonly where: Place;
  /** The command palette offers it. */
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

const table = {
  'find-anything': {
    title: { en: 'Find anything', de: 'Alles durchsuchen' },
    keys: ['CmdOrCtrl+K'],
    where: 'everywhere',
  },
  'go-chat': { title: { en: 'Chat', de: 'Chat' }, keys: ['CmdOrCtrl+1'], where: 'everywhere', palette: true },
  'go-stages': { title: { en: 'Stages', de: 'Stufen' }, keys: ['CmdOrCtrl+2'], where: 'everywhere', palette: true },
  'go-library': {
    title: { en: 'Library', de: 'Bibliothek' },
    keys: ['CmdOrCtrl+3'],
    where: 'everywhere',
    palette: true,
  },
  'go-evaluate': {
    title: { en: 'Evaluate', de: 'Messen' },
    keys: ['CmdOrCtrl+4'],
    where: 'everywhere',
    palette: true,
  },
  'go-settings': {
    title: { en: 'Settings', de: 'Einstellungen' },
    keys: ['CmdOrCtrl+,', 'CmdOrCtrl+5'],
    where: 'everywhere',
    palette: true,
  },
  'new-chat': {
    title: { en: 'New chat', de: 'Neues Gespräch' },
    keys: ['CmdOrCtrl+N'],
    where: 'everywhere',
    palette: true,
    desktopOnly: true,
  },
  'add-files': {
    title: { en: 'Add files…', de: 'Dateien hinzufügen …' },
    keys: ['CmdOrCtrl+O'],
    where: 'everywhere',
    palette: true,
  },
  'add-folder': {
    title: { en: 'Add a folder…', de: 'Ordner hinzufügen …' },
    keys: ['CmdOrCtrl+Shift+O'],
    where: 'everywhere',
    palette: true,
  },
  find: {
    title: { en: 'Find in this room', de: 'In diesem Raum suchen' },
    keys: ['CmdOrCtrl+F'],
    where: 'everywhere',
    palette: true,
  },
  'new-run': {
    title: { en: 'New run of the stages', de: 'Neuer Lauf der Stufen' },
    keys: [],
    where: 'everywhere',
    palette: true,
  },
  'next-theme': {
    title: { en: 'Change the theme', de: 'Farbschema wechseln' },
    keys: [],
    where: 'everywhere',
    palette: true,
  },
  'text-larger': {
    title: { en: 'Larger text', de: 'Text größer' },
    keys: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='],
    where: 'everywhere',
    palette: true,
    desktopOnly: true,
  },
  'text-smaller': {
    title: { en: 'Smaller text', de: 'Text kleiner' },
    keys: ['CmdOrCtrl+-'],
    where: 'everywhere',
    palette: true,
    desktopOnly: true,
  },
  'text-normal': {
    title: { en: 'Usual text size', de: 'Übliche Textgröße' },
    keys: ['CmdOrCtrl+0'],
    where: 'everywhere',
    palette: true,
    desktopOnly: true,
  },
  'next-pane': { title: { en: 'Next pane', de: 'Nächster Bereich' }, keys: ['F6'], where: 'everywhere' },
  'previous-pane': { title: { en: 'Pane before', de: 'Voriger Bereich' }, keys: ['Shift+F6'], where: 'everywhere' },
  notifications: { title: { en: 'Notifications', de: 'Mitteilungen' }, keys: ['F8'], where: 'everywhere' },
  'take-back': {
    title: {
      en: 'Take back what was just deleted, renamed or moved',
      de: 'Eben Gelöschtes, Umbenanntes, Verschobenes zurücknehmen',
    },
    keys: ['CmdOrCtrl+Z'],
    where: 'everywhere',
  },
  'close-layer': {
    title: { en: 'Close what is on top, or stop', de: 'Schließen, was obenauf liegt, oder anhalten' },
    keys: ['Escape'],
    where: 'everywhere',
  },
  'context-menu': {
    title: { en: 'Menu of what is chosen', de: 'Menü zum Gewählten' },
    keys: ['Shift+F10', 'ContextMenu'],
    where: 'lists',
  },
  shortcuts: {
    title: { en: 'Keyboard shortcuts', de: 'Tastenkürzel' },
    keys: ['CmdOrCtrl+/'],
    where: 'everywhere',
    palette: true,
  },
  about: { title: { en: 'About Vitrine', de: 'Über Vitrine' }, keys: [], where: 'everywhere', palette: true },

  send: {
    title: { en: 'Send the question', de: 'Frage absenden' },
    keys: ['Enter', 'CmdOrCtrl+Enter'],
    where: 'composer',
  },
  'line-break': {
    title: { en: 'New line in the question', de: 'Neue Zeile in der Frage' },
    keys: ['Shift+Enter'],
    where: 'composer',
  },
  'question-fields': {
    title: { en: 'Question in its fields, or as plain text', de: 'Frage in Feldern oder als Text' },
    keys: ['CmdOrCtrl+E'],
    where: 'composer',
  },

  'run-stage': {
    title: { en: 'Run the stage of this number', de: 'Stufe mit dieser Nummer ausführen' },
    keys: ['1', '2', '3', '4', '5', '6', '7', '8'],
    where: 'stages',
  },
  'run-all': {
    title: { en: 'Run all stages', de: 'Alle Stufen ausführen' },
    keys: ['CmdOrCtrl+Enter'],
    where: 'stagePrompt',
  },

  'list-next': { title: { en: 'Next row', de: 'Nächste Zeile' }, keys: ['Down'], where: 'lists' },
  'list-previous': { title: { en: 'Row before', de: 'Vorige Zeile' }, keys: ['Up'], where: 'lists' },
  'list-first': { title: { en: 'First row', de: 'Erste Zeile' }, keys: ['Home'], where: 'lists' },
  'list-last': { title: { en: 'Last row', de: 'Letzte Zeile' }, keys: ['End'], where: 'lists' },
  'list-open': { title: { en: 'Open', de: 'Öffnen' }, keys: ['Enter'], where: 'lists' },
  'list-delete': {
    title: { en: 'Delete; it can be undone', de: 'Löschen; lässt sich rückgängig machen' },
    keys: ['Delete'],
    where: 'lists',
  },
  'list-select-all': {
    title: { en: 'Select all documents', de: 'Alle Dokumente auswählen' },
    keys: ['CmdOrCtrl+A'],
    where: 'lists',
  },

  'find-in-document': {
    title: { en: 'Find in the document', de: 'Im Dokument suchen' },
    keys: ['CmdOrCtrl+F'],
    where: 'document',
  },
  'hit-next': { title: { en: 'Next hit', de: 'Nächster Treffer' }, keys: ['F3', 'CmdOrCtrl+G'], where: 'document' },
  'hit-previous': {
    title: { en: 'Hit before', de: 'Voriger Treffer' },
    keys: ['Shift+F3', 'CmdOrCtrl+Shift+G'],
    where: 'document',
  },

  'page-next': { title: { en: 'Next page of a PDF', de: 'Nächste Seite eines PDF' }, keys: ['Right'], where: 'page' },
  'page-previous': { title: { en: 'Page before', de: 'Vorige Seite' }, keys: ['Left'], where: 'page' },
  'page-larger': {
    title: { en: 'Larger page', de: 'Seite größer' },
    keys: ['CmdOrCtrl+Plus', 'CmdOrCtrl+='],
    where: 'page',
  },
  'page-smaller': { title: { en: 'Smaller page', de: 'Seite kleiner' }, keys: ['CmdOrCtrl+-'], where: 'page' },
  'page-fit': { title: { en: 'Fit the page', de: 'Seite einpassen' }, keys: ['CmdOrCtrl+0'], where: 'page' },

  undo: { title: { en: 'Undo', de: 'Rückgängig' }, keys: ['CmdOrCtrl+Z'], where: 'text', role: 'undo' },
  redo: {
    title: { en: 'Redo', de: 'Wiederholen' },
    keys: ['CmdOrCtrl+Shift+Z'],
    where: 'text',
    role: 'redo',
  },
  cut: { title: { en: 'Cut', de: 'Ausschneiden' }, keys: ['CmdOrCtrl+X'], where: 'text', role: 'cut' },
  copy: { title: { en: 'Copy', de: 'Kopieren' }, keys: ['CmdOrCtrl+C'], where: 'text', role: 'copy' },
  paste: { title: { en: 'Paste', de: 'Einfügen' }, keys: ['CmdOrCtrl+V'], where: 'text', role: 'paste' },
  'select-all': {
    title: { en: 'Select all', de: 'Alles auswählen' },
    keys: ['CmdOrCtrl+A'],
    where: 'text',
    role: 'selectAll',
  },
  'full-screen': {
    title: { en: 'Full screen', de: 'Vollbild' },
    keys: ['F11'],
    macKeys: ['Ctrl+Cmd+F'],
    where: 'everywhere',
    role: 'togglefullscreen',
    desktopOnly: true,
  },
  minimize: {
    title: { en: 'Minimise', de: 'Minimieren' },
    keys: ['CmdOrCtrl+M'],
    where: 'everywhere',
    role: 'minimize',
    desktopOnly: true,
  },
  'close-window': {
    title: { en: 'Close the window', de: 'Fenster schließen' },
    keys: ['CmdOrCtrl+W'],
    where: 'everywhere',
    role: 'close',
    desktopOnly: true,
  },
  quit: {
    title: { en: 'Quit Vitrine', de: 'Vitrine beenden' },
    keys: ['CmdOrCtrl+Q'],
    where: 'everywhere',
    role: 'quit',
    desktopOnly: true,
  },
  'developer-tools': {
    title: { en: 'Developer tools', de: 'Entwicklerwerkzeuge' },
    keys: [],
    where: 'everywhere',
    role: 'toggleDevTools',
    desktopOnly: true,
  },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof table;
export const commands: Readonly<Record<CommandId, Command>> = table;
export const commandIds = Object.keys(table) as readonly CommandId[];

/** Commands that the window carries out itself, wherever it is. */
export type WindowCommand = {
  [Id in CommandId]: (typeof table)[Id] extends { readonly where: 'everywhere' }
    ? (typeof table)[Id] extends { readonly role: string }
      ? never
      : Id
    : never;
}[CommandId];

/** Whether the window carries a command out itself, in whatever room it is. */
export function isWindowCommand(id: string): id is WindowCommand {
  const command: Command | undefined = commands[id as CommandId];
  return command !== undefined && command.where === 'everywhere' && command.role === undefined;
}

/** The keys of a command on this platform, in the manner of Electron. */
export function keysOf(id: CommandId, mac: boolean): readonly string[] {
  const { keys, macKeys } = commands[id];
  return mac && macKeys ? macKeys : keys;
}

/** What a keydown event says of the keys; the event of the DOM is one. */
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
  // Where a sign is on the keyboard, and whether it needs Shift, differs between layouts.
  const isSign = key.length === 1 && !/[\p{L}\p{N}]/u.test(key);
  if (!isSign && event.shiftKey !== has('Shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}
