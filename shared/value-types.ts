/**
 * The types of values in one table: what a value of each type has, how it reads, compares, sums up and is exported. How
 * texts state it and questions ask for it is the other half (electron/engine/text/values). An example: the value
 * `{ type: 'percentage', percent: 4.5 }` reads “4.5%” in English and “4,5 %” in German.
 */

export interface Speaker {
  /** @param unit a currency by ISO 4217 or `%`; absent for none */
  number(value: number, unit?: string): string;
  date(date: string): string;
  duration(count: number, unit: DurationUnit): string;
  yesNo(yes: boolean): string;
}

export type DurationUnit = 'days' | 'weeks' | 'months' | 'years';

export const daysOf: Readonly<Record<DurationUnit, number>> = { days: 1, weeks: 7, months: 30.436875, years: 365.2425 };

/** A cell of a spreadsheet that is more than words. `date`: YYYY-MM-DD. `sign`: it is a part of the number. */
export type SheetCell = { readonly number: number; readonly sign?: '%' } | { readonly date: string };

/** How a column of the type is summed up: by figures, by its first and last value, or by how often each value is. */
export type Totals = 'figures' | 'ends' | 'counts';

interface ValueForm<Value> {
  say(value: Value, speaker: Speaker): string;
  magnitude?(value: Value): number;
  /** Values of two units cannot be compared or summed. */
  unit?(value: Value): string | undefined;
  readonly totals?: Totals;
  /** Makes a value of a sum or a mean. `most`: the greatest of the magnitudes. */
  ofFigure?(figure: number, unit: string, most: number): Value;
  /** Null for a value that a spreadsheet holds as words. */
  cell?(value: Value): SheetCell | null;
  readonly takesChoices?: true;
}

const form = <Value>(one: ValueForm<Value>): ValueForm<Value> => one;

const rounded = (number: number, decimals = 2): number => Math.round(number * 10 ** decimals) / 10 ** decimals;

export const valueForms = {
  text: form<{ readonly type: 'text'; readonly text: string }>({ say: ({ text }) => text }),
  number: form<{ readonly type: 'number'; readonly number: number; readonly unit?: string }>({
    say: ({ number, unit }, speaker) =>
      unit === undefined ? speaker.number(number) : `${speaker.number(number)} ${unit}`,
    magnitude: ({ number }) => number,
    unit: ({ unit }) => unit,
    totals: 'figures',
    ofFigure: (figure, unit) => ({ type: 'number', number: rounded(figure), ...(unit === '' ? {} : { unit }) }),
    // Units stay words.
    cell: ({ number, unit }) => (unit === undefined ? { number } : null),
  }),
  percentage: form<{ readonly type: 'percentage'; readonly percent: number }>({
    say: ({ percent }, speaker) => speaker.number(percent, '%'),
    magnitude: ({ percent }) => percent,
    totals: 'figures',
    ofFigure: (figure) => ({ type: 'percentage', percent: rounded(figure) }),
    cell: ({ percent }) => ({ number: percent, sign: '%' }),
  }),
  /** `currency`: ISO 4217. */
  amount: form<{ readonly type: 'amount'; readonly number: number; readonly currency: string }>({
    say: ({ number, currency }, speaker) => speaker.number(number, currency),
    magnitude: ({ number }) => number,
    unit: ({ currency }) => currency,
    totals: 'figures',
    ofFigure: (figure, currency) => ({ type: 'amount', number: rounded(figure), currency }),
  }),
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  date: form<{ readonly type: 'date'; readonly date: string }>({
    say: ({ date }, speaker) => speaker.date(date),
    magnitude: ({ date }) => {
      const [year = '0', month = '1', day = '1'] = date.split('-');
      return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
    },
    totals: 'ends',
    cell: ({ date }) => (date.length === 'YYYY-MM-DD'.length ? { date } : null),
  }),
  duration: form<{ readonly type: 'duration'; readonly count: number; readonly unit: DurationUnit }>({
    say: ({ count, unit }, speaker) => speaker.duration(count, unit),
    magnitude: ({ count, unit }) => count * daysOf[unit],
    totals: 'figures',
    ofFigure: (days, _unit, most) => {
      const unit = (['years', 'months'] as const).find((one) => most >= 2 * daysOf[one]) ?? 'days';
      return { type: 'duration', count: rounded(days / daysOf[unit], 1), unit };
    },
  }),
  name: form<{ readonly type: 'name'; readonly name: string }>({ say: ({ name }) => name, totals: 'counts' }),
  'yes-no': form<{ readonly type: 'yes-no'; readonly yes: boolean }>({
    say: ({ yes }, speaker) => speaker.yesNo(yes),
    totals: 'counts',
  }),
  choice: form<{ readonly type: 'choice'; readonly choice: string }>({
    say: ({ choice }) => choice,
    totals: 'counts',
    takesChoices: true,
  }),
} as const;

export type ColumnType = keyof typeof valueForms;
export const columnTypes = Object.keys(valueForms) as readonly ColumnType[];

export type TypedValue = (typeof valueForms)[ColumnType] extends infer Form
  ? Form extends ValueForm<infer Value>
    ? Value
    : never
  : never;
export type ValueOf<Type extends ColumnType> = Extract<TypedValue, { readonly type: Type }>;

export const formOf = (type: ColumnType): ValueForm<TypedValue> => valueForms[type];
