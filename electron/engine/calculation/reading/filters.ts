import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import type { Comparator, Condition } from '../plans/plan';
import type { ColumnMention, DateMention, Feature, FilterOf, Mention, NumberMention, ValueMention } from './draft';
import { unitBehind } from './mentions';
import type { KnownCell, KnownColumn, TableWords } from './table-words';
import type { Lexicon, Token } from './words';

/** Comparators by the operators of a question, in the order in which these count. */
const comparators: readonly (readonly [CalculationOperator, Comparator])[] = [
  ['atLeast', '>='],
  ['atMost', '<='],
  ['more', '>'],
  ['after', '>'],
  ['less', '<'],
  ['before', '<'],
];

export class Filters {
  constructor(
    private readonly question: readonly Token[],
    private readonly mentions: readonly Mention[],
    private readonly words: TableWords,
    private readonly lexicon: Lexicon,
  ) {}

  private column(index: number): KnownColumn | undefined {
    return this.words.columns[index];
  }

  /** The operator that ends so many words before a mention at most, other mentions not between them. */
  operatorBefore(mention: Mention, operators: readonly CalculationOperator[], within: number): Mention | null {
    const before = this.mentions.filter(({ start, length }) => start + length <= mention.start);
    for (const one of [...before].reverse()) {
      const gap = mention.start - (one.start + one.length);
      if (gap > within) return null;
      if (one.type === 'operator' && operators.some((operator) => one.operators.has(operator))) return one;
      if (one.type !== 'operator') return null;
    }
    return null;
  }

  private operatorBehind(mention: Mention, operators: readonly CalculationOperator[], within: number): Mention | null {
    const end = mention.start + mention.length;
    return (
      this.mentions.find(
        (one) =>
          one.type === 'operator' &&
          one.start >= end &&
          one.start - end <= within &&
          operators.some((operator) => one.operators.has(operator)),
      ) ?? null
    );
  }

  /** The column mention that ends right before a mention or begins right behind it. */
  columnBeside(mention: Mention, before: number, behind: number): ColumnMention | null {
    const end = mention.start + mention.length;
    const isNear = (one: ColumnMention): boolean => {
      const gap = one.start >= end ? one.start - end : mention.start - (one.start + one.length);
      return one.start >= end ? gap <= behind : gap >= 0 && gap <= before;
    };
    const near = this.mentions.filter((one): one is ColumnMention => one.type === 'column' && isNear(one));
    return near.sort((a, b) => distance(a, mention) - distance(b, mention))[0] ?? null;
  }

  /** A value as a condition on the column that most likely has it. */
  ofValue(mention: ValueMention, notIn: ReadonlySet<number>): FilterOf | null {
    const beside = this.columnBeside(mention, 2, 2);
    const scored = mention.options.map((option) => {
      const isBeside = beside?.columns.some(({ index }) => index === option.column) ?? false;
      const kind = this.column(option.column)?.kind;
      return {
        option,
        isBeside,
        score:
          (isBeside ? 4 : 0) +
          (option.isWhole ? 2 : 0) +
          (notIn.has(option.column) ? -3 : 0) +
          (kind === 'text' ? 0.5 : 0) -
          option.column * 0.001,
      };
    });
    const [best, second] = scored.sort((a, b) => b.score - a.score);
    if (!best) return null;
    const rows = (option: (typeof scored)[number]['option']) =>
      option.cells
        .flatMap((cell) => cell.rows)
        .sort((a, b) => a - b)
        .join(' ');
    const isAmbiguous =
      second !== undefined && best.score - second.score < 0.4 && rows(best.option) !== rows(second.option);
    const { column, cells, isWhole } = best.option;
    const items = isWhole ? this.itemsWith(mention, column, cells) : [];
    const equal = [...cells, ...items]
      .slice(0, 150)
      .map((cell): Condition => ({ column, is: '=', values: [this.equalTo(cell)] }));
    const [only] = equal;
    if (!only) return null;
    const condition: Condition = equal.length === 1 ? only : { any: equal };
    const denial = this.operatorBefore(mention, ['not'], 2);
    return {
      condition: denial ? { not: condition } : condition,
      columns: [column],
      used: [mention, ...(denial ? [denial] : []), ...(best.isBeside && beside ? [beside] : [])],
      features: [
        isWhole ? 'wholeValue' : 'partValue',
        ...(isAmbiguous ? (['ambiguousValue'] as const) : []),
        ...(denial ? (['denied'] as const) : []),
      ],
    };
  }

