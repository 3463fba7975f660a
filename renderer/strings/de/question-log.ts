import type { questionLog as english } from '../en/question-log';
import type { WordsOf } from '../typed-words';

/** The log of all questions, in the settings. */
export const questionLog: WordsOf<typeof english> = {
  questionLog: {
    title: 'Frageprotokoll',
    help: 'Jede Frage, die hier gestellt wurde, und was daraus wurde, die neueste zuerst. Es liegt in deiner Bibliothek und bleibt dort, auch wenn das Gespräch gelöscht wird.',
    loading: 'Das Protokoll wird gelesen.',
    readAgain: 'Noch einmal lesen',
    none: 'Das Protokoll ist leer.',
    noneHint: 'Stell eine Frage im Chat: Sie steht dann hier.',
    open: 'Das Gespräch öffnen',
    conversationGone: 'Das Gespräch dazu ist gelöscht.',
    greeting: 'Ein Gruß',
    everywhere: 'Überall gesucht',
    delete: '„{{question}}“ aus dem Protokoll löschen',
    removed: '„{{question}}“ verlässt das Protokoll.',
    pages: 'Seiten des Protokolls',
    newer: 'Neuere',
    older: 'Ältere',
    range: '{{first, number}} bis {{last, number}}, neueste zuerst',
    asCsv: 'Als Tabelle (CSV)',
    asJson: 'Als JSON Lines',
    clear: 'Löschen',
    clearNow: 'Löschen …',
    all: 'alle Fragen',
    olderThan_one: 'Fragen, älter als {{count, number}} Tag',
    olderThan_other: 'Fragen, älter als {{count, number}} Tage',
    sureAll: 'Das ganze Protokoll löschen?',
    sureOlder_one: 'Alle Fragen löschen, die älter sind als {{count, number}} Tag?',
    sureOlder_other: 'Alle Fragen löschen, die älter sind als {{count, number}} Tage?',
    clearWhat:
      'Deine Gespräche bleiben. Spätere Fragen greifen nicht mehr auf das zurück, was darin gesagt wurde. Ein paar Sekunden lang kannst du es rückgängig machen.',
    clearSure: 'Aus dem Protokoll löschen',
    keep: 'Behalten',
    clearedAll: 'Das ganze Protokoll ist gelöscht.',
    clearedOlder_one: 'Fragen, die älter sind als {{count, number}} Tag, verlassen das Protokoll.',
    clearedOlder_other: 'Fragen, die älter sind als {{count, number}} Tage, verlassen das Protokoll.',
    gone_one: '{{count, number}} Frage aus dem Protokoll gelöscht.',
    gone_other: '{{count, number}} Fragen aus dem Protokoll gelöscht.',
  },
};
