import { z } from 'zod';
import type { Library } from '../../store';
import { thisMachine } from '../models/model-costs';

const settingKey = 'writing-times';

const time = z.strictObject({ chunks: z.number().int().positive(), ms: z.number().positive() });
const kept = z.strictObject({ machine: z.string(), times: z.record(z.string(), time) });

/** So many chunks went into an index in so many milliseconds, embedding left out. */
export type WritingTime = z.infer<typeof time>;

/** `recut`: a rebuild that cuts documents anew. `kept`: one that takes the chunks as they are. `ingest`: commits of an ingest. */
type Work = 'kept' | 'recut' | 'ingest';

/**
 * How long it took to write the index on this computer, by the place where it lies: the last rebuild of each kind, and
 * of ingests a large commit. A library that was copied to another computer knows nothing of the times there.
 */
export class WritingTimes {
  constructor(private readonly library: Library) {}

  /** What a rebuild took, into an index at this address; null: in the library folder. */
  rebuilt(uri: string | null, recuts: boolean, taken: WritingTime): void {
    this.remember(recuts ? 'recut' : 'kept', uri, taken);
  }

  /** A commit of an ingest. A small one tells less, since beginning costs as much for one chunk as for hundreds. */
  ingested(taken: WritingTime): void {
    const uri = this.library.index.places.now.uri;
    const before = this.remembered()[keyOf('ingest', uri)];
    if (!before || taken.chunks * 2 >= before.chunks) this.remember('ingest', uri, taken);
  }

  /** What is nearest to a rebuild of an index there; null where nobody has written to it from this computer. */
  nearestTo(uri: string | null, recuts: boolean): WritingTime | null {
    const order: readonly Work[] = recuts ? ['recut', 'kept', 'ingest'] : ['kept', 'recut', 'ingest'];
    const times = this.remembered();
    return order.map((work) => times[keyOf(work, uri)]).find((found) => found !== undefined) ?? null;
  }

  private remembered(): Readonly<Record<string, WritingTime>> {
    const text = this.library.setting(settingKey);
    if (text === null) return {};
    const parsed = kept.safeParse(JSON.parse(text));
    return parsed.success && parsed.data.machine === thisMachine() ? parsed.data.times : {};
  }

  private remember(work: Work, uri: string | null, taken: WritingTime): void {
    if (taken.chunks === 0 || taken.ms <= 0) return;
    const times = { ...this.remembered(), [keyOf(work, uri)]: taken };
    this.library.setSetting(settingKey, JSON.stringify({ machine: thisMachine(), times }));
  }
}

const keyOf = (work: Work, uri: string | null): string => `${work} ${uri ?? ''}`;
