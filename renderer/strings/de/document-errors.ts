import type { SayingOfCode } from '../typed-words';

/** Errors of requests, of reading documents and of the library, in German; see engine.ts beside. */
export const documentErrors = {
  // contract
  'bad-request': [
    {
      why: 'kept-there',
      message: 'In {{folder}} verwahrt Vitrine dieses Modell schon.',
      hint: 'Es ist nichts zu tun.',
    },
    {
      why: 'no-profile',
      message: 'Das Chunk-Profil {{profile}} gibt es nicht.',
      hint: 'Die Grenzen nennen, welche es gibt.',
    },
    {
      why: 'no-index-place',
      message: '{{uri}} ist kein Ort für einen Suchindex.',
      hint: 'Gib eine Adresse wie s3://bucket/prefix an, oder keine für den Ordner der Bibliothek.',
    },
    {
      why: 'index-place-given',
      message: 'Wo der Suchindex liegt, wurde beim Start von Vitrine festgelegt.',
      hint: 'Starte ohne VITRINE_INDEX und ohne --index, dann verschiebe den Index.',
    },
    {
      why: 'own-model',
      message: 'Fragen zu dieser Bibliothek werden mit ihrem eigenen Modell gemessen: {{model}}.',
      hint: 'Lass das Modell weg, oder baue die Bibliothek vorher mit dem anderen neu auf.',
    },
    {
      why: 'no-answers',
      message: 'Dieser Fragensatz hat keine Antworten, die sich messen ließen.',
      hint: 'Lege eine answers.json neben seine corpus.jsonl (Frage-ID → Liste von Stellen), oder lass die Antworten weg.',
    },
    {
      why: 'no-search-model',
      message: '{{id}} ist kein Modell, mit dem gesucht wird.',
      hint: 'Sein Platz ist eine Grenze: gate.nliModel.',
    },
    { why: 'no-folder', message: '{{path}} ist kein Ordner.', hint: 'Beobachte den Ordner, in dem es liegt.' },
    {
      why: 'holds-library',
      message: 'In diesem Ordner liegt die Bibliothek selbst: Sie läse ihre eigenen Kopien.',
      hint: 'Beobachte einen Ordner daneben.',
    },
    {
      why: 'answer-complete',
      message: 'Diese Antwort ist vollständig.',
      hint: 'Stelle die Frage noch einmal, oder eine andere.',
    },
    {
      why: 'not-last',
      message: 'Nur die letzte Frage eines Gesprächs lässt sich ersetzen: Spätere bauen auf ihr auf.',
      hint: 'Zweige das Gespräch davor ab, und frage dort.',
    },
    {
      why: 'same-name',
      message: 'Zwei Wege heißen {{name}}.',
      hint: 'Lass einen weg, oder gib ihm einen eigenen Namen.',
    },
    {
      why: 'not-in-result',
      message: '{{name}} kommt in diesem Ergebnis nicht vor.',
      hint: 'Wähle etwas, was darin steht.',
    },
    {
      why: 'other-set',
      message:
        'Das andere Ergebnis ist von einem anderen Fragensatz, oder von anderen Dokumenten oder Urteilen: {{name}}.',
      hint: 'Miss beide mit demselben Fragensatz, dann vergleiche sie.',
    },
    {
      why: 'no-model-name',
      message: '{{name}} nennt kein Chat-Modell.',
      hint: 'Schreib es als Anbieter:Modell, etwa ollama:smollm2:135m oder openai:gpt-4o.',
    },
    {
      why: 'into-removed',
      message: 'Die Dokumente können nicht in die Sammlung, die gerade entfernt wird.',
      hint: 'Nenne eine andere.',
    },
    { message: 'Die Eingabe passt nicht: {{path}} ({{route}}).', hint: 'Ändere sie und versuche es noch einmal.' },
    { message: 'Das geht so nicht.', hint: 'Ändere die Eingabe und versuche es noch einmal.' },
  ],
  'unknown-route': [{ message: 'Fenster und Engine sind verschieden alt.', hint: 'Starte Vitrine neu.' }],
  'engine-down': [{ message: 'Die Engine antwortet nicht.', hint: 'Starte Vitrine neu, wenn das so bleibt.' }],
  cancelled: [{ message: 'Angehalten.', hint: 'Starte es wieder, wenn du es brauchst.' }],
  internal: [
    {
      message: 'In Vitrine ist etwas schiefgegangen.',
      hint: 'Versuche es noch einmal. Wenn es wieder geschieht, nennt das Protokoll im Bibliotheksordner die Stelle.',
    },
  ],
  // ingest
  empty: [{ message: 'Die Datei ist leer.', hint: 'Nimm eine Datei, in der etwas steht.' }],
  'no-text': [
    {
      message: 'Auf {{needsOcr}} Seiten steht kein Text; vermutlich sind sie ein Scan.',
      hint: 'Schalte unter „Einstellungen“, „Dokumente“ die Texterkennung (OCR) ein und nimm die Datei noch einmal auf.',
    },
    {
      message: 'Auf {{pages}} Seiten wurde kein Text erkannt.',
      hint: 'Scanne sie aufrecht und mit 300 Punkten je Zoll, und wähle unter „Einstellungen“, „Dokumente“ ihre Sprache.',
    },
    { message: 'In der Datei steht kein Text.', hint: 'Nimm eine Datei, in der Text steht.' },
  ],
  encrypted: [
    {
      why: 'copy-protected',
      message: 'Die Datei ist kopiergeschützt (DRM).',
      hint: 'Nur das Leseprogramm des Geschäfts, das sie verkauft hat, öffnet sie. Nimm eine andere Ausgabe ohne Kopierschutz.',
    },
    {
      message: 'Die Datei ist mit einem Passwort geschützt.',
      hint: 'Öffne sie mit dem Passwort, sichere eine Kopie ohne Passwort und nimm die Kopie auf.',
    },
  ],
  damaged: [
    {
      message: 'Die Datei ist beschädigt.',
      hint: 'Hole sie noch einmal von dort, woher sie kam, oder öffne sie in einem anderen Programm und sichere sie neu.',
    },
  ],
  'too-large': [
    {
      message: 'Das Bild hat {{width}} × {{height}} Bildpunkte; erlaubt sind {{maxPixels}}.',
      hint: 'Verkleinere es, oder erhöhe ingest.ocr.maxPixels in den Grenzen.',
    },
    {
      message: 'Die Datei ist größer als erlaubt ({{maxFileBytes}} Bytes).',
      hint: 'Teile sie, oder erhöhe ingest.maxFileBytes in den Grenzen.',
    },
    {
      message: 'Ausgepackt ist die Datei größer als erlaubt ({{maxExpandedBytes}} Bytes).',
      hint: 'Teile sie, oder erhöhe ingest.maxExpandedBytes in den Grenzen.',
    },
    {
      message: 'Die Datei hat mehr Teile als erlaubt ({{maxEntries}}).',
      hint: 'Teile sie, oder erhöhe ingest.maxEntries in den Grenzen.',
    },
    {
      message: 'Ein Teil der Datei wird beim Auspacken mehr als {{maxExpansionRatio}}-mal so groß.',
      hint: 'Teile sie, oder erhöhe ingest.maxExpansionRatio in den Grenzen.',
    },
    {
      message: 'In der Datei stecken Elemente tiefer ineinander als erlaubt ({{maxDepth}}).',
      hint: 'Vereinfache sie, oder erhöhe ingest.maxDepth in den Grenzen.',
    },
    {
      message: 'Das PDF enthält mehr als {{maxCharacters}} Zeichen Text.',
      hint: 'Teile es, oder erhöhe ingest.maxFileBytes in den Grenzen.',
    },

    { message: 'Die Datei ist zu groß.', hint: 'Teile sie, oder erhöhe ingest.maxFileBytes in den Grenzen.' },
  ],
  'too-many-pages': [
    {
      message: '{{pages}} Seiten haben keinen Text; die Texterkennung nimmt {{maxOcrPages}}.',
      hint: 'Teile die Datei, oder erhöhe ingest.ocr.maxPages in den Grenzen.',
    },
    {
      message: 'Das Dokument hat {{pages}} Seiten; erlaubt sind {{maxPages}}.',
      hint: 'Teile die Datei, oder erhöhe ingest.maxPages in den Grenzen.',
    },
    {
      message: 'Das Dokument hat zu viele Seiten.',
      hint: 'Teile die Datei, oder erhöhe ingest.maxPages in den Grenzen.',
    },
  ],
  unsupported: [
    {
      why: 'save-as',
      message: 'Dateien mit der Endung .{{extension}} liest Vitrine nicht.',
      hint: 'Öffne sie im Programm, aus dem sie stammt, oder in LibreOffice, sichere sie als .{{saveAs}} und nimm die Kopie auf.',
    },
    {
      message: 'Die Datei ist ein Bild (Seiten: {{needsOcr}}).',
      hint: 'Schalte unter „Einstellungen“, „Dokumente“ die Texterkennung (OCR) ein und nimm es noch einmal auf.',
    },
    {
      message: 'Dateien dieser Art ({{mime}}) liest Vitrine nicht.',
      hint: 'Exportiere das Dokument in ein anderes Format, zum Beispiel als PDF.',
    },

    {
      message: 'Dieses Format liest Vitrine nicht.',
      hint: 'Exportiere das Dokument in ein anderes, zum Beispiel als PDF.',
    },
  ],
  vanished: [
    { message: 'Den Ordner {{path}} gibt es nicht.', hint: 'Prüfe den Pfad; schließe das Laufwerk an.' },

    {
      message: 'Die Datei ist nicht mehr da.',
      hint: 'Vielleicht wurde sie verschoben, umbenannt oder gelöscht; nimm sie von dort auf, wo sie jetzt liegt.',
    },
  ],
  'not-readable': [
    {
      message: 'Die Datei lässt sich nicht lesen ({{systemCode}}).',
      hint: 'Prüfe, ob du sie lesen darfst und kein anderes Programm sie sperrt.',
    },

    {
      message: 'Die Datei lässt sich nicht lesen.',
      hint: 'Prüfe, ob du sie lesen darfst und kein anderes Programm sie sperrt.',
    },
  ],
  'reader-crashed': [
    {
      message: 'Was an der Datei arbeitete, ist mehrmals abgestürzt.',
      hint: 'Lass sie weg, oder speichere sie mit einem anderen Programm neu; mit den anderen geht es weiter.',
    },
  ],
  'file-set-aside': [
    {
      message: 'Vitrine ist beim Lesen dieser Datei mehrmals beendet worden und hat sie deshalb beiseitegelegt.',
      hint: 'Speichere sie mit einem anderen Programm neu, oder lass sie weg. Ein neuer Versuch liest sie noch einmal.',
    },
    {
      message: 'Vitrine ist beim Lesen dieser Datei mehrmals beendet worden und hat sie deshalb beiseitegelegt.',
      hint: 'Speichere sie mit einem anderen Programm neu, oder lass sie weg. Ein neuer Versuch liest sie noch einmal.',
    },
  ],
  'job-not-found': [
    {
      message: 'Diese Aufnahme von Dateien gibt es nicht.',
      hint: 'Sieh in der Liste der Aufnahmen nach, welche es gibt.',
    },
  ],
  'watch-not-found': [
    {
      message: 'Dieser Ordner wird nicht beobachtet.',
      hint: 'Sieh in der Bibliothek nach, welche es sind.',
    },
  ],
  'watch-incomplete': [
    {
      message: 'Das System meldet nicht jede Änderung in diesem Ordner.',
      hint: 'Stattdessen wird jede halbe Minute nachgesehen.',
    },
  ],
  // store
  'library-locked': [
    {
      why: 'busy',
      message: 'Ein anderes Vitrine schreibt gerade in diese Bibliothek und kommt zu keinem Ende.',
      hint: 'Versuche es gleich noch einmal; hilft das nicht, schließe das andere.',
    },
    {
      why: 'exchanged',
      message: 'In diesem Ordner liegt jetzt eine andere Bibliothek.',
      hint: 'Schließe dieses Vitrine und öffne es wieder: Dann hat es die Bibliothek, die dort liegt.',
    },
    {
      why: 'gone',
      message: 'Der Ordner der Bibliothek ist nicht mehr da.',
      hint: 'Schließe seinen Datenträger wieder an oder verschiebe den Ordner zurück; schließe dann dieses Vitrine und öffne es wieder.',
    },
    {
      message: 'Ein anderes Vitrine hat diese Bibliothek geöffnet.',
      hint: 'Ändere sie dort, oder schließe es und versuche es hier noch einmal.',
    },
  ],
  'library-read-only': [
    {
      message: 'Vitrine darf nicht nach {{place}} schreiben.',
      hint: 'Prüfe die Rechte des Ordners, oder wähle einen anderen Bibliotheksordner.',
    },
    {
      message: 'Vitrine darf nicht in den Bibliotheksordner schreiben.',
      hint: 'Prüfe die Rechte des Ordners, oder wähle einen anderen.',
    },
  ],
  'library-damaged': [
    {
      message: 'Die Bibliothek ist beschädigt.',
      hint: 'Stelle den Ordner aus einer Sicherung wieder her, oder verschiebe ihn, um neu anzufangen.',
    },
  ],
  'library-newer': [
    {
      message: 'Diese Bibliothek stammt von einem neueren Vitrine.',
      hint: 'Aktualisiere Vitrine, oder wähle einen anderen Bibliotheksordner.',
    },
  ],
  'library-exists': [
    {
      message: 'In diesem Ordner liegt schon etwas.',
      hint: 'Wähle einen anderen Ordner; eine Bibliothek lässt sich auch ausdrücklich ersetzen und bleibt dann daneben liegen.',
    },
  ],
  'backup-exists': [
    {
      message: 'Unter diesem Namen liegt schon eine Datei.',
      hint: 'Wähle einen anderen Namen, oder lass sie ausdrücklich ersetzen.',
    },
  ],
  'backup-invalid': [
    {
      message: 'Diese Sicherung lässt sich nicht wiederherstellen: Sie ist beschädigt oder keine von Vitrine.',
      hint: 'Nimm eine andere Sicherung. Geändert wurde nichts.',
    },
  ],
  'disk-full': [
    {
      message: 'Die Festplatte mit {{place}} ist voll.',
      hint: 'Schaffe dort Platz und versuche es noch einmal; aus der Bibliothek ist nichts verloren.',
    },

    {
      message: 'Die Festplatte ist voll.',
      hint: 'Schaffe Platz und versuche es noch einmal; aus der Bibliothek ist nichts verloren.',
    },
  ],
  'index-mismatch': [
    {
      message: 'Der Suchindex dieser Bibliothek passt nicht zum Modell.',
      hint: 'Baue sie in den Einstellungen unter Speicher neu auf oder mit vitrine reindex --model NAME. Dabei wird nichts noch einmal gelesen.',
    },
  ],
  'index-unavailable': [
    {
      why: 'store',
      message: 'Der Speicherdienst mit dem Suchindex, {{place}}, lehnt ab oder antwortet nicht.',
      hint: 'Prüfe das Netz, den Bucket und seine Schlüssel (AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID …), oder hole den Index in den Einstellungen unter Speicher in den Ordner der Bibliothek. Kein Dokument geht verloren.',
    },
    {
      message: 'Der Suchindex lässt sich nicht lesen.',
      hint: 'Baue ihn aus dem Katalog neu auf, in den Einstellungen unter Speicher oder mit vitrine reindex. Kein Dokument geht verloren.',
    },
  ],
  'document-not-found': [
    {
      message: 'Das ist nicht mehr in der Bibliothek.',
      hint: 'Vielleicht wurde das Dokument gelöscht oder ersetzt.',
    },
  ],
  'chunk-malformed': [{ message: 'Ein Chunk ist unbrauchbar.', hint: 'Nimm das Dokument noch einmal auf.' }],
  'collection-not-found': [
    { message: 'Die Sammlung {{name}} gibt es nicht.', hint: 'Die Liste zeigt, welche es gibt.' },
    { message: 'Diese Sammlung gibt es nicht.', hint: 'Die Liste zeigt, welche es gibt.' },
  ],
  'collection-exists': [
    {
      message: 'Die Sammlung {{name}} gibt es schon.',
      hint: 'Wähle einen anderen Namen, oder verschiebe die Dokumente dorthin.',
    },
    { message: 'Diese Sammlung gibt es schon.', hint: 'Wähle einen anderen Namen.' },
  ],
  'collection-fixed': [
    {
      message: 'In dieser Sammlung liegen alle Dokumente, die in keiner anderen sind: Sie bleibt, wie sie ist.',
      hint: 'Lege eine eigene Sammlung an und verschiebe Dokumente dorthin.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly SayingOfCode[]>>;
