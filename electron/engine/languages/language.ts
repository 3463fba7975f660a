import type { ColumnType } from '@shared/value-types';

/** What a question wants to know by its question word: a sentence that answers it holds one. */
export type AnswerKind = 'number' | 'time' | 'name';

/** A form of the answer that people ask for by name; JSON and Markdown have one name everywhere. */
export type AnswerForm = 'checklist' | 'table' | 'code' | 'numbered' | 'list' | 'plain';

/** What is known of a language's words: data alone, which the rules of `text`, `retrieval` and `chat` read. */
export interface TextLanguage {
  /** Words that say nothing by themselves, as they are written. */
  readonly stopWords: readonly string[];
  /** What questions have beside them, which tells their language and is not searched for. */
  readonly questionWords: readonly string[];
  /** Those of them that are words of substance in English: a question about the war is no empty one. */
  readonly alsoEnglish: readonly string[];
  /** Words that show a text to be in this language; there the words above are function words too. Without accents. */
  readonly telltale: readonly string[];
  /** What its own letters look like, as a class of a regular expression: those that none of the others above it has. */
  readonly letters: string | null;
  /** What may stand before a word as a part of it: the article and short prepositions of Arabic; longest first. */
  readonly beginnings?: readonly string[];
  /** Endings that a word of at least `least` letters may have in the place of another of them; longest first. */
  readonly endings: { readonly least: number; readonly of: readonly string[] } | null;
  /** What is typed in the place of a letter that a keyboard lacks: “oe” for “ö”. */
  readonly typedFor?: Readonly<Record<string, string>>;
  /** Whether a capital within a sentence begins a name: not where every noun has one. */
  readonly capitalsTellNames: boolean;
  /** Twelve, in their order; `|` between the names of one. */
  readonly months: readonly string[];
  /** With the full stop behind them. */
  readonly shortMonths: readonly string[];
  /** A full stop behind one of these ends no sentence; in lower case, without that full stop. */
  readonly abbreviations: readonly string[];
  /** And behind one of these before a number: “See fig. 4” against “I like this fig.” */
  readonly beforeNumber: readonly string[];
  /** How a question asks for a thing of each kind: alternatives of a regular expression. */
  readonly asks: Readonly<Record<AnswerKind, readonly string[]>>;
  /** How a clause begins that stands before the question itself, and how that begins then: “When rain falls, what forms?” */
  readonly clauseBefore: { readonly begins: string; readonly asks: string };
  /** How a question goes on from the one before it: by how it begins, or by words that stand for what was said there. Alternatives, in lower case. */
  readonly goesOn: { readonly begins: readonly string[]; readonly standIns: readonly string[] };
  /** Instructions about documents as wholes, each a whole sentence with what it names in groups, in lower case. */
  readonly instructions: {
    readonly summarise: readonly string[];
    /** Those that are one only of a document whose title is named, or of none that is named: “What does … say?” */
    readonly tellOf: readonly string[];
    /** With two groups, or with one for all. */
    readonly compare: readonly string[];
    /** The same of what may be no documents: “What is the difference between … and …?” */
    readonly differ: readonly string[];
    /** Between what is a part of a document, and the document; absent where that is not known. */
    readonly partOf?: string;
    /** Words for any document, which name none. */
    readonly documents: string;
  };
  /** How a form of the answer is asked for: alternatives. */
  readonly forms: {
    /** Each form by its names. */
    readonly names: Readonly<Record<AnswerForm, string>>;
    /** Behind these a form is meant whatever else is asked, and behind these one may be: “as a table”, “in a table”. */
    readonly as: string;
    readonly asks: string;
    /** “In the table” asks for none, “in a table” does, “without a table” does not want one. */
    readonly definite: string;
    readonly indefinite: string;
    readonly without: string;
    /** Words that ask for a form by themselves. */
    readonly adverbs: string;
    /** A question with one of these is a wish. */
    readonly polite: string;
    /** What stands beside a schema and says no more than that there is one. */
    readonly besideSchema: string;
  };
  readonly numbers: NumberWords;
  /** Words that deny, and sayings in which they deny nothing; in lower case, without accents. */
  readonly negations: { readonly words: readonly string[]; readonly harmless: readonly string[] };
  /** How a sentence bounds a number that stands behind these, and what names one by its number (“page 3”): alternatives. */
  readonly bounds: {
    readonly most: string;
    readonly least: string;
    readonly about: string;
    /** Before the first of two numbers: “from 5”, “between 5”. */
    readonly from: string;
    /** Between two numbers that are a range, and between those that are one only behind the words above: “5 and 7”. */
    readonly to: string;
    readonly and: string;
    readonly naming: string;
  };
  /** Words of a sentence that demands, allows or limits: alternatives of a regular expression. */
  readonly demands: readonly string[];
  /** Words of the calendar beside the months. */
  readonly calendarWords: readonly string[];
  /** How a sentence says that it does not know, or that the documents do not say: alternatives, in lower case. */
  readonly knowsNot: readonly string[];
  /** A question about a section of a document, and about a whole that `instructions` know; and headings that none is asked of, in lower case. */
  readonly offers: { readonly section: string; readonly whole: string | null; readonly notOf: readonly string[] };
  /** What questions over a table and its cells are made of. */
  readonly calculation: CalculationWords;
  /** The same questions about nothing in particular in each language: what their vectors have in common is the language. With `|` between them. */
  readonly plainQuestions: string;
  /** How texts say what the columns of a review ask for; absent where that is not known. */
  readonly review?: ReviewWords;
}

