import type { source as english } from '../en/source';
import type { WordsOf } from '../typed-words';

/** The viewer of a document, as its text and as its pages. */
export const source: WordsOf<typeof english> = {
  source: {
    page: 'Seite {{page}}',
    chunk: 'Chunk {{number}}',
    citationOf: 'Beleg {{at}} von {{total}}',
    previous: 'Voriger Beleg',
    next: 'Nächster Beleg',
    loading: 'Das Dokument wird geöffnet',
    gone: 'Diese Stelle steht nicht mehr im Dokument.',
    region: 'Text von {{title}}',
    views: 'Darstellung des Dokuments',
    asPage: 'Seite',
    asText: 'Text',
  },
  pdf: {
    toolbar: 'Seite und Größe',
    region: 'Seite {{page}} von {{title}}',
    previousPage: 'Vorige Seite',
    nextPage: 'Nächste Seite',
    pageNumber: 'Seitenzahl',
    ofPages: 'von {{pages}}',
    zoomIn: 'Größer (Strg +)',
    zoomOut: 'Kleiner (Strg −)',
    fitWidth: 'Auf Breite anpassen (Strg 0)',
    cited: 'Die belegte Stelle',
    notFound: 'Die Stelle steht auf dieser Seite, ließ sich aber nicht genau finden. „Text“ zeigt sie.',
    unreadable: 'Die Seiten dieses PDF lassen sich nicht zeichnen: {{cause}}',
    unreadableHint: 'Der Text wurde beim Aufnehmen gelesen: Wähle „Text“.',
  },
};
