/** Rows remembered at least; twice as many at most. Those of a few searches: their vectors are asked for at once. */
const rowsKept = 2048;

/** Which rows of the index the last searches have met, by chunk id. May be out of date: a compaction moves rows. */
export class RowsSeen {
  private recent = new Map<string, bigint>();
  private before = new Map<string, bigint>();

  note(chunkId: string, row: bigint): void {
    if (this.recent.size >= rowsKept) {
      this.before = this.recent;
      this.recent = new Map();
    }
    this.recent.set(chunkId, row);
  }

  /** Rows of those chunks that are remembered. */
  of(chunkIds: readonly string[]): bigint[] {
    return chunkIds.flatMap((id) => this.recent.get(id) ?? this.before.get(id) ?? []);
  }

  clear(): void {
    this.recent.clear();
    this.before.clear();
  }
}
