import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import type { Condition, Plan } from '../plans/plan';
import {
  type Asked,
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
  type Used,
  type ValueMention,
} from './draft';
import { Filters } from './filters';
import { matchingRows } from './matching-rows';
import type { KnownColumn, TableWords } from './table-words';
import { isContent, type Lexicon, type Token, tokens } from './words';

/** Reads what the words of a question name: the columns that it asks for, the rows that it means, and a measure. */
export abstract class QuestionForms {
  protected readonly filters: Filters;
  protected readonly question: readonly Token[];
  protected readonly mentions: readonly Mention[];
  protected readonly words: TableWords;
  protected readonly lexicon: Lexicon;

  constructor({ question, mentions, words, lexicon }: AskedQuestion) {
    this.filters = new Filters(question, mentions, words, lexicon);
    this.question = question;
    this.mentions = mentions;
    this.words = words;
    this.lexicon = lexicon;
  }

  abstract drafts(): PlanDraft[];

  protected operators(...names: CalculationOperator[]): OperatorMention[] {
    return this.mentions.filter(
      (one): one is OperatorMention => one.type === 'operator' && names.some((name) => one.operators.has(name)),
    );
  }

  protected operator(...names: CalculationOperator[]): OperatorMention | undefined {
    return this.operators(...names)[0];
  }

  protected isWord(token: Token | undefined, words: readonly string[]): boolean {
    return token !== undefined && words.some((word) => folded(word) === token.key);
  }

  protected get values(): ValueMention[] {
    return this.mentions.filter((one): one is ValueMention => one.type === 'value');
  }

  protected get columns(): ColumnMention[] {
    return this.mentions.filter((one): one is ColumnMention => one.type === 'column');
  }

  protected known(index: number): KnownColumn | undefined {
    return this.words.columns[index];
  }

  protected isNumeric = (index: number): boolean => {
    const column = this.known(index);
    return column !== undefined && column.kind !== 'text' && column.kind !== 'date' && !column.isYear;
  };

  protected isMeasure = (index: number): boolean => this.isNumeric(index) && !(this.known(index)?.isRank ?? true);

  /** Columns of dates and years by which rows may be put in order, those that the question names first. */
  protected get times(): KnownColumn[] {
    const times = this.words.columns.filter(
      ({ kind, isYear, column: { type } }) => (kind === 'date' || isYear) && type !== 'text',
    );
    const isNamed = ({ index }: KnownColumn): boolean =>
      this.columns.some(({ columns }) => columns.some((one) => one.index === index));
    return [...times].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  }

  private readonly isContent = (token: Token): boolean => isContent(this.lexicon, token);

  /** The mention that begins so many words behind a place at most, no content between. */
  protected behind(end: number, within: number): Mention | undefined {
    const next = this.mentions.find(({ start, type }) => start >= end && type !== 'operator');
    if (!next) return undefined;
    const between = this.question.slice(end, next.start);
    return between.length <= within && between.filter(this.isContent).length <= 1 ? next : undefined;
  }

