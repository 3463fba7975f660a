import type { Chunk } from '@shared/chunk';
import type { LaneHit, Library, Scope } from '../store';
import { ByRow } from './by-row';
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

/** What the lanes have found, each chunk once. */
export interface ReadChunks {
  /** Whose numbers the terms are. */
  readonly dictionary: TermDictionary;
  readonly chunks: readonly ReadChunk[];
  /** Of each of them its score by words; null where the words did not find it. */
  readonly wordScores: readonly (number | null)[];
  /** Chunks that were found by vectors, also of those that cannot be seen. */
  readonly near: number;
}

interface Known extends ReadChunk {
  vector: Float32Array | null;
  /** The last union that has met it, and its place in that one. */
  union: number;
  place: number;
}

/** Hits of both lanes, each chunk once: in the order of the vectors, then of the words. */
interface Union {
  readonly hits: readonly LaneHit[];
  readonly known: readonly (Known | undefined)[];
  readonly wordScores: readonly (number | null)[];
  readonly near: number;
}

/**
 * What searches read of chunks again and again: rows of the catalogue, terms, vectors. Holds for one version of the
 * library and one scope (a chunk that several documents share speaks for another one in another scope), and is
 * emptied with either; emptied also when full, so that memory has a bound.
 */
export class CandidateCache {
  private state = '';
  private readonly known = new Map<string, Known>();
  private readonly knownByRow = new ByRow<Known>();
  private readonly vectorsKnown = new Map<string, Float32Array>();
  private vectorsOf = '';
  private dictionary = new TermDictionary();
  private unions = 0;

  constructor(private readonly library: Library) {}

  /** Forgets what another version of the library or another scope has said. */
  private settle(scope: Scope): void {
    const { version } = this.library;
    const vectorsOf = `${version} ${this.library.index.manifest?.table ?? ''}`;
    const state = `${vectorsOf} ${JSON.stringify(scope)}`;
    if (this.state !== state || this.known.size > chunksKept) this.forgetChunks();
    if (this.vectorsOf !== vectorsOf || this.vectorsKnown.size > chunksKept) this.vectorsKnown.clear();
    if (this.dictionary.size > termsKept) {
      this.dictionary = new TermDictionary();
      this.forgetChunks();
    }
    this.state = state;
    this.vectorsOf = vectorsOf;
  }

  private forgetChunks(): void {
    this.known.clear();
    this.knownByRow.clear();
  }

  /**
   * The chunks of these hits that are visible in the scope: those found by vectors first, each lane in its order.
   * Catalogue and texts are read while the index looks for the vectors. Errors: `index-unavailable`.
   */
  async read(
    byVectors: readonly LaneHit[],
    byWords: readonly LaneHit[],
    scope: Scope,
    withVectors: boolean,
  ): Promise<ReadChunks> {
    this.settle(scope);
    // Kept at hand: while the index reads, another search may empty the cache or begin another dictionary.
    const { dictionary } = this;
    const { hits, known, wordScores, near } = this.union(byVectors, byWords);
    // Mostly all of it was met before: then nothing is to be looked for.
    if (withVectors && known.every((one) => one?.vector)) {
      return { dictionary, chunks: known.filter((one) => one !== undefined), wordScores, near };
    }
    const vectors = withVectors ? this.readVectors(hits, known) : null;
    // Its error is met below; here a catalogue that cannot be read may come before it.
    vectors?.catch(() => undefined);
    const missing = hits.filter((_hit, at) => !known[at]);
    const read = missing.length > 0 ? this.readChunks(missing, scope) : new Map<string, Known>();
    const found = await vectors;
    const chunks: ReadChunk[] = [];
    const scores: (number | null)[] = [];
    for (const [at, { chunkId }] of hits.entries()) {
      const one = known[at] ?? read.get(chunkId);
      if (!one) continue;
      if (found) one.vector ??= found.get(chunkId) ?? null;
      chunks.push(found ? one : { chunk: one.chunk, terms: one.terms, vector: null });
      scores.push(wordScores[at] ?? null);
    }
    return { dictionary, chunks, wordScores: scores, near };
  }

  /** Told apart by what is known of them; by their ids where nothing is. */
  private union(byVectors: readonly LaneHit[], byWords: readonly LaneHit[]): Union {
    this.unions += 1;
    const hits: LaneHit[] = [];
    const known: (Known | undefined)[] = [];
    const wordScores: (number | null)[] = [];
    const placesOfUnknown = new Map<string, number>();
    const placeOf = (hit: LaneHit): number => {
      const one = this.knownOf(hit);
      const before = one ? (one.union === this.unions ? one.place : undefined) : placesOfUnknown.get(hit.chunkId);
      if (before !== undefined) return before;
      const place = hits.push(hit) - 1;
      known.push(one);
      wordScores.push(null);
      if (one) {
        one.union = this.unions;
        one.place = place;
      } else placesOfUnknown.set(hit.chunkId, place);
      return place;
    };
    for (const hit of byVectors) placeOf(hit);
    const near = hits.length;
    for (const hit of byWords) wordScores[placeOf(hit)] = hit.score;
    return { hits, known, wordScores, near };
  }

  private knownOf({ chunkId, row }: LaneHit): Known | undefined {
    const byRow = this.knownByRow.get(row);
    if (byRow) return byRow;
    const byId = this.known.get(chunkId);
    if (byId) this.knownByRow.set(row, byId);
    return byId;
  }

  private readChunks(hits: readonly LaneHit[], scope: Scope): Map<string, Known> {
    const read = new Map<string, Known>();
    const ids = hits.map(({ chunkId }) => chunkId);
    for (const [id, chunk] of this.library.documents.chunks(ids, scope)) {
      const one = { chunk, terms: this.dictionary.chunk(chunk), vector: null, union: 0, place: 0 };
      read.set(id, one);
      this.known.set(id, one);
    }
    return read;
  }

  /** Vectors by chunk id, of the chunks that are known without one. */
  private async readVectors(hits: readonly LaneHit[], known: readonly (Known | undefined)[]) {
    const { vectorsOf } = this;
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const [at, { chunkId }] of hits.entries()) {
      if (known[at]?.vector) continue;
      const vector = this.vectorsKnown.get(chunkId);
      if (vector) found.set(chunkId, vector);
      else missing.push(chunkId);
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
