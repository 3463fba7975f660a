import { setImmediate as breath } from 'node:timers/promises';
import type { RebuildReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import { type IndexRow, type Library, searchableText } from '../../store';
import { embedTexts } from '../ingest/embed-texts';
import type { OpenedModel } from '../ingest/ingest-model';
import { PendingVectors } from '../ingest/pending-vectors';
import { type CutContent, rowsOf, textToRecut } from '../ingest/prepare-content';

/** How far a rebuild is. */
export interface ReindexProgress {
  readonly phase: 'embedding' | 'writing';
  /** Of the phase, 0–1, by the chunks that documents have now. */
  readonly share: number;
  readonly embedded: number;
  readonly cached: number;
}

/** The model that an index is built for. */
export interface ReindexModel {
  readonly entry: Pick<EmbeddingEntry, 'id' | 'dimension'>;
  /** Null: it is not on this computer, and what has no kept vector waits for it and is found by its words. */
  readonly opened: Pick<OpenedModel, 'embedder' | 'recut'> | null;
  /** Where the new index is to lie: an address, or empty for the library folder; not set: where the old one does. */
  readonly place?: string | undefined;
}

/** Numbers of vectors that go into the index at once: making one batch of them holds the thread for 50 ms. */
const numbersPerAdd = 500_000;
const mostRowsPerAdd = 1000;

const searchable = ({ title, headings, text }: { title: string; headings: readonly string[]; text: string }): string =>
  searchableText(title, headings, text);

/**
 * Builds the index anew from the catalogue, for another model, another chunk profile, or because it was damaged:
 * nothing is parsed again, and only what the cache lacks is embedded (I13), as many contents beside each other as the
 * model gains by. The old index answers until the new one takes its place, and a rebuild that was stopped goes on where
 * it was, since the cache keeps every vector. In memory are the vectors of the contents that are under way and one batch
 * of rows; with another profile also the chunks' new texts. Errors: `library-locked`, `bad-request`, models' codes,
 * `reader-crashed`, `cancelled` (the old index stays).
 */
export async function reindex(
  library: Library,
  { entry, opened, place }: ReindexModel,
  limits: PipelineLimits,
  profileName: string,
  signal: AbortSignal,
  onProgress: (progress: ReindexProgress) => void = () => undefined,
): Promise<RebuildReport> {
  library.assertWritable();
  const started = performance.now();
  const profile = limits.ingest.profiles[profileName];
  if (!profile) throw new VitrineError('bad-request', `There is no chunk profile ${profileName}.`, 'See the limits.');
  const { contents, embeddings, index } = library;
  const recut = new Map<string, CutContent>();
  const pending = new PendingVectors(embeddings);
  let embedded = 0;
  let seen = 0;
  const vectorsOf = async (texts: readonly string[], onEach: () => void = () => undefined) => {
    if (!opened) return texts.map((text) => embeddings.get(entry.id, text, entry.dimension));
    const made = await embedTexts(pending, opened.embedder, texts, signal, onEach);
    embedded += made.embedded;
    seen += texts.length;
    return made.vectors;
  };
  // Cut without a model: their tokens are estimates.
  const waiting = new Set(opened ? contents.unembedded() : []);
  const total = Math.max(1, library.documents.counts().chunks);
  let behind = 0;
  /** Vectors into the cache, told as the share of chunks that the content has now. */
  const embedInto = (texts: readonly string[], weight: number) =>
    vectorsOf(texts, () => {
      behind += weight / texts.length;
      onProgress({ phase: 'embedding', share: Math.min(1, behind / total), embedded, cached: seen - embedded });
    });
  const embedContent = async (contentId: string, { recut: cut }: Pick<OpenedModel, 'recut'>) => {
    const stored = contents.get(contentId);
    if (!stored) return;
    const chunks = contents.chunkTexts(contentId);
    if (stored.profile === profileName && !waiting.has(contentId)) {
      await embedInto(chunks.map(searchable), chunks.length);
      return;
    }
    const made = await cut(textToRecut(stored, profileName, profile), signal);
    recut.set(contentId, made);
    await embedInto(made.searchable, chunks.length);
  };

  // First into the cache, beside other work and without keeping a vector: what is stopped here goes on from there.
  if (opened) {
    const ids = contents.ids();
    try {
      await besideEachOther(opened.embedder.callsAtOnce ?? 1, async () => {
        signal.throwIfAborted();
        // What comes from the cache alone would hold the thread.
        await breath();
        const contentId = ids.shift();
        if (contentId !== undefined) await embedContent(contentId, opened);
        return contentId !== undefined;
      });
      await vectorsOf(library.memory.searchables());
    } finally {
      pending.end();
    }
  }

  const cached = seen - embedded;
  const withoutVectors = new Set<string>();
  let written = 0;
  const target = place === undefined ? index.places.now : index.places.at(place || null);
  await library.change(async () => {
    if (recut.size > 0) library.nextChunks.begin(profileName);
    await index.rebuild(
      { modelId: entry.id, dimension: entry.dimension, profile: profileName },
      rows(),
      Math.min(mostRowsPerAdd, Math.ceil(numbersPerAdd / entry.dimension)),
      (switchOver) =>
        library.takeOver(() => {
          switchOver();
          contents.waitForModel([...withoutVectors]);
        }),
      target,
    );
    library.nextChunks.clear();
    await index.compact();
    await index.measureVectors();
  });

  /** The rows of all contents, one content at a time, with vectors from the cache. */
  async function* rows(): AsyncGenerator<IndexRow> {
    const all = contents.ids();
    for (const contentId of all) {
      onProgress({ phase: 'writing', share: written / all.length, embedded, cached });
      written += 1;
      await breath();
      const cut = recut.get(contentId);
      if (cut) await library.nextChunks.add(cut.content);
      else library.nextChunks.keep(contentId);
      const chunks = cut ? [] : contents.chunkTexts(contentId);
      const texts = cut?.searchable ?? chunks.map(searchable);
      const vectors = await vectorsOf(texts);
      if (vectors.includes(null)) withoutVectors.add(contentId);
      const whole = vectors.map((vector) => vector ?? new Float32Array(entry.dimension));
      if (cut) yield* rowsOf(cut, whole);
      for (const [position, { chunkId }] of chunks.entries()) {
        const vector = whole[position];
        if (vector) yield { chunkId, contentId, searchable: texts[position] ?? '', vector };
      }
    }
  }
  const { documents, chunks } = library.documents.counts();
  return { documents, chunks, embedded, ms: Math.round(performance.now() - started) };
}

/**
 * Does the same work again and again in this many lanes, each until it says that nothing is left. When one fails, the
 * others end after what they are at, and the first failure is thrown.
 */
async function besideEachOther(lanes: number, work: () => Promise<boolean>): Promise<void> {
  let failed = false;
  const lane = async (): Promise<void> => {
    try {
      while (!failed && (await work()));
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
