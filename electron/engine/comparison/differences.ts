import type { TextRange } from '@shared/prompt/blocks';
import { calendarDates, type FoundDate, sameDate } from '../text/calendar-dates';
import { folded } from '../text/segmentation';
import { multipliers, numberNamed } from '../text/values/numerals';
import { currencySigns, unitOf } from '../text/values/units';
import { type ComparedWords, spanOf, type Vocabulary, type WordSpan } from './compared-words';
import type { ComparedDocument, DocumentPassage, PassagesOfDocument } from './passages';
import type { Piece } from './pieces';

export type DifferenceKind = 'number' | 'date' | 'text';

/** Text that one document words differently, or has alone. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** The number with its sign and unit, the whole date, or the words; an empty range where there are none on one side. */
  readonly old: TextRange | null;
  readonly new: TextRange | null;
  readonly passage: number;
}

interface Side {
  readonly document: ComparedDocument;
  readonly words: ComparedWords;
  readonly passages: readonly DocumentPassage[];
}

interface DateWords extends WordSpan {
  readonly date: FoundDate;
}

interface Edit {
  readonly old: WordSpan;
  readonly new: WordSpan;
}

const isUnitWord = (word: string): boolean => unitOf(word) !== undefined || multipliers.has(word);
/** Before a number, with no blank between, it is a part of it. */
const signs = new Set(`-−–+±<>≤≥~≈${currencySigns}`);
const unitSigns = new Set(`%‰°${currencySigns}`);

/**
 * The differences, numbers and dates first. A date in another form is the same date, and `1,500` is `1500`: those are
 * texts. Page numbers and other furniture are not reported.
 */
export function differencesIn(
  pieces: readonly Piece[],
  documents: { readonly old: ComparedDocument; readonly new: ComparedDocument },
  compared: { readonly old: PassagesOfDocument; readonly new: PassagesOfDocument },
  vocabulary: Vocabulary,
): Difference[] {
  const old: Side = { document: documents.old, ...compared.old };
  const next: Side = { document: documents.new, ...compared.new };
  const found = pieces.flatMap((piece, passage): Difference[] => {
    if (piece.isFurniture || piece.kind === 'same') return [];
    if (piece.kind === 'gone' || piece.kind === 'new')
      return [
        {
          kind: 'text',
          old: piece.old && spanOf(old.words, piece.old),
          new: piece.new && spanOf(next.words, piece.new),
          passage,
        },
      ];
    return editsOf(piece, old, next, vocabulary).map(({ kind, edit }) => ({
      kind,
      old: spanOf(old.words, edit.old, piece.old),
      new: spanOf(next.words, edit.new, piece.new),
      passage,
    }));
  });
  return [...found.filter(({ kind }) => kind !== 'text'), ...found.filter(({ kind }) => kind === 'text')];
}

function editsOf(
  piece: Piece,
  old: Side,
  next: Side,
  vocabulary: Vocabulary,
): { readonly kind: DifferenceKind; readonly edit: Edit }[] {
  const dates = { old: datesIn(old, piece.old), new: datesIn(next, piece.new) };
  const numbers = [new NumberWords(old, vocabulary), new NumberWords(next, vocabulary)] as const;
  const widened: { edit: Edit; own: Edit }[] = [];
  for (const own of piece.edits) {
    let edit = own;
    const there = { old: overlapping(dates.old, own.old), new: overlapping(dates.new, own.new) };
    if (there.old.length > 0 || there.new.length > 0) edit = reaching(own, there, piece.edits);
    const last = widened.at(-1);
    if (last && (last.edit.old.to > edit.old.from || last.edit.new.to > edit.new.from))
      widened[widened.length - 1] = { edit: joined(last.edit, edit), own: joined(last.own, own) };
    else widened.push({ edit, own });
  }
  return widened.map(({ edit, own }) => {
    const [before, after] = [overlapping(dates.old, edit.old), overlapping(dates.new, edit.new)];
    if (before.length > 0 || after.length > 0) return { kind: sameDates(before, after) ? 'text' : 'date', edit };
    return numbers[0].inMark(own.old) || numbers[1].inMark(own.new)
      ? { kind: 'text', edit }
      : asNumber(own, numbers[0], numbers[1]);
  });
}

