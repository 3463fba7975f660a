import type { EngineWords } from '../typed-words';
import { documentErrors } from './document-errors';
import { modelErrors } from './model-errors';

/**
 * What the engine says, in German, by its code. Of several sayings the first counts whose values are all there; the
 * last asks for none. The engine's own English sentence, which may know more, is shown behind it as a detail.
 */
export const engine: EngineWords = {
  errors: { ...documentErrors, ...modelErrors },
  servers: { 'The model server': 'Der Modellserver' },
  notices: {
    'default-used': [
      '{{model}} wurde nicht verwendet ({{reason}})',
      '{{model}} wurde nicht verwendet',
      'Kein Sprachmodell wurde verwendet',
    ],
    'out-of-scope': ['Nichts in der Bibliothek handelt deutlich davon.'],
    'no-reranker': ['Kein Reranking-Modell ist in Gebrauch: Die Reihenfolge von Retrieval blieb.'],
    'nli-failed': [
      'Das NLI-Modell wurde nicht verwendet ({{reason}}): Widersprüche wurden nur an Zahlen, Daten und Verneinungen gesucht.',
      'Das NLI-Modell wurde nicht verwendet: Widersprüche wurden nur an Zahlen, Daten und Verneinungen gesucht.',
    ],
    'rerank-failed': [
      'Das Reranking-Modell wurde nicht verwendet ({{reason}}): Die Reihenfolge von Retrieval blieb.',
      'Das Reranking-Modell wurde nicht verwendet: Die Reihenfolge von Retrieval blieb.',
    ],
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
      'Kein Dokument enthält „{{word}}“, das weiter oben im Gespräch steht: Gesucht wurde „{{term}}“. Setze {{quoted}} hinter die Frage, um es so zu suchen, wie es da steht.',
      'Kein Dokument enthält „{{word}}“: Gesucht wurde „{{term}}“. Setze das Wort in Anführungszeichen, um es so zu suchen, wie es da steht.',
      'Ein Wort, das kein Dokument enthält, wurde berichtigt.',
    ],
    'index-slow': [
      'Der Index antwortete zweimal nicht innerhalb von {{milliseconds}} ms: dies sind die meistgenutzten Stellen, nicht das Gesuchte.',
      'Der Index antwortete zweimal nicht rechtzeitig: dies sind die meistgenutzten Stellen, nicht das Gesuchte.',
    ],
    'without-documents': ['Es wurde nicht gesucht: Gefragt war nach einer Antwort ohne deine Dokumente.'],
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