  /** The wanted column: the one after “which”, of persons, places or times, or the one that names rows. */
  protected target(notIn: ReadonlySet<number>, exclude: Used = []): Asked | null {
    const which = this.operator('which');
    const free = this.columns.filter((one) => !exclude.includes(one));
    const end = which ? which.start + which.length : 0;
    const named = free.find(({ start }) => start >= end);
    const isNear = named !== undefined && this.isNear(end, named, exclude);
    // “How old was she when she died”: a clause, behind the column that is asked for.
    const isClause = ({ start, operators }: OperatorMention): boolean =>
      operators.has('when') && free.some((one) => one.start < start);
    const asked = this.operators('who', 'where', 'when').find((one) => !isClause(one));
    if (asked && (!which || asked.start <= which.start + 1)) {
      const kind = (['who', 'where'] as const).find((one) => asked.operators.has(one)) ?? 'when';
      const behind = this.behind(asked.start + asked.length, 3);
      const option =
        kind === 'who' && behind?.type === 'column' && !exclude.includes(behind)
          ? behind.columns.find(
              ({ index, quality }) => !notIn.has(index) && quality > 0.7 && this.known(index)?.kind === 'text',
            )
          : undefined;
      if (behind && option) return { index: option.index, used: [asked, behind], features: ['whoTarget'] };
      const found = this.ofKind(kind, notIn);
      const said =
        kind === 'who' || this.operator('first', 'last')
          ? undefined
          : free.find(({ columns }) => columns.some(({ index }) => index === found));
      if (found !== null) return { index: found, used: [asked, said], features: [said ? 'headTarget' : 'kindTarget'] };
    }
    if (named && isNear) {
      const option = named.columns.find(({ index }) => !notIn.has(index));
      const naming = option ? this.namingInstead(option.index, notIn) : null;
      if (naming !== null) return { index: naming, used: [named, which], features: ['codeTarget'] };
      const feature = option && option.quality > 0.95 ? 'headTarget' : 'partHeadTarget';
      if (option) return { index: option.index, used: [named, which], features: [feature] };
    }
    const far = free.filter((one) => one.columns.some(({ index }) => !notIn.has(index)));
    const farOption = far[0]?.columns.find(({ index }) => !notIn.has(index));
    if (far.length === 1 && farOption && (which || asked))
      return { index: farOption.index, used: [far[0], which, asked], features: ['farTarget'] };
    const name = this.naming(notIn);
    return name === null ? null : { index: name, used: [which, asked], features: ['guessedTarget'] };
  }

  /** Whether hardly anything stands between a place and a column: no other mention, and one word at most. */
  private isNear(end: number, named: ColumnMention, exclude: Used): boolean {
    return (
      this.question.slice(end, named.start).filter(this.isContent).length <= 1 &&
      !this.mentions.some(
        (one) =>
          one.start >= end &&
          one.start < named.start &&
          !exclude.includes(one) &&
          !(
            one.type === 'operator' &&
            ['which', 'isIt', 'only', 'each'].some((name) => one.operators.has(name as CalculationOperator))
          ),
      )
    );
  }

