import type { EmbeddingCache, KeptVector } from '../../store';

/** What embedding needs of a cache of vectors. */
export type VectorCache = Pick<EmbeddingCache, 'get' | 'put'>;

/** Vectors are written this many at a time: one transaction each. */
const vectorsPerWrite = 64;

/** A cache of vectors that writes those of several small files together, until it is told that the work is over. */
export class PendingVectors implements VectorCache {
  private readonly pending: KeptVector[] = [];
  private model = '';
  private over = false;

  constructor(private readonly cache: EmbeddingCache) {}

  get(model: string, text: string, dimension?: number, withWords?: boolean): Float32Array | null {
    return this.cache.get(model, text, dimension, withWords);
  }

  /** Errors: `disk-full`, `library-read-only`. */
  put(model: string, entries: readonly KeptVector[]): void {
    if (model !== this.model) this.write();
    this.model = model;
    this.pending.push(...entries);
    if (this.over || this.pending.length >= vectorsPerWrite) this.write();
  }

  /** Writes what is left, and from now on everything at once. Errors: `disk-full`, `library-read-only`. */
  end(): void {
    this.over = true;
    this.write();
  }

  private write(): void {
    if (this.pending.length > 0) this.cache.put(this.model, this.pending.splice(0));
  }
}