  /** Cells of lists that have a whole cell's text as one of theirs. */
  private itemsWith({ start }: ValueMention, column: number, whole: readonly KnownCell[]): KnownCell[] {
    const [one] = whole;
    const places = this.words.places.get(this.question[start]?.stem ?? '') ?? [];
    if (!one || one.key.length < 4 || places.length > 2000) return [];
    const key = one.key.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
    const item = new RegExp(`(?:^|[,;/&] ?| and )${key}(?:$| ?[,;/&]| and )`, 'u');
    return [...new Set(places.map(({ cell }) => cell))].filter(
      (cell) => cell.column === column && !whole.includes(cell) && item.test(cell.key),
    );
  }

  /** A cell's own value as plans have it: columns of values are not compared by their texts. */
  private equalTo({ column: index, key, rows }: KnownCell): string {
    const column = this.column(index);
    const value = column?.column.values[rows[0] ?? -1] ?? null;
    return !column || column.column.type === 'text' || value === null ? key : planValue(value, column);
  }

  /** A number or a date: compared with a column, equal to the word beside it, or the year of rows. */
  ofNumber(mention: NumberMention | DateMention, measured: number | null): FilterOf | null {
    const range = this.rangeFrom(mention, measured);
    if (range) return range;
    const before = this.operatorBefore(mention, ['more', 'less', 'atLeast', 'atMost', 'after', 'before'], 2);
    const behind = before ? null : this.operatorBehind(mention, ['atLeast', 'atMost', 'more', 'less'], 1);
    const isSuffix = behind !== null && this.question[behind.start]?.key === this.lexicon.words.operators.or[0];
    const operator = before ?? (isSuffix ? behind : null);
    if (operator && operator.type === 'operator') return this.compared(mention, operator, measured);
    return this.equal(mention);
  }

  private compared(
    mention: NumberMention | DateMention,
    operator: Mention & { type: 'operator' },
    measured: number | null,
  ): FilterOf | null {
    const { operators } = operator;
    const is = comparators.find(([operator]) => operators.has(operator))?.[1];
    if (is === undefined) return null;
    const denial = this.operatorBefore(operator, ['not'], 0);
    const isTime =
      mention.type === 'date' ||
      (mention.isYear && !(operators.has('more') && !operators.has('after') && this.comparedColumn(mention, measured)));
    const timed = isTime ? this.timeColumn(mention, this.columnBeside(operator, 3, 0)) : null;
    if (timed) {
      const condition: Condition = { column: timed.index, is, values: [timeValue(mention, timed)] };
      return {
        condition: denial ? { not: condition } : condition,
        columns: [timed.index],
        used: [mention, operator, ...(denial ? [denial] : []), ...(timed.mention ? [timed.mention] : [])],
        features: ['comparison'],
      };
    }
    if (mention.type === 'date') return null;
    const column = this.comparedColumn(mention, measured);
    if (!column) return null;
    const multiplied = this.multiplied(mention);
    const condition: Condition = { column: column.index, is, values: [multiplied.decimal] };
    return {
      condition: denial ? { not: condition } : condition,
      columns: [column.index],
      used: [
        mention,
        operator,
        ...(denial ? [denial] : []),
        ...(column.mention ? [column.mention] : []),
        ...multiplied.used,
      ],
      features: column.isGuess ? ['comparison', 'guessedColumn'] : ['comparison'],
    };
  }

  /** “Between 3 and 7”, “from 1990 to 1995”. */
  private rangeFrom(mention: NumberMention | DateMention, measured: number | null): FilterOf | null {
    const operator = this.operatorBefore(mention, ['between'], 2);
    const joint = operator ? this.operatorBehind(mention, ['and'], 3) : null;
    if (!operator || !joint) return null;
    const end = joint.start + joint.length;
    const other = this.mentions.find(
      (one): one is NumberMention | DateMention =>
        (one.type === 'number' || one.type === 'date') && one.start >= end && one.start - end <= 2,
    );
    if (!other) return null;
    const timed = mention.type === 'date' || mention.isYear ? this.timeColumn(mention, null) : null;
    if (timed && (other.type === 'date' || other.isYear)) {
      return {
        condition: { column: timed.index, is: 'between', values: [timeValue(mention, timed), timeValue(other, timed)] },
        columns: [timed.index],
        used: [mention, operator, joint, other, ...(timed.mention ? [timed.mention] : [])],
        features: ['comparison'],
      };
    }
    if (mention.type === 'date' || other.type === 'date') return null;
    const column = this.comparedColumn(other, measured) ?? this.comparedColumn(mention, measured);
    if (!column) return null;
    return {
      condition: { column: column.index, is: 'between', values: [mention.decimal, other.decimal] },
      columns: [column.index],
      used: [mention, operator, joint, other, ...(column.mention ? [column.mention] : [])],
      features: ['comparison', ...(column.isGuess ? (['guessedColumn'] as const) : [])],
    };
  }

