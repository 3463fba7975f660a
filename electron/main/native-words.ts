/** The words of what the system draws for Vitrine; those of commands stand in shared/commands.ts. */
const english = {
  language: 'en' as 'en' | 'de',
  file: '&File',
  edit: '&Edit',
  view: '&View',
  window: '&Window',
  help: '&Help',
  quit: 'Quit Vitrine',
  show: 'Show Vitrine',
  openAddress: 'Open this address in your browser?',
  open: 'Open',
  cancel: 'Cancel',
  chooseFiles: 'Add files',
  chooseFolder: 'Add a folder',
  add: 'Add',
  choose: 'Choose',
  chooseBackup: 'Choose a backup',
  chooseNewFolder: 'Choose an empty folder',
  saveBackup: 'Back up the library',
  backups: 'Backups of Vitrine',
  allFiles: 'All files',
  ingested: 'Documents added',
  ingestedDetail: (added: number, failed: number) =>
    failed === 0 ? `${added} files are ready.` : `${added} files are ready, ${failed} failed.`,
};

export type NativeWords = typeof english;

const german: NativeWords = {
  language: 'de',
  file: '&Datei',
  edit: '&Bearbeiten',
  view: '&Ansicht',
  window: '&Fenster',
  help: '&Hilfe',
  quit: 'Vitrine beenden',
  show: 'Vitrine anzeigen',
  openAddress: 'Diese Adresse im Browser öffnen?',
  open: 'Öffnen',
  cancel: 'Abbrechen',
  chooseFiles: 'Dateien hinzufügen',
  chooseFolder: 'Ordner hinzufügen',
  add: 'Hinzufügen',
  choose: 'Auswählen',
  chooseBackup: 'Sicherung auswählen',
  chooseNewFolder: 'Leeren Ordner auswählen',
  saveBackup: 'Bibliothek sichern',
  backups: 'Sicherungen von Vitrine',
  allFiles: 'Alle Dateien',
  ingested: 'Dokumente hinzugefügt',
  ingestedDetail: (added, failed) =>
    failed === 0 ? `${added} Dateien sind bereit.` : `${added} Dateien sind bereit, ${failed} fehlgeschlagen.`,
};

/** Words for the language chosen in the settings; `system` follows `locale`, such as `de-AT`. */
export function nativeWords(language: 'system' | 'en' | 'de', locale: string): NativeWords {
  const wanted = language === 'system' ? locale.toLowerCase().split('-')[0] : language;
  return wanted === 'de' ? german : english;
}
