import { deu } from 'stopword';
import type { TextLanguage } from './language';
import { deReview } from './review/de';

export const de: TextLanguage = {
  stopWords: deu,
  questionWords: 'welche welcher welches wieviel wieviele worin womit wofür wodurch'.split(' '),
  alsoEnglish: 'war die dies man hat tag will gut bin bist den elf mag gar lang los oft tat tun weg'.split(' '),
  telltale:
    'der das ist sind und nicht ein eine einen einem einer wird werden wurde wie wer welche welcher welches kein keine auf dem fur zum zur ich wir sie'.split(
      ' ',
    ),
  letters: 'äöüß',
  endings: { least: 4, of: ['ern', 'em', 'es', 'er', 'en', 's', 'n', 'e', ''] },
  typedFor: { ae: 'ä', oe: 'ö', ue: 'ü' },
  capitalsTellNames: false,
  months: 'Januar|Jänner Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  shortMonths: 'Jan. Feb. Mär. Apr. Jun. Jul. Aug. Sep. Sept. Okt. Nov. Dez.'.split(' '),
  abbreviations:
    'ca bzw z.b d.h vgl bspw ggf evtl inkl exkl zzgl abzgl sog bzgl dr prof st dipl ing dipl-ing tel'.split(' '),
  beforeNumber: ['nr', 'abs', 'abb', 'tab', 'kap', 'bd', 'art', 'ziff', '\\p{L}*str'],
  asks: {
    time: ['wann', 'seit wann', 'in welche[mr] (?:jahr|monat|jahrhundert)'],
    number: ['wie ?(?:viele?|lang|lange|oft|alt|weit|gro(?:ß|ss)|hoch|schwer|teuer)'],
    name: ['wer', 'wen', 'wem', 'wessen', 'wo', 'woher', 'wohin'],
  },
  clauseBefore: { begins: 'wenn|wo|als', asks: 'was|welche[rsnm]?|wer|wen|wem|wie|warum' },
  goesOn: {
    begins: [
      'und',
      'aber',
      'oder',
      'dann',
      'auch',
      'was ist mit',
      'wie (?:ist|sieht) es (?:mit|bei)',
      '(?:was|wer|wo) (?:sonst|noch)',
    ],
    standIns: [
      'er',
      'ihn',
      'ihm',
      'sein(?:e[mnrs]?)?(?= \\p{Lu})',
      'sie',
      'ihre?[mnrs]?',
      'ihnen',
      '(?<!(?:gibt|gab) )es(?! g[ai]bt?)',
      'das(?! \\p{L}+)',
      'dies(?:e[mnrs]?)?',
      'jene[mnrs]?',
      'd(?:a|ar)(?:an|auf|aus|bei|durch|für|gegen|hin|in|mit|nach|über|um|unter|von|vor|zu)',
      'dort',
    ],
  },
  instructions: {
    summarise: [
      '(?:bitte )?fass(?:e|en sie)?(?: mir)?(.+?)(?:bitte |kurz )*zusammen',
      '(?:bitte )?(?:gib|geben sie|schreibe?|mache?|erstelle?)(?: mir)?(?: bitte)? (?:eine[nr]? |die |den )?(?:kurze[nr]? )?(?:überblick|übersicht|zusammenfassung)(?: (?:über|von|vom|zu|zum|zur|des|der))?(.*)',
      '(?:eine |der |die )?(?:kurze )?(?:überblick|übersicht|zusammenfassung) (?:über|von|vom|zu|zum|zur|des|der)(.*)',
      "(?:worum|um was) geht(?: es|'s|’s)?(?: (?:in|im|bei|hier))?(.*)",
      'wovon handelt(.+)',
      '(?:was sind |nenne )?die wichtigsten punkte (?:von|vom|des|der|im|in)(.*)',
    ],
    tellOf: ['was steht i[nm](.+)'],
    compare: [
      '(?:bitte )?vergleich(?:e|en sie)?(?: mir)? (.+?) (?:mit|und) (.+)',
      '(?:was ist der |was sind die |welche )?unterschiede? (?:gibt es |bestehen )?zwischen (.+?) und (.+)',
      'wie unterscheide[nt] sich (.+?) (?:von|und) (.+)',
    ],
    documents:
      'dokument dokumente dokuments datei dateien text textes seite seiten anhang inhalt inhalts mail nachricht brief',
  },
  forms: {
    names: {
      checklist: 'check-?listen?|prüflisten?|aufgabenlisten?|to-?do(?:[- ]?listen?)?',
      table: 'tabellen?|tabellarisch\\p{L}{0,2}|tabellenform|spalten',
      code: 'skript|quelltext|quellcode|programmcode',
      numbered: 'nummerierte\\p{L}? (?:listen?|aufzählung|schritte)',
      list: 'listen?|aufzählung(?:en|spunkten?)?|stichpunkten?|stichpunktartig|stichwortartig|spiegelstrichen?',
      plain: 'kein markdown|prosa|flie(?:ß|ss)text|(?:reiner|nur) text|klartext|eine?[mn]? (?:satz|absatz)',
    },
    as: 'als',
    asks: 'in|erstelle|erzeuge|schreibe?|mache?|gib|zeige?|liefere',
    definite: 'der|die|das|dem|den|dieser',
    indefinite: 'eine?r?',
    without: 'kein\\p{L}*|ohne|nicht',
    adverbs: 'tabellarisch|stichpunktartig|stichwortartig',
    polite: 'kannst|könntest|können|könnten|bitte',
    besideSchema: 'als|mit|nach|diese[mns]?|folgende[mns]?|de[mrn]|das|ein|objekt',
  },
  numberWords: 'zwei drei vier fünf sechs sieben acht neun zehn hundert tausend millionen milliarden'.split(' '),
  negations: {
    words: 'nicht kein keine keinem keinen keiner keines nie niemals ohne'.split(' '),
    harmless: ['nicht nur', 'nicht zuletzt', 'ohne zweifel'],
  },
  bounds: {
    most: 'höchstens|maximal|bis zu|unter|weniger als|nicht mehr als|nicht langer als|nicht länger als',
    least: 'mindestens|wenigstens|über|mehr als|nicht weniger als',
    about: 'etwa|rund|ungefähr|knapp',
    from: 'zwischen|von',
    to: 'bis|bis zu',
    and: 'und',
    naming: 'kapitel|abschnitt|abb\\.?|abbildung|tabelle|seiten?|teil|schritt|nr\\.?|artikel|raum|saal|zeile',
  },
  demands: ['muss', 'darf', 'höchstens', 'mindestens'],
  calendarWords: ['Jahrhundert'],
  knowsNot: [
    'ich weiß (?:es |das )?nicht',
    'weiß ich nicht',
    '(?:dokumente?n?|unterlagen|stellen?|texte?n?|quellen?|anhänge?n?) (?:enthalten|enthält|nennen|nennt|sagen|sagt|erwähnen|erwähnt|geben|gibt|beantworten|beantwortet)(?!\\p{L})[^.,]*(?:nicht|kein)',
    'nicht (?:genannt|erwähnt|angegeben|bekannt)',
    'keine (?:angaben?|information(?:en)?|antwort)(?!\\p{L})',
  ],
  offers: {
    section: 'Was sagt „{title}“ über „{heading}“?',
    whole: 'Worum geht es in „{title}“?',
    notOf:
      'anhang|danksagung|einführung|einleitung|fazit|inhalt|inhaltsverzeichnis|literatur|literaturverzeichnis|quellen|stichwortverzeichnis|überblick|übersicht|unterschriften|vorwort|zusammenfassung'.split(
        '|',
      ),
  },
  plainQuestions:
    'Was ist das?|Wer hat das getan?|Wann ist das passiert?|Wo ist es?|Wie viele gibt es?|Warum ist das so?|Wie funktioniert das?|Welches davon ist das größte?',
  review: deReview,
};