  /** “1.5 million” as a decimal. */
  private multiplied(mention: NumberMention): { decimal: string; used: Mention[] } {
    const behind = this.question[mention.start + mention.length]?.key ?? '';
    const power =
      behind.startsWith('million') || behind === 'mio' || behind === 'millon' || behind === 'millones' ? 6 : 0;
    if (power === 0) return { decimal: mention.decimal, used: [] };
    const [whole = '', fraction = ''] = mention.decimal.split('.');
    return { decimal: `${whole}${fraction.padEnd(power, '0')}`, used: [] };
  }

  /** The one column that holds totals of others. */
  totalColumn(): number | null {
    const totals = new Set(this.lexicon.words.totals.map((word) => this.lexicon.stem(folded(word))));
    const columns = this.words.columns.filter(
      ({ index, stems, isRank }) =>
        this.isNumeric(index) && !isRank && stems.length === 1 && totals.has(stems[0] ?? ''),
    );
    return columns.length === 1 ? (columns[0]?.index ?? null) : null;
  }

  private isNumeric(index: number): boolean {
    const column = this.column(index);
    return column !== undefined && column.kind !== 'text' && column.kind !== 'date';
  }

  /** The column of numbers that a comparison is about: named behind the number or before the operator, or of its unit. */
  private comparedColumn(
    mention: NumberMention,
    measured: number | null,
  ): { index: number; mention: ColumnMention | null; isGuess: boolean } | null {
    const end = mention.start + mention.length;
    const named = this.mentions.filter(
      (one): one is ColumnMention => one.type === 'column' && one.columns.some(({ index }) => this.isNumeric(index)),
    );
    const behind = named.find(({ start }) => start >= end && start - end <= 2);
    const before = [...named]
      .reverse()
      .find(({ start, length }) => start + length <= mention.start && mention.start - start - length <= 6);
    const chosen = behind ?? before;
    if (chosen) {
      const numeric = chosen.columns.filter(({ index }) => this.isNumeric(index));
      return { index: numeric[0]?.index ?? 0, mention: chosen, isGuess: numeric.length > 1 };
    }
    const unit = unitBehind(this.question, end) ?? unitBehind(this.question, mention.start - 1);
    const ofUnit = unit === null ? [] : this.words.columns.filter(({ column }) => column.unit === unit);
    if (ofUnit.length === 1 && ofUnit[0]) return { index: ofUnit[0].index, mention: null, isGuess: false };
    const total = this.totalColumn();
    if (total !== null && !named.length) return { index: total, mention: null, isGuess: true };
    if (measured !== null && this.isNumeric(measured)) return { index: measured, mention: null, isGuess: false };
    const measure = this.mentions.find((one) => one.type === 'measure');
    const adjective = measure?.type === 'measure' ? measure.columns[0] : undefined;
    if (adjective !== undefined)
      return {
        index: adjective,
        mention: null,
        isGuess: (measure?.type === 'measure' && measure.columns.length > 1) || false,
      };
    const numbers = this.words.columns.filter(({ index, isRank }) => this.isNumeric(index) && !isRank);
    return numbers.length === 1 && numbers[0] ? { index: numbers[0].index, mention: null, isGuess: true } : null;
  }

  /** Whether a year lies near those of a column: 1500 people are no year. */
  private spans({ column, kind }: KnownColumn, mention: NumberMention | DateMention): boolean {
    const year = Number.parseInt(mention.type === 'number' ? mention.decimal : mention.date, 10);
    if (Number.isNaN(year)) return true;
    const years = column.values
      .filter((value) => value !== null)
      .map((value) => (kind === 'date' ? Math.floor(value / 10_000) : value));
    return (
      years.length === 0 ||
      years.every((value) => value === 0) ||
      (year >= Math.min(...years.slice(0, 50_000)) - 60 && year <= Math.max(...years.slice(0, 50_000)) + 60)
    );
  }

  /** The column of dates or years that a time is compared with. */
  private timeColumn(
    mention: NumberMention | DateMention,
    near: ColumnMention | null,
  ): { index: number; mention: ColumnMention | null; kind: 'date' | 'year' } | null {
    const isTime = ({ kind, isYear }: KnownColumn): boolean => kind === 'date' || (isYear && mention.type === 'number');
    const named = near ?? this.columnBeside(mention, 3, 1);
    const inNamed = named?.columns
      .map(({ index }) => this.column(index))
      .find((one) => one !== undefined && isTime(one) && this.spans(one, mention));
    const all = this.words.columns.filter((column) => isTime(column) && this.spans(column, mention));
    const others = this.mentions
      .filter((one): one is ColumnMention => one.type === 'column')
      .flatMap((one) => one.columns.map(({ index }) => ({ index, one })));
    const elsewhere = others.find(({ index }) => all.some((column) => column.index === index));
    const column = inNamed ?? (elsewhere ? this.column(elsewhere.index) : all[0]);
    if (!column || (!inNamed && !elsewhere && all.length > 1 && all.filter(({ isYear }) => isYear).length !== 1))
      return null;
    const chosen = inNamed || elsewhere ? column : (all.find(({ isYear }) => isYear) ?? column);
    return {
      index: chosen.index,
      mention: inNamed ? named : (elsewhere?.one ?? null),
      kind: chosen.kind === 'date' ? 'date' : 'year',
    };
  }

