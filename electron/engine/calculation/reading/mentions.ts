import type { CalculationOperator } from '../../languages';
import { folded } from '../../text/segmentation';
import { monthNames, unitNamed } from '../tables/cell-values';
import { type KnownCell, type KnownColumn, type TableWords, valueRuns } from './table-words';
import type { Lexicon, Token } from './words';

interface Span {
  /** Place of its first token in the question, and how many tokens it has. */
  readonly start: number;
  readonly length: number;
}
export interface ColumnMention extends Span {
  readonly type: 'column';
  /** Columns whose header the words are a part of, those that they cover most first; `quality` 1 is the whole header. */
  readonly columns: readonly { readonly index: number; readonly quality: number }[];
}
export interface ValueMention extends Span {
  readonly type: 'value';
  readonly options: readonly {
    readonly column: number;
    readonly cells: readonly KnownCell[];
    readonly isWhole: boolean;
  }[];
}
export interface OperatorMention extends Span {
  readonly type: 'operator';
  readonly operators: ReadonlySet<CalculationOperator>;
}
export interface NumberMention extends Span {
  readonly type: 'number';
  readonly decimal: string;
  /** Whether it may be a year, and whether it is written as a place in an order. */
  readonly isYear: boolean;
  readonly isOrdinal: boolean;
}
/** A date as plans have it, or the first and last year of a decade with a slash between them. */
export interface DateMention extends Span {
  readonly type: 'date';
  readonly date: string;
}
/** An adjective of measure, with the columns that it may be of. */
export interface MeasureMention extends Span {
  readonly type: 'measure';
  readonly columns: readonly number[];
  readonly isSuperlative: boolean;
  readonly order: 'highest' | 'lowest';
  /** Of a column of times: the fastest has the lowest. */
  readonly ofTime: 'highest' | 'lowest';
}
export type Mention = ColumnMention | ValueMention | OperatorMention | NumberMention | DateMention | MeasureMention;

interface Scored {
  readonly mention: Mention;
  readonly score: number;
}

const mostWords = 7;
/** The forms of superlatives in the languages whose adjectives are known. */
const superlativeForm = /st(?:e[nrs]?)?$|^(?:most|least|best|mas|menos|mayor|menor)$/u;
const comparing = new Set(['than', 'als', 'que']);
const timeHeads = new Set(['time', 'duration', 'dauer', 'laufzeit', 'duracion']);
const comparingOperators = new Set<CalculationOperator>([
  'after',
  'before',
  'atLeast',
  'atMost',
  'between',
  'more',
  'less',
]);
const ordering = new Set<CalculationOperator>([
  'most',
  'least',
  'more',
  'less',
  'first',
  'last',
  'next',
  'previous',
  'not',
  'average',
  'or',
  'only',
]);
/** A part of a long cell says little by one word. */
const longCell = 7;

/** What the words of a question name, each word for one thing; the order of the question. */
export function mentionsIn(question: readonly Token[], words: TableWords, lexicon: Lexicon): Mention[] {
  const scored: Scored[] = [
    ...columnMentions(question, words, lexicon),
    ...valueMentions(question, words, lexicon),
    ...operatorMentions(question, words, lexicon),
    ...dateMentions(question),
    ...measureMentions(question, words, lexicon),
    ...numberMentions(question),
    ...outcomeMentions(question, words, lexicon),
  ];
  const taken = new Set<number>();
  const kept: Mention[] = [];
  for (const { mention } of scored.sort((a, b) => b.score - a.score || a.mention.start - b.mention.start)) {
    const places = Array.from({ length: mention.length }, (_, at) => mention.start + at);
    if (places.some((at) => taken.has(at))) continue;
    for (const at of places) taken.add(at);
    kept.push(mention);
  }
  kept.sort((a, b) => a.start - b.start);
  // “First place”, where a column has places, is the number one.
  return kept.map((mention, at): Mention => {
    const next = kept[at + 1];
    if (
      mention.type !== 'operator' ||
      !mention.operators.has('first') ||
      next?.type !== 'column' ||
      next.start !== mention.start + mention.length
    )
      return mention;
    const isStanding = next.columns.some(({ index }) => words.columns[index]?.isStanding);
    return isStanding
      ? { type: 'number', start: mention.start, length: mention.length, decimal: '1', isYear: false, isOrdinal: true }
      : mention;
  });
}

