import type { app as english } from '../en/app';
import type { WordsOf } from '../typed-words';

/** The frame of the window, and what every room says. */
export const app: WordsOf<typeof english> = {
  app: {
    name: 'Vitrine',
    rail: 'Räume',
    // The rail is narrow: a soft hyphen lets the word break there.
    rooms: {
      chat: 'Chat',
      stages: 'Stufen',
      library: 'Bibliothek',
      evaluate: 'Messen',
      settings: 'Einstel\u00adlungen',
    },
    keys: {
      control: 'Strg',
      shift: 'Umschalt',
      enter: 'Eingabe',
      delete: 'Entf',
      home: 'Pos1',
      end: 'Ende',
      escape: 'Esc',
      menu: 'Menü',
    },
    close: 'Schließen',
    open: 'Öffnen',
    delete: 'Löschen',
    showList: 'Liste zeigen',
    resize: 'Ziehen, um die Breite zu ändern',
    casePane: 'Schaukasten',
    theme: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    themeButton: 'Farben: {{now}}. Zu {{next}} wechseln.',
    language: { system: 'System', en: 'English', de: 'Deutsch' },
    dropTitle: 'Ablegen, um sie in die Bibliothek aufzunehmen',
    dropHint: 'Dateien oder ganze Ordner. Sie werden in die Bibliothek kopiert; die Originale bleiben, wie sie sind.',
    notifications: 'Meldungen',
    dismiss: 'Ausblenden',
    copied: 'Kopiert',
    renamed: 'Umbenannt in „{{name}}“.',
    fileSaved: '„{{name}}“ ist in „{{folder}}“ gespeichert.',
    fileNotSaved:
      '„{{name}}“ konnte nicht in „{{folder}}“ gespeichert werden. Wähle einen Ordner, in den du schreiben darfst, auf einem Datenträger mit Platz.',
    details: 'Englischer Wortlaut',
    defaults_one: '{{cause}}: Die Stufe {{stages, list}} ist stattdessen ihren Regeln gefolgt.',
    defaults_other: '{{cause}}: Die Stufen {{stages, list}} sind stattdessen ihren Regeln gefolgt.',
    notes_one: '{{count, number}} Hinweis zur Entstehung',
    notes_other: '{{count, number}} Hinweise zur Entstehung',
    searchAsWritten: 'Genau „{{word}}“ suchen',
    percent: '{{percent, number}} %',
    none: '–',
  },
  palette: {
    title: 'Alles durchsuchen',
    placeholder: 'Befehle, Einstellungen, Gespräche, Dokumente',
    results: 'Gefunden',
    groups: {
      recent: 'Zuletzt',
      commands: 'Befehle',
      settings: 'Einstellungen',
      conversations: 'Gespräche',
      documents: 'Dokumente',
    },
    nothing: 'Nichts heißt so.',
    nothingHint:
      'Hier werden Titel, Befehle und Einstellungen durchsucht. Was in den Dokumenten steht, beantwortet der Chat.',
  },
  quantity: {
    files_one: '{{count, number}} Datei',
    files_other: '{{count, number}} Dateien',
    documents_one: '{{count, number}} Dokument',
    documents_other: '{{count, number}} Dokumente',
    pages_one: '{{count, number}} Seite',
    pages_other: '{{count, number}} Seiten',
    chunks_one: '{{count, number}} Chunk',
    chunks_other: '{{count, number}} Chunks',
  },
  errors: {
    connectionLost: 'Die Verbindung zu Vitrine ist abgerissen.',
    connectionLostHint: 'Starte „vitrine serve“ neu; diese Seite verbindet sich dann von selbst.',
    uploadRefused: '„{{name}}“ wurde nicht angenommen (HTTP {{status}}).',
  },
};
