import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import { multipliers } from '../../text/values/numerals';
import { dateText, decimalText } from '../plans/decimals';
import type { Comparator, Condition } from '../plans/plan';
import { columnCompared } from './adjective-mentions';
import type {
  ColumnMention,
  DateMention,
  Feature,
  FilterOf,
  Mention,
  NumberMention,
  OperatorMention,
  ValueMention,
} from './draft';
import { unitBehind } from './mentions';
import type { KnownCell, KnownColumn, TableWords } from './table-words';
import type { Lexicon, Token } from './words';

type Stated = NumberMention | DateMention;

interface Compared {
  readonly index: number;
  readonly mention: ColumnMention | null;
}

/** Comparators by the operators of a question, in the order in which these count. */
const comparators: readonly (readonly [CalculationOperator, Comparator])[] = [
  ['atLeast', '>='],
  ['atMost', '<='],
  ['more', '>'],
  ['after', '>'],
  ['less', '<'],
  ['before', '<'],
];

const mostCells = 150;

export class Filters {
  constructor(
    private readonly question: readonly Token[],
    private readonly mentions: readonly Mention[],
    private readonly words: TableWords,
    private readonly lexicon: Lexicon,
  ) {}

  private get columns(): ColumnMention[] {
    return this.mentions.filter((one): one is ColumnMention => one.type === 'column');
  }

  /** The operator that ends so many words before a mention at most, other mentions not between them. */
  private operatorBefore(
    mention: Mention,
    operators: readonly CalculationOperator[],
    within: number,
  ): OperatorMention | null {
    const before = this.mentions.filter(({ start, length }) => start + length <= mention.start);
    for (const one of before.reverse()) {
      if (one.type !== 'operator' || mention.start - (one.start + one.length) > within) return null;
      if (operators.some((operator) => one.operators.has(operator))) return one;
    }
    return null;
  }

  private operatorBehind(
    mention: Mention,
    operators: readonly CalculationOperator[],
    within: number,
  ): OperatorMention | null {
    const end = mention.start + mention.length;
    const isBehind = (one: Mention): one is OperatorMention =>
      one.type === 'operator' &&
      one.start >= end &&
      one.start - end <= within &&
      operators.some((operator) => one.operators.has(operator));
    return this.mentions.find(isBehind) ?? null;
  }

  /** The column mention that ends right before a mention or begins right behind it. */
  private columnBeside(mention: Mention, before: number, behind: number): ColumnMention | null {
    const end = mention.start + mention.length;
    const isNear = (one: ColumnMention): boolean => {
      const gap = one.start >= end ? one.start - end : mention.start - (one.start + one.length);
      return one.start >= end ? gap <= behind : gap >= 0 && gap <= before;
    };
    const near = this.columns.filter(isNear);
    return near.sort((a, b) => distance(a, mention) - distance(b, mention))[0] ?? null;
  }

  private part(
    condition: Condition,
    column: number,
    used: readonly (Mention | null)[],
    features: readonly Feature[],
    denial: Mention | null,
  ): FilterOf {
    const all = [...used, denial].filter((one) => one !== null);
    return denial
      ? { condition: { not: condition }, columns: [column], used: all, features: [...features, 'denied'] }
      : { condition, columns: [column], used: all, features };
  }

  /** A value as a condition on the column that most likely has it. */
  ofValue(mention: ValueMention, notIn: ReadonlySet<number> = new Set()): FilterOf | null {
    const beside = this.columnBeside(mention, 2, 2);
    const isBeside = (column: number): boolean => beside?.columns.some(({ index }) => index === column) ?? false;
    const score = ({ column, isWhole }: ValueMention['options'][number]): number =>
      (isBeside(column) ? 4 : 0) +
      (isWhole ? 2 : 0) +
      (notIn.has(column) ? -3 : 0) +
      (this.words.columns[column]?.kind === 'text' ? 0.5 : 0) -
      column * 0.001;
    const [best] = [...mention.options].sort((a, b) => score(b) - score(a));
    if (!best) return null;
    const { column, cells, isWhole } = best;
    const items = isWhole ? this.itemsWith(mention, column, cells) : [];
    const values = [...cells, ...items].map((cell) => this.equalTo(cell));
    const used = [mention, isBeside(column) ? beside : null];
    return this.equalling(mention, column, values, used, [isWhole ? 'wholeValue' : 'partValue']);
  }

