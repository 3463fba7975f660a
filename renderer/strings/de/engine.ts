import type { EngineWords } from '../typed-words';

/**
 * What the engine says, in German, by its code. Of several sayings the first counts whose values are all there; the
 * last asks for none. The engine's own English sentence, which may know more, is shown behind it as a detail.
 */
export const engine: EngineWords = {
  errors: {
    // contract
    'bad-request': [{ message: 'Das geht so nicht.', hint: 'Ändere die Eingabe und versuche es noch einmal.' }],
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
        message: 'In der Datei steht kein Text.',
        hint: 'Ist sie ein Scan, dann lass zuerst eine Texterkennung (OCR) darüberlaufen.',
      },
    ],
    encrypted: [
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
      { message: 'Die Datei ist zu groß.', hint: 'Teile sie, oder erhöhe ingest.maxFileBytes in den Grenzen.' },
    ],
    'too-many-pages': [
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
        message: 'Dieses Format liest Vitrine nicht.',
        hint: 'Exportiere das Dokument in ein anderes, zum Beispiel als PDF.',
      },
    ],
    vanished: [
      {
        message: 'Die Datei ist nicht mehr da.',
        hint: 'Vielleicht wurde sie verschoben, umbenannt oder gelöscht; nimm sie von dort auf, wo sie jetzt liegt.',
      },
    ],
    'not-readable': [
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
        message: 'Ein anderes Vitrine hat diese Bibliothek geöffnet.',
        hint: 'Ändere sie dort, schließe es zuerst, oder nimm einen anderen Bibliotheksordner.',
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
        message: 'Die Festplatte ist voll.',
        hint: 'Schaffe Platz und versuche es noch einmal; aus der Bibliothek ist nichts verloren.',
      },
    ],
    'index-mismatch': [
      {
        message: 'Der Suchindex dieser Bibliothek passt nicht zum Modell.',
        hint: 'Baue sie neu auf: vitrine reindex --model NAME. Dabei wird nichts noch einmal gelesen.',
      },
    ],
    'index-unavailable': [
      {
        message: 'Der Suchindex lässt sich nicht lesen.',
        hint: 'Baue ihn aus dem Katalog neu auf: vitrine reindex. Kein Dokument geht verloren.',
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
    // models
    'model-missing': [
      { message: 'Das Modell {{id}} ist nicht da.', hint: 'Hole es, oder wähle ein anderes.' },
      { message: 'Das Modell ist nicht da.', hint: 'Hole es, oder wähle ein anderes.' },
    ],
    'model-damaged': [{ message: 'Die Dateien des Modells sind beschädigt.', hint: 'Hole das Modell noch einmal.' }],
    'model-failed': [
      { message: 'Das Modell hat versagt.', hint: 'Sieh ins Protokoll seines Servers, oder frage ohne Modell.' },
    ],
    'model-unreachable': [
      {
        message: 'Unter {{url}} antwortet kein Modellserver.',
        hint: 'Starte ihn, oder frage ohne Modell: Dann wird die Antwort aus deinen Dokumenten zitiert.',
      },
      {
        message: 'Der Modellserver antwortet nicht.',
        hint: 'Starte ihn, oder frage ohne Modell: Dann wird die Antwort aus deinen Dokumenten zitiert.',
      },
    ],
    'model-timeout': [
      {
        message: 'Das Modell hat nicht rechtzeitig geantwortet.',
        hint: 'Prüfe, ob es hängt, oder frage ohne Modell.',
      },
    ],
    'rate-limited': [
      { message: 'Der Modellserver ist ausgelastet.', hint: 'Versuche es in {{retryAfterSeconds}} Sekunden wieder.' },
      { message: 'Der Modellserver ist ausgelastet.', hint: 'Versuche es etwas später wieder.' },
    ],
    offline: [
      {
        message: 'Vitrine ist offline geschaltet und hat niemanden gefragt.',
        hint: 'Schalte den Offline-Modus aus, oder wähle ein Modell, das auf diesem Rechner liegt.',
      },
    ],
    // controller
    'run-not-found': [{ message: 'Diesen Lauf gibt es nicht mehr.', hint: 'Die Liste zeigt, welche noch da sind.' }],
    'run-invalid': [
      { message: 'Das ist kein exportierter Lauf.', hint: 'Wähle eine Datei, die Vitrine exportiert hat.' },
    ],
    'prompt-empty': [{ message: 'Im Prompt steht keine Aufgabe.', hint: 'Schreib eine Frage, oder fülle TASK aus.' }],
    'stage-order': [
      { message: '{{stage}} braucht das Ergebnis von {{needs}}, das noch fehlt.', hint: 'Führe zuerst {{needs}} aus.' },
      { message: 'Dieser Stufe fehlt das Ergebnis der vorigen.', hint: 'Führe zuerst die vorige Stufe aus.' },
    ],
    'stage-failed': [
      { message: 'Die Stufe {{stage}} ist gescheitert.', hint: 'Führe sie noch einmal aus.' },
      { message: 'Eine Stufe ist gescheitert.', hint: 'Führe sie noch einmal aus.' },
    ],
    'invariant-breach': [
      {
        message: '{{stage}} hat bei {{field}} eine Regel der Pipeline verletzt.',
        hint: 'Das ist ein Fehler in Vitrine, nicht in deinem Prompt. Der Zustand vor der Stufe ist noch da; bitte melde es.',
      },
      {
        message: 'Eine Stufe hat eine Regel der Pipeline verletzt.',
        hint: 'Das ist ein Fehler in Vitrine, nicht in deinem Prompt. Der Zustand vor der Stufe ist noch da; bitte melde es.',
      },
    ],
    'limits-invalid': [
      { message: 'Die Grenze {{path}} passt so nicht.', hint: 'Ändere sie und führe noch einmal aus.' },
      { message: 'Eine Grenze passt so nicht.', hint: 'Ändere sie und führe noch einmal aus.' },
    ],
    'config-invalid': [
      { message: 'Die Datei {{file}} passt so nicht.', hint: 'Berichtige sie, oder stelle sie wieder her.' },
      { message: 'Eine Konfigurationsdatei passt so nicht.', hint: 'Berichtige sie, oder stelle sie wieder her.' },
    ],
    'edit-invalid': [
      { message: '{{path}} lässt sich so nicht ändern.', hint: 'Wähle eines davon: {{choices}}.' },
      {
        message: '{{path}} lässt sich so nicht ändern.',
        hint: 'Ändere es anders, oder beginne bei einer anderen Stufe.',
      },
      { message: 'Das lässt sich so nicht ändern.', hint: 'Ändere es anders, oder beginne bei einer anderen Stufe.' },
    ],
    // chat
    'question-length': [
      {
        message: 'Eine Frage hat {{least}} bis {{most}} Zeichen; diese hat {{characters}}.',
        hint: 'Kürze oder ergänze sie, oder nimm für einen gegliederten Prompt den Raum Stufen.',
      },
      {
        message: 'Ein markierter Text hat höchstens {{most}} Zeichen; dieser hat {{characters}}.',
        hint: 'Markiere weniger.',
      },
      { message: 'Die Frage ist zu kurz oder zu lang.', hint: 'Ändere sie.' },
    ],
    'conversation-not-found': [
      { message: 'Das steht nicht mehr im Gespräch.', hint: 'Öffne das Gespräch neu, oder beginne ein neues.' },
    ],
    // evaluation, settings
    'labelled-set-invalid': [
      {
        message: 'Der Fragensatz passt so nicht.',
        hint: 'Nimm den Aufbau von BEIR: corpus.jsonl und queries.jsonl mit _id und text, qrels als query-id, corpus-id, score.',
      },
    ],
    'evaluation-not-found': [
      {
        message: 'Diese Messung ist nicht in der Bibliothek.',
        hint: 'Sieh nach, welche es gibt, oder miss noch einmal.',
      },
    ],
    'settings-invalid': [
      { message: 'Die Einstellung {{path}} passt so nicht.', hint: 'Wähle einen anderen Wert.' },
      { message: 'Eine Einstellung passt so nicht.', hint: 'Wähle einen anderen Wert.' },
    ],
  },
  notices: {
    'default-used': ['{{model}} wurde nicht verwendet', 'Kein Sprachmodell wurde verwendet'],
    'out-of-scope': ['Nichts in der Bibliothek handelt deutlich davon.'],
    'no-reranker': ['Es ist kein Reranking-Modell da: Die Reihenfolge von Retrieval blieb.'],
    'nli-failed': [
      'Das NLI-Modell wurde nicht verwendet: Widersprüche wurden nur an Zahlen, Daten und Verneinungen gesucht.',
    ],
    'rerank-failed': ['Das Reranking-Modell wurde nicht verwendet: Die Reihenfolge von Retrieval blieb.'],
    'format-broken': [
      'JSON war verlangt, aber die Antwort ist kein gültiges JSON. Lass sie neu schreiben, oder frage ein größeres Modell.',
    ],
    'format-breaks-schema': [
      'Die Antwort passt nicht zum Schema in FORMAT ({{breach}}). Lass sie neu schreiben, oder frage ein größeres Modell.',
      'Die Antwort passt nicht zum Schema in FORMAT. Lass sie neu schreiben, oder frage ein größeres Modell.',
    ],
    'format-repaired': [
      'Die erste Antwort von {{model}} hatte nicht die verlangte Form: Dies schrieb es, als es noch einmal gefragt wurde.',
      'Die erste Antwort hatte nicht die verlangte Form: Dies schrieb das Modell, als es noch einmal gefragt wurde.',
    ],
    'format-not-repaired': [
      '{{model}} wurde noch einmal nach der verlangten Form gefragt und hielt sich auch dann nicht daran.',
      'Das Modell wurde noch einmal nach der verlangten Form gefragt und hielt sich auch dann nicht daran.',
    ],
    'format-not-quoted': [
      'JSON war verlangt, aber zitierte Sätze sind kein JSON: Wähle ein Sprachmodell, damit die Antwort so geschrieben wird.',
    ],
    'format-schema-unusable': [
      'Das Schema in FORMAT lässt sich nicht verwenden: {{problem}}. Die Antwort wird ohne es verlangt.',
      'Das Schema in FORMAT lässt sich nicht verwenden. Die Antwort wird ohne es verlangt.',
    ],
    'format-schema-refused': [
      '{{model}} nimmt das Schema in FORMAT nicht an: Es wurde nur in Worten darum gebeten.',
      'Das Modell nimmt das Schema in FORMAT nicht an: Es wurde nur in Worten darum gebeten.',
    ],
    'format-schema-unchecked': [
      'Die Antwort soll sich an {{keywords}} des Schemas in FORMAT halten; geprüft wird das nicht.',
      'Teile des Schemas in FORMAT werden verlangt, aber nicht geprüft.',
    ],
    'semantic-unavailable': [
      'Überschriften ließen sich nicht nach ihrer Bedeutung zuordnen ({{reason}}): Nur die Leiter hat sie zugeordnet.',
      'Überschriften ließen sich nicht nach ihrer Bedeutung zuordnen: Nur die Leiter hat sie zugeordnet.',
    ],
    'spelling-corrected': [
      'Kein Dokument enthält „{{word}}“: Gesucht wurde „{{term}}“.',
      'Ein Wort, das kein Dokument enthält, wurde berichtigt.',
    ],
    'keyword-only': ['Nur nach Wörtern gesucht, weil sich das Embedding-Modell nicht verwenden ließ.'],
    'dropped-for-budget': [
      'Nicht alle behaltenen Chunks haben Platz gefunden; weggelassen: {{chunks}}.',
      'Nicht alle behaltenen Chunks haben Platz gefunden.',
    ],
    'prompt-over-budget': [
      'Der Prompt hat {{tokens}} Tokens, mehr als die erlaubten {{budget}}: Er wurde trotzdem gesendet, weil sich nichts weglassen lässt.',
      'Frage, Gespräch und Kontext brauchen bis zu {{frame}} der {{budget}} Tokens eines Prompts; die Stellen dürfen trotzdem die Hälfte haben.',
      'Der Prompt ist länger als erlaubt.',
    ],
    'prompt-too-long': [
      'Prompt und Antwort brauchen {{needed}} Tokens, {{model}} fasst {{tokens}}: Wähle ein Modell mit größerem Kontext, oder senke die Grenzen.',
      'Prompt und Antwort sind zu lang für das Modell.',
    ],
    'passages-dropped': [
      'Weggelassene Stellen, weil nicht alle Platz fanden, die unwichtigsten zuerst: {{names}}.',
      'Nicht alle Stellen fanden Platz; die unwichtigsten wurden weggelassen.',
    ],
    'conversation-dropped': ['Die früheren Fragen und Antworten wurden weggelassen, weil sie keinen Platz fanden.'],
    'context-limited': [
      '{{model}} fasst {{tokens}} Tokens, nicht die gewünschten {{asked}}.',
      'Das Modell fasst weniger Tokens als gewünscht.',
    ],
    stopped: ['Angehalten: Die Antwort ist unvollständig.'],
    'model-failed': [
      '{{model}} hat nichts geantwortet: Stattdessen wird aus den Dokumenten zitiert.',
      'Das Modell hat versagt.',
    ],
    'answer-cut': [
      '{{model}} wurde bei der Grenze von {{tokens}} Tokens angehalten: Setze die Antwort fort, oder erlaube eine längere.',
      'Die Antwort wurde an ihrer Grenze angehalten: Setze sie fort, oder erlaube eine längere.',
    ],
    'citation-missing': [
      'Das Modell hat keine Quelle genannt, obwohl es Stellen bekam: Nichts bindet die Antwort an deine Dokumente. Prüfe sie dort, oder frage ohne Modell, um zitierte Sätze zu bekommen.',
    ],
    'citation-removed': [
      'Das Modell hat {{markers}} angeführt, was nicht im Prompt steht: entfernt.',
      'Das Modell hat etwas angeführt, was nicht im Prompt steht: entfernt.',
    ],
  },
};
