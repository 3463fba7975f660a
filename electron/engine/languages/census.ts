/**
 * How questions ask about all documents: how many there are of which something is true, and which. Alternatives of regular
 * expressions, in lower case and without accents.
 */
export type CountedFiles = 'any' | 'pdf' | 'mail';

export interface CensusWords {
  /** Nouns for documents, in the singular, each with its plural; and which files they are, where a file tells. */
  readonly documents: readonly (readonly [one: string, many: string, files?: CountedFiles])[];
  /** What begins a question for a number of documents, and one for a list of them; the noun in the plural follows. */
  readonly count: string;
  readonly list: string;
  /** The same before the noun in the singular: “list every paper”. */
  readonly each: string;
  /** Before what a document states of itself: “reports a dose”. */
  readonly states: string;
  /** Behind the noun: that they are there, or one's own. */
  readonly there: string;
  /** Between the noun and what is asked of it: “that”, “which”; and “of them”. */
  readonly relative: string;
  /** Behind these stand words to be found as they are, and behind those a subject. */
  readonly mentions: string;
  readonly about: string;
  /** Before one of the above: what is not so. */
  readonly not: string;
  /** Before a date or a quantity: beyond it, and short of it; the last of each counts it in. */
  readonly after: string;
  readonly before: string;
  readonly more: string;
  readonly less: string;
  readonly atLeast: string;
  readonly atMost: string;
  readonly between: string;
  /** Before a noun in the singular: which one. */
  readonly which: string;
  /** The most and the least that documents state of dates, of durations and of amounts. */
  readonly superlatives: Readonly<Record<'date' | 'duration' | 'amount', Readonly<Record<'most' | 'least', string>>>>;
  /** What all documents of a place are about; of whole questions, with `{all}` for the documents. */
  readonly overview: OverviewWords;
}

/** How the documents of a place are named all together, and asked what they are about. */
export interface OverviewWords {
  readonly questions: readonly string[];
  /** Before a noun for documents: all of them, or those here. And articles, which say neither. */
  readonly all: string;
  readonly article: string;
  /** Between documents and the place they are in. */
  readonly in: string;
  /** Nouns for a place of documents, what stands before them that is no name, and what leads to a name behind them. */
  readonly places: string;
  readonly own: string;
  readonly called: string;
}

const en: CensusWords = {
  documents: [
    ['document', 'documents', 'any'],
    ['file', 'files', 'any'],
    ['contract', 'contracts'],
    ['agreement', 'agreements'],
    ['nda', 'ndas'],
    ['lease', 'leases'],
    ['invoice', 'invoices'],
    ['bill', 'bills'],
    ['report', 'reports'],
    ['paper', 'papers'],
    ['article', 'articles'],
    ['study', 'studies'],
    ['letter', 'letters'],
    ['email', 'emails', 'mail'],
    ['mail', 'mails', 'mail'],
    ['memo', 'memos'],
    ['policy', 'policies'],
    ['pdf', 'pdfs', 'pdf'],
  ],
  count:
    '(?:(?:count|tell me|give me) )?(?:how many|the number of|number of)(?: of)?(?: the| these| those| our| my| all)*',
  list: '(?:please )?(?:(?:list|show|find|name|give)(?: me)?(?: all| every)?|which|what)(?: of)?(?: the| these| those| our| my| all)*',
  each: '(?:please )?(?:list|show|find|name|give)(?: me)? (?:every|each)',
  states: '(?:states?|reports?|gives?|names?|has|have|sets?|provides?(?: for)?|specif(?:y|ies))(?: an?| the)?',
  there: '(?:do|did) (?:i|we|you) have|have (?:i|we)(?: got)?|(?:are|is) there|are|exist',
  relative: 'that|which|who|are there that|there are that|in which|where',
  mentions:
    '(?:mentions?|contains?|has|have|includes?|names?|cites?|uses?)(?: the)? (?:words?|phrase|term|expression|name)|mentions?|mentioning|contain(?:s|ing)?',
  about: '(?:is|are) about|deals? with|talks? about|speaks? of|discuss(?:es)?|concerns?|about|on the subject of',
  not: "(?:do|does|did)(?: not|n[’']t)|(?:are|is|were|was|have|has)n[’']t|not(?! (?:less|more|later|earlier) than)|never|other than",
  after: 'after|since|later than|from',
  before: 'before|earlier than|until|prior to|by',
  more: '(?:more|longer|higher|larger|greater) than|over|above|exceeding|exceeds?',
  less: '(?:less|shorter|lower|smaller|fewer) than|under|below',
  atLeast: 'at least|(?:no|not) less than|or more',
  atMost: 'at most|(?:no|not) more than|up to',
  between: 'between',
  which: 'which|what',
  superlatives: {
    date: { most: 'last|latest|most recent(?:ly)?|newest', least: 'first|earliest|oldest' },
    duration: { most: 'longest', least: 'shortest' },
    amount: { most: 'highest|largest|greatest|biggest', least: 'lowest|smallest' },
  },
  overview: {
    questions: [
      "what(?:[’']s| is| are) {all}(?: all)? about",
      "what(?:[’']s| is| are| do i have| do we have| have i got| can i find| is there)(?: all)? (?:in|inside) {all}",
      "what(?:[’']s| is)(?: all)? in here",
      '(?:what|which)(?: are)?(?: the)?(?: main| different| key| most important)* (?:topics|subjects|themes)(?: are there| exist| do i have| are covered| are treated| come up| can be found| appear)?(?: (?:in|of|by|across|covered in|covered by) {all})?',
      '(?:what|which)(?: main| different)* (?:topics|subjects|themes) (?:do|does) {all} (?:cover|deal with|discuss|treat|have|contain)',
      '(?:please )?(?:list|show|name|tell|give)(?: me)?(?: all)?(?: of)?(?: the)?(?: main| key| different)* (?:topics|subjects|themes)(?: (?:in|of|from|across|covered in|covered by) {all})?',
      '(?:please )?(?:(?:give|show|write)(?: me)? )?(?:an? |the )?(?:(?:short|brief|quick|general) )?(?:overview|summary) (?:of|over|about) {all}',
      '(?:please |(?:can|could) you )?summari[sz]e {all}',
    ],
    all: 'all|these|those|my|our|of|\\d[\\d.,]*',
    article: 'the|an?',
    in: 'in|of|from|inside',
    places: 'library|collection|folder|directory|archive',
    own: 'the|my|our|this|that|whole|entire|all of',
    called: 'called|named',
  },
};

