/** What was odd about a file but not fatal, by code. */
export const remarks = {
  'breaks-off': 'The document breaks off before its end; what is there was read.',
  'open-quotes': 'Some values have quotes that are not closed; check their rows.',
  'long-markdown': 'The Markdown is very long: headings, code and tables were looked for line by line.',
  'not-utf8': 'Bytes that are not valid UTF-8: {{bytes, number}}; U+FFFD (�) stands in their place.',
  'windows-1252': 'The text is not UTF-8; it was read as windows-1252 (Western European).',
  'utf-16': 'The text does not name its encoding; it was read as UTF-16.',
  'half-character': 'The UTF-16 text ends in half a character; it was left out.',
  'slides-missing': '{{missing, number}} of {{slides, number}} slides are missing in the file.',
  'chapters-missing': '{{missing, number}} of the book’s chapters are missing in the file.',
  'parts-missing': '{{missing, number}} parts that the file names are missing in it.',
  'named-otherwise': 'The file is named .{{extension}} but is {{kind}}.',
  'unnamed-kind': 'The file is named without an extension but is {{kind}}.',
  'pdf-no-end': 'The PDF has no proper end; what could be saved was read.',
  'pages-unread': '{{unread, number}} of {{pages, number}} pages could not be read: {{said}}.',
  'pages-without-text': '{{empty, number}} of {{pages, number}} pages have no text; they may be blank or scanned.',
  recognised: 'Text recognition (OCR) read pages: {{pages, number}}. Single letters may be wrong.',
  'not-recognised': 'Pages that text recognition (OCR) could not read: {{pages}}, because {{reason}}.',
  'words-only':
    'Found by its words only: the embedding model is missing on this computer. It is embedded once the model is there.',
} as const;

/** What the status and a check say of the library, by code. */
export const health = {
  'index-whole': 'The index holds all {{chunks, number}} chunks.',
  'index-lacks':
    'The index holds {{indexed, number}} of {{chunks, number}} chunks: rebuild it in Settings under Storage, or with vitrine reindex.',
  'model-absent':
    'The files of the embedding model {{model}} are not on this computer: questions are answered by words alone. Get it again or choose another one in Settings under Search models, or with vitrine models.',
  'documents-words-only':
    'Found by their words only, documents: {{documents, number}}. They are embedded once the model is there; in the terminal vitrine reindex does it.',
  agree: 'Index and catalogue agree.',
  'catalogue-damaged':
    'Pages of the catalogue cannot be read: restore the library from a backup. Without one, add its documents to a new library, if need be from the copies in the folder uploads.',
  'figures-missing':
    'Pages of the catalogue cannot be read, and figures are missing here. Check the library in Settings under Storage or with vitrine status --check, and restore it from a backup.',
  repair: 'The library is not as it should be. Repair it in Settings under Storage, or with vitrine status --repair.',
  'content-malformed':
    '{{number, number}} documents have chunks that are blank, lost or not what the document says there.',
  'index-unreadable': 'The index cannot be read.',
  'rows-missing': '{{number, number}} chunks are missing in the index.',
  'rows-stray': '{{number, number}} rows of the index belong to no chunk.',
  'rows-twice': '{{number, number}} chunks stand in the index more than once.',
  'rows-malformed': '{{number, number}} rows of the index are not what the catalogue says.',
  'text-missing': '{{number, number}} chunks are not found by their own words.',
  'files-missing': '{{number, number}} stored files are gone; their text is still there.',
  'files-changed': '{{number, number}} stored files are not the bytes that were read.',
  'files-stray': '{{number, number}} stored files belong to no document.',
  'profiles-mixed': '{{number, number}} documents are cut in another way than the index says.',
  'profile-changed':
    'The numbers of the chunk profile have changed since the documents were cut: a rebuild cuts them anew, in Settings under Storage or with vitrine reindex.',
  'settings-unread': 'settings.json cannot be read, and defaults stand in for it: {{said}}.',
  'settings-not-json': 'settings.json is not valid, and defaults stand in for it: {{said}}.',
  'setting-unknown': 'settings.json was not understood at {{path}}: this version knows no such setting.',
  'setting-unfit': 'In settings.json {{issue}}: the default stands in.',
  writable: 'This Vitrine may change the library.',
  held: 'Another Vitrine has the library open: this one only reads it until it has ended.',
  exchanged:
    'The folder holds another library now, as from a backup: this Vitrine only reads the old one. Close it and open it again.',
  gone: 'The folder of the library is not there any more: this Vitrine only reads what it has open. Plug the disk in again or move the folder back; then open Vitrine again.',
  'model-works': '{{model}} works.',
  'server-answers': '{{server}} answers at {{place}}; models: {{models, number}}.',
  'server-lacks': '{{server}} answers at {{place}} but does not have {{models}}. Choose one that it has.',
  'server-lacks-pulled':
    '{{server}} answers at {{place}} but does not have {{models}}. Get it with vitrine models pull.',
} as const;