/** Words for numbers, in lower case. */
export interface NumberWords {
  /** Up to twenty, tens, and a hundred. */
  readonly cardinals: Readonly<Record<string, number>>;
  /** Articles that also mean one: alternatives of a regular expression. */
  readonly one: string;
  readonly ordinals: Readonly<Record<string, number>>;
  /** They stand behind a number: “million”. */
  readonly multipliers: Readonly<Record<string, number>>;
  /** Other words by which a sentence counts: “half”, “dozens”. */
  readonly others: readonly string[];
}

/** What the columns of a review ask for again and again. */
export const reviewFields = [
  'effective-date',
  'party',
  'law',
  'term',
  'notice-period',
  'termination',
  'price',
  'invoice-number',
  'invoice-date',
  'due-date',
  'supplier',
  'customer',
  'total',
  'vat',
  'author',
  'year',
  'sample-size',
  'method',
  'result',
  'dose',
] as const;
export type ReviewField = (typeof reviewFields)[number];

/** How a question asks for a field and how a text states it: alternatives of a regular expression, `''` where there is none. */
export interface FieldWords {
  readonly asks: string;
  /** What ends where the value begins, but for marks and blanks. */
  readonly before: string;
  /** What begins where the value ends, but for marks and blanks. */
  readonly behind: string;
  /** Words of the sentence or of the heading above it. */
  readonly near: string;
  /** Words of the sentence that show it to state something else. */
  readonly not: string;
  /** What ends where a value begins that is another's: “under the Loan Agreement dated”. */
  readonly notBefore?: string;
  /** And what begins where it ends: “(90) days’ notice”. */
  readonly notBehind?: string;
}

