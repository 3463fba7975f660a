import type { CalculationOperator } from '../../languages';
import type { Condition, Plan } from '../plans/plan';
import type { KnownCell, TableWords } from './table-words';
import type { Lexicon, Token } from './words';

interface Span {
  /** Place of its first token in the question, and how many tokens it has. */
  readonly start: number;
  readonly length: number;
}
export interface ColumnMention extends Span {
  readonly type: 'column';
  /** Columns whose header the words are a part of, those that they cover most first; `quality` 1 is the whole header. */
  readonly columns: readonly { readonly index: number; readonly quality: number }[];
}
export interface ValueMention extends Span {
  readonly type: 'value';
  readonly options: readonly {
    readonly column: number;
    readonly cells: readonly KnownCell[];
    readonly isWhole: boolean;
  }[];
}
export interface OperatorMention extends Span {
  readonly type: 'operator';
  readonly operators: ReadonlySet<CalculationOperator>;
}
export interface NumberMention extends Span {
  readonly type: 'number';
  readonly decimal: string;
  /** Whether it may be a year, and whether it is written as a place in an order. */
  readonly isYear: boolean;
  readonly isOrdinal: boolean;
}
/** A date as plans have it, or the first and last year of a decade with a slash between them. */
export interface DateMention extends Span {
  readonly type: 'date';
  readonly date: string;
}
export interface MeasureMention extends Span {
  readonly type: 'measure';
  readonly columns: readonly number[];
  readonly isSuperlative: boolean;
  readonly order: 'highest' | 'lowest';
  /** In a column of times the fastest is the lowest. */
  readonly ofTime: 'highest' | 'lowest';
}
export type Mention = ColumnMention | ValueMention | OperatorMention | NumberMention | DateMention | MeasureMention;

/** A mention with how much speaks for it; where two share a word, the higher one stays. */
export interface Scored {
  readonly mention: Mention;
  readonly score: number;
}

export type DraftForm =
  | 'same'
  | 'count'
  | 'number'
  | 'sum'
  | 'mean'
  | 'extreme'
  | 'top'
  | 'often'
  | 'place'
  | 'neighbour'
  | 'lookup'
  | 'compare'
  | 'difference';

/** Mentions that a reading explains, as far as there are any. */
export type Used = readonly (Mention | undefined)[];

/** A column that a question asks for or measures, with the words that name it and what speaks for and against it. */
export interface Asked {
  readonly index: number;
  readonly used: Used;
  readonly features: readonly string[];
}

/** A plan that a question may mean, with what speaks for and against it. */
export interface PlanDraft {
  readonly form: DraftForm;
  readonly plan: Plan;
  readonly used: readonly Mention[];
  /** Counts by name; the weights of `confidence.ts` are by the same names. */
  readonly features: Readonly<Record<string, number>>;
  readonly rows: readonly number[];
}

/** How sure a reading is, as counts of what speaks for and against it; the weights of `confidence.ts` are by these names. */
export type Feature = 'partValue' | 'wholeValue' | 'textNumber' | 'comparison' | 'denied';

/** A part of a filter, the mentions that it explains, and the column that it is of. */
export interface FilterOf {
  readonly condition: Condition;
  readonly columns: readonly number[];
  readonly used: readonly Mention[];
  readonly features: readonly Feature[];
}

export interface Filter {
  readonly condition: Condition | undefined;
  readonly used: readonly Mention[];
  readonly features: readonly string[];
  readonly columns: ReadonlySet<number>;
  readonly left: number;
  readonly rows: readonly number[];
}

export type Extreme = 'highest' | 'lowest';

export interface ComparedChoice {
  readonly part: FilterOf;
  readonly label: string;
}

/** A question with what its words name, and the table that it is asked of. */
export interface AskedQuestion {
  readonly question: readonly Token[];
  readonly mentions: readonly Mention[];
  readonly words: TableWords;
  readonly lexicon: Lexicon;
}

export function answerColumns(answer: Plan['answer']): number[] {
  switch (answer.do) {
    case 'select':
    case 'place':
    case 'neighbour':
      return [...answer.columns];
    case 'top':
      return [answer.by, ...answer.columns];
    case 'aggregate':
      return [answer.column];
    case 'group':
      return [answer.by];
    case 'compare':
      return answer.choices.flatMap(({ scalar }) => ('column' in scalar ? [scalar.column] : []));
    case 'difference':
      return [answer.left, answer.right].flatMap((scalar) => ('column' in scalar ? [scalar.column] : []));
    default:
      return [];
  }
}