  /** Rows that have one of these values in a column; all others where the question denies it. */
  private equalling(
    mention: Mention,
    column: number,
    values: readonly string[],
    used: readonly (Mention | null)[],
    features: readonly Feature[],
  ): FilterOf | null {
    const equal = values.slice(0, mostCells).map((value): Condition => ({ column, is: '=', values: [value] }));
    const [only, ...others] = equal;
    if (!only) return null;
    const denial = this.operatorBefore(mention, ['not'], 2);
    return this.part(others.length === 0 ? only : { any: equal }, column, used, features, denial);
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
    const column = this.words.columns[index];
    const value = column?.column.values[rows[0] ?? -1] ?? null;
    return !column || column.column.type === 'text' || value === null ? key : planValue(value, column);
  }

  /** A number or a date: compared with a column, equal to the word beside it, or the year of rows. */
  ofNumber(mention: Stated): FilterOf | null {
    const range = this.decade(mention) ?? this.rangeFrom(mention);
    if (range) return range;
    const before = this.operatorBefore(mention, ['more', 'less', 'atLeast', 'atMost', 'after', 'before'], 2);
    const behind = before ? null : this.operatorBehind(mention, ['atLeast', 'atMost', 'more', 'less'], 1);
    const isSuffix = behind !== null && this.question[behind.start]?.key === this.lexicon.words.operators.or[0];
    const operator = before ?? (isSuffix ? behind : null);
    return operator ? this.compared(mention, operator) : this.equal(mention);
  }

  private compared(mention: Stated, operator: OperatorMention): FilterOf | null {
    const is = comparators.find(([name]) => operator.operators.has(name))?.[1];
    const { operators } = operator;
    const named = this.comparedColumn(mention, operator);
    // “More than 1500” of a column of numbers is no year.
    const isCounted = named !== null && operators.has('more') && !operators.has('after');
    const timed = isCounted ? null : this.timeColumn(mention, this.columnBeside(operator, 3, 0));
    const column = timed ?? named;
    if (is === undefined || !column) return null;
    const value = timed ? this.timeOf(mention, timed) : decimalOf(mention, this.question);
    const condition: Condition = { column: column.index, is, values: [value] };
    const denial = this.operatorBefore(operator, ['not'], 0);
    return this.part(condition, column.index, [mention, operator, column.mention], ['comparison'], denial);
  }

  /** “The 1990s”: the years of a decade in the column of times. */
  private decade(mention: Stated): FilterOf | null {
    const values = mention.type === 'date' ? mention.date.split('/') : [];
    const timed = values.length === 2 ? this.timeColumn(mention, null) : null;
    if (!timed) return null;
    const denial = this.operatorBefore(mention, ['not'], 2);
    const condition: Condition = { column: timed.index, is: 'between', values };
    return this.part(condition, timed.index, [mention, timed.mention], ['comparison'], denial);
  }

  /** “Between 3 and 7”, “from 1990 to 1995”. */
  private rangeFrom(mention: Stated): FilterOf | null {
    const operator = this.operatorBefore(mention, ['between'], 2);
    const joint = operator ? this.operatorBehind(mention, ['and'], 3) : null;
    if (!operator || !joint) return null;
    const end = joint.start + joint.length;
    const isNext = (one: Mention): one is Stated =>
      (one.type === 'number' || one.type === 'date') && one.start >= end && one.start - end <= 2;
    const other = this.mentions.find(isNext);
    if (!other) return null;
    const timed = this.timeColumn(mention, null);
    const column = timed ?? this.comparedColumn(other) ?? this.comparedColumn(mention);
    if (!column) return null;
    const values = [mention, other].map((one) => (timed ? this.timeOf(one, timed) : decimalOf(one, this.question)));
    const used = [mention, operator, joint, other, column.mention];
    return this.part({ column: column.index, is: 'between', values }, column.index, used, ['comparison'], null);
  }

  /** The one column that holds totals of others. */
  totalColumn(): number | null {
    const totals = new Set(this.lexicon.words.totals.map((word) => this.lexicon.stem(folded(word))));
    const [only, ...others] = this.words.columns.filter(
      ({ index, stems, isRank }) =>
        this.isNumeric(index) && !isRank && stems.length === 1 && totals.has(stems[0] ?? ''),
    );
    return others.length === 0 ? (only?.index ?? null) : null;
  }

  private isNumeric(index: number): boolean {
    const column = this.words.columns[index];
    return column !== undefined && column.kind !== 'text' && column.kind !== 'date';
  }

