import { nld } from 'stopword';
import { noCalculation, type TextLanguage } from './language';

export const nl: TextLanguage = {
  stopWords: nld,
  questionWords: [
    ...'welke welk wie wiens hoe hoeveel wanneer waar waarom waarin waarmee waarvan waarvoor waardoor waarheen'.split(
      ' ',
    ),
    ...'wordt worden werden kunnen moeten mag mogen staat staan tussen sinds elke elk alle'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'het een niet zijn wordt werd naar deze ook welke welk wanneer hoeveel waarom'.split(' '),
  letters: null,
  endings: { least: 3, of: ['eren', 'en', 'es', "'s", 's', 'e', 'n', 't', ''] },
  capitalsTellNames: true,
  months: 'januari februari maart|mrt april mei juni juli augustus september oktober november december'.split(' '),
  shortMonths: 'jan. feb. mrt. apr. jun. jul. aug. sep. sept. okt. nov. dec.'.split(' '),
  abbreviations: 'bijv bv d.w.z o.a m.b.t t.o.v a.u.b enz evt incl excl dhr mevr mw ing drs'.split(' '),
  beforeNumber: 'nr nrs afb tab hfst blz art fig tel'.split(' '),
  asks: {
    time: ['wanneer', 'sinds wanneer', 'in welk(?:e)? (?:jaar|maand|eeuw)', 'op welke (?:datum|dag)'],
    number: ['hoeveel', 'hoe (?:lang|vaak|oud|ver|groot|hoog|zwaar|duur|diep|breed)'],
    name: ['wie (?:is|was|zijn|waren|heeft|hebben|had|werd)', 'wiens', 'waar', 'waarheen'],
  },
  clauseBefore: {
    begins: 'wanneer|als|waar',
    asks: 'wat|welke?|wie|wiens|hoe|waarom|hoeveel',
  },
  goesOn: {
    begins: [
      'maar',
      'dus',
      'en (?:wat|hoe|wie|waar|wanneer|welke?|waarom|de|het)',
      'hoe zit het met',
      '(?:wie|wat|waar) nog',
    ],
    standIns: 'hij zij hun ervan erover erin daarvan daarover daarmee daarin hiervan deze'.split(' '),
  },
  instructions: {
    summarise: [
      '(?:kun je |kunt u |wil je )?(?:alsjeblieft )?vat(?: je| u)?(?: me)?(.+?)(?: kort)? samen',
      '(?:kun je|kunt u|wil je|wilt u)(.+?)(?:kort )?samenvatten',
      '(?:geef|maak|schrijf|toon)(?: me| mij)?(?: alsjeblieft)? (?:een |de |het )?(?:korte? )?(?:samenvatting|overzicht)(?: (?:van|over))?(.*)',
      '(?:een |de |het )?(?:korte? )?(?:samenvatting|overzicht) (?:van|over)(.*)',
      '(?:wat zijn )?de (?:belangrijkste punten|hoofdpunten|kernpunten) (?:van|uit|in)(.*)',
    ],
    tellOf: ['waar(?:over)? (?:gaat|handelt)(.+?)(?: over)?', 'wat staat er in(.+)', 'wat zegt(.+)'],
    compare: ['(?:alsjeblieft )?vergelijk (.+?) (?:met|en) (.+)'],
    differ: [
      '(?:wat is het |wat zijn de |welke )?verschil(?:len)? (?:is er |zijn er )?tussen (.+?) en (.+)',
      '(?:waarin|hoe) verschil(?:t|len) (.+?) (?:van|en) (.+)',
    ],
    documents: 'document documenten bestand bestanden tekst teksten pagina bijlage inhoud mail bericht brief',
  },
  forms: {
    names: {
      checklist: 'controlelijst(?:en)?|takenlijst(?:en)?',
      table: 'tabel(?:len)?|kolommen',
      code: 'codeblok|broncode',
      numbered: 'genummerde (?:lijst|stappen)|geordende lijst',
      list: 'lijst(?:en|je)?|opsomming(?:en)?|opsommingstekens',
      plain: 'zonder markdown|platte tekst|alleen tekst|één (?:zin|alinea)',
    },
    as: 'als',
    asks: 'in|maak|geef|schrijf|toon|genereer',
    definite: 'de|het|deze|dit|die|dat',
    indefinite: 'een',
    without: 'zonder|geen|niet',
    adverbs: 'puntsgewijs',
    polite: 'kun|kunt|kan|zou|zoudt|alsjeblieft|graag',
    besideSchema: 'met|volgens|dit|volgende|het',
  },
  numberWords:
    'twee drie vier vijf zes zeven acht negen tien twaalf vijftien twintig dertig veertig vijftig honderd duizend miljoen miljard helft dozijn'.split(
      ' ',
    ),
  negations: { words: 'niet geen nooit zonder'.split(' '), harmless: ['niet alleen', 'zonder twijfel'] },
  bounds: {
    most: 'hoogstens|ten hoogste|maximaal|tot|minder dan|niet meer dan',
    least: 'minstens|ten minste|minimaal|meer dan|niet minder dan',
    about: 'ongeveer|bijna|zowat',
    from: 'tussen|van',
    to: 'tot',
    and: 'en',
    naming: 'hoofdstuk|paragraaf|afbeelding|tabel|bladzijde|pagina|deel|stap|artikel|zaal|regel',
  },
  demands: ['moet(?:en)?', 'mag niet', 'hoogstens', 'minstens', 'verboden', 'verplicht'],
  calendarWords: 'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag eeuw eeuwen'.split(' '),
  knowsNot: [
    'ik weet (?:het |dat )?niet',
    '(?:documenten|teksten|passages|bronnen|stukken) (?:bevatten|noemen|zeggen|vermelden|beantwoorden|geven)(?!\\p{L})[^.,]*(?:niet|geen)',
    'niet (?:genoemd|vermeld|bekend|aangegeven)',
    'geen (?:informatie|antwoord|vermelding)(?!\\p{L})',
  ],
  offers: {
    section: 'Hoe beschrijft ‘{title}’ het onderdeel ‘{heading}’?',
    whole: 'Waar gaat ‘{title}’ over?',
    notOf: 'bijlage|bronnen|conclusie|inhoud|inhoudsopgave|inleiding|literatuur|noten|samenvatting|voorwoord'.split(
      '|',
    ),
  },
  plainQuestions:
    'Wat is dit?|Wie heeft het gedaan?|Wanneer is het gebeurd?|Waar is het?|Hoeveel zijn er?|Waarom is dat zo?|Hoe werkt het?|Welke is de grootste?',
  calculation: noCalculation,
};
