import { profileOfId } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { besideEachOther } from '../../async';
import { openLanguageDetector } from '../../ingest';
import { type Embedder, estimateTokens } from '../../models';
import {
  type EmbeddingCache,
  type EmbeddingClaims,
  type IndexRow,
  type KeptVector,
  type Library,
  type StoredContent,
  searchableText,
  unlessIndexUnavailable,
  type WaitingContent,
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

/** A content with its rows, whose vectors are made; `cut` replaces the content that is there. */
export interface EmbeddedContent {
  readonly contentId: string;
  readonly profile: string;
  readonly rows: readonly IndexRow[];
  readonly cut?: CutContent;
}

export interface TextsToEmbed {
  /** Chunk ids, in the order of the texts. */
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  readonly cut?: CutContent;
}

/** Cuts a waiting content again if that was done by estimates. Returns it with its texts. Errors: as `OpenedModel.recut`. */
export async function textsToEmbed(
  { contents }: Pick<Library, 'contents'>,
  { contentId, unembedded }: Pick<WaitingContent, 'contentId' | 'unembedded'>,
  { recut }: Pick<OpenedModel, 'recut'>,
  signal: AbortSignal,
): Promise<TextsToEmbed> {
  const stored = unembedded === 1 ? contents.get(contentId) : null;
  if (stored && profileOfId(stored.profile).profile) {
    const cut = await recut(textToRecut(stored, stored.profile), signal);
    return { ids: cut.content.chunks.map(({ id }) => id), texts: cut.searchable, cut };
  }
  const chunks = contents.chunkTexts(contentId);
  return {
    ids: chunks.map(({ chunkId }) => chunkId),
    texts: chunks.map((chunk) => searchableText(chunk.title, chunk)),
  };
}

/**
 * Makes the vectors of contents searchable as one change. Contents that were deleted meanwhile stay deleted.
 * @param guarded around work on the index, whose failure a repair passes over. Errors: those of index and catalogue.
 */
export async function writeVectors(
  library: Library,
  made: readonly EmbeddedContent[],
  vectors: PendingVectors,
  guarded: (work: () => Promise<void>) => Promise<unknown> = (work) => work(),
): Promise<void> {
  const { contents, index } = library;
  await library.change(async () => {
    const there = made.filter(({ contentId, profile }) => contents.has(contentId, profile));
    const rows = there.flatMap((one) => one.rows);
    const now = new Set(rows.map(({ chunkId }) => chunkId));
    const before = there.filter(({ cut }) => cut).flatMap(({ contentId }) => contents.chunkTexts(contentId));
    const gone = before.map(({ chunkId }) => chunkId).filter((chunkId) => !now.has(chunkId));
    // Rows without a chunk are never found, so the new ones come first.
    await guarded(() => index.put(rows));
    vectors.write();
    const work = () => {
      for (const { cut } of there) if (cut) contents.replace(cut.content);
      contents.hasVectors(there.flatMap(({ contentId, cut }) => (cut ? [] : [contentId])));
    };
    await library.commit([], { work, texts: rows.map(({ searchable }) => searchable) });
    library.place?.has(there.map(({ contentId }) => contentId));
    if (gone.length === 0) return;
    await guarded(() => index.removeChunks(gone));
    // A search before the old rows were gone has kept scores that they had a part in.
    library.bumpVersion();
  });
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
  const { contentId, profile } = stored;
  if (!profileOfId(profile).profile) return;
  const text = textToRecut(stored, profile);
  const cut = model
    ? await model.recut(text, signal)
    : withoutVectors(cutContent(text, estimateTokens, await openLanguageDetector()), 1);
  const vectors = new PendingVectors(library.embeddings, library.claims);
  const rows = model
    ? indexRowsOf(cut, (await embedTexts(vectors, model.embedder, cut.searchable, signal, () => {})).vectors)
    : wordRowsOf(cut, library.index.manifest?.dimension ?? 0);
  await writeVectors(library, [{ contentId, profile, rows, cut }], vectors, unlessIndexUnavailable);
}
