import type { ReviewWords } from '../language';

const agreement =
  '(?:vertrag|vertrages|vertrags|vereinbarung|abkommen|\\p{L}+vertrag|\\p{L}+vereinbarung|verpflichtung(?:en)?)';

export const deReview: ReviewWords = {
  units: { days: 'tage?n?', weeks: 'wochen?', months: 'monate?n?|monats', years: 'jahre?n?|jahres' },
  besideUnit: 'volle[nr]?|ganze[nr]?|weitere[nr]?|aufeinanderfolgende[nr]?',
  anniversary: 'jahrestag',
  currencies: { EUR: 'euros?', USD: '(?:us-)?dollars?', CHF: '(?:schweizer )?franken', GBP: 'pfund', JPY: 'yen' },
  percent: 'prozent|v\\. ?h|vom hundert',
  parties: {
    between: 'zwischen',
    and: 'und|sowie|mit',
    article: 'der|die|das|dem|den|herrn?|frau|firma|einerseits|andererseits',
    aside: 'eine?|mit|vertreten|geschaftsansassig|wohnhaft|ehemals|einschließlich|eingetragen|handelnd',
  },
  roles:
    'gesellschaft|arbeitnehmer(?:in)?|arbeitgeber(?:in)?|kaufer(?:in)?|verkaufer(?:in)?|auftraggeber(?:in)?|auftragnehmer(?:in)?|mieter(?:in)?|vermieter(?:in)?|lieferant(?:in)?|kunde|kundin|lizenzgeber(?:in)?|lizenznehmer(?:in)?|darlehensgeber(?:in)?|darlehensnehmer(?:in)?|partei|parteien|vertragspartner|berater(?:in)?|anbieter(?:in)?|empfanger(?:in)?|dienstleister(?:in)?|besteller(?:in)?|unternehmer(?:in)?|geber(?:in)?',
  called:
    'nachfolgend|nachstehend|im folgenden|im weiteren|kurz|genannt|gemeinsam|zusammen|als|der|die|das|jeweils|auch',
  signedBy: 'durch|fur|i\\. ?v\\.|i\\. ?a\\.|ppa\\.',
  organisations:
    'gesellschaft|universitat|hochschule|institut|bank|sparkasse|stiftung|verein|verband|gruppe|werke?|ministerium|behorde|amt|stadt|gemeinde|klinik|klinikum|krankenhaus|akademie|kammer|genossenschaft|versicherung|handel|logistik|technik',
  inNames: 'von|vom|zu|zum|zur|der|des|fur|van|den|am',
  inPersons: 'von|vom|zu|van|der|den',
  titles: 'herrn?|frau|dr|prof',
  offices:
    'geschaftsfuhrer(?:in)?|vorstand|vorsitzende[rn]?|direktor(?:in)?|leiter(?:in)?|prokurist(?:in)?|name|datum|ort|unterschrift|funktion',
  states: 'bundesrepublik|republik|freistaat|land(?:es)?|bundesland(?:es)?|kantons?|furstentums?|konigreichs?',
  lawOf: '(?:rechts?|gesetzen?|rechtsordnung)(?: des staates| der| des| von)?',
  placeLaw: 'recht',
  nationalLaw:
    '(?:deutsch|osterreichisch|schweizerisch|schweizer|franzosisch|englisch|spanisch|niederlandisch|italienisch|luxemburgisch|danisch|schwedisch|polnisch)(?:e[mnrs]?)? rechts?',
  yes: 'ja',
  no: 'nein',
  forbids: 'verboten|untersagt|ausgeschlossen',
  links: 'von|vom|ist|betragt|in|hohe|am|der|die|das|den|dem|des|zum|zur',
  copulas: 'ist|betragt|betrug|war',
  asksFor: {
    'yes-no':
      '^(?:ist|sind|war|waren|hat|haben|hatte|kann|konnen|darf|durfen|muss|mussen|soll|sollen|wird|werden|wurde|gibt es|enthalt|besteht|gilt|gelten|verlangert|erlaubt|verbietet|sieht)(?!\\p{L})',
    number: 'wie ?viele|anzahl|stichprobe|wie (?:groß|alt|weit)(?!\\p{L})|zahl der|dosis|dosierung',
    percentage:
      '\\p{L}*prozent|\\p{L}*anteil|zinssatz|zinssatze|steuersatz|mehrwertsteuersatz|umsatzsteuersatz|\\p{L}+quote(?!\\p{L})',
    amount:
      'wie ?viel|\\p{L}*betrag|\\p{L}*preis|\\p{L}*summe|kosten|gebuhr|honorar|summe|gehalt|miete|kaufpreis|mehrwertsteuer|mwst|umsatzsteuer|vergutung|wie hoch|strafe',
    date: 'wann|datum|welche[mnrs]? (?:tag|jahr|datum)|(?:\\p{L}*)?datum|\\p{L}*jahr|termine?(?!\\p{L})|falligkeit|frist bis|stichtag',
    duration: 'wie lange?(?!\\p{L})|laufzeit|\\p{L}*dauer|\\p{L}*frist|zeitraum',
    name: 'we(?:r|m|n|ssen)(?!\\p{L})|namen?|\\p{L}*partei(?:en)?|vertragspartner|autor|verfasser|lieferant|kunde|kaufer|verkaufer|welche (?:firma|person|gesellschaft|bank)|welches (?:unternehmen|gericht)|arbeitgeber',
    place:
      '^wo(?!\\p{L})|welche[mnrs]? (?:staat|land|recht|stadt|ort)|gerichtsstand|anwendbare[ns]? recht|recht gilt|sitz',
  },
  asksMany:
    'wer sind|\\p{L}*parteien|welche (?:parteien|personen|firmen|autoren)|alle|parteien|autoren|vertragspartner|namen|liste',
  kinds: {
    agreement: '\\p{L}*vertrag(?:s|es)?|\\p{L}*vereinbarung(?:en)?',
    invoice: 'rechnung(?:en|s\\p{L}*)?',
    study: '\\p{L}*studien?|untersuchung(?:en)?|befragung(?:en)?|experimente?',
  },
  fields: {
    'effective-date': {
      asks: `inkraft|in kraft|vertragsbeginn|beginn|wirksam|gultig ab|datum de[rs] ${agreement}|vertragsdatum|abschluss|geschlossen|unterzeichnet|${agreement} .{0,20}(?:beginn|geschlossen|datiert)`,
      before:
        '(?:tritt|treten) (?:am|mit wirkung (?:zum|vom)|zum)|(?:in kraft|wirksam|gultig|beginnt|beginn|geschlossen|abgeschlossen|vom|datum|mit wirkung|rechtskraftig)(?: (?:am|ab|zum|vom|seit|dem))*(?: dem)?|wirkung (?:zum|vom|ab)(?: dem)?',
      behind:
        '(?:in kraft|geschlossen|abgeschlossen|wirksam|(?:dem |das |der |die |nachfolgend )*[„“"]?(?:wirksamkeitsdatum|stichtag|vertragsbeginn|vertrag|vereinbarung))',
      near: `${agreement}|in kraft|wirksam|beginnt`,
      not: 'endet|kundig|ablauf|geboren|spatestens|fallig|außer kraft|geandert',
      notBefore:
        '(?:des|der|dem|den|im|zum|zur|vom|laut|gemaß|aus)\\s(?:\\p{L}+\\s){0,3}\\p{L}*(?:vertrag|vereinbarung|abkommen|beschluss|angebot|auftrag)(?:e?s)?\\s(?:vom|in der fassung vom)',
    },
    party: {
      asks: '\\p{L}*partei|vertragspartner|vertragsschließend|zwischen wem|wer hat .{0,30}(?:geschlossen|unterschrieben|unterzeichnet)|mit wem',
      before: '',
      behind: '',
      near: '',
      not: '',
    },
    law: {
      asks: 'recht|gerichtsstand|rechtsordnung|rechtswahl',
      before:
        '(?:gilt|gelten|unterliegt|unterliegen|anwendbar|anzuwenden|maßgeblich|anwendung|untersteht)[^.;]{0,90}(?:recht|rechts|das|dem|der)|(?:anwendbares|geltendes) recht|gerichtsstand(?: ist| fur)?',
      behind: '',
      near: 'anwend|gilt|unterlieg|unterstehen|untersteht|maßgeb|anzuwend|rechtswahl|gerichtsstand|ausschließlich',
      not: 'gegrundet|eingetragen|nach dem recht .{0,20} errichtet',
    },
    term: {
      asks: `laufzeit|vertragsdauer|dauer|wie lange?|befrist|${agreement} .{0,20}(?:endet|lauft|ablauft)`,
      before:
        '(?:laufzeit|dauer|zeitraum|vertragsdauer|frist)(?: (?:von|betragt|des vertrags|des vertrages|der vereinbarung|ist|mindestens))*|(?:gilt|gelten|lauft|geschlossen|befristet|besteht|bestehen|bleiben?|endet|fest)(?: (?:fur|auf|nach|bis|zum|zur|mit|ablauf|von|die|den|der|dauer|eine|einen|zeitraum))*|fur die dauer von|fur',
      behind:
        '(?:nach|ab|nach dem|von dem|seit) (?:dem |der |des )?(?:inkrafttreten|unterzeichnung|abschluss|datum|wirksam|vertragsbeginn|beginn)|(?:geschlossen|befristet|fort)',
      near: `(?:${agreement}|geheimhaltung)[^.;]{0,120}(?:gilt|gelten|laufzeit|dauer|lauft|endet|bestehen|fort)|laufzeit|vertragsdauer|befristet`,
      not: 'kundigungsfrist|frist zur kundigung|wettbewerb|gewahrleistung|garantie|innerhalb|verjahr|probezeit|rechnung|zahlbar|mangel|verlanger|vor ablauf',
      notBehind:
        '(?:nach|uber|ab) (?:\\p{L}+ ){0,2}(?:beendigung|vertragsende|ende|ablauf|kundigung|offenlegung|erhalt)',
    },
    'notice-period': {
      asks: 'kundigungsfrist|frist .{0,20}kundig|kundig',
      before: '(?:frist|kundigungsfrist)(?: (?:von|betragt|mit|ist))*|mit einer frist von',
      behind: '(?:zum|vor|zur|im voraus|auf|gekundigt|kundbar)',
      near: 'kundig|kundbar|frist',
      not: 'zahl|rechnung|mangel|widerruf|probezeit|fristlos',
    },
    termination: {
      asks: 'kundig|beendig|beendet',
      before: '',
      behind: '',
      near: 'kundig|kundbar|beend|fristlos|wichtige[mnrs]? grund',
      not: '',
    },
    price: {
      asks: 'preis|betrag|wie ?viel|kosten|gebuhr|honorar|vergutung|gehalt|miete|strafe|zahl',
      before:
        '(?:\\p{L}*preis|\\p{L}*betrag|\\p{L}*gebuhr|honorar|vergutung|gehalt|\\p{L}*miete|kosten|summe|hohe)(?: (?:von|betragt|in hohe von|ist|monatlich|jahrlich|insgesamt|belauft sich auf))*|zahlt|hohe von',
      behind: '(?:pro|je|im) (?:monat|jahr|stunde)|monatlich|jahrlich|zzgl|brutto|netto',
      near: 'preis|betrag|gebuhr|honorar|vergutung|gehalt|miete|kosten|zahl',
      not: '',
    },
    'invoice-number': {
      asks: '(?:rechnungs|beleg|vertrags|auftrags|akten)-?(?:nummer|nr|zeichen)(?!\\p{L})|nummer der rechnung',
      before: '(?:rechnungs|beleg|vertrags|auftrags|dokument)?-?(?:nummer|nr|no|aktenzeichen)|rechnung(?: nr| nummer)?',
      behind: '',
      near: '',
      not: 'tel|fax|konto|iban|ust|steuer|kundennummer|kunden-nr|postfach',
    },
    'invoice-date': {
      asks: 'rechnungsdatum|datum der rechnung|ausstellungsdatum|rechnung .{0,20}(?:vom|ausgestellt|datiert)',
      before: '(?:rechnungs|ausstellungs|beleg)?datum|(?:rechnung )?vom|ausgestellt am|,? den',
      behind: '',
      near: 'rechnung',
      not: 'fallig|liefer|zahlbar|leistung|bestell',
    },
    'due-date': {
      asks: 'fallig|zahlungsziel|zahlbar|zahlungsfrist|bis wann',
      before:
        '(?:fallig|zahlbar|zahlung|falligkeit|falligkeitsdatum|zahlungsziel|uberweisen)(?: sie| ist| bis| am| zum| spatestens)*|bis(?: spatestens)?(?: zum| am)?|spatestens (?:bis|am|zum)',
      behind: '(?:fallig|zahlbar)',
      near: 'fallig|zahlbar|zahlung|uberweis',
      not: 'rechnungsdatum',
    },
    supplier: {
      asks: 'lieferant|verkaufer|rechnungssteller|aussteller|wer hat .{0,30}(?:ausgestellt|gestellt|geliefert)|anbieter|auftragnehmer|absender',
      before:
        'lieferant(?:in)?|verkaufer(?:in)?|rechnungssteller|von|absender|aussteller|anbieter|auftragnehmer(?:in)?|kontoinhaber|zahlungsempfanger',
      behind: '',
      near: 'ust-?id|steuernummer|iban|bank',
      not: 'kunde|kaufer|empfanger|rechnung an',
      notBefore: 'an|kunde|kundin|kaufer(?:in)?|rechnungsempfanger|empfanger|auftraggeber(?:in)?|besteller',
    },
    customer: {
      asks: 'kunde|kundin|kaufer|rechnungsempfanger|empfanger|auftraggeber|besteller|an wen',
      before:
        'kunde|kundin|kaufer(?:in)?|rechnung(?: an)?|rechnungsempfanger|rechnungsanschrift|empfanger|auftraggeber(?:in)?|besteller|an',
      behind: '',
      near: 'kunde',
      not: 'lieferant|verkaufer|absender',
      notBefore: 'lieferant|verkaufer|absender|rechnungssteller|von',
    },
    total: {
      asks: 'gesamt|rechnungsbetrag|endbetrag|summe|wie hoch .{0,20}rechnung|brutto',
      before:
        '(?:gesamt|rechnungs|end|brutto|zahl)(?:betrag|summe|preis)?(?: \\(?(?:brutto|inkl\\p{L}*\\.?[a-z .]*)\\)?)*|summe|gesamt|zu zahlen(?:der betrag)?|insgesamt',
      behind: '(?:insgesamt|brutto)',
      near: 'gesamt|summe|brutto|zahlbetrag|endbetrag|rechnungsbetrag',
      not: 'zwischensumme|netto|mwst|mehrwertsteuer|umsatzsteuer|ust|einzelpreis|versand',
    },
    vat: {
      asks: 'mwst|mehrwertsteuer|umsatzsteuer|ust|steuer',
      before:
        '(?:mwst|mehrwertsteuer|umsatzsteuer|ust|steuer)(?:betrag)?\\.?(?: \\(?\\d{1,2}(?:[.,]\\d+)? ?%\\)?)*|\\d ?% (?:mwst|ust|mehrwertsteuer|umsatzsteuer)\\.?',
      behind: '(?:mwst|ust|mehrwertsteuer|umsatzsteuer)',
      near: 'mwst|mehrwertsteuer|umsatzsteuer|ust',
      not: 'gesamt|brutto|netto|inkl|endbetrag|rechnungsbetrag',
    },
    author: {
      asks: 'autor|verfasser|wer hat .{0,30}(?:geschrieben|verfasst)|geschrieben von',
      before: 'autor(?:en|in|innen)?|(?<=(?:^|\\n)[^\\p{L}\\n]{0,6})von|verfasser(?:in)?|verfasst von|vorgelegt von',
      behind: '',
      near: '',
      not: 'et al|literatur|dank|herausgeb|gutachter|betreu',
    },
    year: {
      asks: 'jahr|veroffentlich|erschien|erscheinung',
      before: 'veroffentlicht(?: am| im)?|erschienen(?: am| im)?|jahr(?=\\s*[:|])|©|copyright',
      behind: '',
      near: 'veroffentlich|erschienen|zeitschrift|band|verlag|tagung',
      not: 'et al|seit|zwischen|literatur|abgerufen',
    },
    'sample-size': {
      asks: 'stichprobe|wie ?viele (?:teilnehm|patient|proband|personen|befragte|tiere|falle)|anzahl der (?:teilnehm|patient|proband|befragten|falle)|teilnehmerzahl|fallzahl',
      before:
        'n ?= ?|(?:stichprobe|stichprobengroße|insgesamt|fallzahl|eingeschlossen|umfasste|befragt|untersucht)(?: (?:von|aus|wurden|umfasst|umfasste|betrug|bestand|waren))*',
      behind:
        '(?:\\p{L}+ ){0,2}(?:teilnehm\\p{L}*|patient\\p{L}*|proband\\p{L}*|personen|befragten?|erwachsenen?|kinder|frauen|manner|studierenden?|falle|tiere|mause)',
      near: 'teilnehm|patient|proband|stichprobe|befragt|eingeschlossen|randomisiert',
      not: 'alter|jahre alt|ausgeschlossen|kontrollgruppe|je gruppe|pro gruppe',
    },
    method: {
      asks: 'methode|verfahren|vorgehen|wie wurde|studiendesign|ansatz',
      before: '',
      behind: '',
      near: 'wir (?:verwend|nutz|untersuch|vergleich|entwickel)|wurden? .{0,60}(?:durchgefuhrt|verwendet|untersucht|befragt|randomisiert)|studiendesign',
      not: 'literatur|et al',
    },
    result: {
      asks: 'ergebnis|befund|resultat|fazit|was (?:zeigt|zeigen|wurde .{0,20}gefunden)',
      before: '',
      behind: '',
      near: 'ergebnisse? (?:zeig|deut|beleg)|wir (?:fanden|zeigen|fand)|signifikant|es zeigte sich|schlussfolger|fazit|verbesser|senk|erhoh|reduzier',
      not: 'literatur|et al|ziel|hypothese',
    },
    dose: {
      asks: 'dosis|dosierung|wie ?viel .{0,30}(?:verabreicht|gegeben|erhalten)',
      before: '(?:dosis|dosierung)(?: (?:von|betrug|betragt|war))*|erhielten|verabreicht|mit|je',
      behind: '(?:\\p{L}+ )?(?:pro tag|taglich|je tag|/tag|zweimal|einmal|pro kg|/kg|oral|intravenos)',
      near: 'dosis|dosierung|verabreich|taglich|erhielten|oral',
      not: 'korpergewicht|gewicht|konzentration|serum',
    },
  },
};