const de: CensusWords = {
  documents: [
    ['dokument', 'dokumente', 'any'],
    ['datei', 'dateien', 'any'],
    ['vertrag', 'vertrage'],
    ['vereinbarung', 'vereinbarungen'],
    ['mietvertrag', 'mietvertrage'],
    ['rechnung', 'rechnungen'],
    ['bericht', 'berichte'],
    ['aufsatz', 'aufsatze'],
    ['artikel', 'artikel'],
    ['studie', 'studien'],
    ['brief', 'briefe'],
    ['mail', 'mails', 'mail'],
    ['richtlinie', 'richtlinien'],
    ['pdf', 'pdfs', 'pdf'],
  ],
  count: '(?:zahle |nenne die )?(?:wie viele|wieviele|die anzahl der|anzahl der)(?: der| dieser| unserer| meiner)*',
  list: '(?:(?:liste|zeige|zeig|finde|nenne|nenn)(?: mir)?(?: alle)?|welche)(?: der| dieser| unserer| meiner| alle)*',
  each: '(?:liste|zeige|zeig|finde|nenne|nenn)(?: mir)? (?:jeden|jede|jedes)',
  states: '(?:nennt|nennen|hat|haben|gibt|geben|angibt|angeben|enthalt|enthalten)(?: eine?n?| die| den| das)?',
  there: 'habe ich|haben wir|gibt es|sind|liegen|stehen|befinden sich|existieren',
  relative: 'die|, die|in denen|, in denen|bei denen|es gibt, die',
  mentions:
    '(?:erwahnen|enthalten|nennen|verwenden)(?: das| die| den)? (?:worte?|worter|begriff|ausdruck|namen?)|erwahnen|enthalten|erwahnt|enthalt',
  about: 'handeln (?:von|uber)|handelt von|geht es um|befassen sich mit|betreffen|uber|zum thema',
  not: 'nicht(?! (?:weniger|mehr|fruher|spater) als)|nie|andere[mnrs]? als',
  after: 'nach(?: dem)?|seit(?: dem)?|ab(?: dem)?|spater als',
  before: 'vor(?: dem)?|bis(?: zum)?|fruher als',
  more: '(?:mehr|langer|hoher|grosser) als|uber',
  less: '(?:weniger|kurzer|niedriger|kleiner) als|unter',
  atLeast: 'mindestens|wenigstens',
  atMost: 'hochstens|maximal|bis zu',
  between: 'zwischen(?: dem)?',
  which: 'welche[rs]?',
  superlatives: {
    date: {
      most: 'zuletzt|als letzte[rs]?|am spatesten|(?:letzte|spateste|neueste|jungste)[nrs]?',
      least: 'zuerst|als erste[rs]?|am fruhesten|(?:erste|fruheste|alteste)[nrs]?',
    },
    duration: { most: 'am langsten|langste[nrs]?', least: 'am kurzesten|kurzeste[nrs]?' },
    amount: { most: '(?:hochste|grosste)[nrs]?', least: '(?:niedrigste|geringste|kleinste)[nrs]?' },
  },
  overview: {
    questions: [
      "(?:worum|um was) geht(?: es|[’']s) (?:in|bei) {all}",
      'wovon handeln {all}',
      'was (?:ist|steht|liegt|habe ich|haben wir|gibt es|findet sich|befindet sich)(?: alles)? (?:in|im) {all}',
      'was (?:ist|steht|liegt|gibt es)(?: alles)? hier(?: drin)?',
      'welche(?: wichtigen| verschiedenen)? themen (?:gibt es|kommen vor|kommen|stecken|behandeln|haben|sind|finden sich|decken)(?: (?:in|im|von))?(?: {all})?(?: (?:vor|ab|enthalten|behandelt))?',
      '(?:(?:was sind|nenne|nenn|zeige|zeig|liste)(?: mir)? )?(?:die|alle)(?: wichtigsten| verschiedenen)? themen(?: (?:in|im|von|aus))?(?: {all})?',
      '(?:bitte )?(?:gib|zeige?|erstelle)(?: mir)?(?: bitte)? (?:einen |eine )?(?:kurzen |kurze )?(?:uberblick|ubersicht|zusammenfassung)(?: (?:uber|von|zu))? {all}',
      '(?:bitte )?fasse? (?:mir )?{all} (?:bitte |kurz )*zusammen',
    ],
    all: 'alle[nr]?|diese[nr]?|meine[nr]?|unsere[nr]?|\\d[\\d.,]*',
    article: 'die|den|der|das',
    in: 'in|im|aus|von',
    places: 'bibliothek|sammlung|ordner|verzeichnis|ablage|archiv',
    own: 'der|die|das|dem|den|meine[mnr]?|mein|diese[mnrs]?|unsere[mnr]?|ganze[nr]?',
    called: 'namens|mit dem namen',
  },
};