  /** The column of names, where the one that is asked for by its head has numbers or codes of rows. */
  protected namingInstead(index: number, notIn: ReadonlySet<number>): number | null {
    const column = this.known(index);
    if (!column) return null;
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

  /** Tells whether several are wanted: by the plural of the noun, or by a word that asks for several. */
  protected asksMany(): boolean {
    if (this.question.some((token) => this.isWord(token, this.lexicon.words.plural))) return true;
    const which = this.operator('which', 'who');
    const end = which ? which.start + which.length : 0;
    return this.question.slice(end, end + 2).some(({ key }) => /[^su]s$/u.test(key) && key.length > 3);
  }

  protected namesRows(index: number): boolean {
    const column = this.known(index);
    return column?.kind === 'text' && column.different >= column.filled * 0.6;
  }

  protected ofKind(kind: 'who' | 'where' | 'when', notIn: ReadonlySet<number>): number | null {
    const heads = this.lexicon.words.heads[kind].map((word) =>
      tokens(word, this.lexicon)
        .map(({ stem }) => stem)
        .join(' '),
    );
    const free = this.words.columns.filter(({ index }) => !notIn.has(index));
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
  protected naming(notIn: ReadonlySet<number>): number | null {
    const texts = this.words.columns.filter(
      ({ index, kind, filled }) => kind === 'text' && filled > 0 && !notIn.has(index),
    );
    const naming = texts.find(
      ({ different, filled }) => different >= filled * 0.8 && filled >= this.words.rowCount * 0.8,
    );
    return (naming ?? texts[0])?.index ?? null;
  }

  /** A column that only says what kind of thing the choices are: “which country”. */
  protected targetMention(exclude: Used): Used {
    const which = this.operator('which', 'who');
    const next = which ? this.behind(which.start + which.length, 1) : undefined;
    return [which, ...(next?.type === 'column' && !exclude.includes(next) ? [next] : [])];
  }

  /** All values, numbers and dates that no form has taken, as one filter. */
  protected filter(taken: Used, target: number | null = null): Filter {
    const parts: FilterOf[] = [];
    const used = new Set<Mention | undefined>(taken);
    let left = 0;
    const notIn = new Set(target === null ? [] : [target]);
    for (const mention of this.mentions) {
      if (used.has(mention)) continue;
      const part = this.partOf(mention, notIn);
      if (part) {
        parts.push(part);
        for (const one of part.used) used.add(one);
      } else if (mention.type === 'date' || (mention.type === 'number' && !this.isSmallWord(mention))) left += 1;
    }
    const conditions = this.joined(parts);
    const condition = conditions.length > 1 ? { all: conditions } : conditions[0];
    return {
      condition,
      used: parts.flatMap((part) => part.used),
      features: parts.flatMap((part) => part.features),
      columns: new Set(parts.filter(({ features }) => !features.includes('denied')).flatMap((part) => part.columns)),
      left,
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
      return { any: conditions };
    });
  }

  protected draft(
    form: DraftForm,
    answer: Plan['answer'],
    filter: Filter | null,
    used: Used,
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

  protected named(one: Mention | undefined, fits: (index: number) => boolean): Asked | null {
    const column = one?.type === 'column' ? one.columns.find(({ index }) => fits(index)) : undefined;
    if (!column) return null;
    return { index: column.index, used: [one], features: [column.quality > 0.95 ? 'headMeasure' : 'partHeadMeasure'] };
  }

  /** The same, which is ambiguous where several columns of numbers fit. */
  protected ofSeveral(found: Asked | null, next: Mention | undefined): Asked | null {
    const several = next?.type === 'column' && next.columns.filter(({ index }) => this.isMeasure(index)).length > 1;
    return found && several ? { ...found, features: [...found.features, 'ambiguousMeasure'] } : found;
  }

  /** The number column of an operator: by its adjective, by the name after it, or before it. */
  protected measure(operator: Mention, exclude: Used = []): Asked | null {
    const numeric = (one: Mention | undefined): Asked | null =>
      one?.type === 'column' && !exclude.includes(one) && !this.countsRows(one)
        ? this.named(one, this.isNumeric)
        : null;
    const next = this.behind(operator.start + operator.length, 4);
    // “El importe medio”: the adjective follows its noun.
    const before = this.columns.find((one) => one.start + one.length === operator.start);
    const beside = this.ofSeveral(numeric(next), next) ?? numeric(before);
    if (beside) return beside;
    if (operator.type === 'measure') {
      const [index, ...others] = operator.columns;
      const features = others.length > 0 ? ['adjectiveMeasure', 'ambiguousMeasure'] : ['adjectiveMeasure'];
      if (index !== undefined) return { index, used: [operator], features };
    }
    if (next?.type === 'column') return null;
    const which = this.operator('which');
    const asked = which ? this.behind(which.start + which.length, 1) : undefined;
    const [only, ...others] = this.columns.filter((one) => one !== asked).flatMap((one) => numeric(one) ?? []);
    if (!only || others.length > 0) return null;
    return { ...only, features: ['farMeasure', ...only.features.filter((feature) => feature !== 'headMeasure')] };
  }

  protected superlatives(): { mention: Mention; order: Extreme }[] {
    return this.mentions.flatMap((mention): { mention: Mention; order: Extreme }[] => {
      if (mention.type === 'measure') return mention.isSuperlative ? [{ mention, order: mention.order }] : [];
      if (mention.type !== 'operator') return [];
      if (mention.operators.has('most')) return [{ mention, order: 'highest' }];
      return mention.operators.has('least') ? [{ mention, order: 'lowest' }] : [];
    });
  }

  private partOf(mention: Mention, notIn: ReadonlySet<number>): FilterOf | null {
    if (mention.type === 'value') return this.filters.ofValue(mention, notIn);
    return mention.type === 'number' || mention.type === 'date' ? this.filters.ofNumber(mention) : null;
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
  protected totalMeasure(mention: Mention): Asked | null {
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
    const part = this.filters.ofNumber(mention);
    return part && 'is' in part.condition && part.condition.is === '=' ? part : null;
  }
}
