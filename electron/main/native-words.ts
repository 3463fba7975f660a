/** The words of what the system draws for Vitrine: menu, tray, dialogs and notifications. */
const english = {
  file: '&File',
  edit: '&Edit',
  view: '&View',
  window: '&Window',
  settings: 'Settings…',
  newChat: 'New chat',
  addFiles: 'Add files…',
  addFolder: 'Add folder…',
  find: 'Find',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  resetZoom: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  close: 'Close',
  quit: 'Quit Vitrine',
  show: 'Show Vitrine',
  openAddress: 'Open this address in your browser?',
  open: 'Open',
  cancel: 'Cancel',
  chooseFiles: 'Add files',
  chooseFolder: 'Add a folder',
  add: 'Add',
  ingested: 'Documents added',
  ingestedDetail: (added: number, failed: number) =>
    failed === 0 ? `${added} files are ready.` : `${added} files are ready, ${failed} failed.`,
};

export type NativeWords = typeof english;

const german: NativeWords = {
  file: '&Datei',
  edit: '&Bearbeiten',
  view: '&Ansicht',
  window: '&Fenster',
  settings: 'Einstellungen …',
  newChat: 'Neuer Chat',
  addFiles: 'Dateien hinzufügen …',
  addFolder: 'Ordner hinzufügen …',
  find: 'Suchen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  resetZoom: 'Originalgröße',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fullScreen: 'Vollbild',
  close: 'Schließen',
  quit: 'Vitrine beenden',
  show: 'Vitrine anzeigen',
  openAddress: 'Diese Adresse im Browser öffnen?',
  open: 'Öffnen',
  cancel: 'Abbrechen',
  chooseFiles: 'Dateien hinzufügen',
  chooseFolder: 'Ordner hinzufügen',
  add: 'Hinzufügen',
  ingested: 'Dokumente hinzugefügt',
  ingestedDetail: (added, failed) =>
    failed === 0 ? `${added} Dateien sind bereit.` : `${added} Dateien sind bereit, ${failed} fehlgeschlagen.`,
};

/** Words for the language chosen in the settings; `system` follows `locale`, such as `de-AT`. */
export function nativeWords(language: 'system' | 'en' | 'de', locale: string): NativeWords {
  const wanted = language === 'system' ? locale.toLowerCase().split('-')[0] : language;
  return wanted === 'de' ? german : english;
}
