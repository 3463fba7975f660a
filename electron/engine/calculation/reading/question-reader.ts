import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import type { Condition, Plan } from '../plans/plan';
import { type FilterOf, Filters, planValue } from './filters';
import { matchingRows } from './matching-rows';
import {
  type ColumnMention,
  type Mention,
  mentionsIn,
  type NumberMention,
  type OperatorMention,
  type ValueMention,
} from './mentions';
import type { KnownColumn, TableWords } from './table-words';
import { type Lexicon, type Token, tokens } from './words';

export type Form =
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
  | 'difference'
  | 'test';

/** A plan that a question may mean, with what speaks for and against it. */
export interface Draft {
  readonly form: Form;
  readonly plan: Plan;
  readonly used: readonly Mention[];
  /** Counts by name; the weights of `confidence.ts` are by the same names. */
  readonly features: Readonly<Record<string, number>>;
  /** Rows that the filter keeps. */
  readonly rows: readonly number[];
}

interface Filter {
  readonly condition: Condition | undefined;
  readonly used: readonly Mention[];
  readonly features: readonly string[];
  readonly columns: ReadonlySet<number>;
  /** Numbers of the question that no condition takes. */
  readonly left: number;
  readonly rows: readonly number[];
}

type Order = 'highest' | 'lowest';

/** One of several things that a question compares. */
interface Choice {
  readonly mention: ValueMention | NumberMention;
  readonly part: FilterOf;
  readonly isWhole: boolean;
  readonly label: string;
}

/** Reads one question over one table. */
export class QuestionReader {
  readonly question: readonly Token[];
  readonly mentions: readonly Mention[];
  private readonly filters: Filters;

  constructor(
    text: string,
    private readonly words: TableWords,
    private readonly lexicon: Lexicon,
  ) {
    this.question = tokens(text, lexicon);
    this.mentions = mentionsIn(this.question, words, lexicon);
    this.filters = new Filters(this.question, this.mentions, words, lexicon);
  }

  /** What the question may mean, the form that its words ask for most first. */
  drafts(): Draft[] {
    if (this.words.rowCount === 0) return [];
    const forms = [
      () => this.same(),
      () => this.difference(),
      () => this.compare(),
      () => this.test(),
      () => this.neighbour(),
      () => this.superlative(),
      () => this.place(),
      () => this.aggregate(),
      () => this.count(),
      () => this.lookup(),
    ];
    return forms.flatMap((form) => form() ?? []);
  }

  // Mentions.

  private operators(...names: CalculationOperator[]): OperatorMention[] {
    return this.mentions.filter(
      (one): one is OperatorMention => one.type === 'operator' && names.some((name) => one.operators.has(name)),
    );
  }

  private operator(...names: CalculationOperator[]): OperatorMention | undefined {
    return this.operators(...names)[0];
  }

  private isWord(token: Token | undefined, words: readonly string[]): boolean {
    return token !== undefined && words.some((word) => folded(word) === token.key);
  }

  private get values(): ValueMention[] {
    return this.mentions.filter((one): one is ValueMention => one.type === 'value');
  }

  private get columns(): ColumnMention[] {
    return this.mentions.filter((one): one is ColumnMention => one.type === 'column');
  }

  private known(index: number): KnownColumn | undefined {
    return this.words.columns[index];
  }

  private isNumeric = (index: number): boolean => {
    const column = this.known(index);
    return column !== undefined && column.kind !== 'text' && column.kind !== 'date' && !column.isYear;
  };

  private isMeasure = (index: number): boolean => this.isNumeric(index) && !(this.known(index)?.isRank ?? true);

  isContent = ({ key }: Token): boolean => !this.lexicon.harmless.has(key) && /[\p{L}\p{N}]/u.test(key);

  /** The mention that begins so many words behind a place at most, no content between. */
  private behind(end: number, within: number): Mention | undefined {
    const next = this.mentions.find(({ start, type }) => start >= end && type !== 'operator');
    if (!next) return undefined;
    const between = this.question.slice(end, next.start);
    return between.length <= within && between.filter(this.isContent).length <= 1 ? next : undefined;
  }

  // Columns that are asked for.

  /** What the question asks to be told: the column behind “which”, of persons, places or times, or the one that names rows. */
  private target(
    notIn: ReadonlySet<number>,
    exclude: readonly Mention[] = [],
  ): { index: number; used: Mention[]; features: string[] } | null {
    const which = this.operator('which');
    const [first] = this.mentions;
    const free = this.columns.filter((one) => !exclude.includes(one));
    const end = which ? which.start + which.length : 0;
    const named = free.find(({ start }) => start >= end);
    const isNear =
      named !== undefined &&
      this.question.slice(end, named.start).filter(this.isContent).length <= 1 &&
      !this.mentions.some(
        (one) =>
          one.start >= end &&
          one.start < named.start &&
          !exclude.includes(one) &&
          !(
            one.type === 'operator' &&
            (one.operators.has('which') || one.operators.has('isIt') || one.operators.has('only'))
          ),
      );
    const asked = this.operator('who', 'where', 'when');
    if (asked && (!which || asked.start <= which.start + 1)) {
      const kind = asked.operators.has('who') ? 'who' : asked.operators.has('where') ? 'where' : 'when';
      const behind = this.behind(asked.start + asked.length, 3);
      const option =
        kind === 'who' && behind?.type === 'column' && !exclude.includes(behind)
          ? behind.columns.find(
              ({ index, quality }) => !notIn.has(index) && quality > 0.7 && this.known(index)?.kind === 'text',
            )
          : undefined;
      if (behind && option) return { index: option.index, used: [asked, behind], features: ['whoTarget'] };
      const found = this.ofKind(kind, notIn);
      if (found !== null) return { index: found, used: [asked], features: ['kindTarget'] };
    }
    const noun = which ? this.question.slice(end, end + 2).find(this.isContent) : undefined;
    if (
      noun &&
      which &&
      !this.mentions.some(
        ({ type, start, length }) =>
          type === 'column' && this.question.indexOf(noun) >= start && this.question.indexOf(noun) < start + length,
      ) &&
      this.isHead(noun, 'when')
    ) {
      const found = this.ofKind('when', notIn);
      if (found !== null) return { index: found, used: [which], features: ['kindTarget', 'nounTarget'] };
    }
    const saysName =
      named !== undefined &&
      this.question
        .slice(which?.start ?? 0, named.start)
        .some(
          ({ key }, at, all) =>
            /^(?:names?|nombres?)$/u.test(key) && /^(?:of|de|des|der)$/u.test(all[at + 1]?.key ?? ''),
        );
    if (named && isNear && saysName && !named.columns.some(({ index }) => this.namesRows(index))) {
      const name = this.naming(notIn);
      if (name !== null) return { index: name, used: [named, ...(which ? [which] : [])], features: ['nameTarget'] };
    }
    if (named && isNear) {
      const option = named.columns.find(({ index }) => !notIn.has(index));
      const naming = option ? this.namingInstead(option.index, notIn) : null;
      if (naming !== null) return { index: naming, used: [named, ...(which ? [which] : [])], features: ['codeTarget'] };
      if (option)
        return {
          index: option.index,
          used: [named, ...(which ? [which] : [])],
          features: [
            option.quality > 0.95 ? 'headTarget' : 'partHeadTarget',
            ...(named.columns.length > 1 ? ['ambiguousTarget'] : []),
          ],
        };
    }
    const far = free.filter((one) => one.columns.some(({ index }) => !notIn.has(index)));
    const farOption = far[0]?.columns.find(({ index }) => !notIn.has(index));
    if (far.length === 1 && far[0] && farOption && (which || asked))
      return {
        index: farOption.index,
        used: [far[0], ...(which ? [which] : []), ...(asked ? [asked] : [])],
        features: ['farTarget'],
      };
    const name = this.naming(notIn);
    return name === null || first === undefined
      ? null
      : { index: name, used: [...(which ? [which] : []), ...(asked ? [asked] : [])], features: ['guessedTarget'] };
  }