const joined = (one: Edit, other: Edit): Edit => ({
  old: { from: Math.min(one.old.from, other.old.from), to: Math.max(one.old.to, other.old.to) },
  new: { from: Math.min(one.new.from, other.new.from), to: Math.max(one.new.to, other.new.to) },
});

const overlapping = (dates: readonly DateWords[], { from, to }: WordSpan): DateWords[] =>
  dates.filter((date) => (to > from ? from < date.to && to > date.from : from > date.from && from < date.to));

/** An edit grown to the dates that it touches, on both sides by as many words; edits that it meets are joined to it. */
function reaching(
  edit: Edit,
  there: { readonly old: readonly DateWords[]; readonly new: readonly DateWords[] },
  all: readonly Edit[],
): Edit {
  const least = (own: WordSpan, dates: readonly WordSpan[]): number =>
    own.from - Math.min(own.from, ...dates.map((one) => one.from));
  const most = (own: WordSpan, dates: readonly WordSpan[]): number =>
    Math.max(own.to, ...dates.map((one) => one.to)) - own.to;
  const by = {
    before: Math.max(least(edit.old, there.old), least(edit.new, there.new)),
    behind: Math.max(most(edit.old, there.old), most(edit.new, there.new)),
  };
  return grownBy(grownBy(edit, by.before, all, -1, edit), by.behind, all, 1, edit);
}

/** An edit grown by so many words before (`step` −1) or behind it (1), the edits that it meets joined to it. */
function grownBy(grown: Edit, by: number, all: readonly Edit[], step: -1 | 1, edit: Edit): Edit {
  const wider = ({ from, to }: WordSpan, words: number): WordSpan =>
    step < 0 ? { from: from - words, to } : { from, to: to + words };
  let left = by;
  let now = grown;
  for (let place = all.indexOf(edit) + step; left > 0; place += step) {
    const next = all[place];
    const gap = step < 0 ? now.old.from - (next?.old.to ?? 0) : (next?.old.from ?? 0) - now.old.to;
    const free = next ? Math.min(left, gap) : left;
    now = { old: wider(now.old, free), new: wider(now.new, free) };
    left -= free;
    if (left === 0 || !next) break;
    left = Math.max(0, left - Math.max(next.old.to - next.old.from, next.new.to - next.new.from));
    now = joined(now, next);
  }
  return now;
}

const sameDates = (before: readonly DateWords[], after: readonly DateWords[]): boolean =>
  before.length === after.length &&
  before.every(({ date }, at) => {
    const other = after[at]?.date;
    // A year in the place of a day of it says less.
    const states = (one: FoundDate) =>
      JSON.stringify(Object.values(one.readings[0] ?? {}).map((part) => part !== null));
    return other !== undefined && states(date) === states(other) && sameDate(date.readings, other.readings);
  });

function datesIn({ document: { text }, words }: Side, within: WordSpan | null): DateWords[] {
  if (!within) return [];
  const { start, end } = spanOf(words, within);
  const own = text.slice(start, end);
  if (!/\p{N}/u.test(own)) return [];
  const { text: plain, places } = foldedWithPlaces(own);
  const dates: DateWords[] = [];
  let at = within.from;
  for (const date of calendarDates(plain)) {
    const [from, to] = [start + (places[date.start] ?? 0), start + (places[date.end] ?? own.length)];
    while (at < within.to && (words.ends[at] ?? 0) <= from) at += 1;
    let until = at;
    while (until < within.to && (words.starts[until] ?? 0) < to) until += 1;
    if (until > at) dates.push({ from: at, to: until, date });
  }
  return dates;
}

