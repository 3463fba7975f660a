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
      '(?:kannst du|können sie|könntest du|könnten sie)(?: mir| uns)?(?: bitte)?(.+?)(?:bitte |kurz )*zusammenfassen',
      '(?:bitte )?(?:gib|geben sie|schreibe?|mache?|erstelle?)(?: mir)?(?: bitte)? (?:eine[nr]? |die |den )?(?:kurze[nr]? )?(?:überblick|übersicht|zusammenfassung)(?: (?:über|von|vom|zu|zum|zur|des|der))?(.*)',
      '(?:eine |der |die )?(?:kurze )?(?:überblick|übersicht|zusammenfassung) (?:über|von|vom|zu|zum|zur|des|der)(.*)',
      '(?:was sind |nenne )?die wichtigsten punkte (?:von|vom|des|der|im|in)(.*)',
    ],
    tellOf: [
      "(?:worum|um was) geht(?: es|'s|’s)?(?: (?:in|im|bei|hier))?(.*)",
      'wovon handelt(.+)',
      'was steht i[nm](.+)',
    ],
    compare: [
      '(?:bitte )?vergleich(?:e|en sie)?(?: mir)? (.+?) (?:mit|und) (.+)',
      '(?:bitte )?vergleich(?:e|en sie)?(?: mir)?(.+)',
    ],
    differ: [
      '(?:was ist der |was sind die |welche )?unterschiede? (?:gibt es |bestehen )?zwischen (.+?) und (.+)',
      'was hat sich zwischen (.+?) und (.+?) geändert',
      '(?:wie|worin) unterscheide[nt] sich (.+?) (?:von|vom|und) (.+)',
    ],
    partOf: 'in|im|aus|von|vom|des|der|unter',
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
  numbers: {
    cardinals: {
      null: 0,
      zwei: 2,
      drei: 3,
      vier: 4,
      fünf: 5,
      sechs: 6,
      sieben: 7,
      acht: 8,
      neun: 9,
      zehn: 10,
      elf: 11,
      zwölf: 12,
      dreizehn: 13,
      vierzehn: 14,
      fünfzehn: 15,
      sechzehn: 16,
      siebzehn: 17,
      achtzehn: 18,
      neunzehn: 19,
      zwanzig: 20,
      dreißig: 30,
      vierzig: 40,
      fünfzig: 50,
      sechzig: 60,
      siebzig: 70,
      achtzig: 80,
      neunzig: 90,
      hundert: 100,
    },
    one: 'eine?[mnrs]?',
    ordinals: {
      ersten: 1,
      zweiten: 2,
      dritten: 3,
      vierten: 4,
      fünften: 5,
      sechsten: 6,
      siebten: 7,
      achten: 8,
      neunten: 9,
      zehnten: 10,
      zweite: 2,
      dritte: 3,
    },
    multipliers: {
      tausend: 1e3,
      tsd: 1e3,
      million: 1e6,
      millionen: 1e6,
      mio: 1e6,
      milliarde: 1e9,
      milliarden: 1e9,
      mrd: 1e9,
    },
    others: [],
  },
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
  calculation: {
    emptyCells: 'k. a.|k.a.|keine angabe|unbekannt|keine|entfällt|offen'.split('|'),
    besideDates:
      'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so|der|den|am|vom'.split(
        '|',
      ),
    totals: 'summe|gesamt|insgesamt|gesamtsumme|total|zusammen|endsumme|zwischensumme'.split('|'),
    operators: {
      howMany: 'wie viele|wieviele|wie viel|wieviel|anzahl|die anzahl|wie oft|die zahl der|anzahl der|wie häufig'.split(
        '|',
      ),
      total:
        'insgesamt|gesamt|gesamte|gesamten|summe|zusammen|gesamtsumme|in summe|die summe|zusammengerechnet|total'.split(
          '|',
        ),
      average:
        'durchschnitt|durchschnittlich|durchschnittliche|durchschnittlichen|durchschnittlicher|im durchschnitt|im schnitt|mittelwert|im mittel|mittlere|mittleren'.split(
          '|',
        ),
      most: 'am meisten|meisten|die meisten|höchste|höchsten|höchster|höchstes|größte|größten|größter|größtes|maximum|maximal|maximale|maximalen|am höchsten|am größten|am häufigsten|häufigsten|beste|besten'.split(
        '|',
      ),
      least:
        'am wenigsten|wenigsten|die wenigsten|niedrigste|niedrigsten|niedrigster|kleinste|kleinsten|kleinster|geringste|geringsten|minimum|minimal|minimale|minimalen|am niedrigsten|am kleinsten|am geringsten|am seltensten|tiefste|schlechteste'.split(
          '|',
        ),
      first: 'erste|ersten|erster|erstes|zuerst|früheste|frühesten|als erstes|als erste|als erster'.split('|'),
      last: 'letzte|letzten|letzter|letztes|zuletzt|späteste|spätesten|jüngste|neueste|neuesten|als letztes|als letzte|als letzter'.split(
        '|',
      ),
      next: 'nach|direkt nach|unmittelbar nach|folgt auf|kommt nach|kam nach|steht nach|unter|direkt unter|danach|gleich nach'.split(
        '|',
      ),
      previous: 'vor|direkt vor|unmittelbar vor|kommt vor|kam vor|steht vor|über|direkt über|davor|gleich vor'.split(
        '|',
      ),
      more: 'mehr als|über|größer als|höher als|oberhalb von|länger als|älter als|schwerer als|teurer als'.split('|'),
      less: 'weniger als|unter|kleiner als|niedriger als|unterhalb von|geringer als|kürzer als|jünger als|leichter als|billiger als|günstiger als'.split(
        '|',
      ),
      atLeast: 'mindestens|wenigstens|nicht weniger als|oder mehr'.split('|'),
      atMost: 'höchstens|maximal|nicht mehr als|bis zu|oder weniger'.split('|'),
      between: 'zwischen|von'.split('|'),
      and: 'und|bis'.split('|'),
      or: 'oder'.split('|'),
      not: 'nicht|kein|keine|keinen|keiner|außer|ohne|ausgenommen|abgesehen von'.split('|'),
      difference:
        'unterschied|differenz|wie viel mehr|wie viele mehr|wieviel mehr|unterschied zwischen|differenz zwischen|wie viel weniger|wie viele weniger'.split(
          '|',
        ),
      distinct: 'verschiedene|unterschiedliche|verschiedenen|unterschiedlichen|verschiedener'.split('|'),
      each: 'jede|jeder|jedes|jeden|pro|je|alle'.split('|'),
      same: 'gleiche|gleichen|dieselbe|derselbe|dasselbe|denselben|ebenso viele|genauso viele'.split('|'),
      only: 'nur|einzige|einzigen|einziger|einziges|lediglich'.split('|'),
      after: 'nach|seit|später als|ab'.split('|'),
      before: 'vor|bis|früher als'.split('|'),
      who: 'wer|wen|wem|wessen'.split('|'),
      where: 'wo|wohin|woher'.split('|'),
      when: 'wann|in welchem jahr|welches jahr|an welchem tag|welches datum|welchen tag|an welchem datum'.split('|'),
      isIt: 'ist|war|sind|waren|hat|hatte|haben|hatten|gibt|gab|wird|wurde'.split('|'),
      which:
        'welche|welcher|welches|welchen|welchem|was|was ist|nenne|nennen sie|liste|zeige|zeig|was war|wie lautet|wie heißt|gib'.split(
          '|',
        ),
      higher: 'mehr|höher|höhere|höheren|höherer|höheres|größere|größeren|größerer|größeres'.split('|'),
      lower:
        'weniger|niedriger|niedrigere|niedrigeren|niedrigerer|kleinere|kleineren|kleinerer|geringere|geringeren'.split(
          '|',
        ),
      beyond:
        'in folge|hintereinander|verhältnis|wie lange|wie alt|wie weit|prozent der|prozent von|median|wie viele tage|anteil|heute|derzeit'.split(
          '|',
        ),
    },
    measures: [
      {
        higher: 'längste|längsten|länger|lang'.split('|'),
        lower: 'kürzeste|kürzesten|kürzer|kurz'.split('|'),
        heads: 'länge|dauer|laufzeit|strecke|entfernung'.split('|'),
      },
      {
        higher: 'höchste|höchsten|höher|hoch'.split('|'),
        lower: 'niedrigste|niedrigsten|niedriger'.split('|'),
        heads: 'höhe'.split('|'),
      },
      {
        higher: 'älteste|ältesten|älter'.split('|'),
        lower: 'jüngste|jüngsten|jünger'.split('|'),
        heads: 'alter'.split('|'),
      },
      {
        higher: 'neueste|neuesten|neuer'.split('|'),
        lower: 'älteste|ältesten|älter'.split('|'),
        heads: 'jahr|baujahr|datum|gegründet|eröffnet|gründung'.split('|'),
      },
      {
        higher: 'jüngste|jüngsten|jünger'.split('|'),
        lower: 'älteste|ältesten|älter'.split('|'),
        heads: 'geburtsdatum|geboren|geburtsjahr'.split('|'),
      },
      {
        higher: 'schwerste|schwersten|schwerer'.split('|'),
        lower: 'leichteste|leichtesten|leichter'.split('|'),
        heads: 'gewicht|masse'.split('|'),
      },
      {
        higher: 'schnellste|schnellsten|schneller'.split('|'),
        lower: 'langsamste|langsamsten|langsamer'.split('|'),
        heads: 'geschwindigkeit'.split('|'),
      },
      {
        higher: 'größte|größten|größer'.split('|'),
        lower: 'kleinste|kleinsten|kleiner'.split('|'),
        heads: 'fläche|größe|einwohner'.split('|'),
      },
      {
        higher: 'teuerste|teuersten|teurer'.split('|'),
        lower: 'billigste|billigsten|günstigste|günstigsten|billiger|günstiger'.split('|'),
        heads: 'preis|kosten|betrag|einzelpreis'.split('|'),
      },
    ],
    heads: {
      who: 'name|spieler|person|fahrer|kunde|mitarbeiter|mitarbeiterin|sieger|gewinner|kandidat|autor|trainer|lieferant|verkäufer|mitglied|schüler|patient|ansprechpartner|präsident|mieter|inhaber|bearbeiter'.split(
        '|',
      ),
      where: 'ort|stadt|land|lager|standort|region|filiale|adresse|stadion|spielort|abteilung'.split('|'),
      when: 'datum|jahr|tag|monat|zeit|zeitraum|termin|fällig|beginn|ende|woche|saison|bestelldatum|lieferdatum|eintritt'.split(
        '|',
      ),
      naming: 'titel|name|bezeichnung'.split('|'),
      list: 'liste|tabelle|aufgeführt'.split('|'),
      standing: 'rang|platz|position|pos'.split('|'),
      rank: 'rang|platz|nr|nummer|position|pos|jahr|saison|id|plz|woche|artikelnummer|code|datum|alter'.split('|'),
    },
    outcomes: [
      { cells: ['s', 'sieg'], asked: ['gewonnen', 'siege', 'sieg'] },
      { cells: ['n', 'niederlage'], asked: ['verloren', 'niederlagen', 'niederlage'] },
    ],
    synonyms: [
      'film titel',
      'land nation staat',
      'mannschaft verein team',
      'ort stadt standort',
      'punkte zähler',
      'preis kosten',
      'betrag summe',
      'kunde auftraggeber',
      'mitarbeiter angestellter beschäftigter',
      'menge stück anzahl',
      'gehalt lohn verdienst',
      'datum tag',
      'gewicht schwer',
      'länge lang',
      'höhe hoch',
      'alter alt',
    ],
    times: { einmal: 1, zweimal: 2 },
    particles: { of: 'von|aller|alle'.split('|'), by: ['nach'], what: 'was|wie|nenne'.split('|') },
    periods: { year: 'jahr|jahre|jahren|jahres'.split('|'), month: 'monat|monate|monaten|monats'.split('|') },
    plural: 'sind waren'.split(' '),
    harmless:
      'der die das kommen kam kamen kommt stammen stammt gehen ging betreffen enthalten den dem des ein eine einen einem einer eines und oder in im am an auf aus bei mit von vom zu zum zur für ist war sind waren hat hatte haben hatten wird wurde werden wurden gibt gab es man sich er sie ihr sein seine tabelle liste zeile zeilen eintrag einträge einträgen spalte laut bitte mir wie viele viel welche welcher welches welchen wer wo wann was nenne als auch nur alle aller allen jede jeder dort da dass dies diese dieser dieses kommt steht stehen lautet wert werte heißt beträgt betragen betrug hoch groß davon darin mehr weniger insgesamt liegt liegen'.split(
        ' ',
      ),
  },
};
