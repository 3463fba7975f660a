import type { RemarkWords } from '../typed-words';

/** Remarks on files and on the library, in German. */
export const remarks: RemarkWords = {
  sentences: [
    [/^The document breaks off before its end;/, 'Das Dokument bricht vor seinem Ende ab; gelesen wurde, was da ist.'],
    [
      /^Some values have quotes that are not closed;/,
      'Bei manchen Werten ist ein Anführungszeichen nicht geschlossen; prüfe ihre Zeilen.',
    ],
    [
      /^The Markdown is very long:/,
      'Das Markdown ist sehr lang: Überschriften, Code und Tabellen wurden zeilenweise gesucht.',
    ],
    [/^(\S+) .*not valid UTF-8;/, 'Bytes, die kein gültiges UTF-8 sind: $1; an ihrer Stelle steht U+FFFD (\uFFFD).'],
    [
      /^The text is not UTF-8; it was read as windows-1252/,
      'Der Text ist nicht in UTF-8; er wurde als Windows-1252 (westeuropäisch) gelesen.',
    ],
    [
      /^The UTF-16 text ends in half a character;/,
      'Der UTF-16-Text endet mit einem halben Zeichen; es wurde weggelassen.',
    ],
    [/^(\S+) of (\S+) slides are missing/, 'In der Datei fehlen $1 von $2 Folien.'],
    [/^The file is named without an extension but is (.+)\.$/, 'Der Dateiname hat keine Endung; der Inhalt ist: $1.'],
    [/^The file is named (\S+) but is (.+)\.$/, 'Der Dateiname endet auf $1; der Inhalt ist: $2.'],
    [/^The PDF has no proper end;/, 'Dem PDF fehlt ein ordentliches Ende; gelesen wurde, was zu retten war.'],
    [/^(\S+) of (\S+) pages could not be read: (.+)\.$/, '$1 von $2 Seiten waren nicht zu lesen: $3.'],
    [
      /^(\S+) of (\S+) pages have no text;/,
      '$1 von $2 Seiten haben keinen Text; vielleicht sind sie leer oder eingescannt.',
    ],
    [/^(\S+) of the book's chapters are missing/, 'In der Datei fehlen $1 Kapitel des Buches.'],
    [/^The index holds all (\S+) chunks/, 'Der Index enthält alle $1 Abschnitte.'],
    [
      /^The index holds (\S+) of (\S+) chunks/,
      'Der Index enthält $1 von $2 Abschnitten: Baue ihn mit „vitrine reindex“ neu auf.',
    ],
    [/^Index and catalogue agree/, 'Index und Katalog stimmen überein.'],
    [
      /^(.*) Repair it with vitrine status --repair\.$/s,
      'Die Bibliothek ist nicht, wie sie sein soll. Repariere sie mit „vitrine status --repair“. Gefunden wurde: $1',
    ],
    [
      /^(\S+) chunks are missing in the index, (\S+) rows are stray/,
      'Im Index fehlen $1 Abschnitte, $2 Zeilen gehören zu nichts.',
    ],
    [/^This Vitrine may change the library/, 'Dieses Vitrine darf die Bibliothek ändern.'],
    [/^Another Vitrine has the library open/, 'Ein anderes Vitrine hat die Bibliothek geöffnet: Dieses liest sie nur.'],
    [
      /^Defaults stand in for what settings\.json has wrong: (.*)\.$/s,
      'Statt dessen, was in settings.json falsch ist, gilt die Voreinstellung: $1.',
    ],
  ],
  parts: {
    'plain text': 'einfacher Text',
    'a PDF': 'ein PDF',
    'a web page': 'eine Webseite',
    'a table of values': 'eine Wertetabelle',
    'source code': 'Quelltext',
    'an RTF document': 'ein RTF-Dokument',
    'an e-mail': 'eine E-Mail',
    'a mailbox': 'ein Postfach',
    'a Word document': 'ein Word-Dokument',
    'a presentation': 'eine Präsentation',
    'a spreadsheet': 'eine Tabellenkalkulation',
    'an OpenDocument text': 'ein OpenDocument-Text',
    'an e-book': 'ein E-Book',
  },
};
