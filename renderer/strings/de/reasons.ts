/**
 * Why stages decided as they did, in German, by the code of the reason. Of several sayings the first counts whose values
 * are all there.
 */
export const reasons: Readonly<Record<string, readonly string[]>> = {
  // A0: headers
  'mapped-exact': ['die Überschrift heißt so'],
  'mapped-alias': ['über einen anderen Namen der Überschrift'],
  'mapped-typo': ['über einen Tippfehler der Überschrift'],
  'mapped-bilingual': ['über die Überschrift in einer anderen Sprache'],
  'mapped-template': ['über eine Vorlage'],
  'mapped-keyword': ['über ein Stichwort der Überschrift'],
  'mapped-unknown': ['ohne eine Regel, die passt'],
  'nearest-meaning': ['der Bedeutung nach am nächsten an „{{phrase}}“ ({{cosine}})'],
  'mapped-by-model': ['vom Modell zugeordnet'],
  'unknown-header': ['keine Regel kennt diese Überschrift'],
  'default-of-key': ['nicht angegeben: Vorgabe'],
  'task-rule': ['Regel für TASK und CONTEXT'],
  'task-rule-no-task': ['Regel für TASK und CONTEXT: keine Aufgabe angegeben'],
  // A2: choices
  stated: ['so angegeben'],
  'stated-nearest': ['angegeben war „{{stated}}“: am nächsten nach „{{cue}}“'],
  'stated-no-choice': ['angegeben war „{{stated}}“, was nicht zur Wahl steht: Vorgabe'],
  cue: ['wegen „{{cue}}“'],
  'no-cue': ['kein Hinweis: Vorgabe'],
  'by-model': ['vom Modell gewählt'],
  'model-no-choice': ['das Modell sagte „{{said}}“, was nicht zur Wahl steht: Vorgabe'],
  'model-not-used': ['das Modell kam nicht zum Zug: {{reason}}', 'das Modell kam nicht zum Zug'],
  'line-empty': ['sagt nichts'],
  'line-too-long': ['ist zu lang'],
  'line-cites-nothing': ['führt keinen bekannten Chunk an'],
  'line-not-borne-out': ['ihre Wörter stehen kaum in den Chunks, die sie anführt'],
  'line-invents': ['die Chunks, die sie anführt, enthalten {{word}} nicht'],
  // Retrieval, ReRanker
  'language-by-words': ['an ihren kleinen Wörtern erkannt'],
  'language-by-letters': ['an ihren Buchstaben erkannt'],
  'language-not-read': ['das Suchmodell liest die Sprache der Frage ({{language}}) nicht'],
  'language-by-trigrams': ['an ihren Buchstabenfolgen erkannt'],
  'absent-name': ['kein Dokument enthält „{{name}}“'],
  'follow-up': ['allein findet die Frage nichts; sie wurde zusammen mit „{{title}}“ gelesen'],
  'most-used': ['der Index antwortete nicht; unter den besten von {{uses}} Suchen'],
  'graph-neighbour': ['keine Spur fand ihn; er steht neben {{chunk}}'],
  'graph-section': ['keine Spur fand ihn; er steht im selben Abschnitt wie {{chunk}}'],
  'graph-document': ['keine Spur fand ihn; er steht im selben Dokument wie {{chunk}}'],
  'name-as-written': ['die Frage wurde mit dem Namen gelesen, wie ihn die Dokumente schreiben'],
  'beyond-n2': ['jenseits der N2 Kandidaten, die noch einmal gelesen werden'],
  // A3: verdicts
  relevance: ['Relevanz {{relevance}}'],
  'below-threshold': ['Relevanz {{relevance}}, unter der Grenze von {{threshold}}'],
  'below-share-of-best': ['Relevanz {{relevance}}, unter {{threshold}}: {{percent}} % der besten von {{best}}'],
  'beyond-cap': ['jenseits der Grenze für Kandidaten'],
  'trivial-text': ['leerer oder nichtssagender Text'],
  'out-of-scope': ['die Bibliothek handelt nicht von dieser Frage'],
  'near-duplicate': ['zu {{percent}} % dasselbe wie {{chunk}}'],
  'differs-number': ['eine Zahl weicht ab von {{chunk}}: „{{after}}“ gegen „{{before}}“'],
  'differs-date': ['ein Datum weicht ab von {{chunk}}: „{{after}}“ gegen „{{before}}“'],
  'differs-negation': ['verneint, was in {{chunk}} steht: „{{after}}“ gegen „{{before}}“'],
  'nli-conflict': [
    'das NLI-Modell sieht zu {{percent}} % einen Widerspruch zu {{chunk}}: „{{after}}“ gegen „{{before}}“',
  ],
  'nli-supports': ['das NLI-Modell sieht die Aussage zu {{percent}} % belegt'],
  'nli-refutes': ['das NLI-Modell sieht die Aussage zu {{percent}} % widerlegt'],
  'model-keeps': ['das Modell hält es für einen Beleg'],
  'model-irrelevant': ['das Modell hält es für nicht relevant'],
  'model-duplicate': ['das Modell hält es für eine Wiederholung'],
  'model-conflict': ['das Modell sieht einen Widerspruch zu einem besseren'],
  // A4: room
  'not-selected': ['nicht in der Auswahl'],
  'over-cap': ['über der Grenze von {{most}} Chunks'],
  'no-room': [
    'seine {{tokens}} Token passen nicht in das, was bessere von {{room}} Token für Textstellen übrig lassen',
  ],
  'tokens-counted': [
    'die Textstellen haben {{tokens}} von {{room}} Token von {{model}}',
    'die Textstellen haben {{tokens}} von {{room}} Token',
  ],
  'tokens-estimated': [
    'die Textstellen haben etwa {{tokens}} von {{room}} Token von {{model}}',
    'die Textstellen haben etwa {{tokens}} von {{room}} Token',
  ],
  'earlier-exchange': ['ein früherer Austausch: Er geht neben den Dokumenten in den Prompt, und nichts ruht auf ihm'],
  // A5: form
  'read-from': ['gelesen aus {{source}}', 'gelesen aus dem Prompt'],
  'given-in-format': ['in FORMAT angegeben'],
  'by-hand': ['von Hand'],
};

/** Where a form of the answer was read from, as a reason says it. */
export const formatSources: Readonly<Record<string, string>> = {
  format: 'FORMAT',
  task: 'der Aufgabe',
  default: 'der Vorgabe',
};
