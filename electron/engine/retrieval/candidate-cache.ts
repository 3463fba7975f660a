import type { Chunk } from '@shared/chunk';
import type { Library, Scope } from '../store';
import { type ChunkTerms, TermDictionary } from './chunk-terms';

/** Chunks kept, each with its terms and its vector: about 5 kB a chunk. */
const chunksKept = 12_000;
const termsKept = 400_000;

interface Known {
  chunk: Chunk;
  terms: ChunkTerms | null;
}

/**
 * What searches read of chunks again and again: rows of the catalogue, terms, vectors. Holds for one version of the
 * library and one scope (a chunk that several documents share speaks for another one in another scope), and is
 * emptied with either; emptied also when full, so that memory has a bound.
 */
export class CandidateCache {
  private state = '';
  private readonly known = new Map<string, Known>();
  private readonly vectorsKnown = new Map<string, Float32Array>();
  private vectorsOf = '';
  dictionary = new TermDictionary();

  constructor(private readonly library: Library) {}

  /** Forgets what another version of the library or another scope has said. */
  private settle(scope: Scope): void {
    const { version } = this.library;
    const vectorsOf = `${version} ${this.library.index.manifest?.table ?? ''}`;
    const state = `${vectorsOf} ${JSON.stringify(scope)}`;
    if (this.state !== state || this.known.size > chunksKept) this.known.clear();
    if (this.vectorsOf !== vectorsOf || this.vectorsKnown.size > chunksKept) this.vectorsKnown.clear();
    if (this.dictionary.size > termsKept) {
      this.dictionary = new TermDictionary();
      this.known.clear();
    }
    this.state = state;
    this.vectorsOf = vectorsOf;
  }

  /** The chunks with these ids that are visible in the scope, by id, in the order of the ids. */
  chunks(ids: readonly string[], scope: Scope): Map<string, Chunk> {
    this.settle(scope);
    const missing = ids.filter((id) => !this.known.has(id));
    if (missing.length > 0) {
      for (const [id, chunk] of this.library.documents.chunks(missing, scope)) {
        this.known.set(id, { chunk, terms: null });
      }
    }
    const found = new Map<string, Chunk>();
    for (const id of ids) {
      const one = this.known.get(id);
      if (one) found.set(id, one.chunk);
    }
    return found;
  }

  terms(chunk: Chunk): ChunkTerms {
    const known = this.known.get(chunk.id);
    if (known?.chunk !== chunk) return this.dictionary.chunk(chunk);
    known.terms ??= this.dictionary.chunk(chunk);
    return known.terms;
  }

  /** Vectors by chunk id. Errors: `index-unavailable`. */
  async vectors(ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Float32Array>> {
    this.settle(scope);
    const { vectorsOf } = this;
    const missing = ids.filter((id) => !this.vectorsKnown.has(id));
    const read = await this.library.index.vectors(missing);
    const found = new Map<string, Float32Array>();
    for (const id of ids) {
      const vector = this.vectorsKnown.get(id) ?? read.get(id);
      if (vector) found.set(id, vector);
    }
    // While it read, another search may have met a newer library.
    if (this.vectorsOf === vectorsOf) for (const [id, vector] of read) this.vectorsKnown.set(id, vector);
    return found;
  }
}
