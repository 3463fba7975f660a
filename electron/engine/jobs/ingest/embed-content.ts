import { profileOfId } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { besideEachOther } from '../../async';
import { openLanguageDetector } from '../../ingest';
import { type Embedder, estimateTokens } from '../../models';
import {
  type EmbeddingCache,
  type EmbeddingClaims,
  type KeptVector,
  type Library,
  type StoredContent,
  unlessIndexUnavailable,
} from '../../store';
import {
  type CutContent,
  cutContent,
  type FileToCut,
  indexRowsOf,
  type TextToCut,
  textToRecut,
  withoutVectors,
  wordRowsOf,
} from './cut-content';

export interface IngestEmbedder extends Embedder {
  readonly callsAtOnce?: number;
}

export interface OpenedModel {
  readonly embedder: IngestEmbedder;
  readonly entry: EmbeddingEntry;
  /** Reads and cuts a file, with tokens counted by this model. Errors: those of reading a document, `reader-crashed`. */
  cut(file: FileToCut, signal: AbortSignal): Promise<CutContent>;
  /** Cuts a text of the library again, with tokens counted by this model. Errors: `no-text`, `reader-crashed`. */
  recut(text: TextToCut, signal: AbortSignal): Promise<CutContent>;
}

const textsPerClaim = 64;

/** Returns vectors in order, and embeds only missing ones. Errors: `model-failed`, `cancelled`, those of the place. */
export async function embedTexts(
  cache: VectorCache,
  embedder: IngestEmbedder,
  texts: readonly string[],
  signal: AbortSignal,
  onEach: (text: string) => void,
): Promise<{ vectors: Float32Array[]; embedded: number }> {
  const { claims = null } = cache;
  if (!claims) return embedHere(cache, embedder, texts, signal, onEach);
  const vectors: Float32Array[] = [];
  let embedded = 0;
  for (let start = 0; start < texts.length; start += textsPerClaim) {
    const some = texts.slice(start, start + textsPerClaim);
    const made = await embedClaimed(cache, claims, embedder, some, signal);
    vectors.push(...made.vectors);
    embedded += made.embedded;
    some.forEach(onEach);
  }
  return { vectors, embedded };
}

async function embedClaimed(
  cache: VectorCache,
  claims: EmbeddingClaims,
  embedder: IngestEmbedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ vectors: Float32Array[]; embedded: number }> {
  const { id, dimension } = embedder;
  const known = new Map<string, Float32Array>();
  let embedded = 0;
  for (let left = [...new Set(texts)]; ; ) {
    left = left.filter((text) => {
      const vector = cache.get(id, text, dimension);
      if (vector) known.set(text, vector);
      return !vector;
    });
    if (left.length === 0) break;
    signal.throwIfAborted();
    const mine = await claims.take(id, left);
    if (mine.length === 0) {
      await claims.wait(signal);
      continue;
    }
    let made: KeptVector[] = [];
    try {
      const unseen = { get: () => null, put: cache.put.bind(cache) };
      const { vectors } = await embedHere(unseen, embedder, mine, signal, () => undefined);
      made = vectors.map((vector, at) => ({ text: mine[at] ?? '', vector }));
      embedded += mine.length;
    } finally {
      claims.give(id, mine, made);
    }
    for (const { text, vector } of made) known.set(text, vector);
    left = left.filter((text) => !known.has(text));
  }
  return { vectors: texts.map((text) => known.get(text) ?? new Float32Array(dimension)), embedded };
}

