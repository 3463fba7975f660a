/**
 * How questions ask about all documents: how many there are of which something is true, and which. Alternatives of regular
 * expressions, in lower case and without accents.
 */
export interface CensusWords {
  /** Nouns for documents, in the singular, each with its plural. */
  readonly documents: readonly (readonly [one: string, many: string])[];
  /** What begins a question for a number of documents, and one for a list of them; the noun in the plural follows. */
  readonly count: string;
  readonly list: string;
  /** The same before the noun in the singular: “list every paper”. */
  readonly each: string;
  /** Before what a document states of itself: “reports a dose”. */
  readonly states: string;
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
}

const en: CensusWords = {
  documents: [
    ['document', 'documents'],
    ['file', 'files'],
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
    ['email', 'emails'],
    ['mail', 'mails'],
    ['memo', 'memos'],
    ['policy', 'policies'],
    ['pdf', 'pdfs'],
  ],
  count:
    '(?:(?:count|tell me|give me) )?(?:how many|the number of|number of)(?: of)?(?: the| these| those| our| my| all)*',
  list: '(?:please )?(?:(?:list|show|find|name|give)(?: me)?(?: all| every)?|which|what)(?: of)?(?: the| these| those| our| my| all)*',
  each: '(?:please )?(?:list|show|find|name|give)(?: me)? (?:every|each)',
  states: '(?:states?|reports?|gives?|names?|has|have|sets?|provides?(?: for)?|specif(?:y|ies))(?: an?| the)?',
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
};

const de: CensusWords = {
  documents: [
    ['dokument', 'dokumente'],
    ['datei', 'dateien'],
    ['vertrag', 'vertrage'],
    ['vereinbarung', 'vereinbarungen'],
    ['mietvertrag', 'mietvertrage'],
    ['rechnung', 'rechnungen'],
    ['bericht', 'berichte'],
    ['aufsatz', 'aufsatze'],
    ['artikel', 'artikel'],
    ['studie', 'studien'],
    ['brief', 'briefe'],
    ['mail', 'mails'],
    ['richtlinie', 'richtlinien'],
    ['pdf', 'pdfs'],
  ],
  count: '(?:zahle |nenne die )?(?:wie viele|wieviele|die anzahl der|anzahl der)(?: der| dieser| unserer| meiner)*',
  list: '(?:(?:liste|zeige|zeig|finde|nenne|nenn)(?: mir)?(?: alle)?|welche)(?: der| dieser| unserer| meiner| alle)*',
  each: '(?:liste|zeige|zeig|finde|nenne|nenn)(?: mir)? (?:jeden|jede|jedes)',
  states: '(?:nennt|nennen|hat|haben|gibt|geben|angibt|angeben|enthalt|enthalten)(?: eine?n?| die| den| das)?',
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
};

const es: CensusWords = {
  documents: [
    ['documento', 'documentos'],
    ['archivo', 'archivos'],
    ['contrato', 'contratos'],
    ['acuerdo', 'acuerdos'],
    ['factura', 'facturas'],
    ['informe', 'informes'],
    ['articulo', 'articulos'],
    ['estudio', 'estudios'],
    ['carta', 'cartas'],
    ['correo', 'correos'],
    ['politica', 'politicas'],
    ['pdf', 'pdfs'],
  ],
  count: '(?:cuantos|cuantas|el numero de|numero de)(?: de)?(?: los| las| estos| estas| nuestros| nuestras| mis)*',
  list: '(?:(?:lista|enumera|muestra|muestrame|encuentra|nombra|dame)(?: todos| todas)?|que|cuales)(?: de| son)?(?: los| las| estos| estas| nuestros| nuestras| mis)*',
  each: '(?:lista|enumera|muestra|muestrame|encuentra|nombra|dame) cada',
  states: '(?:indica|indican|fija|fijan|tiene|tienen|establece|establecen)(?: una?| el| la)?',
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
};

/** By ISO 639-3. */
export const censusWords: Readonly<Record<string, CensusWords>> = { eng: en, deu: de, spa: es };
