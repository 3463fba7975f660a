import type { ChunkPlace, DocumentSource, TextSpan } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useMemo, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { type SourceStop, useShell } from '../../state/shell';
import type { SourcePlace } from '../../ui/scroll-memory';
import type { Light } from './text/cut-segments';

export interface SourceMark extends TextSpan {
  readonly light: Light;
}

/** The target of the view; a new object asks again. `back`, the reader's last place in this view, wins over the span. */
export type SourceTarget = Readonly<{ span: TextSpan | null; back?: SourcePlace | null }>;

export function spansOfStop(stop: SourceStop): readonly TextSpan[] {
  if (stop.spans && stop.spans.length > 0) return stop.spans;
  return stop.span ? [stop.span] : [];
}

/** Position among all passages of all stops, from 1, and how many there are; a stop without a passage counts as one. */
export function placeAmong(stops: readonly SourceStop[], at: number, passage: number) {
  const counts = stops.map((stop) => Math.max(1, spansOfStop(stop).length));
  const sum = (list: readonly number[]) => list.reduce((total, count) => total + count, 0);
  return { place: sum(counts.slice(0, at)) + passage + 1, total: sum(counts) };
}

interface Lights {
  readonly chunk: TextSpan | null;
  readonly found: readonly TextSpan[];
  readonly cited: readonly TextSpan[];
  readonly current: TextSpan | null;
}

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

interface LoadedSource {
  readonly source: DocumentSource | null;
  readonly chunks: readonly ChunkPlace[];
  readonly error: ErrorReport | null;
}

const noChunks: readonly ChunkPlace[] = [];

export function useSource(documentId: string): LoadedSource {
  const source = useAnswer('library.source', { documentId });
  const chunks = useAnswer('library.chunks', { documentId });
  const answered = chunks.data !== null || chunks.error !== null;
  return {
    source: answered ? source.data : null,
    chunks: chunks.data ?? noChunks,
    error: source.error ?? chunks.error,
  };
}

interface Passages {
  readonly passages: readonly TextSpan[];
  readonly passage: number;
  readonly current: TextSpan | null;
  stepPassage(by: 1 | -1): void;
}

/** Passages left in another document: going back arrives at the last of them. */
const arriving = new WeakMap<SourceStop, number>();

export function useCitedPassages(stop: SourceStop, stops: readonly SourceStop[], at: number): Passages {
  const [place, setPlace] = useState({ stop, passage: firstPassage(stop) });
  const passage = place.stop === stop ? place.passage : firstPassage(stop);
  const passages = useMemo(() => spansOfStop(stop), [stop]);

  function stepPassage(by: 1 | -1): void {
    const next = passage + by;
    if (passages[next]) setPlace({ stop, passage: next });
    else {
      const other = stops[at + by];
      if (!other) return;
      if (by < 0) arriving.set(other, spansOfStop(other).length - 1);
      else arriving.delete(other);
      useShell.getState().step(by);
    }
  }

  return { passages, passage, current: passages[passage] ?? null, stepPassage };
}

function firstPassage(stop: SourceStop): number {
  const arrived = arriving.get(stop);
  if (arrived !== undefined) return Math.max(0, arrived);
  const named = spansOfStop(stop).findIndex(
    ({ startChar, endChar }) => startChar === stop.span?.startChar && endChar === stop.span?.endChar,
  );
  return Math.max(0, named);
}
