import type { ComparedPassage, ComparedPlace, DocumentComparison, TextSpan } from '@shared/contract/index';

/** A line of the redline: passages beside each other, or one with nothing beside it. */
export interface ComparedRow {
  readonly key: string;
  readonly kind: ComparedPassage['kind'];
  /** Its passage's index in the comparison: moved text has two rows of one passage, and a long one has several. */
  readonly passage: number;
  readonly old: ComparedPlace | null;
  readonly new: ComparedPlace | null;
}

export interface FoldedRow {
  readonly key: string;
  readonly kind: 'folded';
  readonly count: number;
}

export interface ComparedStop {
  readonly kind: DocumentComparison['differences'][number]['kind'] | 'moved';
  readonly old: TextSpan | null;
  readonly new: TextSpan | null;
  readonly passage: number;
}

export const rowKey = (passage: number, moved: 'from' | 'to' = 'to'): string =>
  moved === 'from' ? `${passage} from` : String(passage);

/**
 * The rows in the order of the new document. Moved text is in it twice, each time alone: at its new place, and at its
 * old one among its old neighbours. Long runs of equal, new or removed text have a row for each paragraph.
 */
export function comparedRowsOf({
  passages,
  texts,
}: Pick<DocumentComparison, 'passages' | 'texts'>): readonly ComparedRow[] {
  const left = passages
    .flatMap((passage, at) =>
      passage.kind === 'moved' && passage.old ? [{ passage: at, old: passage.old, start: passage.old.startChar }] : [],
    )
    .sort((a, b) => a.start - b.start);
  const rows: ComparedRow[] = [];
  let taken = 0;
  const leaveBefore = (start: number): void => {
    for (let next = left[taken]; next && next.start < start; next = left[taken]) {
      const { passage, old } = next;
      rows.push({ key: rowKey(passage, 'from'), kind: 'moved', passage, old, new: null });
      taken += 1;
    }
  };
  passages.forEach((whole, passage) => {
    const { kind, old, new: next } = whole;
    if (kind !== 'moved' && old) leaveBefore(old.startChar);
    const key = rowKey(passage);
    if (kind === 'moved' || kind === 'changed') {
      rows.push({ key, kind, passage, old: kind === 'moved' ? null : old, new: next });
      return;
    }
    paragraphsOf(whole, texts).forEach((sides, at) => {
      rows.push({ key: at === 0 ? key : `${key} ${at}`, kind, passage, ...sides });
    });
  });
  leaveBefore(Number.POSITIVE_INFINITY);
  return rows;
}

type Sides = Pick<ComparedPassage, 'old' | 'new'>;

/** A paragraph that is longer than this is cut at a line or a blank, characters. */
const longest = 1500;

/** A passage paragraph by paragraph; one on both sides is cut at the same words on both. */
function paragraphsOf({ old, new: next }: ComparedPassage, texts: DocumentComparison['texts']): readonly Sides[] {
  const [whole, text] = next ? [next, texts.new] : [old, texts.old];
  if (!whole) return [];
  const cuts = cutsOf(text, whole);
  if (cuts.length === 0) return [{ old, new: next }];
  const parts = partsBetween(whole, cuts);
  if (!next) return parts.map((part) => ({ old: part, new: null }));
  if (!old) return parts.map((part) => ({ old: null, new: part }));
  const olds = partsBetween(old, sameWords(text, whole, cuts, texts.old, old));
  return parts.map((part, at) => ({ old: olds[at] ?? null, new: part }));
}

/** Ends of paragraphs: at empty lines, and within overlong ones at the last line or blank that keeps them short. */
function cutsOf(text: string, { startChar, endChar }: TextSpan): readonly number[] {
  const cuts: number[] = [];
  const emptyLines = /\n[ \t]*\n\s*/gu;
  emptyLines.lastIndex = startChar;
  let from = startChar;
  const shorten = (end: number): void => {
    while (end - from > longest) {
      const line = text.lastIndexOf('\n', from + longest);
      const blank = line > from + longest / 2 ? line : text.lastIndexOf(' ', from + longest);
      from = blank > from ? blank + 1 : from + longest;
      cuts.push(from);
    }
  };
  for (let found = emptyLines.exec(text); found; found = emptyLines.exec(text)) {
    const end = found.index + found[0].length;
    if (end >= endChar) break;
    shorten(found.index);
    cuts.push(end);
    from = end;
  }
  shorten(endChar);
  return cuts;
}