  /** “Rank 3”, “3rd place”, “425 kg”, “in 1990”. */
  private equal(mention: NumberMention | DateMention): FilterOf | null {
    const denial = this.operatorBefore(mention, ['not'], 2);
    const of = (
      condition: Condition,
      column: number,
      used: readonly Mention[],
      features: readonly Feature[],
    ): FilterOf => ({
      condition: denial ? { not: condition } : condition,
      columns: [column],
      used: [mention, ...used, ...(denial ? [denial] : [])],
      features: denial ? [...features, 'denied'] : features,
    });
    if (mention.type === 'date' && mention.date.includes('/')) {
      const [from = '', to = ''] = mention.date.split('/');
      const column = this.words.columns.find(({ kind, isYear }) => kind === 'date' || isYear);
      return column
        ? of({ column: column.index, is: 'between', values: [from, to] }, column.index, [], ['comparison'])
        : null;
    }
    if (mention.type === 'date' || mention.isYear) {
      const timed = this.timeColumn(mention, null);
      if (timed)
        return of(
          { column: timed.index, is: '=', values: [timeValue(mention, timed)] },
          timed.index,
          timed.mention ? [timed.mention] : [],
          ['wholeValue'],
        );
      return this.inText(mention, of);
    }
    const beside = this.columnBeside(mention, 1, mention.isOrdinal ? 1 : 0);
    const numeric = beside?.columns.find(({ index }) => this.isNumeric(index));
    if (beside && numeric)
      return of({ column: numeric.index, is: '=', values: [mention.decimal] }, numeric.index, [beside], ['wholeValue']);
    const unit = unitBehind(this.question, mention.start + mention.length);
    const ofUnit = unit === null ? [] : this.words.columns.filter(({ column }) => column.unit === unit);
    if (ofUnit.length === 1 && ofUnit[0])
      return of({ column: ofUnit[0].index, is: '=', values: [mention.decimal] }, ofUnit[0].index, [], ['wholeValue']);
    return this.inText(mention, of);
  }

  private inText(
    mention: NumberMention | DateMention,
    of: (condition: Condition, column: number, used: readonly Mention[], features: readonly Feature[]) => FilterOf,
  ): FilterOf | null {
    const [token] = this.question.slice(mention.start);
    if (!token || mention.length > 1) return null;
    const places = (this.words.places.get(token.stem) ?? []).filter(
      ({ cell }) => this.column(cell.column)?.kind === 'text',
    );
    const columns = [...new Set(places.map(({ cell }) => cell.column))];
    const beside = this.columnBeside(mention, 1, 1);
    const named = beside?.columns.find(({ index }) => columns.includes(index))?.index;
    const column = named ?? columns[0];
    if (column === undefined) return null;
    const keys = [...new Set(places.filter(({ cell }) => cell.column === column).map(({ cell }) => cell.key))].slice(
      0,
      150,
    );
    const equal = keys.map((key): Condition => ({ column, is: '=', values: [key] }));
    const [only] = equal;
    if (!only) return null;
    return of(equal.length === 1 ? only : { any: equal }, column, named !== undefined && beside ? [beside] : [], [
      ...(columns.length > 1 && named === undefined ? (['ambiguousValue'] as const) : []),
      'textNumber',
    ]);
  }
}

const distance = (one: Mention, other: Mention): number =>
  Math.min(Math.abs(one.start - (other.start + other.length)), Math.abs(other.start - (one.start + one.length)));

function timeValue(mention: NumberMention | DateMention, { kind }: { readonly kind: 'date' | 'year' }): string {
  if (mention.type === 'number') return mention.decimal;
  return kind === 'year' ? mention.date.slice(0, 4) : mention.date;
}

/** A column's whole number as plans write it. */
export function planValue(value: number, { column, kind }: KnownColumn): string {
  if (kind === 'date') {
    const [year, month, day] = [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
    const two = (part: number) => String(part).padStart(2, '0');
    return `${year === 0 ? '-' : String(year).padStart(4, '0')}${month > 0 ? `-${two(month)}` : ''}${day > 0 ? `-${two(day)}` : ''}`;
  }
  const digits = String(Math.abs(value)).padStart(column.scale + 1, '0');
  const whole = digits.slice(0, digits.length - column.scale);
  return `${value < 0 ? '-' : ''}${whole}${column.scale > 0 ? `.${digits.slice(-column.scale)}` : ''}`;
}
