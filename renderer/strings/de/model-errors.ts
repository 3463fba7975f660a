import type { SayingOfCode } from '../typed-words';

/** Errors of models, runs, chat, evaluation and settings, in German; see engine.ts beside. */
export const modelErrors = {
  // models
  'model-missing': [
    {
      why: 'not-on-server',
      message: '{{server}} hat dieses Modell nicht.',
      hint: 'Hole es zuerst, oder wähle ein anderes.',
    },
    {
      why: 'embedding-absent',
      message: '{{server}} hat {{model}} nicht.',
      hint: 'Hole oder lade es dort, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'pull-unknown',
      message: 'Die Bibliothek von Ollama hat kein Modell {{model}}.',
      hint: 'Prüfe den Namen auf ollama.com/library.',
    },
    {
      why: 'pull-name',
      message: '{{model}} ist kein Name eines Modells.',
      hint: 'Er sieht aus wie all-minilm oder smollm2:135m; siehe ollama.com/library.',
    },
    {
      why: 'no-openai',
      message: 'Kein Server mit der Schnittstelle von OpenAI ist eingerichtet.',
      hint: 'Trage ihn in den Einstellungen ein, oder setze OPENAI_BASE_URL und OPENAI_API_KEY.',
    },
    {
      why: 'no-embedding-model',
      message: '{{id}} ist kein Embedding-Modell.',
      hint: 'Wähle eines aus der Liste der Modelle.',
    },
    {
      why: 'no-cross-encoder',
      message: 'Es ist kein Reranking-Modell in Gebrauch, also lässt sich nichts neu ordnen.',
      hint: 'Hole eines und wähle es, oder lass den Weg mit Reranking weg.',
    },
    {
      why: 'without-documents',
      message: 'Ohne deine Dokumente kann nur ein Sprachmodell antworten.',
      hint: 'Wähle ein Sprachmodell, und frag noch einmal.',
    },
    {
      why: 'cannot-go-on',
      message: 'Die Antwort lässt sich nicht fortsetzen, weil ihr Modell nicht zu haben ist.',
      hint: 'Starte das Modell, und setze sie dann fort.',
    },

    {
      why: 'hub-lacks',
      message: '{{host}} hat dieses Modell nicht (Status {{status}}).',
      hint: 'Übernimm es aus einem Ordner, oder wähle ein anderes.',
    },
    {
      why: 'folder-unreadable',
      message: '{{path}} lässt sich nicht lesen.',
      hint: 'Wähle einen Ordner, der sich lesen lässt.',
    },
    {
      why: 'half-model',
      message: 'In {{path}} fehlt von einem Modell: {{files}}.',
      hint: 'Kopiere den ganzen Ordner noch einmal von dort, woher er kam, oder lade das Modell herunter.',
    },
    {
      why: 'no-model-in-folder',
      message: 'In {{path}} liegt kein Modell, das Vitrine ausführen kann.',
      hint: 'Der Ordner eines Modells enthält tokenizer.json, tokenizer_config.json und onnx/model_quantized.onnx. Embedding-Modelle müssen in der Liste von Vitrine stehen; Cross-Encoder dürfen beliebige mit einer config.json sein.',
    },
    {
      why: 'not-pulled',
      message: '{{id}} ist kein Modell, das sich herunterladen lässt.',
      hint: 'Wähle eines aus der Liste der Modelle.',
    },
    {
      why: 'not-downloaded',
      message: '{{id}} gehört nicht zu den Modellen, die Vitrine geholt hat.',
      hint: 'Was mit Vitrine kommt, bleibt. Anderes entfernst du aus seinem eigenen Ordner, oder du nimmst den Ordner in den Einstellungen aus der Liste.',
    },
    { message: 'Das Modell {{id}} ist nicht da.', hint: 'Hole es, oder wähle ein anderes.' },
    { message: 'Das Modell ist nicht da.', hint: 'Hole es, oder wähle ein anderes.' },
  ],
  'model-damaged': [
    {
      why: 'hub-wrong-checksum',
      message: 'Was von {{host}} kam, ist nicht die richtige Datei (ihre Prüfsumme stimmt nicht); sie wurde verworfen.',
      hint: 'Versuche es später noch einmal, oder übernimm das Modell aus einem Ordner.',
    },
    {
      why: 'wrong-file',
      message: '{{file}} ist nicht die Datei von {{id}} (ihre Prüfsumme ist eine andere).',
      hint: 'Kopiere den Ordner noch einmal von dort, wo er herkam, oder lade das Modell herunter.',
    },
    {
      why: 'does-not-run',
      message: '{{id}} lässt sich nicht ausführen.',
      hint: 'Behalten wurde nichts. Kopiere den Ordner noch einmal von dort, wo er herkam.',
    },
    { message: 'Die Dateien des Modells sind beschädigt.', hint: 'Hole das Modell noch einmal.' },
  ],
  'model-failed': [
    {
      why: 'key-refused',
      message: '{{server}} hat den Schlüssel abgelehnt (Status {{status}}).',
      hint: 'Prüfe den API-Schlüssel, oder frage ohne Modell.',
    },
    {
      why: 'status',
      message: '{{server}} hat mit Status {{status}} geantwortet.',
      hint: 'Sieh in sein Protokoll, oder frage ohne Modell.',
    },
    {
      why: 'wrong-address',
      message: '{{server}} ist nicht an dieser Adresse: Dort heißt es 404, nicht gefunden.',
      hint: 'Prüfe die Adresse (mit der Schnittstelle von OpenAI endet sie meist auf /v1), oder frage ohne Modell.',
    },
    {
      why: 'endless',
      message: '{{server}} schrieb ohne Ende weiter und wurde angehalten.',
      hint: 'Prüfe, ob die Adresse zu einem solchen Server führt, oder frage ohne Modell.',
    },
    {
      why: 'broke-off',
      message: '{{server}} brach mitten in der Antwort ab.',
      hint: 'Frage noch einmal; wenn es wieder geschieht, sieh in sein Protokoll, oder frage ohne Modell.',
    },
    {
      why: 'no-answer',
      message: '{{server}} hat etwas geschickt, das kein Teil einer Antwort ist.',
      hint: 'Prüfe, ob die Adresse zu einem solchen Server führt, oder frage ohne Modell.',
    },
    {
      why: 'server-stopped',
      message: '{{server}} hat aufgehört: {{said}}',
      hint: 'Sieh in sein Protokoll, oder frage ohne Modell.',
    },
    {
      why: 'embedding-key',
      message: '{{server}} hat den Schlüssel abgelehnt.',
      hint: 'Prüfe den Schlüssel in den Einstellungen, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'embedding-address',
      message: '{{server}} ist nicht unter {{place}}: Dort heißt es 404, nicht gefunden.',
      hint: 'Prüfe die Adresse (mit der Schnittstelle von OpenAI endet sie meist auf /v1), oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'embedding-status',
      message: '{{server}} hat mit Status {{status}} geantwortet: {{said}}.',
      hint: 'Sieh in das Protokoll des Servers, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'embedding-status',
      message: '{{server}} hat mit Status {{status}} geantwortet.',
      hint: 'Sieh in das Protokoll des Servers, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'embedding-broke-off',
      message: '{{server}} brach mitten in der Antwort ab.',
      hint: 'Versuche es noch einmal; wenn es wieder geschieht, sieh in das Protokoll des Servers, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'embedding-none',
      message: '{{server}} hat für {{model}} keine Vektoren geliefert.',
      hint: 'Prüfe, ob {{model}} ein Embedding-Modell ist, oder wähle ein anderes.',
    },
    {
      why: 'pull-no-internet',
      message: 'Ollama erreicht seine Bibliothek im Internet nicht, um {{model}} zu holen.',
      hint: 'Prüfe die Verbindung des Rechners, auf dem Ollama läuft, und versuche es noch einmal. Ohne Internet macht dort ollama create aus einer Datei ein Modell.',
    },
    {
      why: 'pull-address',
      message: 'Ollama ist nicht an dieser Adresse: Dort heißt es 404, nicht gefunden.',
      hint: 'Berichtige sie in den Einstellungen, etwa http://127.0.0.1:11434.',
    },
    {
      why: 'pull-broke-off',
      message: 'Ollama brach ab, während es {{model}} holte.',
      hint: 'Hole es noch einmal: Was schon da ist, bleibt. Wenn es wieder geschieht, sieh in das Protokoll von Ollama.',
    },
    {
      why: 'pull-failed',
      message: 'Ollama konnte {{model}} nicht holen: {{said}}.',
      hint: 'Prüfe Verbindung und Platte des Rechners, auf dem Ollama läuft, und versuche es noch einmal.',
    },
    {
      why: 'no-vector',
      message: '{{id}} hat keinen brauchbaren Vektor geliefert.',
      hint: 'Wähle ein anderes Embedding-Modell.',
    },

    { message: 'Das Modell hat versagt.', hint: 'Sieh ins Protokoll seines Servers, oder frage ohne Modell.' },
  ],
  'model-unreachable': [
    {
      why: 'hub-status',
      message: '{{host}} hat mit Status {{status}} geantwortet.',
      hint: 'Versuche es später noch einmal, oder übernimm das Modell aus einem Ordner.',
    },
    {
      why: 'hub-unreachable',
      message: '{{host}} ist nicht zu erreichen, oder die Verbindung brach ab.',
      hint: 'Prüfe die Verbindung und lade es noch einmal: Was schon da ist, bleibt. Oder lade das Modell auf einem anderen Rechner und übernimm seinen Ordner.',
    },
    {
      why: 'embedding-down',
      message: '{{server}} antwortet nicht unter {{place}}.',
      hint: 'Starte den Server, oder wähle ein anderes Embedding-Modell.',
    },
    {
      why: 'pull-address',
      message: '{{url}} ist keine Adresse eines Servers.',
      hint: 'Berichtige sie in den Einstellungen, etwa http://127.0.0.1:11434.',
    },
    {
      why: 'pull-down',
      message: 'Ollama antwortet nicht.',
      hint: 'Starte Ollama, oder berichtige die Adresse in den Einstellungen.',
    },
    {
      why: 'no-address',
      message: '{{url}} ist keine Adresse eines Servers.',
      hint: 'Berichtige sie, etwa http://127.0.0.1:11434, oder frage ohne Modell.',
    },

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
      why: 'hub-silent',
      message: '{{host}} schickt nichts mehr.',
      hint: 'Lade es noch einmal: Es geht dort weiter, wo es aufhörte. Oder übernimm das Modell aus einem Ordner.',
    },
    {
      why: 'pull-silent',
      message: 'Ollama sagt seit einer Minute nichts mehr dazu, wie es {{model}} holt.',
      hint: 'Vielleicht prüft es noch, was gekommen ist: Hole das Modell etwas später noch einmal; was schon da ist, bleibt.',
    },
    {
      why: 'embedding-late',
      message: '{{server}} hat unter {{place}} nicht rechtzeitig Vektoren geliefert.',
      hint: 'Prüfe, ob der Server hängt, oder wähle ein anderes Embedding-Modell.',
    },
    {
      message: 'Das Modell hat nicht rechtzeitig geantwortet.',
      hint: 'Prüfe, ob es hängt, oder frage ohne Modell.',
    },
  ],
  'rate-limited': [
    {
      why: 'hub-busy',
      message: '{{host}} hat zu viel zu tun.',
      hint: 'Versuche es in {{seconds}} Sekunden wieder, oder übernimm das Modell aus einem Ordner.',
    },
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
    {
      message: '{{path}} ginge verloren: Der Lauf beginnt wieder bei {{start}}, und {{writer}} schreibt es neu.',
      hint: 'Ändere es allein, oder beginne später als {{writer}}.',
    },
    { message: 'Nicht unter den Kandidaten: {{unknown}}.', hint: 'Wähle unter den Kandidaten.' },

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
      why: 'empty',
      message: 'Die Frage ist leer.',
      hint: 'Schreib, was du wissen willst, als Frage oder in ein paar Worten.',
    },
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
      why: 'has-changed',
      message: '{{file}} ist nicht mehr der Fragensatz, der gemessen wurde: Er hat sich seither geändert.',
      hint: 'Miss noch einmal, und öffne die Frage aus dem neuen Ergebnis.',
    },
    {
      why: 'no-set',
      message: '{{file}} lässt sich nicht lesen.',
      hint: 'Nimm einen Ordner im Aufbau von BEIR (corpus.jsonl, queries.jsonl, qrels) oder eine CSV-Datei.',
    },
    {
      why: 'not-readable',
      message: '{{file}} lässt sich nicht lesen.',
      hint: 'Prüfe, ob die Datei da ist und du sie lesen darfst.',
    },
    {
      why: 'same-id',
      message: 'Zeile {{line}} von {{name}}: Die _id „{{id}}“ hat auch Zeile {{other}}.',
      hint: 'Gib jeder Zeile eine eigene.',
    },
    {
      why: 'field',
      message: 'Zeile {{line}} von {{name}}: Das Feld {{field}} passt nicht.',
      hint: 'Jede Zeile hat _id und text.',
    },
    {
      why: 'not-json',
      message: 'Zeile {{line}} von {{name}}: Das ist kein JSON.',
      hint: 'Schreib in jede Zeile ein Objekt mit _id und text.',
    },
    {
      why: 'three-columns',
      message: 'Zeile {{line}} von {{name}}: Sie braucht drei Spalten.',
      hint: 'Schreib Frage-ID, Dokument-ID und eine Zahl, mit Tabulatoren dazwischen.',
    },
    {
      why: 'no-corpus',
      message: '{{file}} enthält keine corpus.jsonl.',
      hint: 'Wähle den Ordner, in dem corpus.jsonl, queries.jsonl und qrels liegen.',
    },
    {
      why: 'many-sets',
      message: '{{file}} enthält mehr als einen Fragensatz.',
      hint: 'Wähle einen davon: {{names}}.',
    },
    {
      why: 'no-split',
      message: '{{file}} gibt es nicht.',
      hint: 'Wähle einen anderen Teil des Satzes als {{split}}.',
    },
    {
      why: 'nothing-relevant',
      message: '{{file}}: Zu keiner Frage ist ein Dokument als richtig genannt.',
      hint: 'In der ersten Spalte stehen IDs aus queries.jsonl, in der letzten eine Zahl über 0 für das, was richtig ist.',
    },
    {
      why: 'no-documents',
      message: '{{file}} enthält kein Dokument mit einem Text.',
      hint: 'Jede Zeile ist ein Objekt mit _id und text.',
    },
    {
      why: 'no-queries',
      message: '{{file}} enthält keine Frage.',
      hint: 'Jede Zeile ist ein Objekt mit _id und text.',
    },
    {
      why: 'packed',
      message: '{{file}} ist gepackt.',
      hint: 'Entpacke die Datei (gunzip), und miss noch einmal.',
    },
    {
      why: 'too-large',
      message: '{{file}} ist größer als {{gigabytes}} GB.',
      hint: 'Lass Dokumente weg, und miss noch einmal.',
    },
    {
      why: 'none-in-corpus',
      message: '{{file}}: Kein Dokument, das als richtig genannt ist, steht in corpus.jsonl.',
      hint: 'In der zweiten Spalte stehen IDs aus corpus.jsonl.',
    },
    {
      why: 'no-text',
      message: '{{file}} ist kein Text.',
      hint: 'Speichere die Datei als Text in UTF-8.',
    },
    {
      why: 'no-qrels',
      message: '{{file}}: Der Ordner lässt sich nicht lesen.',
      hint: 'In qrels liegt je Teil eine .tsv-Datei mit Frage-ID, Dokument-ID und Zahl.',
    },
    {
      why: 'no-splits',
      message: '{{file}} enthält keine .tsv-Datei.',
      hint: 'In qrels liegt je Teil eine .tsv-Datei mit Frage-ID, Dokument-ID und Zahl.',
    },
    {
      why: 'answers',
      message: '{{file}} ist kein Objekt aus Listen von Texten.',
      hint: 'Schreib ein Objekt: Frage-ID → Liste von Stellen.',
    },
    {
      why: 'column-empty',
      message: 'Zeile {{line}} von {{name}}: Eine Spalte ist leer.',
      hint: 'Schreib je Zeile eine Frage und das Dokument, das gefunden werden soll.',
    },
    {
      why: 'two-columns',
      message: 'Zeile {{line}} von {{name}}: Sie hat mehr als zwei Spalten.',
      hint: 'Schreib je Zeile eine Frage und ein Dokument, und setze eine Zelle mit einem Komma in Anführungszeichen. Für ein zweites Dokument steht die Frage noch einmal da.',
    },
    {
      why: 'named-columns',
      message:
        'Zeile {{line}} von {{name}}: Sie hat mehr Zellen als die {{columns}} Spalten, die die erste Zeile nennt.',
      hint: 'Setze eine Zelle mit einem Komma in Anführungszeichen. Für ein zweites Dokument steht die Frage noch einmal da.',
    },
    {
      why: 'no-document',
      message: 'Zeile {{line}} von {{name}}: Die Bibliothek hat kein Dokument „{{document}}“.',
      hint: 'Nimm es in die Bibliothek auf, oder nenne eines, das da ist, mit Titel, Dateinamen, Pfad oder ID; die Liste der Dokumente zeigt sie.',
    },
    {
      why: 'no-documents-called',
      message: '{{name}}: Alle {{number}} Zeilen nennen ein Dokument, das die Bibliothek nicht hat ({{listed}}).',
      hint: 'Nimm die Dokumente in die Bibliothek auf, oder nenne solche, die da sind, mit Titel, Dateinamen, Pfad oder ID; die Liste der Dokumente zeigt sie.',
    },
    {
      why: 'many-documents',
      message: 'Zeile {{line}} von {{name}}: {{number}} Dokumente heißen „{{document}}“.',
      hint: 'Nenne es mit seinem Pfad oder seiner ID.',
    },
    {
      why: 'no-question',
      message: '{{file}} enthält keine Frage.',
      hint: 'Schreib je Zeile eine Frage und das Dokument, das gefunden werden soll.',
    },
    {
      why: 'open-quotes',
      message: 'Zeile {{line}} von {{name}}: Die Anführungszeichen einer Zelle schließen nicht.',
      hint: 'Schließe sie, und schreib solche innerhalb der Zelle doppelt.',
    },
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
    {
      why: 'no-folder',
      message: '{{folder}} ist kein Ordner.',
      hint: 'Wähle einen Ordner, in dem Modellordner liegen.',
    },
    { why: 'too-many-folders', message: 'Es gibt schon {{most}} Modellordner.', hint: 'Entferne zuerst einen.' },
    {
      why: 'no-keys-here',
      message: 'Schlüssel behält nur die Desktop-App.',
      hint: 'Starte Vitrine mit gesetztem OPENAI_API_KEY.',
    },
    {
      why: 'key-of-environment',
      message: 'OPENAI_API_KEY ist gesetzt und geht vor.',
      hint: 'Starte Vitrine ohne diese Variable, um hier einen Schlüssel einzutragen.',
    },
    {
      why: 'no-store-keys-here',
      message: 'Schlüssel eines Speicherdienstes behält nur die Desktop-App.',
      hint: 'Starte Vitrine mit gesetztem AWS_ACCESS_KEY_ID.',
    },
    {
      why: 'store-keys-of-environment',
      message: 'AWS_ACCESS_KEY_ID ist gesetzt und geht vor.',
      hint: 'Starte Vitrine ohne diese Variable, um hier Schlüssel einzutragen.',
    },
    {
      why: 'not-written',
      message: 'Die Einstellungen ließen sich nicht sichern.',
      hint: 'Prüfe, ob {{file}} geschrieben werden darf.',
    },

    { message: 'Die Einstellung {{path}} passt so nicht.', hint: 'Wähle einen anderen Wert.' },
    { message: 'Eine Einstellung passt so nicht.', hint: 'Wähle einen anderen Wert.' },
  ],
} as const satisfies Readonly<Record<string, readonly SayingOfCode[]>>;