/** Columns by the stems of a header, its synonyms less. */
function columnMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const ofStem = (stem: string): Map<number, number> => {
    const found = new Map<number, number>();
    for (const { index, stems, aside } of words.columns) {
      if (stems.includes(stem)) found.set(index, 1);
      else if (aside.includes(stem)) found.set(index, 0.7);
      else if (lexicon.synonyms.get(stem)?.some((other) => stems.includes(other))) found.set(index, 0.75);
    }
    return found;
  };
  const isContent = ({ key, number }: Token): boolean =>
    !lexicon.harmless.has(key) || (number !== null && !/^\d/u.test(key));
  // A superlative or a comparison within a name ends it.
  const stops = ({ key }: Token): boolean =>
    lexicon.phrases
      .get(key)
      ?.some(
        ({ words: [, second], operators }) => second === undefined && operators.some((one) => ordering.has(one)),
      ) ?? false;
  const named = question.map((token) =>
    token.number !== null && /^\d/u.test(token.key) && !words.columns.some(({ stems }) => stems.includes(token.stem))
      ? new Map<number, number>()
      : ofStem(token.stem),
  );
  const scored: Scored[] = [];
  for (const [start, token] of question.entries()) {
    const first = named[start] ?? new Map<number, number>();
    const onlyHeader = words.columns.some(({ stems }) => stems.length === 1 && stems[0] === token.stem);
    if (first.size === 0 || (!isContent(token) && !onlyHeader)) continue;
    let common = new Map(first);
    let length = 1;
    let content = 1;
    for (let next = start + 1; next < question.length && next - start < mostWords; next += 1) {
      const here = named[next] ?? new Map<number, number>();
      const token2 = question[next];
      if (!token2) break;
      const shared = new Map(
        [...common]
          .filter(([index]) => here.has(index))
          .map(([index, quality]) => [index, quality + (here.get(index) ?? 0)]),
      );
      if (shared.size > 0) {
        common = shared;
        length = next - start + 1;
        content += 1;
      } else if (isContent(token2) || stops(token2)) break;
    }
    const columns = [...common]
      .map(([index, sum]) => {
        const stems = words.columns[index]?.stems ?? [];
        const inHead = stems.filter((stem) => !lexicon.harmless.has(stem)).length || stems.length || 1;
        return { index, quality: Math.min(1, sum / content) * (0.5 + 0.5 * Math.min(1, content / inHead)) };
      })
      .sort((a, b) => b.quality - a.quality);
    const best = columns[0]?.quality ?? 0;
    const close = columns.filter(({ quality }) => quality > best - 0.05);
    scored.push({
      mention: { type: 'column', start, length, columns: close },
      score: content * 2.2 * (0.4 + 0.6 * best),
    });
  }
  return scored;
}

function valueMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const bySpan = new Map<
    string,
    ValueMention & { readonly options: { column: number; cells: readonly KnownCell[]; isWhole: boolean }[] }
  >();
  const isComparedAt = (start: number): boolean => {
    let at = start - 1;
    while (at > 0 && lexicon.harmless.has(question[at]?.key ?? '') && !lexicon.phrases.has(question[at]?.key ?? ''))
      at -= 1;
    const operators =
      lexicon.phrases
        .get(question[at]?.key ?? '')
        ?.flatMap(({ words: keys, operators: of }) => (keys.length === 1 ? of : [])) ?? [];
    const before = question.slice(Math.max(0, at - 2), at + 1).flatMap(
      ({ key }) =>
        lexicon.phrases
          .get(key)
          ?.filter(
            ({ words: keys }) =>
              keys.length > 1 &&
              ` ${question
                .slice(0, start)
                .map((token) => token.key)
                .join(' ')} `.includes(` ${keys.join(' ')} `),
          )
          .flatMap(({ operators: of }) => of) ?? [],
    );
    return [...operators, ...before].some((one) => comparingOperators.has(one));
  };
  const headStems = new Set(words.columns.flatMap(({ stems }) => (stems.length === 1 ? stems : [])));
  for (const run of valueRuns(question, words)) {
    let { length } = run;
    const content = (at: number): boolean => {
      const token = question[at];
      return token !== undefined && !lexicon.harmless.has(token.key) && !lexicon.phrases.has(token.key);
    };
    // Words that say nothing begin and end no part of a cell.
    if (!run.isWhole)
      while (length > 1 && lexicon.harmless.has(question[run.start + length - 1]?.key ?? '')) length -= 1;
    const places = Array.from({ length }, (_, at) => run.start + at);
    const contents = places.filter(content).length;
    const [token] = question.slice(run.start);
    if (!token || (!run.isWhole && (contents === 0 || lexicon.harmless.has(token.key)))) continue;
    // A number by itself is a value only in a text; in columns of numbers it is compared.
    const isNumber = length === 1 && token.number !== null;
    if (isNumber && (words.columns[run.column]?.kind !== 'text' || !/^\d/u.test(token.key))) continue;
    if (run.isWhole && contents === 0 && length < 2) continue;
    const column = words.columns[run.column];
    // What nearly all cells have tells none of them.
    const isCommon = column !== undefined && run.cells.length > 3 && run.cells.length > column.different * 0.6;
    const isWeak = length === 1 && Math.min(...run.cells.map(({ stems }) => stems.length)) >= longCell;
    if (!run.isWhole && (isCommon || isWeak)) continue;
    // A day behind “after” is compared, and no cell.
    if (column?.kind === 'date' && isComparedAt(run.start)) continue;
    const key = `${run.start} ${length} ${run.isWhole}`;
    const option = { column: run.column, cells: run.cells, isWhole: run.isWhole };
    const before = bySpan.get(key);
    if (before) before.options.push(option);
    else bySpan.set(key, { type: 'value', start: run.start, length, options: [option] });
  }
  return [...bySpan.values()].map((mention) => {
    const isWhole = mention.options[0]?.isWhole ?? false;
    const [token] = question.slice(mention.start);
    const isHead = mention.length === 1 && headStems.has(token?.stem ?? '');
    const isFigure = mention.length === 1 && token?.number !== null;
    const score = isWhole
      ? mention.length * 3 + (isHead ? -1.2 : 1.5)
      : mention.length * 2 - (mention.length === 1 ? 0.2 : 0);
    return { mention, score: isFigure ? 1.1 : score };
  });
}

function operatorMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const scored: Scored[] = [];
  // “An amount of” is one of the column Amount, where there is one.
  const heads = new Set(words.columns.flatMap(({ stems }) => (stems.length === 1 ? stems : [])));
  for (const [start, token] of question.entries()) {
    const phrase = lexicon.phrases
      .get(token.key)
      ?.find(
        ({ words: keys, operators }) =>
          keys.every((word, at) => question[start + at]?.key === word) &&
          !(operators.includes('howMany') && keys.some((_, at) => heads.has(question[start + at]?.stem ?? ''))),
      );
    if (phrase)
      scored.push({
        mention: { type: 'operator', start, length: phrase.words.length, operators: new Set(phrase.operators) },
        score: phrase.words.length * 2.1 + 0.3,
      });
  }
  return scored;
}

const yearForm = /^(?:1\d|20)\d\d$/u;
const monthBefore = new Set([
  'in',
  'of',
  'during',
  'im',
  'en',
  'de',
  'since',
  'until',
  'before',
  'after',
  'seit',
  'desde',
  'and',
  'und',
  'y',
]);
const two = (part: number) => String(part).padStart(2, '0');

/** Months with their day and year, in either order. */
function dateMentions(question: readonly Token[]): Scored[] {
  const scored: Scored[] = [];
  const numberAt = (at: number): number | null => {
    const token = question[at];
    return token && /^\d{1,4}(?:st|nd|rd|th)?$/u.test(token.key) ? Number.parseInt(token.key, 10) : null;
  };
  const filler = new Set(['of', 'de', 'del', 'the']);
  for (const [at, token] of question.entries()) {
    const iso =
      /^\d{4}$/u.test(token.key) &&
      numberAt(at + 1) !== null &&
      numberAt(at + 2) !== null &&
      question[at + 1]?.start === token.end + 1 &&
      question[at + 2]?.start === (question[at + 1]?.end ?? 0) + 1;
    if (iso) {
      scored.push({
        mention: {
          type: 'date',
          start: at,
          length: 3,
          date: `${token.key}-${two(numberAt(at + 1) ?? 0)}-${two(numberAt(at + 2) ?? 0)}`,
        },
        score: 9,
      });
      continue;
    }
    const decade = /^(1\d|20)(\d)0s$/u.exec(token.key);
    if (decade) {
      const begins = `${decade[1]}${decade[2]}`;
      scored.push({ mention: { type: 'date', start: at, length: 1, date: `${begins}0/${begins}9` }, score: 3 });
      continue;
    }
    const month = monthNames.get(token.key);
    if (month === undefined) continue;
    // “May” and “march” are words too.
    const isWord =
      /^ma/u.test(token.key) &&
      !monthBefore.has(question[at - 1]?.key ?? '') &&
      numberAt(at - 1) === null &&
      numberAt(at + 1) === null;
    if (isWord) continue;
    let [start, end] = [at, at + 1];
    let day: number | null = null;
    let year: number | null = null;
    const before = filler.has(question[at - 1]?.key ?? '') ? at - 2 : at - 1;
    const earlier = numberAt(before);
    if (earlier !== null && earlier <= 31) [day, start] = [earlier, before];
    const later = numberAt(end);
    if (day === null && later !== null && later <= 31) {
      day = later;
      end += 1;
    }
    const yearPlace = filler.has(question[end]?.key ?? '') ? end + 1 : end;
    if (yearForm.test(question[yearPlace]?.key ?? '')) {
      year = Number(question[yearPlace]?.key);
      end = yearPlace + 1;
    }
    const date = `${year ?? '-'}-${two(month)}${day === null ? '' : `-${two(day)}`}`;
    scored.push({ mention: { type: 'date', start, length: end - start, date }, score: (end - start) * 2.5 });
  }
  return scored;
}

function measureMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const found = new Map<
    string,
    { start: number; length: number; readings: { columns: number[]; order: 'highest' | 'lowest'; isTime: boolean }[] }
  >();
  for (const { higher, lower, heads } of lexicon.words.measures) {
    const stems = new Set(heads.map((head) => lexicon.stem(folded(head))));
    const fits = (column: KnownColumn): boolean =>
      column.kind !== 'text' &&
      (column.stems.some((stem) => stems.has(stem)) || column.aside.some((stem) => stems.has(stem)));
    const columns = words.columns.filter(fits).map(({ index }) => index);
    const isTime = heads.some((head) => timeHeads.has(folded(head)));
    for (const [order, list] of [
      ['highest', higher],
      ['lowest', lower],
    ] as const) {
      for (const phrase of list) {
        const parts = folded(phrase).split(' ');
        for (const start of question.keys()) {
          if (!parts.every((part, at) => question[start + at]?.key === part)) continue;
          const key = `${start} ${parts.length}`;
          const before = found.get(key) ?? { start, length: parts.length, readings: [] };
          before.readings.push({ columns, order, isTime });
          found.set(key, before);
        }
      }
    }
  }
  return [...found.values()].map(({ start, length, readings }) => {
    const fitting = readings.filter(({ columns }) => columns.length > 0);
    const [first] = fitting;
    const order = first?.order ?? readings[0]?.order ?? 'highest';
    const ofTime = readings.find(({ isTime }) => isTime)?.order ?? order;
    // A word that is a plain superlative too is one where no column is of its measure.
    const isPlain =
      lexicon.phrases
        .get(question[start]?.key ?? '')
        ?.some(({ words: of, operators }) => of.length === length && operators.some((one) => ordering.has(one))) ??
      false;
    const next = question[start + length]?.key ?? '';
    const isSuperlative = superlativeForm.test(question[start]?.key ?? '') && !comparing.has(next);
    const mention: MeasureMention = {
      type: 'measure',
      isSuperlative,
      start,
      length,
      columns: first?.columns ?? [],
      order,
      ofTime,
    };
    return { mention, score: length * 2.1 + (first || !isPlain ? 0.5 : -0.5) };
  });
}

/** “Won” in a table whose results begin with W and L. */
function outcomeMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const { outcomes } = lexicon.words;
  const signs = new Map(
    outcomes.flatMap(({ cells }, at) => cells.map((cell) => [lexicon.stem(folded(cell)), at] as const)),
  );
  const column = words.columns.find(({ index, filled, kind }) => {
    if (kind !== 'text' || filled < 3) return false;
    const shown = outcomes.map(() => 0);
    for (const [sign, at] of signs) {
      for (const { cell, at: place } of words.places.get(sign) ?? [])
        if (place === 0 && cell.column === index) shown[at] = (shown[at] ?? 0) + cell.rows.length;
    }
    return (
      shown.filter((count) => count > 0).length >= 2 && shown.reduce((sum, count) => sum + count, 0) >= filled * 0.7
    );
  });
  if (!column) return [];
  return question.flatMap((token, start): Scored[] => {
    const outcome = outcomes.find(({ asked }) => asked.some((word) => folded(word) === token.key));
    if (!outcome) return [];
    const signsOf = outcome.cells.map((cell) => lexicon.stem(folded(cell)));
    const places = signsOf
      .flatMap((sign) => words.places.get(sign) ?? [])
      .filter(({ cell, at }) => at === 0 && cell.column === column.index);
    const cells = [...new Map(places.map(({ cell }) => [cell.key, cell])).values()];
    return cells.length === 0
      ? []
      : [
          {
            mention: { type: 'value', start, length: 1, options: [{ column: column.index, cells, isWhole: false }] },
            score: 2.6,
          },
        ];
  });
}

function numberMentions(question: readonly Token[]): Scored[] {
  return question.flatMap((token, start): Scored[] => {
    if (token.number === null) return [];
    const decimal = token.number;
    const isOrdinal = /^\d+\p{L}+$/u.test(token.key);
    const isWord = !/^\d/u.test(token.key);
    return [
      {
        mention: { type: 'number', start, length: 1, decimal, isYear: yearForm.test(token.key), isOrdinal },
        score: isWord ? 1 : 1.2,
      },
    ];
  });
}

/** The unit that stands behind a number of the question, which its column may have. */
export const unitBehind = (question: readonly Token[], at: number): string | null =>
  unitNamed(question[at]?.key ?? '')?.unit ?? null;
