import type { searchModels as english } from '../en/search-models';
import type { WordsOf } from '../typed-words';

/** Die Modelle, die finden und ordnen: was da ist, was jedes kostet und was ein Wechsel braucht. */
export const searchModels: WordsOf<typeof english> = {
  searchModels: {
    looking: 'Modelle werden gesucht.',
    intro:
      'Modelle, die Vitrine selbst auf diesem Rechner ausführt, und Embedding-Modelle deiner eigenen Server. Nötig ist keines: Ohne sie werden Stellen nach ihren Wörtern gefunden und nach dem geordnet, was Vitrine misst.',
    job: {
      embedding: 'Finden nach Bedeutung',
      rerank: 'Ordnen',
      nli: 'Widersprüche',
    },
    jobHelp: {
      embedding: 'Ein Modell macht aus jeder Stelle Zahlen. Ein anderes heißt, dass der Suchindex neu gebaut wird.',
      rerank: 'Liest die besten Stellen noch einmal gegen die Frage. Ein Wechsel gilt ab der nächsten Frage.',
      nli: 'Liest Paare von Stellen und sagt, welche sich widersprechen. Ein Wechsel gilt ab der nächsten Frage.',
    },
    inUse: 'In Gebrauch',
    isMissing: 'Fehlt',
    missing: {
      embedding:
        'Mit diesem Modell wurde die Bibliothek indiziert, und seine Dateien sind nicht auf diesem Rechner. Fragen werden allein nach Wörtern beantwortet, bis es wieder da ist.',
      rerank: 'Es wurde gewählt, und seine Dateien sind nicht auf diesem Rechner. Stellen werden ohne es geordnet.',
      nli: 'Es wurde gewählt, und seine Dateien sind nicht auf diesem Rechner. Widersprüche werden ohne es erkannt.',
    },
    getBack: {
      hub: 'Lade es, importiere es aus einem Ordner oder nimm ein anderes Modell dieser Liste.',
      bundled: 'Es gehört zu Vitrine: Installiere Vitrine noch einmal oder nimm ein anderes Modell dieser Liste.',
    },
    none: 'Kein Modell',
    noRerankNote: 'Die Ordnung bleibt, die Vitrine aus Wörtern, Bedeutung und Ort misst.',
    noNliNote: 'Zahlen, Daten und Verneinungen werden verglichen, wozu es kein Modell braucht.',
    onServer: '{{server}} auf {{place}}',
    numbers: '{{count, number}} Zahlen',
    window: '{{count, number}} Tokens auf einmal',
    bundled: 'kommt mit Vitrine',
    fromFolder: 'aus {{folder}}',
    unmeasured:
      'Ab wann eine Stelle als relevant gilt, wurde mit diesem Modell nicht gemessen: Eine Antwort kann zu leicht ausbleiben oder zu leicht gegeben werden.',
    goneHere:
      'Diese Bibliothek wurde mit {{model}} indiziert, dessen Dateien nicht auf diesem Rechner sind. Fragen werden allein nach Wörtern beantwortet. Importiere es, füge den Ordner hinzu, in dem es liegt, oder nimm ein anderes Modell dieser Liste.',
    goneDown:
      'Diese Bibliothek wurde mit {{model}} indiziert. Fragen werden allein nach Wörtern beantwortet, bis der Server es wieder hat oder du ein anderes Modell dieser Liste nimmst.',
    goneLacks:
      'Diese Bibliothek wurde mit {{model}} indiziert. {{server}} antwortet unter {{place}} und hat es nicht mehr. Fragen werden allein nach Wörtern beantwortet, bis es wieder da ist oder du ein anderes Modell dieser Liste nimmst.',
    pullGone: '{{model}} mit Ollama holen',
    serverName: {
      ollama: 'Ollama',
      openai: 'Der OpenAI-kompatible Server',
    },
    server: {
      'no-models': '{{server}} antwortet unter {{place}} und hat kein Embedding-Modell.',
      down: '{{server}} antwortet nicht unter {{place}}. Starte ihn oder berichtige die Adresse, dann stehen seine Embedding-Modelle hier.',
      late: '{{server}} braucht unter {{place}} zu lange, um seine Modelle zu nennen. Sieh nach, ob er hängt, oder frage noch einmal, wenn er weniger zu tun hat.',
      'refused-offline':
        '{{server}} unter {{place}} wurde nicht gefragt: Der Offline-Modus ist an, und er ist nicht auf diesem Rechner.',
      'wrong-url':
        '{{server}} ist nicht unter {{place}}: Dort antwortet etwas anderes, oder es ist keine Adresse. Berichtige sie.',
      'key-refused': '{{server}} lehnt unter {{place}} den Schlüssel ab. Gib ihn noch einmal ein.',
      failing:
        '{{server}} antwortet unter {{place}} mit einem Fehler. Sieh in sein Protokoll und frage dann noch einmal.',
    },
    loadOne: {
      ollama: 'Hole unten eines.',
      openai:
        'Lade dort eines. Ein solcher Server sagt nicht, wozu ein Modell da ist: Vitrine geht nach Namen wie bge oder embed.',
    },
    others_one: '{{count, number}} weiteres Modell des Servers, das Embeddings machen könnte',
    others_other: '{{count, number}} weitere Modelle des Servers, die Embeddings machen könnten',
    othersHelp:
      'Weder der Server noch der Name sagt, wozu es da ist. Macht es keine Embeddings, sagt es die Schätzung, und nichts ändert sich.',
    askingServers: 'Die Server werden gefragt',
    askAgain: 'Die Server noch einmal fragen',
    toServers: 'Adressen und Schlüssel',
    pullEmbedding: 'Ein Embedding-Modell mit Ollama holen',
    pullEmbeddingHelp:
      'Sein Name in der Bibliothek von Ollama, etwa all-minilm oder nomic-embed-text. Ollama lädt es aus dem Internet, nicht Vitrine.',
    gone: 'Diese Bibliothek wurde mit {{model}} indiziert, das gerade kein Server hat. Fragen werden allein nach Wörtern beantwortet.',
    disk: 'Platte',
    memory: 'Arbeitsspeicher',
    time: 'Zeit',
    toDownload: '{{size}} zu laden',
    sizeUnknown: 'Größe unbekannt',
    onServerDisk: '{{size}} auf dem Server',
    unknown: 'nicht gemessen',
    unknownYet: 'sobald es da ist',
    elsewhere: 'auf dem Server',
    perChunk: '{{time}} je Stelle',
    perPair: '{{time}} je Paar',
    measured:
      'Gemessen {{when}} an {{count, number}} Stellen von {{characters, number}} Zeichen; bereit nach {{load}}.',
    measure: 'Messen',
    measureAgain: 'Noch einmal messen',
    measureModel: '{{model}} messen',
    measuring: '{{model}} wird gemessen',
    measuringHelp: 'Es wartet, solange Dokumente hinzukommen.',
    use: 'Verwenden',
    useModel: '{{model}} verwenden',
    stopUsing: 'Ohne auskommen',
    download: 'Herunterladen',
    downloadModel: '{{model}} herunterladen',
    resume: 'Weiter',
    resumeModel: '{{model}} weiter herunterladen',
    waitsFor:
      '{{model}} wird gerade geladen. Es kommt ein Modell nach dem anderen: Dieses kann, sobald das andere da oder angehalten ist.',
    waitsForMeasuring: '{{model}} wird gerade gemessen. Dies geht, sobald das vorbei oder abgebrochen ist.',
    discard: 'Verwerfen',
    discardModel: 'Verwerfen, was von {{model}} da ist',
    pause: 'Anhalten',
    cancel: 'Abbrechen',
    pulling: '{{model}} wird heruntergeladen',
    importing: '{{model}} wird kopiert',
    speed: '{{speed}} in der Sekunde',
    left: 'noch {{time}}',
    checked: {
      catalogue: '{{model}} ist da. Die Prüfsumme ist die, die Vitrine kennt.',
      hub: '{{model}} ist da. Die Prüfsumme ist die, die der Hub veröffentlicht.',
      'first-use': '{{model}} ist da. Niemand veröffentlicht eine Prüfsumme, also wird diese gemerkt.',
    },
    import: 'Aus einem Ordner übernehmen',
    importHelp:
      'Für einen Rechner ohne Internet: ein Ordner mit config.json, tokenizer.json, tokenizer_config.json und onnx/model_quantized.onnx, oder ein Ordner mit solchen Ordnern. Er wird kopiert und geprüft.',
    importedOne: '{{models, list}} ist jetzt da.',
    importedMany: '{{models, list}} sind jetzt da.',
    onDisk: 'Heruntergeladene und übernommene Modelle belegen {{size}} auf der Platte.',
    removeModel: '{{model}} entfernen',
    removeTitle: '{{model}} entfernen?',
    removeFrees: '{{size}} werden frei.',
    removeUnused: 'Nichts, was in Gebrauch ist, braucht es.',
    removeStops: {
      embedding:
        'In dieser Bibliothek wird dann nicht mehr nach Bedeutung gefunden: Fragen werden allein nach Wörtern beantwortet, bis es wieder da ist oder ein anderes Modell gewählt wird. Sonst geht nichts verloren; der Index wartet auf es.',
      rerank: 'Ab der nächsten Frage werden Stellen ohne es geordnet.',
      nli: 'Ab der nächsten Frage werden Widersprüche ohne es erkannt.',
    },
    removeAdding: 'Gerade kommen Dokumente hinzu: Die noch ausstehenden werden bis dahin nach Wörtern gefunden.',
    removeNow: 'Entfernen',
    keep: 'Behalten',
    removed: '{{model}} ist entfernt: {{size}} sind wieder frei.',
    switchTitle: 'Zu {{model}} wechseln',
    estimating: 'Es wird geschätzt, was der Neubau braucht.',
    estimatingHelp: 'Ein Modell, das hier nie gemessen wurde, wird erst gemessen, das dauert Sekunden.',
    estimateAnswers: 'Bis er fertig ist, antwortet der Index von {{model}} weiter. Beide werden nie gemischt.',
    estimateWaits:
      'Gerade kommen Dokumente hinzu, und dieses Modell wurde hier nie gemessen: Die Schätzung kommt nach ihnen. Der Neubau lässt sich auch ohne sie anstellen und beginnt, wenn sie da sind.',
    estimateAgain: 'Noch einmal schätzen',
    stillAdding:
      'Gerade kommen Dokumente hinzu. Die Schätzung zählt, was jetzt da ist; der Neubau wartet, bis sie da sind, und nimmt sie mit.',
    rebuild: 'Mit {{model}} neu bauen',
    notNow: 'Jetzt nicht',
    chosen: '{{model}} ist jetzt in Gebrauch.',
  },
};
