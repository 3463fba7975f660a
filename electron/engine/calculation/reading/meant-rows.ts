import { folded } from '../../text/segmentation';
import type { Condition, Plan } from '../plans/plan';
import { AskedColumns } from './asked-columns';
import {
  type AskedQuestion,
  answerColumns,
  type ColumnMention,
  type DraftForm,
  type Extreme,
  type Filter,
  type FilterOf,
  type Mention,
  type NumberMention,
  type OperatorMention,
  type PlanDraft,
  type ValueMention,
} from './draft';
import { Filters } from './filters';
import { matchingRows } from './matching-rows';

/** Finds the rows that a question means, and the column of numbers that an operator is about. */
export abstract class MeantRows extends AskedColumns {
  protected readonly filters: Filters;

  constructor(asked: AskedQuestion) {
    super(asked);
    this.filters = new Filters(asked.question, asked.mentions, asked.words, asked.lexicon);
  }

  abstract drafts(): PlanDraft[];

  /** All values, numbers and dates that no form has taken, as one filter. */
  protected filter(taken: readonly Mention[], target: number | null, measured: number | null): Filter | null {
    const parts: FilterOf[] = [];
    const used = new Set<Mention>(taken);
    const left = { number: 0, year: 0 };
    const hasTime = this.words.columns.some(({ kind, isYear }) => kind === 'date' || isYear);

    const notIn = new Set(target === null ? [] : [target]);
    for (const mention of this.mentions) {
      if (used.has(mention)) continue;
      const part = this.partOf(mention, notIn, measured);
      if (part) {
        parts.push(part);
        for (const one of part.used) used.add(one);
      } else if (mention.type === 'number' && mention.isYear && !hasTime) left.year += 1;
      else if (mention.type === 'date' || (mention.type === 'number' && !this.isSmallWord(mention))) left.number += 1;
    }
    const whole = this.filterOf(parts, left);
    const isSure = ({ features }: FilterOf): boolean =>
      !features.includes('partValue') && !features.includes('textNumber');
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

  protected filterOf(parts: readonly FilterOf[], left: { number: number; year: number }): Filter {
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
  protected isSmallWord({ start }: NumberMention): boolean {
    return this.lexicon.harmless.has(this.question[start]?.key ?? '');
  }

  /** Values of one column are alternatives, conditions on several hold together. */
  protected joined(parts: readonly FilterOf[]): Condition[] {
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
      const both: Condition = { all: conditions };
      return matchingRows(both, this.words.table).length > 0 ? both : { any: conditions };
    });
  }

  protected draft(
    form: DraftForm,
    answer: Plan['answer'],
    filter: Filter | null,
    used: readonly (Mention | undefined)[],
    features: readonly (string | false | null)[],
  ): PlanDraft {
    const counts: Record<string, number> = {};
    for (const feature of [...(filter?.features ?? []), ...features])
      if (feature) counts[feature] = (counts[feature] ?? 0) + 1;
    if (filter && filter.left > 0) counts.leftNumber = filter.left;
    const told = new Set([...(filter?.columns ?? []), ...answerColumns(answer)]);
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

  /** The number column of an operator: by its adjective, by the name after it, or before it. */
  protected measure(
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
    // “El importe medio”: the adjective follows its noun.
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

  protected superlatives(): { mention: Mention; order: Extreme }[] {
    return this.mentions.flatMap((mention): { mention: Mention; order: Extreme }[] => {
      if (mention.type === 'measure') return mention.isSuperlative ? [{ mention, order: mention.order }] : [];
      if (mention.type !== 'operator') return [];
      if (mention.operators.has('most')) return [{ mention, order: 'highest' }];
      return mention.operators.has('least') ? [{ mention, order: 'lowest' }] : [];
    });
  }

  private partOf(mention: Mention, notIn: ReadonlySet<number>, measured: number | null): FilterOf | null {
    if (mention.type === 'value') return this.filters.ofValue(mention, notIn);
    return mention.type === 'number' || mention.type === 'date' ? this.filters.ofNumber(mention, measured) : null;
  }

  /** The fastest has the lowest time, the best the lowest rank. */
  protected orderOf({ mention, order }: { mention: Mention; order: Extreme }, index: number | null): Extreme {
    const column = index === null ? undefined : this.known(index);
    if (!column) return order;
    if (mention.type === 'measure')
      return column.kind === 'duration' || column.kind === 'time' ? mention.ofTime : order;
    if (!column.isStanding) return order;
    return order === 'highest' ? 'lowest' : 'highest';
  }

  /** A column of totals, for what no header names: “the most medals”. */
  protected totalMeasure(mention: Mention): { index: number; used: Mention[]; features: string[] } | null {
    const next = this.behind(mention.start + mention.length, 4);
    const only = this.filters.totalColumn();
    return only === null || next?.type === 'column' || mention.type === 'measure'
      ? null
      : { index: only, used: [], features: ['totalColumn'] };
  }

  /** “Most games” over a column Game: its rows are counted, its numbers name them. */
  protected countsRows({ start, length, columns }: ColumnMention): boolean {
    const [column] = columns;
    const last = this.question[start + length - 1]?.key ?? '';
    const head = folded(this.known(column?.index ?? -1)?.column.name ?? '');
    return length === 1 && /[^s]s$/u.test(last) && (head === last.slice(0, -1) || head === last.slice(0, -2));
  }

  /** “Top 3”, “three highest”, “second highest”. */
  protected ranked(mention: Mention): { take: number; skip: number; used: Mention[] } {
    const numbers = this.mentions.filter((one): one is NumberMention => one.type === 'number' && !one.isYear);
    const before = numbers.find(({ start, length }) => start + length === mention.start);
    const behind = numbers.find(({ start }) => start === mention.start + mention.length);
    const place = Number((before ?? behind)?.decimal ?? 1);
    const number = before ?? behind;
    if (!number || !Number.isInteger(place) || place < 1 || place > 100) return { take: 1, skip: 0, used: [] };
    const isPlace = number === before && (number.isOrdinal || this.isOrdinalWord(number));
    return isPlace ? { take: 1, skip: place - 1, used: [number] } : { take: place, skip: 0, used: [number] };
  }

  protected isOrdinalWord({ start }: NumberMention): boolean {
    return this.isWord(this.question[start], this.lexicon.ordinals);
  }

  /** The value right behind “after” or “before”. */
  protected anchorOf(mention: OperatorMention): ValueMention | NumberMention | null {
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
  protected equalNumber(mention: NumberMention): FilterOf | null {
    const part = this.filters.ofNumber(mention, null);
    return part && 'is' in part.condition && part.condition.is === '=' ? part : null;
  }
}
