import { monthNames } from '../../text/calendar-dates';
import { folded } from '../../text/segmentation';
import { unitNamed } from '../tables/cell-values';
import { degreeMentions, measureMentions, ordering, outcomeMentions } from './adjective-mentions';
import type { Mention, Scored, ValueMention } from './draft';
import { type KnownCell, type TableWords, valueRuns } from './table-words';
import type { Lexicon, Token } from './words';

const mostWords = 7;
const comparingOperators: ReadonlySet<string> = new Set('after before atLeast atMost between more less'.split(' '));
/** A part of a long cell says little by one word. */
const longCell = 7;

/** The mentions in the words of a question, each word for one thing; in the question's order. */
export function mentionsIn(question: readonly Token[], words: TableWords, lexicon: Lexicon): Mention[] {
  const scored: Scored[] = [
    ...columnMentions(question, words, lexicon),
    ...valueMentions(question, words, lexicon),
    ...operatorMentions(question, words, lexicon),
    ...dateMentions(question),
    ...decadeMentions(question, lexicon),
    ...measureMentions(question, words, lexicon),
    ...degreeMentions(question, words, lexicon),
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
  return kept.sort((a, b) => a.start - b.start);
}

/** Columns by the stems of a header, its synonyms less. */
function columnMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
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
      : columnsOfStem(token.stem, words, lexicon),
  );
  // A word right after “which” and “how many” is a head rather than a part of a cell.
  const isAskedAt = (start: number): boolean =>
    lexicon.phrases
      .get(question[start - 1]?.key ?? '')
      ?.some(({ operators }) => operators.includes('which') || operators.includes('howMany')) ?? false;
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
    const said = new Set(question.slice(start, start + length).map(({ stem }) => stem));
    const columns = rankedColumns(common, content, said, { words, lexicon });
    const best = columns[0]?.quality ?? 0;
    const close = columns.filter(({ quality }) => quality > best - 0.05);
    scored.push({
      mention: { type: 'column', start, length, columns: close },
      score: content * 2.2 * (0.4 + 0.6 * best) + (isAskedAt(start) && !lexicon.phrases.has(token.key) ? 0.6 : 0),
    });
  }
  return scored;
}

function columnsOfStem(stem: string, words: TableWords, lexicon: Lexicon): Map<number, number> {
  const found = new Map<number, number>();
  for (const { index, stems, aside } of words.columns) {
    if (stems.includes(stem)) found.set(index, 1);
    else if (aside.includes(stem)) found.set(index, 0.7);
    else if (lexicon.synonyms.get(stem)?.some((other) => stems.includes(other))) found.set(index, 0.75);
  }
  return found;
}

function rankedColumns(
  common: ReadonlyMap<number, number>,
  content: number,
  said: ReadonlySet<string>,
  { words, lexicon }: { readonly words: TableWords; readonly lexicon: Lexicon },
): { readonly index: number; readonly quality: number }[] {
  // “stadium_name, stadium_capacity”: the capacity says it all.
  const isShared = (stem: string): boolean => words.columns.filter(({ stems }) => stems.includes(stem)).length > 2;
  return [...common]
    .map(([index, sum]) => {
      const stems = words.columns[index]?.stems ?? [];
      const telling = stems.filter((stem) => !lexicon.harmless.has(stem) && (said.has(stem) || !isShared(stem)));
      const inHead = telling.length || stems.length || 1;
      return { index, quality: Math.min(1, sum / content) * (0.5 + 0.5 * Math.min(1, content / inHead)) };
    })
    .sort((a, b) => b.quality - a.quality);
}

/** Whether a word right before a place compares: “after”, “more than the”. */
const isComparedAt = (start: number, question: readonly Token[], { phrases }: Lexicon): boolean =>
  question
    .slice(Math.max(0, start - 3), start)
    .flatMap(({ key }) => phrases.get(key) ?? [])
    .some(({ operators }) => operators.some((one) => comparingOperators.has(one)));

function valueMentions(question: readonly Token[], words: TableWords, lexicon: Lexicon): Scored[] {
  const bySpan = new Map<
    string,
    ValueMention & { readonly options: { column: number; cells: readonly KnownCell[]; isWhole: boolean }[] }
  >();
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
    // A separate number is a value only in a text; in columns of numbers it is compared.
    const isNumber = length === 1 && token.number !== null;
    if (isNumber && (words.columns[run.column]?.kind !== 'text' || !/^\d/u.test(token.key))) continue;
    if (run.isWhole && contents === 0 && length < 2) continue;
    const column = words.columns[run.column];
    // A value in nearly all cells distinguishes none.
    const isCommon = column !== undefined && run.cells.length > 3 && run.cells.length > column.different * 0.6;
    const isWeak = length === 1 && Math.min(...run.cells.map(({ stems }) => stems.length)) >= longCell;
    if (!run.isWhole && (isCommon || isWeak)) continue;
    // A day behind “after” is compared, and no cell.
    if (column?.kind === 'date' && isComparedAt(run.start, question, lexicon)) continue;
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
const monthBefore = new Set('in of during im en de since until before after seit desde and und y'.split(' '));
const two = (part: number) => String(part).padStart(2, '0');

const filler = new Set(['of', 'de', 'del', 'the']);

const shortNumber = (token: Token | undefined): number | null =>
  token && /^\d{1,4}(?:st|nd|rd|th)?$/u.test(token.key) ? Number.parseInt(token.key, 10) : null;

/** Months with their day and year, in either order. */
function dateMentions(question: readonly Token[]): Scored[] {
  const scored: Scored[] = [];
  const numberAt = (at: number): number | null => shortNumber(question[at]);
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

const decadeForm = /^(1\d|20)?(\d0)(?:s|er|ern)$/u;

/** Returns decades with their years: “the 1990s”, “in den 90ern”, “los años 90”. Two digits are of the last century. */
function decadeMentions(question: readonly Token[], { words: { particles } }: Lexicon): Scored[] {
  return question.flatMap((token, at): Scored[] => {
    const before = at > 0 && particles.decade.some((word) => folded(word) === question[at - 1]?.key);
    const [, century = '19', tens] = decadeForm.exec(before ? `${token.key}s` : token.key) ?? [];
    if (tens === undefined) return [];
    const date = `${century}${tens}/${century}${tens[0]}9`;
    const length = before ? 2 : 1;
    return [{ mention: { type: 'date', start: at + 1 - length, length, date }, score: 3 }];
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

/** The unit after a number of the question, which its column may have. */
export const unitBehind = (question: readonly Token[], at: number): string | null =>
  unitNamed(question[at]?.key ?? '')?.unit ?? null;
