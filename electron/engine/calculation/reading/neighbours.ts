import type { Asked, Filter, OperatorMention, PlanDraft } from './draft';
import { matchingRows } from './matching-rows';
import { QuestionForms } from './question-forms';

/** “Who came after”, and what a row says. */
export class Neighbours extends QuestionForms {
  drafts(): PlanDraft[] {
    return [this.neighbour(), this.lookup()].filter((draft) => draft !== null);
  }

  protected neighbour(): PlanDraft | null {
    const near = (one: OperatorMention): number => (this.anchorOf(one)?.start ?? 99) - one.start - one.length;
    const [mention] = this.operators('next', 'previous')
      .filter((one) => this.anchorOf(one) !== null)
      .sort((a, b) => near(a) - near(b));
    const anchor = mention ? this.anchorOf(mention) : null;
    if (!mention || !anchor) return null;
    const to = anchor.type === 'value' ? this.filters.ofValue(anchor) : this.equalNumber(anchor);
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
      !asked.features.includes('kindTarget')
        ? asked
        : this.anchorTarget(column, asked);
    const whole = this.filter([...taken, ...target.used], target.index);
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
  protected anchorTarget(column: number, asked: Asked | null): Asked {
    const used = asked?.used ?? [];
    if (!(this.known(column)?.isRank ?? false)) return { index: column, used, features: ['anchorTarget'] };
    const named = asked && asked.index !== column ? asked.index : this.naming(new Set([column]));
    return { index: named ?? column, used, features: ['rankAnchor'] };
  }

  protected lookup(): PlanDraft | null {
    if (
      this.operator('howMany', 'difference', 'average') ||
      this.superlatives().length > 0 ||
      this.operators('first', 'last').length > 0
    )
      return null;
    const bare = this.filter(this.targetMention([]));
    const target = this.target(bare.columns);
    if (!target) return null;
    const filter = this.filter(target.used, target.index);
    if (!filter.condition || filter.rows.length === 0 || filter.columns.has(target.index)) return null;
    const cells = new Set(filter.rows.map((row) => this.words.table.rows[row]?.[target.index] ?? ''));
    // “Titles not on …” may ask how many there are.
    const isList = this.asksMany() && (this.operator('which') !== undefined || !filter.features.includes('denied'));
    // “List all …”.
    const all = isList ? this.operators('each') : [];
    const next = this.operators('next', 'previous', 'same', 'total', 'each').filter(
      (one) => !filter.used.includes(one) && !all.includes(one),
    );
    return this.draft(
      'lookup',
      { do: 'select', columns: [target.index], distinct: true },
      filter,
      [...target.used, ...all, ...this.operators('isIt', 'only', 'which')],
      [
        ...(this.listsRows(target, filter) ? ['subjectTarget'] : target.features),
        this.isNamedRow(filter) && 'namedRow',
        cells.size > 1 && (isList ? 'askedMany' : 'manyCells'),
        cells.size === 1 && this.asksMany() && 'oneOfMany',
        cells.size > 4 && 'veryManyCells',
        next.length > 0 && 'otherOperator',
      ],
    );
  }

  /** “Which towns have more than 30,000 people”: the names of rows, whatever the rows are called. */
  private listsRows({ index, features }: Asked, filter: Filter): boolean {
    const isGuess = features.includes('guessedTarget') && filter.features.includes('comparison');
    return isGuess && this.asksMany() && this.namesRows(index);
  }

  /** Tells whether the rows of a filter are one row, by a cell that names it. */
  private isNamedRow({ rows, columns, features }: Filter): boolean {
    return (
      rows.length === 1 && features.includes('wholeValue') && [...columns].some((column) => this.namesRows(column))
    );
  }
}