/** How texts state values of a type. All in lower case and without accents. */
export interface ReviewWords {
  readonly units: Readonly<Record<'days' | 'weeks' | 'months' | 'years', string>>;
  /** Between a number and its unit of time: “ten business days”. */
  readonly besideUnit: string;
  /** “The third anniversary”: so many years. */
  readonly anniversary: string;
  /** Names of currencies by ISO 4217. */
  readonly currencies: Readonly<Record<string, string>>;
  /** Names of a hundredth behind a number. */
  readonly percent: string;
  /** What the parties of an agreement are named behind, and what stands between them. */
  readonly parties: {
    readonly between: string;
    readonly and: string;
    readonly article: string;
    /** What begins what is said of a party behind its name: “, a Delaware corporation”. */
    readonly aside: string;
  };
  /** What a party is called in its agreement: “(the Company)”. */
  readonly roles: string;
  /** What leads to a name that a text gives to something: “(hereinafter the …)”. */
  readonly called: string;
  /** What a line begins with that is signed for a party. */
  readonly signedBy: string;
  /** Words that stand in names of organisations. */
  readonly organisations: string;
  /** Small words within a name. */
  readonly inNames: string;
  /** Those of them that stand in a person’s: “Ludwig van Beethoven”. */
  readonly inPersons: string;
  /** Titles before a person's name. */
  readonly titles: string;
  /** Offices of persons, and labels beside names: no part of a name. */
  readonly offices: string;
  /** What stands before the name of a state. */
  readonly states: string;
  /** What stands before the name of a place whose law it is: “the laws of”; and behind it: “law”. */
  readonly lawOf: string;
  readonly placeLaw: string;
  /** A country’s law by an adjective: “deutsches Recht”. */
  readonly nationalLaw: string;
  /** What stands before a label's value or in its place, where it is left to be filled. */
  readonly yes: string;
  readonly no: string;
  /** Words that forbid beside those that deny. */
  readonly forbids: string;
  /** Small words that may stand between what states a field and its value: “the total fee of”. */
  readonly links: string;
  /** What joins a field that is named to its value: “the notice period for the flat is”. */
  readonly copulas: string;
  /** How a question of each type begins or what it has. */
  readonly asksFor: Readonly<Record<Exclude<ColumnType, 'text' | 'choice'> | 'place', string>>;
  /** Words of a question that may have several answers. */
  readonly asksMany: string;
  /** Words for kinds of documents: a question for an agreement’s date is not answered by a letter that knows of none. */
  readonly kinds: Readonly<Record<'agreement' | 'invoice' | 'study', string>>;
  readonly fields: Readonly<Partial<Record<ReviewField, FieldWords>>>;
}

/** What a phrase of a question asks of a table. */
export type CalculationOperator = keyof CalculationWords['operators'];

/** Words of questions that calculate, in lower case; accents do not matter. Phrases may have several words. */
export interface CalculationWords {
  /** Cells that hold no value. */
  readonly emptyCells: readonly string[];
  /** What may stand in a date beside its numbers and its month: days of the week, prepositions. */
  readonly besideDates: readonly string[];
  /** How a row of totals is named. */
  readonly totals: readonly string[];
  /** Phrases by what they ask for. */
  readonly operators: {
    readonly howMany: readonly string[];
    readonly total: readonly string[];
    readonly average: readonly string[];
    readonly most: readonly string[];
    readonly least: readonly string[];
    readonly first: readonly string[];
    readonly last: readonly string[];
    readonly next: readonly string[];
    readonly previous: readonly string[];
    readonly more: readonly string[];
    readonly less: readonly string[];
    readonly atLeast: readonly string[];
    readonly atMost: readonly string[];
    readonly between: readonly string[];
    readonly and: readonly string[];
    readonly or: readonly string[];
    readonly not: readonly string[];
    readonly difference: readonly string[];
    readonly distinct: readonly string[];
    readonly each: readonly string[];
    readonly same: readonly string[];
    readonly only: readonly string[];
    readonly after: readonly string[];
    readonly before: readonly string[];
    readonly who: readonly string[];
    readonly where: readonly string[];
    readonly when: readonly string[];
    readonly isIt: readonly string[];
    readonly which: readonly string[];
    /** What plans cannot say: rows in a row, shares of rows, ages. */
    readonly beyond: readonly string[];
    /** Comparatives without what is compared: “a higher amount”. */
    readonly higher: readonly string[];
    readonly lower: readonly string[];
  };
  /** Measures: an adjective in its degrees with the words of heads that it may mean, and whether more of it is a higher or a lower number. */
  readonly measures: readonly {
    readonly higher: readonly string[];
    readonly lower: readonly string[];
    readonly heads: readonly string[];
  }[];
  /** Heads that hold what `who`, `where` and `when` ask for, and numbers that order or name and are not summed. */
  readonly heads: {
    readonly who: readonly string[];
    readonly where: readonly string[];
    readonly when: readonly string[];
    readonly rank: readonly string[];
    /** Words for the table itself: first on the list. */
    readonly list: readonly string[];
    /** Of those, numbers of which the lowest is the best. */
    readonly standing: readonly string[];
    /** Of columns that name rows: preferred to one of numbers or codes. */
    readonly naming: readonly string[];
  };
  /** Cells of results by their first word, with the words of questions that mean them: won is W. */
  readonly outcomes: readonly { readonly cells: readonly string[]; readonly asked: readonly string[] }[];
  /** Words of questions that heads have other words for: of one group each may stand for another. With blanks between them. */
  readonly synonyms: readonly string[];
  /** Adverbs that say how often: “twice”. */
  readonly times: Readonly<Record<string, number>>;
  /** Words that say nothing of the table: a question may have them and is understood. */
  readonly harmless: readonly string[];
  /** Words by which several things are asked for. */
  readonly plural: readonly string[];
  /** Single words before what is counted (“of all orders”), before what is grouped by, and of a question for a value. */
  readonly particles: Readonly<Record<'of' | 'by' | 'what', readonly string[]>>;
  readonly periods: Readonly<Record<'year' | 'month', readonly string[]>>;
}

