import { ita } from 'stopword';
import { noCalculation, type TextLanguage } from './language';

export const it: TextLanguage = {
  stopWords: ita,
  questionWords: [
    ...'quale quali quando quanto quanta quanti quante dove chi perché come cosa qual cos dov'.split(' '),
    ...'può possono deve devono essere viene vengono fa fanno ogni tutto tutti tutte tra fra'.split(' '),
  ],
  alsoEnglish: [],
  telltale: 'il gli della delle degli nel nella sono quale quali perche'.split(' '),
  letters: 'àèìòù',
  endings: { least: 3, of: ['chi', 'che', 'ghi', 'hi', 'he', 'i', 'e', 'o', 'a', ''] },
  capitalsTellNames: true,
  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
  shortMonths: 'gen. feb. mar. apr. mag. giu. lug. ago. sett. ott. nov. dic.'.split(' '),
  abbreviations: 'sig sigg sig.ra dott dott.ssa ing avv ecc p.es cfr'.split(' '),
  beforeNumber: 'fig cap vol pag pagg art tel'.split(' '),
  asks: {
    time: ['quando', '(?:in|da|a) (?:che|quale) (?:anno|data|secolo|giorno|mese)'],
    number: ['quant[oie]'],
    name: ['(?:chi|dove) (?:è|era|fu|ha|sono|sta|stanno|si|può)', "dov['’]è"],
  },
  clauseBefore: {
    begins: 'quando|dove|se',
    asks: 'che|cosa|qual[ei]?|chi|come|perché|quant[oaie]',
  },
  goesOn: {
    begins: ['ma', 'allora', 'oppure', 'anche', 'che ne è', '(?:chi|che cosa|cosa|dove) altro'],
    standIns:
      'lui lei loro esso essa essi esse suo sua suoi sue ciò questo questi queste quello quelli quelle lì'.split(' '),
  },
  instructions: {
    summarise: [
      '(?:per favore,? )?(?:riassum(?:i|a|ete|ere|imi)|riepiloga(?:re)?|sintetizza(?:re)?)(.*)',
      '(?:mi |ci )?(?:puoi|può|potresti|potrebbe) (?:riassumer(?:e|mi|ci)|riepilogare|sintetizzare)(.*)',
      '(?:per favore,? )?(?:dammi|fammi|mi dia|scrivi(?:mi)?|prepara(?:mi)?) (?:un |una |il |la )?(?:breve )?(?:riassunto|sintesi|riepilogo|panoramica)(?: (?:di|del|dello|della|dei|degli|delle|su|sul|sulla))?(.*)',
      '(?:un |una |il |la )?(?:breve )?(?:riassunto|sintesi|riepilogo|panoramica) (?:di|del|dello|della|dei|degli|delle|su|sul|sulla)(.*)',
      '(?:quali sono )?i punti (?:chiave|principali|essenziali) (?:di|del|dello|della|dei|degli|delle)(.*)',
    ],
    tellOf: [
      'di (?:che(?: cosa)?|cosa) (?:parla|tratta|si tratta)(.*)',
      '(?:che )?cosa (?:dice|dicono|contiene)(.+)',
      'che cosa c’è (?:scritto )?(?:in|nel|nello|nella)(.+)',
    ],
    compare: ['(?:per favore,? )?(?:confronta(?:re|mi)?|paragona(?:re)?) (.+?) (?:con|e|a) (.+)'],
    differ: [
      '(?:quali sono le |qual è la |che )?differenz[ae] (?:c’è |ci sono )?(?:tra|fra) (.+?) e (.+)',
      'in (?:che )?cosa (?:si differenzia(?:no)?|differisc(?:e|ono)) (.+?) (?:da|dal|dalla|e) (.+)',
    ],
    documents: 'documento documenti file testo testi pagina pagine allegato contenuto contenuti mail messaggio lettera',
  },
  forms: {
    names: {
      checklist: 'list[ae] di (?:controllo|verifica|attività)',
      table: 'tabell[ae]|colonne',
      code: '(?:blocco di |frammento di )?codice',
      numbered: '(?:lista|elenco|passaggi) (?:numerat[oai]|ordinat[oai])',
      list: 'elench?[oi]|list[ae]|punti elenco',
      plain: 'senza markdown|(?:testo|solo) (?:semplice|testo)|una (?:sola )?frase|un (?:solo )?paragrafo',
    },
    as: 'come|sotto forma di',
    asks: 'in|fai|fammi|dammi|crea|scrivi|genera|prepara',
    definite: 'il|lo|la|i|gli|le|questa|questo|nella',
    indefinite: 'una?',
    without: 'senza|nessuna?',
    adverbs: '',
    polite: 'puoi|potresti|può|potrebbe|per favore',
    besideSchema: 'con|questo|secondo|seguente|oggetto',
  },
  numberWords:
    'tre quattro cinque sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento mille mila milione milioni miliardo miliardi metà dozzina'.split(
      ' ',
    ),
  negations: { words: 'non nessun nessuno nessuna senza'.split(' '), harmless: ['non solo', 'senza dubbio'] },
  bounds: {
    most: 'al massimo|fino a|meno di|non più di',
    least: 'almeno|come minimo|più di|non meno di',
    about: 'circa|quasi|all’incirca|pressappoco',
    from: 'tra|fra|da',
    to: '',
    and: 'e|a',
    naming: 'capitolo|sezione|figura|tabella|pagin[ae]|parte|passo|articolo|sala|riga',
  },
  demands: ['dev(?:e|ono)', 'non può', 'al massimo', 'almeno', 'vietat[oai]', 'obbligatori[oa]'],
  calendarWords: 'lunedì martedì mercoledì giovedì venerdì secolo secoli'.split(' '),
  knowsNot: [
    'non (?:lo )?so(?!\\p{L})',
    'non (?:contengono|contiene|menzionano|menziona|dicono|dice|rispondono|risponde|indicano|indica)(?!\\p{L})',
    'nessuna (?:informazione|risposta|menzione)',
  ],
  offers: {
    section: 'Come descrive «{title}» il punto «{heading}»?',
    whole: 'Di che cosa parla «{title}»?',
    notOf: 'bibliografia|conclusioni|indice|introduzione|note|prefazione|riassunto|ringraziamenti|sommario'.split('|'),
  },
  plainQuestions:
    'Che cos’è?|Chi l’ha fatto?|Quando è successo?|Dov’è?|Quanti sono?|Perché è così?|Come funziona?|Quale di essi è il più grande?',
  calculation: noCalculation,
};