  /** The column of names, where the one that is asked for by its head has numbers or codes of rows. */
  private namingInstead(index: number, notIn: ReadonlySet<number>): number | null {
    const column = this.known(index);
    if (!column || column.isYear || column.kind === 'date' || column.isStanding) return null;
    const cells = this.words.table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    const coded = cells.filter((cell) => /^\W*\d/u.test(cell)).length;
    if (coded < cells.length * 0.8 || (column.kind !== 'text' && !column.isRank)) return null;
    const heads = new Set(this.lexicon.words.heads.naming.map((word) => this.lexicon.stem(folded(word))));
    return (
      this.words.columns.find(
        ({ index: other, stems, kind }) =>
          other !== index && !notIn.has(other) && kind === 'text' && stems.some((stem) => heads.has(stem)),
      )?.index ?? null
    );
  }

  /** Whether more than one is asked for: by the plural of what is asked, or by “are”. */
  private asksMany(): boolean {
    const which = this.operator('which', 'who');
    if (!which) return false;
    const words = this.question.slice(which.start, which.start + which.length + 3);
    return (
      words.some((token) => this.isWord(token, this.lexicon.words.plural)) ||
      this.question
        .slice(which.start + which.length, which.start + which.length + 2)
        .some(({ key }) => /[^su]s$/u.test(key) && key.length > 3)
    );
  }

  private isHead({ stem }: Token, kind: 'who' | 'where' | 'when'): boolean {
    return this.lexicon.words.heads[kind].some((word) => this.lexicon.stem(folded(word)) === stem);
  }

  /** Whether a column has texts that are nearly all different. */
  private namesRows(index: number): boolean {
    const column = this.known(index);
    return column?.kind === 'text' && column.different >= column.filled * 0.6;
  }

  private ofKind(kind: 'who' | 'where' | 'when', notIn: ReadonlySet<number>): number | null {
    const heads = this.lexicon.words.heads[kind].map((word) =>
      tokens(word, this.lexicon)
        .map(({ stem }) => stem)
        .join(' '),
    );
    const free = this.words.columns.filter(({ index }) => !notIn.has(index));
    if (kind === 'when') {
      const asks = this.question.find((token) => /^(?:year|jahr|ano)/u.test(token.key));
      const years = free.filter(({ isYear }) => isYear);
      const timed = asks && years[0] ? years[0] : free.find(({ kind: type, isYear }) => type === 'date' || isYear);
      if (timed) return timed.index;
    }
    for (const head of heads) {
      const column = free.find(
        ({ stems, column: { type } }) =>
          (kind === 'when' || type === 'text') && ` ${stems.join(' ')} `.includes(` ${head} `),
      );
      if (column) return column.index;
    }
    return null;
  }

  /** The column that names rows: the first text whose cells are nearly all different. */
  private naming(notIn: ReadonlySet<number>): number | null {
    const texts = this.words.columns.filter(
      ({ index, kind, filled }) => kind === 'text' && filled > 0 && !notIn.has(index),
    );
    const naming = texts.find(
      ({ different, filled }) => different >= filled * 0.8 && filled >= this.words.rowCount * 0.8,
    );
    return (naming ?? texts[0])?.index ?? null;
  }

  // Rows that are meant.

  /** All values, numbers and dates that no form has taken, as one filter. */
  private filter(taken: readonly Mention[], target: number | null, measured: number | null): Filter | null {
    const parts: FilterOf[] = [];
    const used = new Set<Mention>(taken);
    const left = { number: 0, year: 0 };
    const hasTime = this.words.columns.some(({ kind, isYear }) => kind === 'date' || isYear);

    const notIn = new Set(target === null ? [] : [target]);
    for (const mention of this.mentions) {
      if (used.has(mention)) continue;
      const part =
        mention.type === 'value'
          ? this.filters.ofValue(mention, notIn)
          : mention.type === 'number' || mention.type === 'date'
            ? this.filters.ofNumber(mention, measured)
            : null;
      if (part) {
        parts.push(part);
        for (const one of part.used) used.add(one);
      } else if (mention.type === 'number' && mention.isYear && !hasTime) left.year += 1;
      else if (mention.type === 'date' || (mention.type === 'number' && !this.isSmallWord(mention))) left.number += 1;
    }
    const whole = this.filterOf(parts, left);
    const isSure = ({ features }: FilterOf): boolean =>
      !features.includes('partValue') && !features.includes('textNumber');
    // A part of a cell that leaves no row was not meant as one.
    if (whole.rows.length === 0 && parts.length > 1 && !parts.every(isSure) && parts.some(isSure)) {
      const fewer = this.filterOf(parts.filter(isSure), left);
      if (fewer.rows.length > 0) return { ...fewer, features: [...fewer.features, 'droppedPart'] };
    }
    if (whole.rows.length === 0 && parts.length > 1) {
      for (const part of parts) {
        if (isSure(part)) continue;
        const others = this.filterOf(
          parts.filter((one) => one !== part),
          left,
        );
        if (others.rows.length > 0) return { ...others, features: [...others.features, 'droppedPart'] };
      }
    }
    return whole;
  }

