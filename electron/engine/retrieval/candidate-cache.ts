import type { Chunk } from '@shared/chunk';
import type { Library, Scope } from '../store';
import { type ChunkTerms, TermDictionary } from './chunk-terms';

/** Chunks kept, each with its terms and its vector: about 5 kB a chunk. */
const chunksKept = 12_000;
const termsKept = 400_000;

/** What a ranking looks at of a chunk. */
export interface ReadChunk {
  readonly chunk: Chunk;
  readonly terms: ChunkTerms;
  /** Null where the index has none, or none was asked for. */
  readonly vector: Float32Array | null;
}

export interface ReadChunks {
  /** Whose numbers the terms are. */
  readonly dictionary: TermDictionary;
  readonly chunks: readonly ReadChunk[];
  /** Of each of them its place among the ids that were asked for. */
  readonly positions: readonly number[];
}

interface Known extends ReadChunk {
  vector: Float32Array | null;
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
  private dictionary = new TermDictionary();

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

  /**
   * The chunks with these ids that are visible in the scope, in the order of the ids. Catalogue and texts are read while
   * the index looks for the vectors. Errors: `index-unavailable`.
   */
  async read(ids: readonly string[], scope: Scope, withVectors: boolean): Promise<ReadChunks> {
    this.settle(scope);
    // Kept at hand: while the index reads, another search may empty the cache or begin another dictionary.
    const { dictionary } = this;
    const known = ids.map((id) => this.known.get(id));
    // Mostly all of it was met before: then nothing is to be looked for.
    if (withVectors && known.every((one) => one?.vector)) {
      const chunks = known.filter((one) => one !== undefined);
      return { dictionary, chunks, positions: chunks.map((_one, at) => at) };
    }
    const vectors = withVectors ? this.readVectors(ids, known) : null;
    // Its error is met below; here a catalogue that cannot be read may come before it.
    vectors?.catch(() => undefined);
    const missing = ids.filter((_id, at) => !known[at]);
    const read = missing.length > 0 ? this.readChunks(missing, scope) : new Map<string, Known>();
    const found = await vectors;
    const chunks: ReadChunk[] = [];
    const positions: number[] = [];
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? '';
      const one = known[at] ?? read.get(id);
      if (!one) continue;
      if (found) one.vector ??= found.get(id) ?? null;
      chunks.push(found ? one : { chunk: one.chunk, terms: one.terms, vector: null });
      positions.push(at);
    }
    return { dictionary, chunks, positions };
  }

  private readChunks(ids: readonly string[], scope: Scope): Map<string, Known> {
    const read = new Map<string, Known>();
    for (const [id, chunk] of this.library.documents.chunks(ids, scope)) {
      const one = { chunk, terms: this.dictionary.chunk(chunk), vector: null };
      read.set(id, one);
      this.known.set(id, one);
    }
    return read;
  }

  /** Vectors by chunk id, of the chunks that are known without one. */
  private async readVectors(ids: readonly string[], known: readonly (Known | undefined)[]) {
    const { vectorsOf } = this;
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? '';
      if (known[at]?.vector) continue;
      const vector = this.vectorsKnown.get(id);
      if (vector) found.set(id, vector);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const read = await this.library.index.vectors(missing);
    for (const [id, vector] of read) {
      found.set(id, vector);
      // While it read, another search may have met a newer library.
      if (this.vectorsOf === vectorsOf) this.vectorsKnown.set(id, vector);
    }
    return found;
  }
}
