import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import type { AskedQuestion, ColumnMention, Mention, OperatorMention, ValueMention } from './draft';
import type { KnownColumn, TableWords } from './table-words';
import { isContent, type Lexicon, type Token, tokens } from './words';

export class AskedColumns {
  protected readonly question: readonly Token[];
  protected readonly mentions: readonly Mention[];
  protected readonly words: TableWords;
  protected readonly lexicon: Lexicon;

  constructor({ question, mentions, words, lexicon }: AskedQuestion) {
    this.question = question;
    this.mentions = mentions;
    this.words = words;
    this.lexicon = lexicon;
  }

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
  protected target(
    notIn: ReadonlySet<number>,
    exclude: readonly Mention[] = [],
  ): { index: number; used: Mention[]; features: string[] } | null {
    const which = this.operator('which');
    const [first] = this.mentions;
    const free = this.columns.filter((one) => !exclude.includes(one));
    const end = which ? which.start + which.length : 0;
    const named = free.find(({ start }) => start >= end);
    const isNear = named !== undefined && this.isNear(end, named, exclude);
    const asked = this.operator('who', 'where', 'when');
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
      if (found !== null) return { index: found, used: [asked], features: ['kindTarget'] };
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

  /** Whether hardly anything stands between a place and a column: no other mention, and one word at most. */
  private isNear(end: number, named: ColumnMention, exclude: readonly Mention[]): boolean {
    return (
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
      )
    );
  }

  /** The column of names, where the one that is asked for by its head has numbers or codes of rows. */
  protected namingInstead(index: number, notIn: ReadonlySet<number>): number | null {
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

  /** Whether several are wanted: by the plural of the noun, or by “are”. */
  protected asksMany(): boolean {
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
    if (kind === 'when') {
      const asks = this.question.find((token) => this.isWord(token, this.lexicon.words.periods.year));
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
  protected targetMention(exclude: readonly Mention[]): Mention[] {
    const which = this.operator('which', 'who');
    const next = which ? this.behind(which.start + which.length, 1) : undefined;
    return [...(which ? [which] : []), ...(next?.type === 'column' && !exclude.includes(next) ? [next] : [])];
  }
}
