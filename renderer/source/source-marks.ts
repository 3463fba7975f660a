import type { TextSpan } from '@shared/contract/index';
import type { SourceStop } from '../state/shell';
import type { Light } from './text/cut-segments';

/** A stretch of the document that is lit, on its text and on its pages. */
export interface SourceMark extends TextSpan {
  readonly light: Light;
}

/** What to bring into view; a new object asks again. Null is the beginning. */
export interface SourceTarget {
  readonly span: TextSpan | null;
}

/** The passages of a stop, in order: all that are cited, or the one that is. */
export function passagesOf(stop: SourceStop): readonly TextSpan[] {
  if (stop.spans && stop.spans.length > 0) return stop.spans;
  return stop.span ? [stop.span] : [];
}

/** Position among all passages of all stops, from 1, and how many there are; a stop without a passage counts as one. */
export function placeAmong(
  stops: readonly SourceStop[],
  at: number,
  passage: number,
): { readonly place: number; readonly total: number } {
  const counts = stops.map((stop) => Math.max(1, passagesOf(stop).length));
  const sum = (list: readonly number[]) => list.reduce((total, count) => total + count, 0);
  return { place: sum(counts.slice(0, at)) + passage + 1, total: sum(counts) };
}

interface Lights {
  readonly chunk: TextSpan | null;
  readonly found: readonly TextSpan[];
  readonly cited: readonly TextSpan[];
  readonly current: TextSpan | null;
}

/** All that is lit, in order of where it begins. */
export function sourceMarks({ chunk, found, cited, current }: Lights): readonly SourceMark[] {
  // Lit twice, colours on paper would mix.
  const other = (span: TextSpan) => span.startChar !== current?.startChar || span.endChar !== current.endChar;
  const mark = ({ startChar, endChar }: TextSpan, light: Light): SourceMark => ({ startChar, endChar, light });
  return [
    ...(chunk ? [mark(chunk, 'chunk')] : []),
    ...found.filter(other).map((span) => mark(span, 'found')),
    ...cited.filter(other).map((span) => mark(span, 'cited')),
    ...(current ? [mark(current, 'current')] : []),
  ].sort((a, b) => a.startChar - b.startChar);
}
