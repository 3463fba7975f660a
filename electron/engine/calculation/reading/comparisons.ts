import type { Condition, Plan, Scalar } from '../plans/plan';
import { matchedCellText } from '../plans/scope';
import type { ComparedChoice, Extreme, Filter, FilterOf, Mention, OperatorMention, PlanDraft, Used } from './draft';
import { planValue } from './filters';
import { matchingRows } from './matching-rows';
import { QuestionForms } from './question-forms';

interface Choices {
  readonly column: number;
  readonly choices: readonly ComparedChoice[];
  readonly taken: Used;
}

/** “Which has more, A or B”, “the difference between”, “as many as”. */
export class Comparisons extends QuestionForms {
  drafts(): PlanDraft[] {
    return [this.same(), this.difference(), this.compare()].filter((draft) => draft !== null);
  }

  /** Values and numbers of each column, as conditions on it. */
  private alternatives(): Map<number, ComparedChoice[]> {
    const byColumn = new Map<number, ComparedChoice[]>();
    const add = (column: number, part: FilterOf | null, label: string) => {
      if (part) byColumn.set(column, [...(byColumn.get(column) ?? []), { part, label }]);
    };
    for (const mention of this.mentions) {
      if (mention.type === 'value') {
        for (const option of mention.options) {
          const label = this.words.table.rows[option.cells[0]?.rows[0] ?? -1]?.[option.column] ?? '';
          add(option.column, this.filters.ofValue({ ...mention, options: [option] }), label);
        }
      } else if (mention.type === 'number' && !this.isSmallWord(mention)) {
        const part = this.equalNumber(mention);
        add(part?.columns[0] ?? -1, part, mention.decimal);
      }
    }
    return byColumn;
  }

  protected compare(): PlanDraft | null {
    const operator = this.operator('or');
    const [named] = [...this.alternatives()].sort((a, b) => b[1].length - a[1].length);
    if (!operator || !named || named[1].length < 2) return null;
    const [column, choices] = named;
    const places = choices.map(({ part }) => part.used[0]?.start ?? 0);
    if (Math.min(...places) > operator.start || Math.max(...places) < operator.start) return null;
    const found = { column, choices, taken: [...choices.flatMap(({ part }) => part.used), operator] };
    const superlative = this.comparatives();
    if (superlative) return this.mostOf(found, superlative);
    const place = this.operator('first', 'last', 'before', 'after');
    return place ? this.placed(found, place) : this.lookedUp(found);
  }

  /** “Which has more, A or B”: the one with the higher cell, or with more rows. */
  private mostOf({ choices, taken }: Choices, superlative: { mention: Mention; order: Extreme }): PlanDraft | null {
    const measure = this.measure(superlative.mention);
    const exclude = [...taken, superlative.mention, ...(measure?.used ?? [])];
    const used = [...exclude, ...this.targetMention(exclude)];
    const filter = this.filter(used);
    const rows = choices.map(({ part: { condition } }) =>
      matchingRows(filter.condition ? { all: [filter.condition, condition] } : condition, this.words.table),
    );
    const isSingle = rows.every((of) => of.length === 1);
    if (isSingle !== (measure !== null) || rows.every((of) => of.length === 0)) return null;
    const scalar = (filter: Condition): Scalar =>
      measure ? { of: 'cell', column: measure.index, filter } : { of: 'count', filter };
    const compared = choices.map(({ label, part }) => ({ label, scalar: scalar(part.condition) }));
    const isRank = measure !== null && (this.known(measure.index)?.isStanding ?? false);
    return this.draft(
      'compare',
      { do: 'compare', order: this.orderOf(superlative, measure?.index ?? null), choices: compared },
      filter,
      used,
      [...(measure?.features ?? ['countedChoices']), isRank && 'rankMeasure'],
    );
  }

