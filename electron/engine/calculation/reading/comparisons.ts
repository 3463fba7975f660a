import type { Condition, Plan } from '../plans/plan';
import { matchedCellText } from '../plans/scope';
import type { ComparedChoice, Extreme, Filter, Mention, OperatorMention, PlanDraft, ValueMention } from './draft';
import { planValue } from './filters';
import { matchingRows } from './matching-rows';
import { MeantRows } from './meant-rows';

const wholes = ([, choices]: readonly [number, readonly ComparedChoice[]]): number =>
  choices.filter(({ isWhole }) => isWhole).length;

/** Values of one column, of which one is asked for. */
interface Choices {
  readonly column: number;
  readonly choices: readonly ComparedChoice[];
  readonly operator: Mention | undefined;
}

const takenBy = ({ choices, operator }: Choices): Mention[] => [
  ...choices.flatMap(({ part }) => part.used),
  ...(operator ? [operator] : []),
];

/** “Which has more, A or B”, “the difference between”, “as many as”. */
export class Comparisons extends MeantRows {
  drafts(): PlanDraft[] {
    return [this.same(), this.difference(), this.compare()].filter((draft) => draft !== null);
  }

  /** Values and numbers of each column, as conditions on it. */
  protected named(): Map<number, ComparedChoice[]> {
    const byColumn = new Map<number, ComparedChoice[]>();
    const add = (column: number, choice: ComparedChoice) =>
      byColumn.set(column, [...(byColumn.get(column) ?? []), choice]);
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

  protected choices(joint: 'or' | 'and'): Choices | null {
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

  protected label(choice: ValueMention, column: number): string {
    const cells = choice.options.find((option) => option.column === column)?.cells ?? [];
    const row = cells[0]?.rows[0];
    return cells.length === 1 && row !== undefined
      ? (this.words.table.rows[row]?.[column] ?? '')
      : this.question
          .slice(choice.start, choice.start + choice.length)
          .map(({ key }) => key)
          .join(' ');
  }

  protected compare(): PlanDraft | null {
    const found = this.choices('or');
    if (!found) return null;
    const superlative = this.comparatives();
    if (superlative) return this.mostOf(found, superlative);
    const place = this.operator('first', 'last', 'before', 'after');
    return place ? this.placed(found, place) : this.lookedUp(found);
  }

  /** “Which has more, A or B”: the one with the higher cell, or with more rows. */
  private mostOf(found: Choices, superlative: { mention: Mention; order: Extreme }): PlanDraft | null {
    const { choices } = found;
    const alternatives = choices.map(({ part }) => part.condition);
    const measure = this.measure(superlative.mention, []) ?? this.totalMeasure(superlative.mention);
    const exclude = [...takenBy(found), superlative.mention, ...(measure?.used ?? [])];
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

  /** “Which came first, A or B”. */
  private placed(found: Choices, place: OperatorMention): PlanDraft | null {
    const { column, choices } = found;
    const alternatives = choices.map(({ part }) => part.condition);
    const taken = takenBy(found);
    const target = this.targetMention([...taken, place]);
    const filter = this.filter([...taken, place, ...target], null, null);
    const [time] = this.times;
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

  /** “Is it A or B”: the one that the rest of the question is true of. */
  private lookedUp(found: Choices): PlanDraft | null {
    const { column, choices } = found;
    const alternatives = choices.map(({ part }) => part.condition);
    const taken = takenBy(found);
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
    const named = next?.type === 'column' ? next.columns.find(({ index }) => !this.isNumeric(index)) : undefined;
    const measure =
      this.measure(mention) ??
      (next && named
        ? { index: named.index, used: [next], features: [named.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure'] }
        : null);
    if (!measure) return null;
    const bare = this.filter([mention, ...measure.used, ...this.targetMention(measure.used)], null, null);
    const [row, ...others] = bare?.rows ?? [];
    const column = this.known(measure.index);
    if (!bare?.condition || others.length > 0 || row === undefined || !column) return null;
    const value = column.column.values[row] ?? null;
    const text = column.kind === 'text' ? matchedCellText(this.words.table.rows[row]?.[measure.index] ?? '') : null;
    const shared = value === null ? text : planValue(value, column);
    if (!shared) return null;
    const target = this.target(new Set(), [mention, ...measure.used]);
    if (!target) return null;
    const equal: Condition = {
      all: [{ column: measure.index, is: '=', values: [shared] }, { not: bare.condition }],
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

  protected difference(): PlanDraft | null {
    const mention = this.operator('difference');
    if (!mention) return null;
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

  protected columnOfTwo(): { column: number; choices: ComparedChoice[] } | null {
    const [found] = [...this.named()].filter(([, values]) => values.length === 2).sort((a, b) => wholes(b) - wholes(a));
    return found ? { column: found[0], choices: found[1] } : null;
  }
}
