import { matchedCellText } from '../plans/scope';
import type { Asked, Extreme, Filter, Mention, OperatorMention, PlanDraft, Used } from './draft';
import { QuestionForms } from './question-forms';
import type { Token } from './words';

/** Whether more than one cell is the most or the least frequent. */
function isTied(cells: readonly string[], order: Extreme): boolean {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const edge = order === 'highest' ? Math.max(...counts.values()) : Math.min(...counts.values());
  return [...counts.values()].filter((count) => count === edge).length > 1;
}

const periods = ['year', 'month'] as const;

interface Measured {
  readonly mention: Mention;
  readonly measure: Asked;
  readonly order: Extreme;
  readonly ranked: { readonly take: number; readonly skip: number; readonly used: Used };
}

/** “Which … has the most”, “the first”, “the highest”. */
export class Superlatives extends QuestionForms {
  drafts(): PlanDraft[] {
    return [this.superlative(), this.place()].filter((draft) => draft !== null);
  }

  protected superlative(): PlanDraft | null {
    const [found, ...others] = this.superlatives();
    if (!found || others.length > 0 || this.operator('difference', 'same')) return null;
    const { mention } = found;
    const ranked = this.ranked(mention);
    const measure = this.measure(mention) ?? this.totalMeasure(mention);
    const order = this.orderOf(found, measure?.index ?? null);
    if (measure) return this.measured({ mention, ranked, measure, order });
    return this.operator('howMany') ? null : this.mostOften(mention, order, ranked);
  }

  private measured(asked: Measured): PlanDraft | null {
    const { mention, ranked, measure, order } = asked;
    const exclude = [mention, ...measure.used, ...ranked.used];
    const target = this.target(new Set([measure.index]), exclude);
    const filter = this.filter(exclude.concat(target?.used ?? []), target?.index ?? null);
    if (this.valuesOf(measure, filter).length === 0) return null;
    const [isAmount, which] = [this.operator('howMany'), this.operator('which')];
    const common = [mention, ...measure.used, ...ranked.used, isAmount, which];
    const asksNumber = ranked.take === 1 && this.asksDirectly(asked, target);
    if (asksNumber || isAmount)
      return this.draft(
        'extreme',
        { do: 'aggregate', with: order === 'highest' ? 'max' : 'min', column: measure.index },
        filter,
        common,
        measure.features,
      );
    const together = this.together(asked, target, filter, common);
    return together ?? (target && this.top(asked, target, filter, common));
  }

  private valuesOf(measure: Asked, filter: Filter): number[] {
    return filter.rows
      .map((row) => this.known(measure.index)?.column.values[row] ?? null)
      .filter((value) => value !== null);
  }

  /** “What is the highest price”: the number itself, and not its row. */
  private asksDirectly({ mention, measure }: Measured, target: Asked | null): boolean {
    const which = this.operator('which');
    const lead = which ? which.start + which.length : 0;
    const nounFirst = measure.used.find((one) => one && one.start + one.length === mention.start);
    return (
      (nounFirst ?? mention).start - lead <= 1 &&
      !this.operator('who', 'where', 'when') &&
      (this.operator('howMany') !== undefined || this.asksWhat(which)) &&
      target?.features.includes('guessedTarget') === true
    );
  }