  /** The column of numbers that a comparison is about: named behind the number or before it, or of its unit. */
  private comparedColumn(mention: Stated, operator?: OperatorMention): Compared | null {
    if (mention.type === 'date') return null;
    const end = mention.start + mention.length;
    const named = this.columns.filter(({ columns }) => columns.some(({ index }) => this.isNumeric(index)));
    const chosen =
      named.find(({ start }) => start >= end && start - end <= 2) ??
      named.findLast(({ start, length }) => start + length <= mention.start);
    const index = chosen?.columns.find((one) => this.isNumeric(one.index))?.index ?? this.columnOfUnit(end);
    if (index !== undefined) return { index, mention: chosen ?? null };
    const compared = operator && columnCompared(operator, this.question, this.words, this.lexicon);
    return compared === undefined ? null : { index: compared, mention: null };
  }

  private columnOfUnit(at: number): number | undefined {
    const unit = unitBehind(this.question, at);
    const [only, ...others] = unit === null ? [] : this.words.columns.filter(({ column }) => column.unit === unit);
    return others.length === 0 ? only?.index : undefined;
  }

  /** The column of dates or years that a time is compared with. */
  private timeColumn(mention: Stated, near: ColumnMention | null): Compared | null {
    if (mention.type === 'number' && !mention.isYear) return null;
    const times = this.words.columns.filter(({ kind, isYear }) => kind === 'date' || isYear);
    const named = near ?? this.columnBeside(mention, 3, 1);
    for (const one of named ? [named, ...this.columns] : this.columns) {
      const found = one.columns.find(({ index }) => times.some((time) => time.index === index));
      if (found) return { index: found.index, mention: one };
    }
    const years = times.filter(({ isYear }) => isYear);
    const [only, ...others] = years.length > 0 ? years : times;
    return only && others.length === 0 ? { index: only.index, mention: null } : null;
  }

  private timeOf(mention: Stated, { index }: Compared): string {
    if (mention.type === 'number') return mention.decimal;
    return this.words.columns[index]?.kind === 'date' ? mention.date : mention.date.slice(0, 4);
  }

  /** “Rank 3”, “3rd place”, “425 kg”, “in 1990”. */
  private equal(mention: Stated): FilterOf | null {
    const timed = this.timeColumn(mention, null);
    if (timed)
      return this.equalling(
        mention,
        timed.index,
        [this.timeOf(mention, timed)],
        [mention, timed.mention],
        ['wholeValue'],
      );
    if (mention.type === 'date' || mention.isYear) return this.inText(mention);
    const beside = this.columnBeside(mention, 1, mention.isOrdinal ? 1 : 0);
    const numeric = beside?.columns.find(({ index }) => this.isNumeric(index));
    const index = numeric?.index ?? this.columnOfUnit(mention.start + mention.length);
    return index === undefined
      ? this.inText(mention)
      : this.equalling(mention, index, [mention.decimal], [mention, numeric && beside ? beside : null], ['wholeValue']);
  }

  /** A number in the cells of one column of texts. */
  private inText(mention: Stated): FilterOf | null {
    const cells = (this.words.places.get(this.question[mention.start]?.stem ?? '') ?? [])
      .map(({ cell }) => cell)
      .filter(({ column }) => this.words.columns[column]?.kind === 'text');
    const beside = this.columnBeside(mention, 1, 1);
    const named = beside?.columns.find(({ index }) => cells.some(({ column }) => column === index))?.index;
    const column = named ?? cells[0]?.column;
    if (column === undefined) return null;
    const keys = new Set(cells.filter((cell) => cell.column === column).map(({ key }) => key));
    const used = [mention, named === undefined ? null : beside];
    return this.equalling(mention, column, [...keys], used, ['textNumber']);
  }
}

const distance = (one: Mention, other: Mention): number =>
  Math.min(Math.abs(one.start - (other.start + other.length)), Math.abs(other.start - (one.start + one.length)));

/** A number of a question as a decimal, with the multiplier behind it: “1.5 million”. */
function decimalOf(mention: Stated, question: readonly Token[]): string {
  if (mention.type === 'date') return mention.date;
  const power = Math.round(Math.log10(multipliers.get(question[mention.start + mention.length]?.key ?? '') ?? 1));
  const [whole = '', fraction = ''] = mention.decimal.split('.');
  return power > 0 ? `${whole}${fraction.padEnd(power, '0')}` : mention.decimal;
}

/** A column's whole number as plans write it. */
export const planValue = (value: number, { column, kind }: KnownColumn): string =>
  kind === 'date' ? dateText(value) : decimalText(BigInt(value), column.scale);
