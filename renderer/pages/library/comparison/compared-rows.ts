import type { ComparedPassage, ComparedPlace, DocumentComparison, TextSpan } from '@shared/contract/index';

/** A line of the redline: passages that stand beside each other, or one with nothing beside it. */
export interface ComparedRow {
  readonly key: string;
  readonly kind: ComparedPassage['kind'];
  /** Its passage's place in the comparison: what has moved has two rows of one passage. */
  readonly passage: number;
  readonly old: ComparedPlace | null;
  readonly new: ComparedPlace | null;
}

/** Passages that are the same and folded away. */
export interface FoldedRow {
  readonly key: string;
  readonly kind: 'folded';
  readonly count: number;
}

/** What differs, or stands elsewhere. */
export interface ComparedStop {
  readonly kind: DocumentComparison['differences'][number]['kind'] | 'moved';
  readonly old: TextSpan | null;
  readonly new: TextSpan | null;
  readonly passage: number;
}

/** As a passage's row is called on the side of the document that has it. */
export const rowKey = (passage: number, moved: 'from' | 'to' = 'to'): string =>
  moved === 'from' ? `${passage} from` : String(passage);

/**
 * The rows in the order of the new document. What has moved stands in it twice, each time alone: where it is now, and
 * where it was, among what stood around it.
 */
export function rowsOf(passages: readonly ComparedPassage[]): readonly ComparedRow[] {
  const left = passages
    .flatMap((passage, at): (ComparedRow & { readonly start: number })[] =>
      passage.kind === 'moved' && passage.old
        ? [
            {
              key: rowKey(at, 'from'),
              kind: 'moved',
              passage: at,
              old: passage.old,
              new: null,
              start: passage.old.startChar,
            },
          ]
        : [],
    )
    .sort((a, b) => a.start - b.start);
  const rows: ComparedRow[] = [];
  const leaveBefore = (start: number): void => {
    while (left[0] && left[0].start < start) {
      const { start: _start, ...row } = left.shift() as (typeof left)[number];
      rows.push(row);
    }
  };
  passages.forEach(({ kind, old, new: next }, passage) => {
    if (kind !== 'moved' && old) leaveBefore(old.startChar);
    rows.push({ key: rowKey(passage), kind, passage, old: kind === 'moved' ? null : old, new: next });
  });
  leaveBefore(Number.POSITIVE_INFINITY);
  return rows;
}

/** Without what is the same, of which a line tells how many passages there are. */
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

/** What there is to look at: numbers and dates first, then words, then what only stands elsewhere. */
export function stopsOf({ differences, passages }: DocumentComparison): readonly ComparedStop[] {
  const told = new Set(differences.map(({ passage }) => passage));
  const moved = passages.flatMap((passage, at): ComparedStop[] =>
    passage.kind === 'moved' && !told.has(at)
      ? [{ kind: 'moved', old: passage.old, new: passage.new, passage: at }]
      : [],
  );
  return [...differences, ...moved];
}

/** Places of stops in the order in which one reads them. */
export function readingOrder(stops: readonly ComparedStop[]): readonly number[] {
  const start = ({ old, new: next }: ComparedStop) => next?.startChar ?? old?.startChar ?? 0;
  const inPassage = (a: ComparedStop, b: ComparedStop) => a.passage - b.passage || start(a) - start(b);
  return [...stops.keys()].sort((a, b) => {
    const [one, other] = [stops[a], stops[b]];
    return one && other ? inPassage(one, other) : 0;
  });
}

export interface ComparedPiece {
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

/** A part of a text in one line, cut where it is long. */
export function shortText(text: string, span: TextSpan | null, most: number): string {
  if (!span) return '';
  const line = text.slice(span.startChar, span.endChar).replace(/\s+/gu, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}
