import type { Chunk } from '@shared/prompt/chunk';
import type { LaneHit, Library, Scope } from '../store';
import { termSet } from '../text/terms';
import { aboveOf } from './ranking/rank-features';

/** Chunks kept, each with its terms and its vector: about 8 kB a chunk. */
const chunksKept = 12_000;

interface ChunkTerms {
  readonly all: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

export interface ReadChunk {
  readonly chunk: Chunk;
  readonly terms: ChunkTerms;
  /** Null where the index has none, or none was asked for. */
  readonly vector: Float32Array | null;
}

interface ReadChunks {
  readonly chunks: readonly ReadChunk[];
  /** Their scores by words; null if the words did not find it. */
  readonly wordScores: readonly (number | null)[];
  /** Chunks that were found by vectors, also of those that cannot be seen. */
  readonly near: number;
}

type Known = { -readonly [K in keyof ReadChunk]: ReadChunk[K] };

/** Rows, terms and vectors that searches read again, for one version of the library and one scope; emptied when full. */
export class CandidateCache {
  private state = '';
  private known = new Map<string, Known>();

  constructor(private readonly library: Library) {}

  private settled(scope: Scope): Map<string, Known> {
    const { version, index } = this.library;
    const state = `${version} ${index.manifest?.table ?? ''} ${JSON.stringify(scope)}`;
    if (this.state !== state || this.known.size > chunksKept) this.known = new Map();
    this.state = state;
    return this.known;
  }

  /** The visible chunks of these hits, those by vectors first. Errors: `index-unavailable`. */
  async read(
    byVectors: readonly LaneHit[],
    byWords: readonly LaneHit[],
    scope: Scope,
    withVectors: boolean,
  ): Promise<ReadChunks> {
    // Another search may find a newer library while this one waits: each continues with its own data.
    const known = this.settled(scope);
    const near = new Set(byVectors.map(({ chunkId }) => chunkId));
    const wordScores = new Map(byWords.map(({ chunkId, score }) => [chunkId, score]));
    const ids = [...new Set([...near, ...wordScores.keys()])];
    const unmeasured = withVectors ? ids.filter((id) => !known.get(id)?.vector) : [];
    const reading = unmeasured.length > 0 ? this.library.index.vectors(unmeasured) : null;
    // Its error is met below; here a catalogue that cannot be read may come before it.
    reading?.catch(() => undefined);
    const missing = ids.filter((id) => !known.has(id));
    for (const [id, chunk] of missing.length > 0 ? this.library.documents.chunks(missing, scope) : []) {
      known.set(id, { chunk, terms: termsOf(chunk), vector: null });
    }
    const vectors = await reading;
    const found = ids.flatMap((id) => known.get(id) ?? []);
    for (const one of found) one.vector ??= vectors?.get(one.chunk.id) ?? null;
    return {
      chunks: withVectors ? found : found.map((one) => ({ ...one, vector: null })),
      wordScores: found.map(({ chunk }) => wordScores.get(chunk.id) ?? null),
      near: near.size,
    };
  }
}

function termsOf(chunk: Chunk): ChunkTerms {
  const above = termSet(aboveOf(chunk));
  return { all: termSet(`${aboveOf(chunk)} ${chunk.text}`), above };
}
