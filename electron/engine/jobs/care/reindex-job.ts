import { setImmediate as breath } from 'node:timers/promises';
import type { Rebuild, RebuildReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { profileOfId } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { besideEachOther } from '../../async';
import { type EmbeddingCache, type IndexRow, type Library, searchableText } from '../../store';
import { segmentation } from '../../text/segmentation';
import { type CutContent, indexRowsOf, textToRecut } from '../ingest/cut-content';
import type { OpenedModel } from '../ingest/embed-content';
import { embedTexts, PendingVectors } from '../ingest/embed-content';

export type ReindexProgress = Pick<Rebuild, 'phase' | 'share' | 'embedded' | 'cached'>;

export interface ReindexModel {
  readonly entry: Pick<EmbeddingEntry, 'id' | 'dimension'>;
  /** Null: it is not on this computer, and texts without a stored vector wait for it and are found by their words. */
  readonly opened: Pick<OpenedModel, 'embedder' | 'recut'> | null;
  /** Address of the new index, or empty for the library folder; without it, the old place. */
  readonly place?: string | undefined;
}

/** Numbers of vectors that go into the index at once: making one batch of them holds the thread for 50 ms. */
const numbersPerAdd = 500_000;
const mostRowsPerAdd = 1000;

/**
 * Builds the index again from the catalogue. Parses nothing, and embeds only texts without a vector (I13). The old
 * index answers until the end, and a stopped rebuild continues. Errors: `library-locked`, `bad-request`, models' codes,
 * `reader-crashed`, `cancelled`.
 */
export async function reindex(
  library: Library,
  model: ReindexModel,
  profile: string,
  signal: AbortSignal,
  onProgress: (progress: ReindexProgress) => void = () => undefined,
): Promise<Omit<RebuildReport, 'ms'>> {
  library.assertWritable();
  const started = performance.now();
  if (!profileOfId(profile).profile) throw new VitrineError('bad-request', { profile });
  const work = new Reindex(library, model, profile, signal, onProgress);
  if (model.opened) await work.fillCache(model.opened);
  const writes = performance.now();
  await work.write();
  const over = performance.now();
  const { documents, chunks } = library.documents.counts();
  const msWriting = Math.round(over - (work.embedded === 0 ? started : writes));
  return { documents, chunks, embedded: work.embedded, msWriting };
}

class Reindex {
  embedded = 0;
  private seen = 0;
  private cached = 0;
  private readonly recut = new Map<string, CutContent>();
  private readonly pending: PendingVectors;

  constructor(
    private readonly library: Library,
    private readonly model: ReindexModel,
    private readonly profile: string,
    private readonly signal: AbortSignal,
    private readonly onProgress: (progress: ReindexProgress) => void,
  ) {
    this.pending = new PendingVectors(library.embeddings, library.claims);
  }

  /** Fills the cache with vectors beside other work, and keeps none in memory: a stopped run continues. */
  async fillCache({ embedder, recut }: Pick<OpenedModel, 'embedder' | 'recut'>): Promise<void> {
    const { contents, documents, memory } = this.library;
    // Cut without a model: their tokens are estimates.
    const waiting = contents.unembedded().filter(({ unembedded }) => unembedded === 1);
    const cutByEstimate = new Set(waiting.map(({ contentId }) => contentId));
    const shareOf = shares(documents.counts().chunks);
    const ids = contents.ids();
    try {
      await besideEachOther(embedder.callsAtOnce ?? 1, async () => {
        this.signal.throwIfAborted();
        // Vectors from the cache alone would hold the thread.
        await breath();
        const contentId = ids.shift();
        if (contentId === undefined) return false;
        const { texts, chunksNow } = await this.textsOf(contentId, cutByEstimate, recut);
        await this.vectorsOf(texts, () => {
          const share = shareOf(chunksNow / texts.length);
          this.onProgress({ phase: 'embedding', share, embedded: this.embedded, cached: this.seen - this.embedded });
        });
        return true;
      });
      // Questions belong to no other member: they are neither claimed nor shared.
      await this.vectorsOf(memory.searchables(), undefined, this.library.embeddings);
    } finally {
      this.pending.end();
    }
    this.cached = this.seen - this.embedded;
  }

  /** Writes the new index from the cache and lets it take the old one's place, with the chunks that belong to it. */
  async write(): Promise<void> {
    const { contents, index, shadowChunks } = this.library;
    const { entry, place } = this.model;
    const { profile } = this;
    const withoutVectors = new Set<string>();
    const target = place === undefined ? index.places.now : index.places.at(place || null);
    await this.library.change(async () => {
      // Terms that were counted by another segmentation are counted again.
      const isCounted = index.manifest?.segmentation === segmentation;
      if (this.recut.size > 0 || !isCounted) shadowChunks.begin(profile);
      await index.rebuild(
        { modelId: entry.id, dimension: entry.dimension, profile },
        this.rows(withoutVectors),
        Math.min(mostRowsPerAdd, Math.ceil(numbersPerAdd / entry.dimension)),
        (switchOver) =>
          this.library.takeOver(() => {
            switchOver();
            if (this.model.opened) contents.hasVectors(contents.ids());
            contents.waitForVectors([...withoutVectors]);
          }),
        target,
      );
      shadowChunks.clear();
      await index.compact();
      await index.measureVectors();
    });
  }

  /** Returns the rows of all contents. Adds contents without all vectors to `withoutVectors`; they get zeros. */
  private async *rows(withoutVectors: Set<string>): AsyncGenerator<IndexRow> {
    const { contents, shadowChunks } = this.library;
    const all = contents.ids();
    for (const [done, contentId] of all.entries()) {
      this.onProgress({ phase: 'writing', share: done / all.length, embedded: this.embedded, cached: this.cached });
      await breath();
      const cut = this.recut.get(contentId);
      if (cut) await shadowChunks.add(cut.content);
      else shadowChunks.keep(contentId);
      const chunks = cut ? [] : contents.chunkTexts(contentId);
      const texts = cut?.searchable ?? chunks.map((chunk) => searchableText(chunk.title, chunk));
      const vectors = await this.vectorsOf(texts);
      if (vectors.includes(null)) withoutVectors.add(contentId);
      const whole = vectors.map((vector) => vector ?? new Float32Array(this.model.entry.dimension));
      if (cut) yield* indexRowsOf(cut, whole);
      for (const [position, { chunkId }] of chunks.entries()) {
        const vector = whole[position];
        if (vector) yield { chunkId, contentId, searchable: texts[position] ?? '', vector };
      }
    }
  }

  /** The texts of a content to embed, cut again if its chunks are of another profile or were cut by estimate. */
  private async textsOf(
    contentId: string,
    cutByEstimate: ReadonlySet<string>,
    recut: OpenedModel['recut'],
  ): Promise<{ readonly texts: readonly string[]; readonly chunksNow: number }> {
    const { contents } = this.library;
    const stored = contents.get(contentId);
    if (!stored) return { texts: [], chunksNow: 0 };
    const chunks = contents.chunkTexts(contentId);
    if (stored.profile === this.profile && !cutByEstimate.has(contentId)) {
      return { texts: chunks.map((chunk) => searchableText(chunk.title, chunk)), chunksNow: chunks.length };
    }
    const cut = await recut(textToRecut(stored, this.profile), this.signal);
    this.recut.set(contentId, cut);
    return { texts: cut.searchable, chunksNow: chunks.length };
  }

  /** Vectors in the order of the texts: from the cache, otherwise by the model; null without either. */
  private async vectorsOf(
    texts: readonly string[],
    onEach: () => void = () => undefined,
    cache: Pick<EmbeddingCache, 'get' | 'put'> = this.pending,
  ) {
    const { entry, opened } = this.model;
    if (!opened) return texts.map((text) => this.library.embeddings.get(entry.id, text, entry.dimension));
    const made = await embedTexts(cache, opened.embedder, texts, this.signal, onEach);
    this.embedded += made.embedded;
    this.seen += texts.length;
    return made.vectors;
  }
}

function shares(chunks: number): (part: number) => number {
  const total = Math.max(1, chunks);
  let behind = 0;
  return (part) => {
    behind += part;
    return Math.min(1, behind / total);
  };
}
