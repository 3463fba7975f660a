import type { Plan } from '../plans/plan';
import type { Asked, ColumnMention, Mention, PlanDraft, Used } from './draft';
import { QuestionForms } from './question-forms';

/** “How many”, “in total”, “on average”. */
export class Counts extends QuestionForms {
  drafts(): PlanDraft[] {
    return [this.aggregate(), this.count()].filter((draft) => draft !== null);
  }

  protected aggregate(): PlanDraft | null {
    if (this.operator('same')) return null;
    const average = this.operator('average');
    const total = this.operator('total');
    const mention = average ?? total ?? this.operator('howMany');
    if (!mention) return null;
    const isAverage = average !== undefined;
    const amount = this.operator('howMany');
    const measure = (isAverage ? this.measure(mention) : null) ?? this.summed(mention, amount);
    if (!measure) return null;
    const taken = [mention, ...measure.used, amount, total];
    const filter = this.filter(taken);
    const column = this.known(measure.index);
    if (!column || filter.columns.has(measure.index)) return null;
    const rows = filter.rows.filter((row) => column.column.values[row] !== null);
    const used = [
      ...taken,
      this.operator('which'),
      ...this.operators('each', 'and', 'isIt').filter((one) => one !== mention),
    ];
    if (rows.length === 0) return null;
    const each = this.eachOf(measure.index);
    if (each && column.column.type !== 'text' && !column.isRank)
      return this.draft(
        'often',
        { do: 'group', by: each.index, with: isAverage ? 'mean' : 'sum', column: measure.index },
        filter,
        [...used, ...each.used],
        measure.features,
      );
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
        column.column.reason !== null && 'partlyMeasure',
        filter.condition === undefined && 'wholeTable',
      ],
    );
  }

  /** “For each city”, “by region”: a column whose cells several rows have. */
  protected eachOf(measured: number | null): { index: number; used: Used } | null {
    for (const named of this.columns) {
      const each = this.operators('each').find(({ start, length }) => start + length === named.start);
      if (!each && !this.isWord(this.question[named.start - 1], this.lexicon.words.particles.by)) continue;
      const index = named.columns.find((one) => one.index !== measured && !this.isMeasure(one.index))?.index;
      const column = index === undefined ? undefined : this.known(index);
      if (index !== undefined && column && column.different < column.filled) return { index, used: [named, each] };
    }
    return null;
  }

  /** The column of numbers that “how many” or “total” counts. */
  protected summed(mention: Mention, amount: Mention | undefined): Asked | null {
    const before = this.columns.find((one) => one.start + one.length === mention.start && mention !== amount);
    const ofBefore = this.named(before, this.isMeasure);
    if (ofBefore) return ofBefore;
    for (const { start, length } of amount ? [mention, amount] : [mention]) {
      const next = this.behind(start + length, 3);
      if (next?.type !== 'column') continue;
      // “The sum of the amounts” adds the cells; “how many amounts” counts rows.
      if (mention === amount && this.countsRows(next)) return null;
      return this.ofSeveral(this.named(next, this.isMeasure), next);
    }
    // “How many total medals”: a column of totals is beside those that it sums.
    if (!this.operator('total') || this.values.length === 0) return null;
    const only = this.filters.totalColumn();
    return only === null ? null : { index: only, used: [], features: ['totalColumn'] };
  }

  protected count(): PlanDraft | null {
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
    const filter = this.filter([mention, ...(subject && text ? [subject] : [])], text?.index ?? null);
    const used = [
      mention,
      ...(subject && !filter.used.includes(subject) && text ? [subject] : []),
      ...this.operators('total', 'which', 'isIt', ...(distinct ? (['distinct'] as const) : [])),
    ];
    const headSubject = (text?.quality ?? 0) > 0.95 ? 'headSubject' : 'partHeadSubject';
    const subjectFeature = text ? headSubject : 'freeSubject';
    const each = this.eachOf(null);
    if (each && each.index !== text?.index && !distinct)
      return this.draft(
        'often',
        { do: 'group', by: each.index, with: 'count' },
        filter,
        [...used, ...each.used],
        [subjectFeature],
      );
    const known = text ? this.known(text.index) : undefined;
    const cells = text ? filter.rows.map((row) => this.words.table.rows[row]?.[text.index] ?? '') : [];
    const isRepeated = new Set(cells).size < cells.length;
    const isDistinct = text !== undefined && (distinct !== undefined || (filter.condition === undefined && isRepeated));
    const answer: Plan['answer'] = isDistinct && text ? { do: 'count', distinct: text.index } : { do: 'count' };
    return this.draft('count', answer, filter, used, [
      filter.condition === undefined && 'wholeTable',
      text && !known ? 'freeSubject' : subjectFeature,
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

  protected isCompared(mention: ColumnMention): boolean {
    const indexes = mention.columns.map(({ index }) => index);
    return this.mentions.some(
      (one) => one.type === 'number' && this.filters.ofNumber(one)?.columns.some((column) => indexes.includes(column)),
    );
  }
}