  /** “Which came first, A or B”. */
  private placed({ column, choices, taken }: Choices, place: OperatorMention): PlanDraft | null {
    const alternatives = choices.map(({ part }) => part.condition);
    const target = this.targetMention([...taken, place]);
    const filter = this.filter([...taken, place, ...target]);
    const [time] = this.times;
    const rows = alternatives.map((condition) => matchingRows(condition, this.words.table));
    if (rows.some((of) => of.length === 0)) return null;
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

  /** “Is it A or B”: the one that the rest of the question is true of. */
  private lookedUp({ column, choices, taken }: Choices): PlanDraft | null {
    const target = this.targetMention(taken);
    const filter = this.filter([...taken, ...target]);
    if (!filter.condition) return null;
    const any: Condition = { any: choices.map(({ part }) => part.condition) };
    const rows = matchingRows({ all: [filter.condition, any] }, this.words.table);
    const whole: Filter = { ...filter, condition: { all: [filter.condition, any] }, rows };
    return this.draft(
      'compare',
      { do: 'select', columns: [column], distinct: true },
      whole,
      [...taken, ...target, this.operator('isIt')],
      ['choiceLookup', new Set(rows.map((row) => this.words.table.rows[row]?.[column])).size > 1 && 'manyCells'],
    );
  }

  /** “More”, “higher”, “fewer”: a superlative, or a comparison without a number. */
  protected comparatives(): { mention: Mention; order: Extreme } | null {
    const [superlative] = this.superlatives();
    if (superlative) return superlative;
    const measured = this.mentions.find((one) => one.type === 'measure');
    if (measured?.type === 'measure') return { mention: measured, order: measured.order };
    const [comparing] = this.operators('higher', 'lower', 'more', 'less');
    if (!comparing) return null;
    const isMore = comparing.operators.has('higher') || comparing.operators.has('more');
    return { mention: comparing, order: isMore ? 'highest' : 'lowest' };
  }

  /** “Which nation won as many … as Peru?”, “the same place as”: the other rows that have the cell of the named one. */
  protected same(): PlanDraft | null {
    const mention = this.operator('same');
    if (!mention || this.superlatives().length > 0) return null;
    const next = this.behind(mention.start + mention.length, 4);
    const measure = this.measure(mention) ?? this.named(next, (index) => !this.isNumeric(index));
    if (!measure) return null;
    const bare = this.filter([mention, ...measure.used, ...this.targetMention(measure.used)]);
    const [row, ...others] = bare.rows;
    const column = this.known(measure.index);
    if (!bare.condition || others.length > 0 || row === undefined || !column) return null;
    const value = column.column.values[row] ?? null;
    const text = this.words.table.rows[row]?.[measure.index] ?? '';
    const shared = value === null ? matchedCellText(text) : planValue(value, column);
    const target = this.target(new Set(), [mention, ...measure.used]);
    if (!target) return null;
    const equal: Condition = {
      all: [{ column: measure.index, is: '=', values: [shared] }, { not: bare.condition }],
    };
    const rows = matchingRows(equal, this.words.table);
    if (rows.length === 0) return null;
    const which = this.operator('which', 'who', 'when', 'where');
    if (!which) return null;
    return this.draft(
      'same',
      { do: 'select', columns: [target.index], distinct: true },
      { ...bare, condition: equal, rows },
      [mention, ...measure.used, ...target.used],
      [...measure.features, ...target.features, rows.length > 1 && 'manyCells'],
    );
  }

  protected difference(): PlanDraft | null {
    const mention = this.operator('difference');
    if (!mention) return null;
    const [left, right] = [...this.alternatives().values()].find((choices) => choices.length === 2) ?? [];
    if (!left || !right) return null;
    const measure = this.measure(mention, [...left.part.used, ...right.part.used]);
    const [one, other] = [left.part.condition, right.part.condition];
    const [first = [], second = []] = [one, other].map((condition) => matchingRows(condition, this.words.table));
    if (!measure || first.length !== 1 || second.length !== 1 || first[0] === second[0]) return null;
    const taken = [mention, ...left.part.used, ...right.part.used, ...measure.used];
    const cell = (filter: Condition): Scalar => ({ of: 'cell', column: measure.index, filter });
    return this.draft(
      'difference',
      { do: 'difference', left: cell(one), right: cell(other) },
      this.filter(taken),
      [...taken, ...this.operators('and', 'more', 'less', 'which', 'isIt')],
      measure.features,
    );
  }
}
