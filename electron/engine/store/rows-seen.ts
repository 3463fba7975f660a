import type { LaneHit } from './index-rows';

/** Rows remembered at least; twice as many at most. Those of a few searches: their vectors are asked for at once. */
const rowsKept = 2048;

/** Hits of one search. */
type MetRows = readonly Pick<LaneHit, 'chunkId' | 'row'>[];

/** Which rows of the index the last searches have met, by chunk id. May be out of date: a compaction moves rows. */
export class RowsSeen {
  /** Not looked at yet, oldest first: most searches ask for no row, since the vectors of what they meet are known. */
  private met: MetRows[] = [];
  private rowsMet = 0;
  private recent = new Map<string, number>();
  private before = new Map<string, number>();

  note(hits: MetRows): void {
    this.met.push(hits);
    this.rowsMet += hits.length;
    for (let [oldest] = this.met; oldest && this.rowsMet - oldest.length >= rowsKept; [oldest] = this.met) {
      this.met.shift();
      this.rowsMet -= oldest.length;
    }
  }

  /** Rows of those chunks that are remembered. */
  of(chunkIds: readonly string[]): number[] {
    for (const hits of this.met) for (const { chunkId, row } of hits) this.remember(chunkId, row);
    this.forgetMet();
    return chunkIds.flatMap((id) => this.recent.get(id) ?? this.before.get(id) ?? []);
  }

  clear(): void {
    this.forgetMet();
    this.recent.clear();
    this.before.clear();
  }

  private forgetMet(): void {
    this.met = [];
    this.rowsMet = 0;
  }

  private remember(chunkId: string, row: number): void {
    if (this.recent.size >= rowsKept) {
      this.before = this.recent;
      this.recent = new Map();
    }
    this.recent.set(chunkId, row);
  }
}
