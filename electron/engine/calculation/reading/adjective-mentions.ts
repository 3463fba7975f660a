import { folded } from '../../text/segmentation';
import type { MeasureMention, OperatorMention, Scored } from './draft';
import type { KnownColumn, TableWords } from './table-words';
import type { Lexicon, Token } from './words';

/** Operators that put things in order or end a name. */
export const ordering: ReadonlySet<string> = new Set(
  'most least more less first last next previous not average or only'.split(' '),
);
/** Behind these words an adjective compares, and is no superlative. */
const comparing = new Set(['than', 'als', 'que']);
const timeHeads = new Set(['time', 'duration', 'dauer', 'laufzeit', 'duracion']);

export function measureMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const found = new Map<
    string,
    { start: number; length: number; readings: { columns: number[]; order: 'highest' | 'lowest'; isTime: boolean }[] }
  >();
  for (const { higher, lower, heads } of lexicon.words.measures) {
    const columns = measuredBy(heads, words, lexicon);
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
    const isSuperlative = !comparing.has(question[start + length]?.key ?? '');
    const columns = first?.columns ?? [];
    const mention: MeasureMention = { type: 'measure', isSuperlative, start, length, columns, order, ofTime };
    return { mention, score: length * 2.1 + (first ? 0.5 : -0.5) };
  });
}

/** Returns the columns of numbers, dates and times that one of these words heads. */
function measuredBy(heads: readonly string[], { columns }: TableWords, lexicon: Lexicon): number[] {
  const stems = new Set(heads.map((head) => lexicon.stem(folded(head))));
  const isHead = (stem: string): boolean => stems.has(stem);
  const fits = ({ kind, stems: own, aside }: KnownColumn): boolean =>
    kind !== 'text' && (own.some(isHead) || aside.some(isHead));
  return columns.filter(fits).map(({ index }) => index);
}

/** Returns the column that “how old” asks for, if one column alone has the head of it. */
export function degreeMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  return lexicon.words.degrees.flatMap(([phrase = '', ...heads]): Scored[] => {
    const [first = '', second = ''] = folded(phrase).split(' ');
    const start = question.findIndex(({ key }, at) => key === first && question[at + 1]?.key === second);
    const [index, ...others] = start < 0 ? [] : measuredBy(heads, words, lexicon);
    if (index === undefined || others.length > 0) return [];
    return [{ mention: { type: 'column', start, length: 2, columns: [{ index, quality: 1 }] }, score: 5 }];
  });
}

/** Returns the column that an adjective measures in a comparison: “older than 80” is of the age. */
export function columnCompared(
  operator: OperatorMention,
  question: readonly Token[],
  words: TableWords,
  lexicon: Lexicon,
) {
  const adjective = question[operator.start]?.key ?? '';
  const order = operator.operators.has('more') ? 'higher' : 'lower';
  const heads = lexicon.words.measures.filter((one) => one[order].some((word) => folded(word) === adjective));
  const [only, ...others] = new Set(heads.flatMap((one) => measuredBy(one.heads, words, lexicon)));
  return others.length === 0 ? only : undefined;
}

/** “Won” in a table whose results begin with W and L. */
export function outcomeMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
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
