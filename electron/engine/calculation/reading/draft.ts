import type { Condition, Plan } from '../plans/plan';
import type { FilterOf } from './filters';
import type { Mention, NumberMention, ValueMention } from './mention';
import type { TableWords } from './table-words';
import type { Lexicon, Token } from './words';

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

/** A plan that a question may mean, with what speaks for and against it. */
export interface PlanDraft {
  readonly form: DraftForm;
  readonly plan: Plan;
  readonly used: readonly Mention[];
  /** Counts by name; the weights of `confidence.ts` are by the same names. */
  readonly features: Readonly<Record<string, number>>;
  readonly rows: readonly number[];
}

export interface Filter {
  readonly condition: Condition | undefined;
  readonly used: readonly Mention[];
  readonly features: readonly string[];
  readonly columns: ReadonlySet<number>;
  /** Numbers of the question that no condition takes. */
  readonly left: number;
  readonly rows: readonly number[];
}

export type Extreme = 'highest' | 'lowest';

export interface ComparedChoice {
  readonly mention: ValueMention | NumberMention;
  readonly part: FilterOf;
  readonly isWhole: boolean;
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
