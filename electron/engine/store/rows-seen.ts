/** Rows remembered at least; twice as many at most. Those of a few searches: their vectors are asked for at once. */
const rowsKept = 2048;

/** Hits of one search with their rows, in the same order. */
interface MetRows {
  readonly hits: readonly { readonly chunkId: string }[];
  readonly rows: BigUint64Array;
}

/** Which rows of the index the last searches have met, by chunk id. May be out of date: a compaction moves rows. */
export class RowsSeen {
  /** Not looked at yet, oldest first: most searches ask for no row, since the vectors of what they meet are known. */
  private met: MetRows[] = [];
  private rowsMet = 0;
  private recent = new Map<string, bigint>();
  private before = new Map<string, bigint>();

  note(hits: MetRows['hits'], rows: BigUint64Array): void {
    this.met.push({ hits, rows });
    this.rowsMet += rows.length;
    for (let [oldest] = this.met; oldest && this.rowsMet - oldest.rows.length >= rowsKept; [oldest] = this.met) {
      this.met.shift();
      this.rowsMet -= oldest.rows.length;
    }
  }

  /** Rows of those chunks that are remembered. */
  of(chunkIds: readonly string[]): bigint[] {
    for (const { hits, rows } of this.met) {
      for (let at = 0; at < rows.length; at += 1) this.remember(hits[at]?.chunkId ?? '', rows[at] ?? 0n);
    }
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

  private remember(chunkId: string, row: bigint): void {
    if (this.recent.size >= rowsKept) {
      this.before = this.recent;
      this.recent = new Map();
    }
    this.recent.set(chunkId, row);
  }
}