  private top({ ranked, measure, order }: Measured, target: Asked, filter: Filter, common: Used): PlanDraft | null {
    const values = this.valuesOf(measure, filter);
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
        // The row with the most revenue is not the region with the most.
        cells.size < filter.rows.length &&
          ranked.take === 1 &&
          !this.agrees(measure.index, target.index, undefined, filter, order) &&
          'disagreeing',
        this.known(measure.index)?.isRank === true && 'rankMeasure',
        this.known(measure.index)?.column.partly !== null && 'partlyMeasure',
        ranked.used.length > 0 && 'ranked',
      ],
    );
  }

  /** “Which month has the highest …”: the most of what rows come to together; null where each has one row. */
  private together(
    { measure, order, ranked }: Measured,
    target: Asked | null,
    filter: Filter,
    common: Used,
  ): PlanDraft | null {
    const [total, average] = [this.operator('total'), this.operator('average')];
    const period = this.period();
    const by = period?.index ?? target?.index;
    const isSaid = total !== undefined || average !== undefined;
    const column = this.known(measure.index);
    if (by === undefined || by === measure.index || !(isSaid || period) || ranked.skip > 0) return null;
    if (!column || column.isRank || column.column.type === 'text') return null;
    if (!period && target?.features.includes('guessedTarget')) return null;
    const groups = new Set(filter.rows.map((row) => this.groupOf(row, by, period?.part)));
    if (!period && groups.size === filter.rows.length) return null;
    const isAgreed = isSaid || this.agrees(measure.index, by, period?.part, filter, order);
    return this.draft(
      'often',
      {
        do: 'group',
        by,
        ...(period ? { part: period.part } : {}),
        with: average ? 'mean' : 'sum',
        column: measure.index,
        order,
        take: ranked.take,
      },
      filter,
      [...common, ...(period ? [period.mention] : (target?.used ?? [])), total, average],
      [
        ...measure.features,
        ...(period ? [] : (target?.features ?? [])),
        !isAgreed && 'disagreeing',
        !isAgreed && 'repeatedTarget',
      ],
    );
  }

  /** A wanted month or year, if one column has dates and none has that name. */
  private period(): { readonly part: 'year' | 'month'; readonly index: number; readonly mention: Mention } | null {
    const [time, ...others] = this.words.columns.filter(({ kind }) => kind === 'date');
    const partOf = (token: Token | undefined) =>
      periods.find((one) => this.isWord(token, this.lexicon.words.periods[one]));
    const start = this.question.findIndex(partOf);
    const part = partOf(this.question[start]);
    const isHead = this.columns.some((one) => start >= one.start && start < one.start + one.length);
    if (!time || others.length > 0 || !part || isHead || !this.operator('which')) return null;
    const mention: Mention = { type: 'operator', start, length: 1, operators: new Set() };
    return { part, index: time.index, mention };
  }

  private groupOf(row: number, by: number, part: 'year' | 'month' | undefined): string {
    const date = this.known(by)?.column.values[row] ?? null;
    if (part !== undefined) return date === null ? '' : String(Math.floor(date / (part === 'year' ? 10_000 : 100)));
    return matchedCellText(this.words.table.rows[row]?.[by] ?? '');
  }

  /** Whether the row with the most, or the least, is one of the group that has it together. */
  private agrees(
    measure: number,
    by: number,
    part: 'year' | 'month' | undefined,
    { rows }: Filter,
    order: Extreme,
  ): boolean {
    const values = this.known(measure)?.column.values ?? [];
    const sign = order === 'highest' ? 1 : -1;
    const sums = new Map<string, number>();
    let best: { group: string; value: number } | null = null;
    for (const row of rows) {
      const value = values[row] ?? null;
      if (value === null) continue;
      const group = this.groupOf(row, by, part);
      sums.set(group, (sums.get(group) ?? 0) + value);
      if (best === null || sign * value > sign * best.value) best = { group, value };
    }
    const own = sums.get(best?.group ?? '') ?? 0;
    return [...sums.values()].every((sum) => sign * sum <= sign * own);
  }

  /** Whether “what” is asked and not “which”: of a thing that follows as a number. */
  protected asksWhat(which: OperatorMention | undefined): boolean {
    return which !== undefined && this.isWord(this.question[which.start], this.lexicon.words.particles.what);
  }

  /** “Which country has the most …”: the cell in the most rows. */
  protected mostOften(
    mention: Mention,
    order: Extreme,
    ranked: { take: number; skip: number; used: Mention[] },
  ): PlanDraft | null {
    const target = this.target(new Set(), [mention]);
    const exclude = [mention, ...(target?.used ?? []), ...ranked.used];
    if (!target || target.features.includes('guessedTarget') || this.isMeasure(target.index)) return null;
    const counted = this.behind(mention.start + mention.length, 2);
    const isCounted =
      counted?.type === 'column' &&
      !exclude.includes(counted) &&
      counted.columns.every(({ index }) => !this.isMeasure(index) || this.countsRows(counted));
    const filter = this.filter(exclude, target.index);
    if (filter.rows.length === 0) return null;
    const cells = filter.rows
      .map((row) => this.words.table.rows[row]?.[target.index] ?? '')
      .filter((cell) => cell !== '');
    if (!isCounted && new Set(cells).size === cells.length) return null;
    if (isCounted && counted) exclude.push(counted);
    const further = this.columns.filter(
      (one) => !exclude.includes(one) && one.columns.some(({ index }) => this.isMeasure(index)),
    );
    return this.draft(
      'often',
      { do: 'group', by: target.index, with: 'count', order, take: ranked.take },
      filter,
      exclude,
      [...target.features, further.length > 0 && 'unusedMeasure', isTied(cells, order) && 'tied'],
    );
  }

  protected place(): PlanDraft | null {
    if (this.operator('same')) return null;
    const mention = this.operators('first', 'last')[0];
    if (!mention || this.operators('first', 'last').length > 1) return null;
    const from = mention.operators.has('first') ? 'first' : 'last';
    const taken = [mention];
    const target = this.target(new Set(), taken);
    if (!target) return null;
    const filter = this.filter([...taken, ...target.used], target.index);
    if (filter.rows.length === 0) return null;
    const timed = this.times;
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
          [...features, 'otherOrder', timed.length > 1 && 'manyTimes'],
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
}
