import type { Chunk } from '@shared/chunk';
import { terms } from '@shared/terms';
import type { WordVector } from '../models';
import type { Library } from '../store';
import { MaxSim } from './max-sim';
import type { QueryTerms } from './query-coverage';

/** What a word counts that every chunk has, or none: its vector may find another word for it. In units of idf. */
const leastWeight = 1;

/** Idf of a word of the query, as far as it has one. */
const rarityOf = (word: string, { idf }: QueryTerms): number =>
  Math.max(0, ...terms(word).map((term) => idf.get(term) ?? 0));

/** Chunks whose words are kept: about 4 kB a chunk. */
const chunksKept = 2000;

/** The words of chunks as the embedding model saw them, read for the few candidates that a query is compared with. */
export class KeptWords {
  private readonly known = new Map<string, Uint8Array | null>();
  private state = '';

  constructor(private readonly library: Library) {}

  /**
   * MaxSim of a query and chunks, in their order; null where the query has no words, or those of a chunk are not kept:
   * candidates are compared with each other, so one that is not known leaves nothing to compare.
   */
  likeness(model: string, words: readonly WordVector[], query: QueryTerms, chunks: readonly Chunk[]): number[] | null {
    if (words.length === 0 || chunks.length === 0) return null;
    this.settle(model);
    const missing = chunks.filter(({ id }) => !this.known.has(id)).map(({ id }) => id);
    if (missing.length > 0) this.read(model, missing);
    const codes = chunks.flatMap(({ id }) => this.known.get(id) ?? []);
    if (codes.length < chunks.length) return null;
    const maxSim = new MaxSim(
      words.map(({ word, vector }) => ({ vector, weight: leastWeight + rarityOf(word, query) })),
    );
    return codes.map((one) => maxSim.of(one));
  }

  private read(model: string, ids: readonly string[]): void {
    const rows = this.library.facts.expectedRows(ids);
    for (const id of ids) {
      const row = rows.get(id);
      this.known.set(id, row ? this.library.embeddings.words(model, row.searchable) : null);
    }
  }

  /** Forgets what another version of the library or another model has said. */
  private settle(model: string): void {
    const state = `${this.library.version} ${model}`;
    if (this.state !== state || this.known.size > chunksKept) this.known.clear();
    this.state = state;
  }
}