/** A language in which no question calculates. */
export const noCalculation: CalculationWords = {
  emptyCells: [],
  besideDates: [],
  totals: [],
  operators: {
    howMany: [],
    total: [],
    average: [],
    most: [],
    least: [],
    first: [],
    last: [],
    next: [],
    previous: [],
    more: [],
    less: [],
    atLeast: [],
    atMost: [],
    between: [],
    and: [],
    or: [],
    not: [],
    difference: [],
    distinct: [],
    each: [],
    same: [],
    only: [],
    after: [],
    before: [],
    who: [],
    where: [],
    when: [],
    isIt: [],
    which: [],
    beyond: [],
    higher: [],
    lower: [],
  },
  measures: [],
  heads: { who: [], where: [], when: [], rank: [], list: [], standing: [], naming: [] },
  outcomes: [],
  synonyms: [],
  times: {},
  harmless: [],
  plural: [],
  particles: { of: [], by: [], what: [] },
  periods: { year: [], month: [] },
};

/** A language whose texts are found by their words, and of whose answers and dates nothing is known. */
export const searchedOnly: Omit<
  TextLanguage,
  'stopWords' | 'questionWords' | 'letters' | 'endings' | 'offers' | 'plainQuestions'
> = {
  alsoEnglish: [],
  telltale: [],
  capitalsTellNames: false,
  months: [],
  shortMonths: [],
  abbreviations: [],
  beforeNumber: [],
  asks: { time: [], number: [], name: [] },
  clauseBefore: { begins: '', asks: '' },
  goesOn: { begins: [], standIns: [] },
  instructions: { summarise: [], tellOf: [], compare: [], differ: [], documents: '' },
  forms: {
    names: { checklist: '', table: '', code: '', numbered: '', list: '', plain: '' },
    as: '',
    asks: '',
    definite: '',
    indefinite: '',
    without: '',
    adverbs: '',
    polite: '',
    besideSchema: '',
  },
  numbers: { cardinals: {}, one: '', ordinals: {}, multipliers: {}, others: [] },
  negations: { words: [], harmless: [] },
  bounds: { most: '', least: '', about: '', from: '', to: '', and: '', naming: '' },
  demands: [],
  calendarWords: [],
  knowsNot: [],
  calculation: noCalculation,
};