async function embedHere(
  cache: VectorCache,
  embedder: IngestEmbedder,
  texts: readonly string[],
  signal: AbortSignal,
  onEach: (text: string) => void,
): Promise<{ vectors: Float32Array[]; embedded: number }> {
  const vectors: Float32Array[] = Array(texts.length);
  const { textsPerCall = 1, callsAtOnce = 1 } = embedder;
  let embedded = 0;
  let begun = 0;
  await besideEachOther(callsAtOnce, async () => {
    const start = begun;
    begun += textsPerCall;
    const group = texts.slice(start, begun);
    if (group.length === 0) return false;
    const known = new Map(group.map((text) => [text, cache.get(embedder.id, text, embedder.dimension)]));
    const missing = [...known.keys()].filter((text) => !known.get(text));
    const made = missing.length > 0 ? await embedder.embed(missing, 'passage', signal) : [];
    const fresh = missing.map((text, position) => ({
      text,
      vector: made[position] ?? new Float32Array(embedder.dimension),
    }));
    for (const { text, vector } of fresh) known.set(text, vector);
    if (fresh.length > 0) cache.put(embedder.id, fresh);
    embedded += missing.length;
    for (const [position, text] of group.entries()) {
      vectors[start + position] = known.get(text) ?? new Float32Array(embedder.dimension);
      onEach(text);
    }
    return true;
  });
  return { vectors, embedded };
}

type VectorCache = Pick<EmbeddingCache, 'get' | 'put'> & { readonly claims?: EmbeddingClaims | null };

const vectorsPerWrite = 64;

/** A cache of vectors that writes those of several small files together, until the end of the work. */
export class PendingVectors implements VectorCache {
  private readonly pending = new Map<string, Float32Array>();
  private model = '';
  private over = false;

  constructor(
    private readonly cache: EmbeddingCache,
    readonly claims: EmbeddingClaims | null = null,
  ) {}

  get(model: string, text: string, dimension?: number): Float32Array | null {
    const vector = model === this.model ? this.pending.get(text) : null;
    return vector ?? this.cache.get(model, text, dimension);
  }

  put(model: string, entries: readonly KeptVector[]): void {
    if (model !== this.model) this.write();
    this.model = model;
    for (const { text, vector } of entries) this.pending.set(text, vector);
    if (this.over || this.pending.size >= vectorsPerWrite) this.write();
  }

  /** Writes the rest, and from now on everything at once. Errors: `disk-full`, `library-read-only`. */
  end(): void {
    this.over = true;
    this.write();
  }

  write(): void {
    if (this.pending.size === 0) return;
    const entries = [...this.pending].map(([text, vector]) => ({ text, vector }));
    this.pending.clear();
    this.cache.put(this.model, entries);
  }
}

/**
 * Cuts and embeds a content again and replaces it as one change. Without a model (null) it waits for vectors. Errors:
 * `no-text`, models' codes, `disk-full`, `cancelled`.
 */
export async function recutContent(
  library: Library,
  stored: StoredContent,
  model: Pick<OpenedModel, 'embedder' | 'recut'> | null,
  signal: AbortSignal,
): Promise<void> {
  if (!profileOfId(stored.profile).profile) return;
  const text = textToRecut(stored, stored.profile);
  const made = model
    ? await model.recut(text, signal)
    : withoutVectors(cutContent(text, estimateTokens, await openLanguageDetector()));
  const vectors = new PendingVectors(library.embeddings, library.claims);
  const rows = model
    ? indexRowsOf(made, (await embedTexts(vectors, model.embedder, made.searchable, signal, () => {})).vectors)
    : wordRowsOf(made, library.index.manifest?.dimension ?? 0);
  await library.change(async () => {
    // It may have been deleted while its texts were embedded.
    if (!library.contents.has(stored.contentId, stored.profile)) return;
    const before = library.contents.chunkTexts(stored.contentId).map(({ chunkId }) => chunkId);
    const now = new Set(rows.map(({ chunkId }) => chunkId));
    const gone = before.filter((chunkId) => !now.has(chunkId));
    // Rows without a chunk are never found, so the new ones come first. An unreadable index is rebuilt later.
    await unlessIndexUnavailable(() => library.index.put(rows));
    vectors.end();
    await library.commit([], { work: () => library.contents.replace(made.content), texts: made.searchable });
    if (gone.length === 0) return;
    await unlessIndexUnavailable(() => library.index.removeChunks(gone));
    // A search before the old rows were gone has kept scores that they had a part in.
    library.bumpVersion();
  }, signal);
}