const es: CensusWords = {
  documents: [
    ['documento', 'documentos', 'any'],
    ['archivo', 'archivos', 'any'],
    ['contrato', 'contratos'],
    ['acuerdo', 'acuerdos'],
    ['factura', 'facturas'],
    ['informe', 'informes'],
    ['articulo', 'articulos'],
    ['estudio', 'estudios'],
    ['carta', 'cartas'],
    ['correo', 'correos', 'mail'],
    ['politica', 'politicas'],
    ['pdf', 'pdfs', 'pdf'],
  ],
  count: '(?:cuantos|cuantas|el numero de|numero de)(?: de)?(?: los| las| estos| estas| nuestros| nuestras| mis)*',
  list: '(?:(?:lista|enumera|muestra|muestrame|encuentra|nombra|dame)(?: todos| todas)?|que|cuales)(?: de| son)?(?: los| las| estos| estas| nuestros| nuestras| mis)*',
  each: '(?:lista|enumera|muestra|muestrame|encuentra|nombra|dame) cada',
  states: '(?:indica|indican|fija|fijan|tiene|tienen|establece|establecen)(?: una?| el| la)?',
  there: 'tengo|tenemos|hay|existen',
  relative: 'que|en los que|en las que|hay que',
  mentions:
    '(?:mencionan|contienen|incluyen|nombran)(?: la| las| el)? (?:palabras?|frase|termino|expresion|nombre)|mencionan|contienen|menciona|contiene',
  about: 'tratan (?:de|sobre)|trata (?:de|sobre)|hablan (?:de|sobre)|versan sobre|sobre',
  not: 'no(?! (?:menos|mas) (?:de|que))|nunca|distint[ao]s? (?:de|a)',
  after: 'despues de|desde|posterior(?:es)? a|a partir de',
  before: 'antes de|hasta|anterior(?:es)? a',
  more: '(?:mas|mayor|superior|superiores) (?:de|que|a)|supera',
  less: '(?:menos|menor|inferior|inferiores) (?:de|que|a)',
  atLeast: 'al menos|como minimo',
  atMost: 'como maximo|hasta',
  between: 'entre',
  which: 'que|cual',
  superlatives: {
    date: {
      most: '(?:el |la )?ultim[oa]|(?:el |la )?mas reciente|mas tarde',
      least: '(?:el |la )?primer[oa]?|(?:el |la )?mas antigu[oa]',
    },
    duration: { most: 'mas larg[oa]', least: 'mas cort[oa]' },
    amount: { most: 'mas alt[oa]|mayor', least: 'mas baj[oa]|menor' },
  },
  overview: {
    questions: [
      'de que (?:tratan|hablan|van|trata) {all}',
      'que (?:hay|tengo|tenemos|contiene|contienen|se encuentra)(?: en)? {all}',
      'que hay aqui',
      '(?:que|cuales son los|(?:lista|enumera|muestra|nombra)(?:me)? los)(?: principales)? temas(?: principales)?(?: hay| tratan| cubren| aparecen)?(?: (?:en|de))?(?: {all})?',
      '(?:por favor,? )?(?:dame|haz|hazme|muestrame) una? (?:breve )?(?:resumen|vision general|panorama) (?:de|sobre) {all}',
      '(?:por favor,? )?resum[ae] {all}',
    ],
    all: 'todos|todas|estos|estas|mis|nuestros|nuestras|\\d[\\d.,]*',
    article: 'los|las|el|la',
    in: 'en|de',
    places: 'biblioteca|coleccion|carpeta|directorio',
    own: 'la|el|mi|esta|nuestra|toda',
    called: 'llamada|de',
  },
};

/** By ISO 639-3. */
export const censusWords: Readonly<Record<string, CensusWords>> = { eng: en, deu: de, spa: es };