/** The page is that of the first: those of the others are not known. */
const partsBetween = (whole: ComparedPlace, cuts: readonly number[]): readonly ComparedPlace[] =>
  [...cuts, whole.endChar].map((endChar, at) => ({
    startChar: cuts[at - 1] ?? whole.startChar,
    endChar,
    page: at === 0 ? whole.page : null,
  }));

/** The places in another text of the same words: white space, and hyphens at the ends of lines, may be others there. */
function sameWords(
  text: string,
  span: TextSpan,
  cuts: readonly number[],
  other: string,
  of: TextSpan,
): readonly number[] {
  const isWord = (sign: string | undefined) => sign !== undefined && !/[\s\u00ad-]/u.test(sign);
  let [at, seen, otherAt, otherSeen] = [span.startChar, 0, of.startChar, 0];
  return cuts.map((cut) => {
    for (; at < cut; at += 1) if (isWord(text[at])) seen += 1;
    for (; otherAt < of.endChar && otherSeen < seen; otherAt += 1) if (isWord(other[otherAt])) otherSeen += 1;
    while (otherAt < of.endChar && !isWord(other[otherAt])) otherAt += 1;
    return otherAt;
  });
}

export function withoutSame(rows: readonly ComparedRow[]): readonly (ComparedRow | FoldedRow)[] {
  const shown: (ComparedRow | FoldedRow)[] = [];
  for (const row of rows) {
    const last = shown.at(-1);
    if (row.kind !== 'same') shown.push(row);
    else if (last?.kind === 'folded') shown[shown.length - 1] = { ...last, count: last.count + 1 };
    else shown.push({ key: `folded ${row.key}`, kind: 'folded', count: 1 });
  }
  return shown;
}

const headingSigns = /^#{1,6}$/u;

/** The places to look at: numbers and dates first, then words, then moved text. */
export function stopsOf({ differences, passages, texts }: DocumentComparison): readonly ComparedStop[] {
  const words = (text: string, span: TextSpan | null) => (span ? text.slice(span.startChar, span.endChar).trim() : '');
  // A line is a heading in both, where only one of them is written with the signs of Markdown.
  const isSign = ({ old, new: next }: DocumentComparison['differences'][number]) =>
    headingSigns.test(`${words(texts.old, old)}${words(texts.new, next)}`);
  const told = new Set(differences.map(({ passage }) => passage));
  const moved = passages.flatMap((passage, at): ComparedStop[] =>
    passage.kind === 'moved' && !told.has(at)
      ? [{ kind: 'moved', old: passage.old, new: passage.new, passage: at }]
      : [],
  );
  return [...differences.filter((one) => !isSign(one)), ...moved];
}

export function readingOrder(stops: readonly ComparedStop[]): readonly number[] {
  const start = ({ old, new: next }: ComparedStop) => next?.startChar ?? old?.startChar ?? 0;
  const inPassage = (a: ComparedStop, b: ComparedStop) => a.passage - b.passage || start(a) - start(b);
  return [...stops.keys()].sort((a, b) => {
    const [one, other] = [stops[a], stops[b]];
    return one && other ? inPassage(one, other) : 0;
  });
}

interface ComparedPiece {
  readonly text: string;
  readonly startChar: number;
  readonly changed: boolean;
}

/** A passage in its pieces: words that are otherwise on the other side, and what lies between. Their texts are the passage. */
export function piecesOf(
  text: string,
  { startChar, endChar }: TextSpan,
  edits: readonly TextSpan[],
): readonly ComparedPiece[] {
  const pieces: ComparedPiece[] = [];
  let at = startChar;
  const put = (end: number, changed: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), startChar: at, changed });
    at = Math.max(at, end);
  };
  for (const edit of edits) {
    put(Math.min(edit.startChar, endChar), false);
    put(Math.min(edit.endChar, endChar), true);
  }
  put(endChar, false);
  return pieces;
}

export function shortText(text: string, span: TextSpan | null, most: number): string {
  if (!span) return '';
  const line = text
    .slice(span.startChar, Math.min(span.endChar, span.startChar + 4 * most))
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}