class NumberWords {
  constructor(
    private readonly side: Side,
    private readonly vocabulary: Vocabulary,
  ) {}

  private id(at: number): number {
    return this.side.words.ids[at] ?? -1;
  }

  private written(at: number): string {
    return this.vocabulary.written[this.id(at)] ?? '';
  }

  private touches(at: number): boolean {
    return this.side.words.ends[at] === this.side.words.starts[at + 1];
  }

  isNumber(at: number): boolean {
    return this.vocabulary.kinds[this.id(at)] === 'number' || numberNamed(folded(this.written(at))) !== null;
  }

  isUnit(at: number): boolean {
    const name = this.written(at);
    return unitSigns.has(name) || isUnitWord(folded(name));
  }

  isSign(at: number): boolean {
    return signs.has(this.written(at)) && this.touches(at) && this.isNumber(at + 1);
  }

  /** The numbers among these words, in one form: without the marks between thousands. */
  in({ from, to }: WordSpan): string[] {
    const found: string[] = [];
    for (let at = from; at < to; at += 1) if (this.isNumber(at)) found.push(this.plain(this.written(at)));
    return found;
  }

  private plain(written: string): string {
    const named = numberNamed(folded(written));
    if (named !== null) return String(named);
    return /^\d{1,3}(?:[,.’']\d{3}){1,}$/u.test(written) ? written.replace(/[,.’']/gu, '') : written;
  }

  /** Whether the words are the number of an item or a heading, which counts and states nothing. */
  inMark({ from, to }: WordSpan): boolean {
    if (to === from) return false;
    const { passages } = this.side;
    let [low, high] = [0, passages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((passages[middle]?.parts[0]?.from ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    const passage = passages[low - 1];
    return passage !== undefined && to <= (passage.parts[0]?.from ?? 0) + passage.marks;
  }
}

function asNumber(edit: Edit, old: NumberWords, next: NumberWords): { kind: DifferenceKind; edit: Edit } {
  const [before, after] = [old.in(edit.old), next.in(edit.new)];
  if (before.join(' ') !== after.join(' ')) return { kind: 'number', edit };
  if (before.length > 0) return { kind: 'text', edit };
  const last = ({ from, to }: WordSpan): number => (to > from ? to - 1 : -1);
  const [oldSign, newSign] = [old.isSign(last(edit.old)), next.isSign(last(edit.new))];
  if (oldSign || newSign)
    return {
      kind: 'number',
      edit: { old: { ...edit.old, to: edit.old.to + 1 }, new: { ...edit.new, to: edit.new.to + 1 } },
    };
  const isUnit = (words: NumberWords, { from, to }: WordSpan): boolean => to > from && words.isUnit(from);
  const isEmpty = ({ from, to }: WordSpan): boolean => to === from;
  const units = [isUnit(old, edit.old), isUnit(next, edit.new)];
  const isMeasured = old.isNumber(edit.old.from - 1) && next.isNumber(edit.new.from - 1);
  if (isMeasured && (units[0] || isEmpty(edit.old)) && (units[1] || isEmpty(edit.new)))
    return {
      kind: 'number',
      edit: { old: { ...edit.old, from: edit.old.from - 1 }, new: { ...edit.new, from: edit.new.from - 1 } },
    };
  return { kind: 'text', edit };
}

/** A text as dates and units are read in it, and the place in the text of each of its characters and of its end. */
function foldedWithPlaces(text: string): { readonly text: string; readonly places: readonly number[] } {
  const whole = folded(text);
  if (whole.length === text.length)
    return { text: whole, places: Array.from({ length: text.length + 1 }, (_, at) => at) };
  let plain = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const one = folded(sign);
    for (let unit = 0; unit < one.length; unit += 1) places.push(at);
    plain += one;
    at += sign.length;
  }
  return { text: plain, places: [...places, text.length] };
}