  private filterOf(parts: readonly FilterOf[], left: { number: number; year: number }): Filter {
    const conditions = this.joined(parts);
    const condition = conditions.length > 1 ? { all: conditions } : conditions[0];
    const features = [...parts.flatMap((part) => part.features), ...(left.year > 0 ? ['leftYear'] : [])];
    return {
      condition,
      used: parts.flatMap((part) => part.used),
      features,
      columns: new Set(parts.filter(({ features: of }) => !of.includes('denied')).flatMap((part) => part.columns)),
      left: left.number,
      rows: matchingRows(condition, this.words.table),
    };
  }

  /** “One” says nothing. */
  private isSmallWord({ start }: NumberMention): boolean {
    return this.lexicon.harmless.has(this.question[start]?.key ?? '');
  }

  /** Values of one column are alternatives, conditions on several hold together. */
  private joined(parts: readonly FilterOf[]): Condition[] {
    const byColumn = new Map<string, Condition[]>();
    for (const [at, { condition, columns, features }] of parts.entries()) {
      const isValue =
        !features.includes('denied') && (features.includes('wholeValue') || features.includes('partValue'));
      const key = isValue ? `value ${columns.join(' ')}` : `${at}`;
      byColumn.set(key, [...(byColumn.get(key) ?? []), condition]);
    }
    return [...byColumn.values()].map((conditions) => {
      const [only] = conditions;
      if (only && conditions.length === 1) return only;
      // Parts of one cell, named apart, hold together where a row has them all.
      const both: Condition = { all: conditions };
      return matchingRows(both, this.words.table).length > 0 ? both : { any: conditions };
    });
  }

  private draft(
    form: Form,
    answer: Plan['answer'],
    filter: Filter | null,
    used: readonly (Mention | undefined)[],
    features: readonly (string | false | null)[],
  ): Draft {
    const counts: Record<string, number> = {};
    for (const feature of [...(filter?.features ?? []), ...features])
      if (feature) counts[feature] = (counts[feature] ?? 0) + 1;
    if (filter && filter.left > 0) counts.leftNumber = filter.left;
    const told = new Set([...(filter?.columns ?? []), ...columnsOf(answer)]);
    const same = this.columns.filter(({ columns }) => columns.some(({ index }) => told.has(index)));
    const explained = [...new Set([...used.filter((one) => one !== undefined), ...(filter?.used ?? []), ...same])];
    return {
      form,
      plan: { ...(filter?.condition ? { filter: filter.condition } : {}), answer },
      used: explained,
      features: counts,
      rows: filter?.rows ?? [],
    };
  }

  // Forms.

