import type { TextSpan } from '@shared/contract/index';
import { useMemo, useState } from 'react';
import type { SourceStop } from '../state/shell';
import { passagesOf } from './source-marks';

interface Stops {
  readonly stop: SourceStop;
  readonly stops: readonly SourceStop[];
  readonly at: number;
  step(by: 1 | -1): void;
}

interface Passages {
  readonly passages: readonly TextSpan[];
  /** Which of them is looked at. */
  readonly passage: number;
  readonly current: TextSpan | null;
  /** To the passage beside it, in another document where this one has no more. */
  stepPassage(by: 1 | -1): void;
}

/** Passages that were left behind in another document, so that going back arrives at the last of them. */
const arriving = new WeakMap<SourceStop, number>();

/** The cited passages of the document that is open, one after the other. */
export function usePassages({ stop, stops, at, step }: Stops): Passages {
  const [place, setPlace] = useState({ stop, passage: firstPassage(stop) });
  const passage = place.stop === stop ? place.passage : firstPassage(stop);
  const passages = useMemo(() => passagesOf(stop), [stop]);

  function stepPassage(by: 1 | -1): void {
    const next = passage + by;
    if (passages[next]) setPlace({ stop, passage: next });
    else {
      const other = stops[at + by];
      if (!other) return;
      if (by < 0) arriving.set(other, passagesOf(other).length - 1);
      else arriving.delete(other);
      step(by);
    }
  }

  return { passages, passage, current: passages[passage] ?? null, stepPassage };
}

function firstPassage(stop: SourceStop): number {
  const arrived = arriving.get(stop);
  if (arrived !== undefined) return Math.max(0, arrived);
  const named = passagesOf(stop).findIndex(
    ({ startChar, endChar }) => startChar === stop.span?.startChar && endChar === stop.span?.endChar,
  );
  return Math.max(0, named);
}