  /** The column of numbers that an operator is about: by its adjective, by what is named behind it, or before it. */
  private measure(
    operator: Mention,
    exclude: readonly Mention[] = [],
  ): { index: number; used: Mention[]; features: string[] } | null {
    const end = operator.start + operator.length;
    const numeric = (one: Mention | undefined): { index: number; quality: number } | undefined =>
      one?.type === 'column' && !exclude.includes(one) && !this.countsRows(one)
        ? one.columns.find(({ index }) => this.isNumeric(index))
        : undefined;
    const next = this.behind(end, 4);
    const named = numeric(next);
    if (next && named) {
      const many = next.type === 'column' ? next.columns.filter(({ index }) => this.isMeasure(index)).length : 1;
      return {
        index: named.index,
        used: [next],
        features: [named.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure', many > 1 ? 'ambiguousMeasure' : ''].filter(
          (one) => one !== '',
        ),
      };
    }
    // “El importe medio”: the adjective stands behind what it is of.
    const before = this.columns.find((one) => one.start + one.length === operator.start && !exclude.includes(one));
    const namedBefore = numeric(before);
    if (before && namedBefore)
      return {
        index: namedBefore.index,
        used: [before],
        features: [namedBefore.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure'],
      };
    if (operator.type === 'measure') {
      const [first] = operator.columns;
      if (first !== undefined)
        return {
          index: first,
          used: [operator],
          features: operator.columns.length > 1 ? ['adjectiveMeasure', 'ambiguousMeasure'] : ['adjectiveMeasure'],
        };
    }

    if (next?.type === 'column') return null;
    const which = this.operator('which');
    const asked = which ? this.behind(which.start + which.length, 1) : undefined;
    const elsewhere = this.columns.filter((one) => !exclude.includes(one) && numeric(one) && one !== asked);
    const [only] = elsewhere;
    const option = numeric(only);
    if (only && option && elsewhere.length === 1)
      return {
        index: option.index,
        used: [only],
        features: ['farMeasure', ...(option.quality > 0.95 ? [] : ['partHeadMeasure'])],
      };
    return null;
  }

  private superlatives(): { mention: Mention; order: Order }[] {
    return this.mentions.flatMap((mention): { mention: Mention; order: Order }[] => {
      if (mention.type === 'measure') return mention.isSuperlative ? [{ mention, order: mention.order }] : [];
      if (mention.type !== 'operator') return [];
      if (mention.operators.has('most')) return [{ mention, order: 'highest' }];
      return mention.operators.has('least') ? [{ mention, order: 'lowest' }] : [];
    });
  }

  /** The fastest has the lowest time, the best the lowest rank. */
  private orderOf({ mention, order }: { mention: Mention; order: Order }, index: number | null): Order {
    const column = index === null ? undefined : this.known(index);
    if (!column) return order;
    if (mention.type === 'measure')
      return column.kind === 'duration' || column.kind === 'time' ? mention.ofTime : order;
    return column.isStanding ? (order === 'highest' ? 'lowest' : 'highest') : order;
  }

  /** A column of totals, for what no header names: “the most medals”. */
  private totalMeasure(mention: Mention): { index: number; used: Mention[]; features: string[] } | null {
    const next = this.behind(mention.start + mention.length, 4);
    const only = this.filters.totalColumn();
    return only === null || next?.type === 'column' || mention.type === 'measure'
      ? null
      : { index: only, used: [], features: ['totalColumn'] };
  }

  /** “Most games” over a column Game: its rows are counted, its numbers name them. */
  private countsRows({ start, length, columns }: ColumnMention): boolean {
    const [column] = columns;
    const last = this.question[start + length - 1]?.key ?? '';
    const head = folded(this.known(column?.index ?? -1)?.column.name ?? '');
    return length === 1 && /[^s]s$/u.test(last) && (head === last.slice(0, -1) || head === last.slice(0, -2));
  }

  /** “Top 3”, “three highest”, “second highest”. */
  private ranked(mention: Mention): { take: number; skip: number; used: Mention[] } {
    const numbers = this.mentions.filter((one): one is NumberMention => one.type === 'number' && !one.isYear);
    const before = numbers.find(({ start, length }) => start + length === mention.start);
    const behind = numbers.find(({ start }) => start === mention.start + mention.length);
    const place = Number((before ?? behind)?.decimal ?? 1);
    const number = before ?? behind;
    if (!number || !Number.isInteger(place) || place < 1 || place > 100) return { take: 1, skip: 0, used: [] };
    const isPlace = number === before && (number.isOrdinal || this.isOrdinalWord(number));
    return isPlace ? { take: 1, skip: place - 1, used: [number] } : { take: place, skip: 0, used: [number] };
  }

  private isOrdinalWord({ start }: NumberMention): boolean {
    return this.isWord(this.question[start], this.lexicon.words.ordinals);
  }

  private superlative(): Draft | null {
    const [found, ...others] = this.superlatives();
    if (!found || others.length > 0 || this.operator('difference', 'same')) return null;
    if (this.operators('next', 'previous').some((one) => this.anchorOf(one)?.type === 'value')) return null;
    const { mention } = found;
    const ranked = this.ranked(mention);
    const measure = this.measure(mention) ?? this.totalMeasure(mention);
    const order = this.orderOf(found, measure?.index ?? null);
    const isAmount = this.operator('howMany');
    if (measure) {
      const exclude = [mention, ...measure.used, ...ranked.used];
      const target = this.target(new Set([measure.index]), exclude);
      const filter = this.filter(exclude.concat(target?.used ?? []), target?.index ?? null, measure.index);
      if (!filter || filter.rows.length === 0) return null;
      const values = filter.rows
        .map((row) => this.known(measure.index)?.column.values[row] ?? null)
        .filter((value) => value !== null);
      if (values.length === 0) return null;
      // The number itself is asked for where it is named right behind “what is the”, and nothing else is.
      const which = this.operator('which');
      const lead = which ? which.start + which.length : 0;
      const nounFirst = measure.used.find(({ start, length }) => start + length === mention.start);
      const isDirect =
        (nounFirst ?? mention).start - lead <= 1 &&
        !this.operator('who', 'where', 'when') &&
        (isAmount !== undefined || this.asksWhat(which)) &&
        target?.features.includes('guessedTarget') === true;
      const asksNumber = isDirect && ranked.take === 1;
      const common = [mention, ...measure.used, ...ranked.used, isAmount, which];
      const amounted = isAmount ? this.behind(isAmount.start + isAmount.length, 1) : undefined;
      if (isAmount && !(amounted && measure.used.includes(amounted))) return null;
      if (asksNumber || isAmount) {
        if (ranked.take > 1 || ranked.skip > 0) return null;
        return this.draft(
          'extreme',
          { do: 'aggregate', with: order === 'highest' ? 'max' : 'min', column: measure.index },
          filter,
          common,
          [...measure.features],
        );
      }
      if (!target) return null;
      const top = order === 'highest' ? Math.max(...values) : Math.min(...values);
      const ties = ranked.take === 1 && ranked.skip === 0 && values.filter((value) => value === top).length > 1;
      const cells = new Set(filter.rows.map((row) => this.words.table.rows[row]?.[target.index]));
      return this.draft(
        'top',
        {
          do: 'top',
          by: measure.index,
          order,
          take: ranked.take,
          ...(ranked.skip > 0 ? { skip: ranked.skip } : {}),
          columns: [target.index],
        },
        filter,
        [...common, ...target.used],
        [
          ...measure.features,
          ...target.features,
          ties && (this.asksMany() ? 'askedMany' : 'tied'),
          cells.size < filter.rows.length && 'repeatedTarget',
          this.known(measure.index)?.isRank === true && 'rankMeasure',
          this.known(measure.index)?.column.partly !== null && 'partlyMeasure',
          ranked.used.length > 0 && 'ranked',
        ],
      );
    }
    return isAmount ? null : this.mostOften(mention, order, ranked);
  }

  /** Whether “what” is asked and not “which”: of a thing that follows as a number. */
  private asksWhat(which: OperatorMention | undefined): boolean {
    return (
      which !== undefined &&
      /^(?:what|whats|was|wie|cual|que|give|tell|nenne|name)/u.test(this.question[which.start]?.key ?? '')
    );
  }

  /** “Which country has the most …”: the cell that stands in the most rows. */
  private mostOften(
    mention: Mention,
    order: Order,
    ranked: { take: number; skip: number; used: Mention[] },
  ): Draft | null {
    if (mention.type !== 'operator' || ranked.skip > 0) return null;
    const target = this.target(new Set(), [mention]);
    const exclude = [mention, ...(target?.used ?? []), ...ranked.used];
    if (!target || target.features.includes('guessedTarget') || this.isMeasure(target.index)) return null;
    const counted = this.behind(mention.start + mention.length, 2);
    const isCounted =
      counted?.type === 'column' &&
      !exclude.includes(counted) &&
      counted.columns.every(({ index }) => !this.isMeasure(index) || this.countsRows(counted));
    const month = this.monthAsked(target.index);
    const filter = this.filter(exclude, target.index, null);
    if (!filter || filter.rows.length === 0) return null;
    const cells = filter.rows
      .map((row) => this.words.table.rows[row]?.[target.index] ?? '')
      .filter((cell) => cell !== '');
    if (!month && !isCounted && new Set(cells).size === cells.length) return null;
    if (isCounted && counted) exclude.push(counted);
    const further = this.columns.filter(
      (one) => !exclude.includes(one) && one.columns.some(({ index }) => this.isMeasure(index)),
    );
    return this.draft(
      'often',
      { do: 'group', by: target.index, ...(month ? { part: month } : {}), with: 'count', order, take: ranked.take },
      filter,
      exclude,
      [...target.features, further.length > 0 && 'unusedMeasure', !month && isTied(cells, order) && 'tied'],
    );
  }

  private monthAsked(index: number): 'month' | 'year' | null {
    if (this.known(index)?.kind !== 'date') return null;
    const keys = new Set(this.question.map(({ key }) => key));
    if (['month', 'months', 'monat', 'mes'].some((key) => keys.has(key))) return 'month';
    return ['year', 'years', 'jahr', 'ano'].some((key) => keys.has(key)) ? 'year' : null;
  }

  private place(): Draft | null {
    if (this.operator('same')) return null;
    const mention = this.operators('first', 'last')[0];
    if (!mention || this.operators('first', 'last').length > 1) return null;
    const from = mention.operators.has('first') ? 'first' : 'last';
    const ranked = this.ranked(mention);
    if (ranked.used.length > 0) return null;
    const taken: Mention[] = [mention];
    const target = this.target(new Set(), taken);
    if (!target) return null;
    const filter = this.filter([...taken, ...target.used], target.index, null);
    if (!filter || filter.rows.length === 0) return null;
    const isAmount = this.operator('howMany');
    if (isAmount) return null;
    // A column of times says what is first, unless it says the same as the rows' own order.
    const timed = this.words.columns.filter(
      ({ kind, isYear, column }) => (kind === 'date' || isYear) && column.type !== 'text',
    );
    const isListed = this.question.some((token) => this.isWord(token, this.lexicon.words.heads.list));
    const [time] = isListed ? [] : timed;
    const edge = from === 'first' ? filter.rows[0] : filter.rows.at(-1);
    const features = [...target.features];
    if (time) {
      const dated = filter.rows
        .map((row) => [time.column.values[row] ?? null, row] as const)
        .filter((one): one is readonly [number, number] => one[0] !== null);
      const best = dated.reduce<readonly [number, number] | null>(
        (so, one) => (so === null || (from === 'first' ? one[0] < so[0] : one[0] > so[0]) ? one : so),
        null,
      );
      const ties = dated.filter(([value]) => value === best?.[0]);
      if (best && !ties.some(([, row]) => row === edge)) {
        const asked = this.question[mention.start]?.key ?? '';
        return this.draft(
          'place',
          {
            do: 'top',
            by: time.index,
            order: from === 'first' ? 'lowest' : 'highest',
            take: 1,
            columns: [target.index],
          },
          filter,
          [...taken, ...target.used],
          [
            ...features,
            'otherOrder',
            timed.length > 1 && 'manyTimes',
            /^(?:earl|lat|recent|frueh|fruh|spat|jung|neu)/u.test(asked) && 'timeWord',
          ],
        );
      }
      features.push('sameOrder');
    }
    return this.draft(
      'place',
      { do: 'place', from, offset: 0, columns: [target.index] },
      filter,
      [...taken, ...target.used],
      features,
    );
  }

  private neighbour(): Draft | null {
    if (this.operator('same')) return null;
    const near = (one: OperatorMention): number => (this.anchorOf(one)?.start ?? 99) - one.start - one.length;
    const [mention] = this.operators('next', 'previous')
      .filter((one) => this.anchorOf(one) !== null)
      .sort((a, b) => near(a) - near(b));
    const anchor = mention ? this.anchorOf(mention) : null;
    if (!mention || !anchor) return null;
    const to = anchor.type === 'value' ? this.filters.ofValue(anchor, new Set()) : this.equalNumber(anchor);
    if (!to || to.features.includes('denied')) return null;
    const rows = matchingRows(to.condition, this.words.table);
    if (rows.length === 0 || this.operator('howMany')) return null;
    const step = mention.operators.has('next') ? 1 : -1;
    const [column = 0] = to.columns;
    const further = this.operators('next', 'previous', 'first', 'last').filter((one) => one !== mention);
    const taken = [mention, ...further, anchor, ...to.used];
    const asked = this.target(new Set(), taken);
    const target =
      asked &&
      this.operator('which') &&
      !asked.features.includes('guessedTarget') &&
      !asked.features.includes('kindTarget') &&
      !asked.features.includes('nameTarget')
        ? asked
        : this.anchorTarget(column, asked);
    const whole = this.filter([...taken, ...target.used], target.index, null);
    if (!whole) return null;
    // Of several rows that are named so, the one that the rest of the question is of.
    const both = rows.filter((row) => whole.rows.includes(row));
    if (rows.length > 1 && whole.condition && both.length === 1) {
      const only: Filter = { ...whole, condition: undefined };
      return this.draft(
        'neighbour',
        { do: 'neighbour', to: { all: [to.condition, whole.condition] }, step, columns: [target.index] },
        only,
        [...taken, ...target.used],
        [...target.features, ...to.features, 'narrowedAnchor'],
      );
    }
    // What the named row is not of is not what its neighbour has to be.
    const isOf = rows.some((row) => whole.rows.includes(row));
    const filter = isOf
      ? whole
      : { ...whole, condition: undefined, used: [], features: ['droppedPart'], columns: new Set<number>() };
    const edge = filter.rows.filter((row) => (step > 0 ? row > (rows[0] ?? 0) : row < (rows[0] ?? 0)));
    if (isOf && edge.length === 0) return null;
    return this.draft(
      'neighbour',
      { do: 'neighbour', to: to.condition, step, columns: [target.index] },
      filter,
      [...taken, ...target.used],
      [
        ...target.features,
        ...to.features,
        rows.length > 1 && 'manyAnchors',
        filter.condition !== undefined && 'filteredNeighbour',
        !mention.operators.has('after') && !mention.operators.has('before') && 'plainNeighbour',
      ],
    );
  }

  /** The neighbour's own cell of the column of the named one; where that only numbers rows, what names them. */
  private anchorTarget(
    column: number,
    asked: { index: number; used: Mention[]; features: string[] } | null,
  ): { index: number; used: Mention[]; features: string[] } {
    const used = asked?.used ?? [];
    if (!(this.known(column)?.isRank ?? false)) return { index: column, used, features: ['anchorTarget'] };
    const named = asked && asked.index !== column ? asked.index : this.naming(new Set([column]));
    return { index: named ?? column, used, features: ['rankAnchor'] };
  }

  /** The value right behind “after” or “before”. */
  private anchorOf(mention: OperatorMention): ValueMention | NumberMention | null {
    const next = this.behind(mention.start + mention.length, 5);
    if (next?.type === 'value') return next;
    if (next?.type !== 'column') return null;
    const further = this.behind(next.start + next.length, 1);
    if (further?.type === 'number' && !further.isYear) return this.equalNumber(further) ? further : null;
    return further?.type === 'value' &&
      further.options.some(({ column }) => next.columns.some(({ index }) => index === column))
      ? further
      : null;
  }

  /** A number that is what a named column has: “week 4”, “1994” of years. */
  private equalNumber(mention: NumberMention): FilterOf | null {
    const part = this.filters.ofNumber(mention, null);
    return part && 'is' in part.condition && part.condition.is === '=' ? part : null;
  }

  /** Values and numbers of each column, as conditions on it. */
  private named(): Map<number, Choice[]> {
    const byColumn = new Map<number, Choice[]>();
    const add = (column: number, choice: Choice) => byColumn.set(column, [...(byColumn.get(column) ?? []), choice]);
    for (const value of this.values) {
      for (const option of value.options) {
        const part = this.filters.ofValue({ ...value, options: [option] }, new Set());
        if (part)
          add(option.column, {
            mention: value,
            part,
            isWhole: option.isWhole,
            label: this.label(value, option.column),
          });
      }
    }
    for (const mention of this.mentions) {
      if (mention.type !== 'number' || this.isSmallWord(mention)) continue;
      const part = this.equalNumber(mention);
      const [column] = part?.columns ?? [];
      if (part && column !== undefined) add(column, { mention, part, isWhole: true, label: mention.decimal });
    }
    return byColumn;
  }

  /** Two or more values of one column, of which one is asked for. */
  private choices(joint: 'or' | 'and'): { column: number; choices: Choice[]; operator: Mention | undefined } | null {
    const operator = this.operator(joint);
    const found = [...this.named()]
      .filter(([, values]) => values.length >= 2)
      .sort((a, b) => b[1].length - a[1].length || wholes(b) - wholes(a))[0];
    if (!operator || !found) return null;
    const [column, choices] = found;
    const last = choices.at(-1);
    return last && last.mention.start > operator.start - 1 && (choices[0]?.mention.start ?? 0) < operator.start
      ? { column, choices, operator }
      : null;
  }

  private label(choice: ValueMention, column: number): string {
    const cells = choice.options.find((option) => option.column === column)?.cells ?? [];
    const row = cells[0]?.rows[0];
    return cells.length === 1 && row !== undefined
      ? (this.words.table.rows[row]?.[column] ?? '')
      : this.question
          .slice(choice.start, choice.start + choice.length)
          .map(({ key }) => key)
          .join(' ');
  }

  private compare(): Draft | null {
    const found = this.choices('or');
    if (!found) return null;
    const { column, choices, operator } = found;
    const alternatives = choices.map(({ part }) => part.condition);
    const superlative = this.comparatives();
    const place = this.operator('first', 'last', 'before', 'after');
    const taken: Mention[] = [...choices.flatMap(({ part }) => part.used), ...(operator ? [operator] : [])];
    if (superlative) {
      const measure = this.measure(superlative.mention, []) ?? this.totalMeasure(superlative.mention);
      const exclude = [...taken, superlative.mention, ...(measure?.used ?? [])];
      const filter = this.filter([...exclude, ...this.targetMention(exclude)], null, null);
      if (!filter) return null;
      const rows = alternatives.map((condition) =>
        matchingRows(filter.condition ? { all: [filter.condition, condition] } : condition, this.words.table),
      );
      const isSingle = rows.every((of) => of.length === 1);
      if (measure && !isSingle) return null;
      if (measure && rows.some(([row = -1]) => (this.known(measure.index)?.column.values[row] ?? null) === null))
        return null;
      if (!measure && (isSingle || rows.every((of) => of.length === 0))) return null;
      const scalars = alternatives.map((condition) =>
        measure
          ? ({ of: 'cell', column: measure.index, filter: condition } as const)
          : ({ of: 'count', filter: condition } as const),
      );
      const isRank = measure !== null && (this.known(measure.index)?.isStanding ?? false);
      const order = this.orderOf(superlative, measure?.index ?? null);
      return this.draft(
        'compare',
        {
          do: 'compare',
          order,
          choices: choices.map(({ label }, at) => ({ label, scalar: scalars[at] ?? { of: 'count' } })),
        },
        filter,
        [...exclude, ...this.targetMention(exclude)],
        [...(measure?.features ?? ['countedChoices']), isRank && 'rankMeasure'],
      );
    }
    if (place) {
      const target = this.targetMention([...taken, place]);
      const filter = this.filter([...taken, place, ...target], null, null);
      const time = this.words.columns.find(
        ({ kind, isYear, column: { type } }) => (kind === 'date' || isYear) && type !== 'text',
      );
      const rows = alternatives.map((condition) => matchingRows(condition, this.words.table));
      if (!filter || rows.some((of) => of.length === 0)) return null;
      const from = place.operators.has('first') || place.operators.has('before') ? 'first' : 'last';
      const any: Condition = { any: alternatives };
      const whole: Filter = { ...filter, condition: filter.condition ? { all: [filter.condition, any] } : any };
      const answer: Plan['answer'] = time
        ? { do: 'top', by: time.index, order: from === 'first' ? 'lowest' : 'highest', take: 1, columns: [column] }
        : { do: 'place', from, offset: 0, columns: [column] };
      return this.draft(
        'compare',
        answer,
        whole,
        [...taken, place, ...target],
        [
          'placedChoices',
          rows.some((of) => of.length > 1) && 'manyAnchors',
          this.words.columns.filter(({ kind }) => kind === 'date').length > 1 && 'manyTimes',
        ],
      );
    }
    const target = this.targetMention(taken);
    const filter = this.filter([...taken, ...target], null, null);
    if (!filter?.condition || filter.rows.length === 0 || this.operator('howMany')) return null;
    const any: Condition = { any: alternatives };
    const rows = filter.rows.filter((row) => matchingRows(any, this.words.table).includes(row));
    if (rows.length === 0) return null;
    const whole: Filter = { ...filter, condition: { all: [filter.condition, any] }, rows };
    return this.draft(
      'compare',
      { do: 'select', columns: [column], distinct: true },
      whole,
      [...taken, ...target, this.operator('isIt')],
      ['choiceLookup', new Set(rows.map((row) => this.words.table.rows[row]?.[column])).size > 1 && 'manyCells'],
    );
  }

  /** A column that only says what kind of thing the choices are: “which country”. */
  private targetMention(exclude: readonly Mention[]): Mention[] {
    const which = this.operator('which', 'who');
    const next = which ? this.behind(which.start + which.length, 1) : undefined;
    return [...(which ? [which] : []), ...(next?.type === 'column' && !exclude.includes(next) ? [next] : [])];
  }

  /** “More”, “higher”, “fewer”: a superlative, or a comparison without a number. */
  private comparatives(): { mention: Mention; order: Order } | null {
    const [superlative] = this.superlatives();
    if (superlative) return superlative;
    const measured = this.mentions.find((one) => one.type === 'measure');
    if (measured?.type === 'measure') return { mention: measured, order: measured.order };
    const [comparing] = this.operators('higher', 'lower', 'more', 'less');
    if (!comparing) return null;
    const isMore = comparing.operators.has('higher') || comparing.operators.has('more');
    return { mention: comparing, order: isMore ? 'highest' : 'lowest' };
  }

  /** “Which nation won as many … as Peru?”: the other rows that have the number of the named one. */
  private same(): Draft | null {
    const mention = this.operator('same');
    if (!mention || this.superlatives().length > 0) return null;
    const measure = this.measure(mention);
    if (!measure) return null;
    const bare = this.filter([mention, ...measure.used, ...this.targetMention(measure.used)], null, null);
    const [row, ...others] = bare?.rows ?? [];
    const value = row === undefined ? null : (this.known(measure.index)?.column.values[row] ?? null);
    const column = this.known(measure.index);
    if (!bare?.condition || others.length > 0 || value === null || !column) return null;
    const target = this.target(new Set(), [mention, ...measure.used]);
    if (!target) return null;
    const equal: Condition = {
      all: [{ column: measure.index, is: '=', values: [planValue(value, column)] }, { not: bare.condition }],
    };
    const rows = matchingRows(equal, this.words.table);
    if (rows.length === 0) return null;
    const counts = this.operator('howMany');
    const which = this.operator('which', 'who', 'when', 'where');
    if (!which || (counts && counts.start < which.start)) return null;
    return this.draft(
      'same',
      { do: 'select', columns: [target.index], distinct: true },
      { ...bare, condition: equal, rows },
      [mention, ...measure.used, ...target.used, counts],
      [...measure.features, ...target.features, rows.length > 1 && 'manyCells'],
    );
  }

  private difference(): Draft | null {
    const mention = this.operator('difference');
    if (!mention) return null;
    const [highest, lowest] = [this.operator('most'), this.operator('least')];
    if (highest && lowest) {
      const measure = this.measure(highest) ?? this.measure(lowest) ?? this.measure(mention);
      if (!measure) return null;
      const filter = this.filter([mention, highest, lowest, ...measure.used], null, measure.index);
      if (!filter || filter.rows.length < 2) return null;
      return this.draft(
        'difference',
        { do: 'difference', left: { of: 'max', column: measure.index }, right: { of: 'min', column: measure.index } },
        filter,
        [mention, highest, lowest, ...measure.used, this.operator('and'), this.operator('which')],
        [...measure.features, 'rangeDifference'],
      );
    }
    const column = this.columnOfTwo();
    if (!column) return null;
    const [left, right] = column.choices;
    const measure =
      this.measure(mention, [...(left?.part.used ?? []), ...(right?.part.used ?? [])]) ?? this.totalMeasure(mention);
    if (!left || !right || !measure || column.choices.length !== 2) return null;
    const [one, other] = [left.part.condition, right.part.condition];
    const taken = [mention, ...left.part.used, ...right.part.used, ...measure.used];
    const filter = this.filter(taken, null, measure.index);
    if (!filter) return null;
    const rows = [one, other].map((condition) =>
      matchingRows(filter.condition ? { all: [filter.condition, condition] } : condition, this.words.table),
    );
    const [first = [], second = []] = rows;
    if (first.length !== 1 || second.length !== 1 || first[0] === second[0]) return null;
    if ([first, second].some(([row = -1]) => (this.known(measure.index)?.column.values[row] ?? null) === null))
      return null;
    return this.draft(
      'difference',
      {
        do: 'difference',
        left: { of: 'cell', column: measure.index, filter: one },
        right: { of: 'cell', column: measure.index, filter: other },
      },
      filter,
      [...taken, ...this.operators('and', 'more', 'less', 'which', 'isIt')],
      measure.features,
    );
  }

  /** A column of which two values are named. */
  private columnOfTwo(): { column: number; choices: Choice[] } | null {
    const [found] = [...this.named()].filter(([, values]) => values.length === 2).sort((a, b) => wholes(b) - wholes(a));
    return found ? { column: found[0], choices: found[1] } : null;
  }

  /** “Did A have more … than B?”, “Are there at least 16 …?” */
  private test(): Draft | null {
    const [first] = this.mentions;
    if (first?.type !== 'operator' || !first.operators.has('isIt') || first.start > 0 || this.operator('or'))
      return null;
    const two = this.columnOfTwo();
    const comparing = this.comparatives();
    const [left, right] = two?.choices ?? [];
    if (two && comparing && left && right) {
      const measure = this.measure(comparing.mention);
      const [one, other] = [left.part.condition, right.part.condition];
      if (!measure) return null;
      const rows = [one, other].map((condition) => matchingRows(condition, this.words.table));
      if (rows.some((of) => of.length !== 1)) return null;
      if (rows.some(([row = -1]) => (this.known(measure.index)?.column.values[row] ?? null) === null)) return null;
      const named = [...left.part.used, ...right.part.used];
      const filter = this.filter([...named, first, comparing.mention, ...measure.used], null, measure.index);
      if (!filter || filter.condition) return null;
      const isRank = this.known(measure.index)?.isStanding ?? false;
      const isMore = this.orderOf(comparing, measure.index) === 'highest';
      return this.draft(
        'test',
        {
          do: 'test',
          left: { of: 'cell', column: measure.index, filter: one },
          is: isMore ? '>' : '<',
          right: { of: 'cell', column: measure.index, filter: other },
        },
        filter,
        [first, ...named, comparing.mention, ...measure.used, ...this.operators('more', 'less')],
        [...measure.features, isRank && 'rankMeasure'],
      );
    }
    return null;
  }

  /** Sums and means of a column. */
  private aggregate(): Draft | null {
    if (this.operator('same')) return null;
    const average = this.operator('average');
    const total = this.operator('total');
    const mention = average ?? total ?? this.operator('howMany');
    if (!mention) return null;
    const isAverage = average !== undefined;
    const amount = this.operator('howMany');
    const measure = isAverage ? this.measure(mention) : this.summed(mention, amount);
    if (!measure) return null;
    const taken = [mention, ...measure.used, ...(amount ? [amount] : []), ...(total ? [total] : [])];
    const filter = this.filter(taken, null, measure.index);
    const column = this.known(measure.index);
    if (!filter || !column || filter.columns.has(measure.index)) return null;
    const rows = filter.rows.filter((row) => column.column.values[row] !== null);
    const used = [
      ...taken,
      this.operator('which'),
      ...this.operators('each', 'and', 'isIt').filter((one) => one !== mention),
    ];
    if (rows.length === 0) return null;
    if (rows.length === 1 && filter.rows.length === 1 && !isAverage && column.column.type !== 'text')
      return this.draft('number', { do: 'select', columns: [measure.index] }, filter, used, measure.features);
    if (rows.length === 1 && filter.rows.length === 1 && filter.condition)
      return this.draft('number', { do: 'select', columns: [measure.index] }, filter, used, [
        ...measure.features,
        isAverage && 'meanOfOne',
      ]);
    if (column.column.type === 'text' || (column.isRank && !isAverage)) return null;
    return this.draft(
      isAverage ? 'mean' : 'sum',
      { do: 'aggregate', with: isAverage ? 'mean' : 'sum', column: measure.index },
      filter,
      used,
      [
        ...measure.features,
        !total && !isAverage && 'sumUnsaid',
        column.column.reason !== null && 'partlyMeasure',
        filter.condition === undefined && 'wholeTable',
      ],
    );
  }

  /** What “how many” or “total” counts where it is a column of numbers. */
  private summed(
    mention: Mention,
    amount: Mention | undefined,
  ): { index: number; used: Mention[]; features: string[] } | null {
    const before = this.columns.find((one) => one.start + one.length === mention.start && mention !== amount);
    const ofBefore = before?.columns.find(({ index }) => this.isMeasure(index));
    if (before && ofBefore)
      return {
        index: ofBefore.index,
        used: [before],
        features: [ofBefore.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure'],
      };
    const ends = [mention, ...(amount ? [amount] : [])].map(({ start, length }) => start + length);
    for (const end of ends) {
      const next = this.behind(end, 3);
      if (next?.type !== 'column') continue;
      if (this.countsRows(next)) return null;
      const numeric = next.columns.filter(({ index }) => this.isMeasure(index));
      const [option] = numeric;
      if (!option) return null;
      return {
        index: option.index,
        used: [next],
        features: [
          option.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure',
          ...(numeric.length > 1 ? ['ambiguousMeasure'] : []),
        ],
      };
    }
    // “How many total medals”: a column of totals stands beside those that it sums.
    if (!this.operator('total') || this.values.length === 0) return null;
    const only = this.filters.totalColumn();
    return only === null ? null : { index: only, used: [], features: ['totalColumn'] };
  }

  private count(): Draft | null {
    if (this.operator('same')) return null;
    const mention = this.operator('howMany');
    if (!mention || this.superlatives().length > 0 || this.operator('difference', 'average')) return null;
    const end = mention.start + mention.length;
    const next = this.behind(end, 2);
    const subject = next?.type === 'column' ? next : undefined;
    const distinct = this.operator('distinct');
    if (
      subject?.columns.some(({ index }) => this.isMeasure(index)) &&
      !this.isCompared(subject) &&
      !this.countsRows(subject)
    )
      return null;
    const text = subject?.columns.find(({ index }) => !this.isMeasure(index) || this.countsRows(subject));
    const filter = this.filter([mention, ...(subject && text ? [subject] : [])], text?.index ?? null, null);
    if (!filter) return null;
    const used = [
      mention,
      ...(subject && !filter.used.includes(subject) && text ? [subject] : []),
      ...this.operators('total', 'which', 'isIt', ...(distinct ? (['distinct'] as const) : [])),
    ];
    const known = text ? this.known(text.index) : undefined;
    const cells = text ? filter.rows.map((row) => this.words.table.rows[row]?.[text.index] ?? '') : [];
    const isRepeated = new Set(cells).size < cells.length;
    const isDistinct = text !== undefined && (distinct !== undefined || (filter.condition === undefined && isRepeated));
    if (distinct && !text) return null;
    const answer: Plan['answer'] = isDistinct && text ? { do: 'count', distinct: text.index } : { do: 'count' };
    return this.draft('count', answer, filter, used, [
      filter.condition === undefined && 'wholeTable',
      text && known ? (text.quality > 0.95 ? 'headSubject' : 'partHeadSubject') : 'freeSubject',
      isRepeated && !distinct && 'repeatedSubject',
      distinct !== undefined && 'saidDistinct',
      subject !== undefined && subject.columns.length > 1 && 'ambiguousSubject',
      next?.type === 'value' && next.options.every(({ isWhole }) => !isWhole) && 'partSubject',
      filter.rows.length === 0 &&
        (filter.condition && 'is' in filter.condition && filter.features.includes('comparison') ? 'zero' : 'noRows'),
      filter.rows.length === 1 && 'oneRow',
      !(text && this.namesRows(text.index)) &&
        [...filter.columns].some((column) => this.namesRows(column)) &&
        filter.features.includes('wholeValue') &&
        'countOfName',
    ]);
  }

  /** Whether a column is what a comparison is about, and not what is counted. */
  private isCompared(mention: ColumnMention): boolean {
    const indexes = mention.columns.map(({ index }) => index);
    return this.mentions.some(
      (one) =>
        one.type === 'number' && this.filters.ofNumber(one, null)?.columns.some((column) => indexes.includes(column)),
    );
  }

  private lookup(): Draft | null {
    if (
      this.operator('howMany', 'difference', 'average') ||
      this.superlatives().length > 0 ||
      this.operators('first', 'last').length > 0
    )
      return null;
    const bare = this.filter(this.targetMention([]), null, null);
    const target = this.target(bare?.columns ?? new Set());
    if (!target) return null;
    const filter = this.filter(target.used, target.index, null);
    if (!filter?.condition || filter.rows.length === 0 || filter.columns.has(target.index)) return null;
    const cells = new Set(filter.rows.map((row) => this.words.table.rows[row]?.[target.index] ?? ''));
    const next = this.operators('next', 'previous', 'same', 'total', 'each');
    return this.draft(
      'lookup',
      { do: 'select', columns: [target.index], distinct: true },
      filter,
      [...target.used, ...this.operators('isIt', 'only', 'which')],
      [
        ...target.features,
        cells.size > 1 && (this.asksMany() ? 'askedMany' : 'manyCells'),
        cells.size === 1 && this.asksMany() && 'oneOfMany',
        cells.size > 4 && 'veryManyCells',
        next.length > 0 && 'otherOperator',
      ],
    );
  }
}

/** Whether more than one cell stands most or least often. */
function isTied(cells: readonly string[], order: Order): boolean {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const edge = order === 'highest' ? Math.max(...counts.values()) : Math.min(...counts.values());
  return [...counts.values()].filter((count) => count === edge).length > 1;
}

/** The columns that an operation shows or calculates. */
function columnsOf(answer: Plan['answer']): number[] {
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
    case 'test':
      return [answer.left, answer.right].flatMap((scalar) => ('column' in scalar ? [scalar.column] : []));
    default:
      return [];
  }
}

const wholes = ([, choices]: readonly [number, readonly Choice[]]): number =>
  choices.filter(({ isWhole }) => isWhole).length;
