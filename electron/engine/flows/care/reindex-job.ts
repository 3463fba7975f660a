import { setImmediate as breath } from 'node:timers/promises';
import type { RebuildReport } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { DocumentFormat } from '../../ingest';
import type { QueryEmbedder } from '../../retrieval';
import { type IndexRow, type Library, searchableText } from '../../store';
import { embedTexts } from '../ingest/embed-texts';
import { type CutContent, cutContent, rowsOf } from '../ingest/prepare-content';

/** How far a rebuild is. */
export interface ReindexProgress {
  readonly phase: 'embedding' | 'writing';
  /** Of the phase, 0–1, by the chunks that documents have now. */
  readonly share: number;
  readonly embedded: number;
  readonly cached: number;
}

const rowsPerAdd = 1000;

const searchable = ({ title, headings, text }: { title: string; headings: readonly string[]; text: string }): string =>
  searchableText(title, headings, text);

/**
 * Builds the index anew from the catalogue, for another model, another chunk profile, or because it was damaged:
 * nothing is parsed again, and only what the cache lacks is embedded (I13). The old index answers until the new one
 * takes its place, and a rebuild that was stopped goes on where it was, since the cache keeps every vector. At most
 * one content's vectors and one batch of rows are in memory; with another profile also the chunks' new texts. Errors: `library-locked`, `bad-request`, models' codes, `cancelled` (the old index stays).
 */
export async function reindex(
  library: Library,
  model: QueryEmbedder,
  limits: PipelineLimits,
  profileName: string,
  signal: AbortSignal,
  onProgress: (progress: ReindexProgress) => void = () => undefined,
): Promise<RebuildReport> {
  library.assertWritable();
  const started = performance.now();
  const profile = limits.ingest.profiles[profileName];
  if (!profile) throw new VitrineError('bad-request', `There is no chunk profile ${profileName}.`, 'See the limits.');
  const { embedder, entry } = model;
  const { contents, embeddings, index } = library;
  const recut = new Map<string, CutContent>();
  let embedded = 0;
  let seen = 0;
  const vectorsOf = async (texts: readonly string[], onEach: () => void = () => undefined) => {
    const made = await embedTexts(embeddings, embedder, texts, signal, onEach);
    embedded += made.embedded;
    seen += texts.length;
    return made.vectors;
  };
  const ids = contents.ids();
  // Cut without a model: their tokens are estimates.
  const waiting = new Set(contents.unembedded());
  const total = Math.max(1, library.documents.counts().chunks);
  let behind = 0;
  /** Vectors into the cache, told as the share of chunks that the content has now. */
  const embedInto = async (texts: readonly string[], weight: number) => {
    let done = 0;
    const before = embedded;
    await vectorsOf(texts, () => {
      done += 1;
      const share = Math.min(1, (behind + (weight * done) / texts.length) / total);
      onProgress({ phase: 'embedding', share, embedded: before, cached: seen - before });
    });
    behind += weight;
  };

  // First into the cache, beside other work and without keeping a vector: what is stopped here goes on from there.
  for (const contentId of ids) {
    signal.throwIfAborted();
    // What comes from the cache alone would hold the thread.
    await breath();
    const stored = contents.get(contentId);
    if (!stored) continue;
    const chunks = contents.chunkTexts(contentId);
    if (stored.profile === profileName && !waiting.has(contentId)) {
      await embedInto(chunks.map(searchable), chunks.length);
      continue;
    }
    const read = { ...stored, format: stored.format as DocumentFormat };
    const cut = cutContent({ ...stored, read }, profileName, profile, (text) => embedder.countTokens(text));
    recut.set(contentId, cut);
    await embedInto(cut.searchable, chunks.length);
  }
  await vectorsOf(library.memory.searchables());

  const cached = seen - embedded;
  let written = 0;
  await library.change(async () => {
    await index.rebuild(
      { modelId: entry.id, dimension: entry.dimension, profile: profileName },
      rows(),
      rowsPerAdd,
      (switchOver) => {
        // Documents may have been deleted while the texts were embedded.
        const still = new Set(contents.ids());
        const kept = [...recut.values()].flatMap(({ content }) => (still.has(content.contentId) ? [content] : []));
        library.replaceContents(kept, switchOver);
      },
    );
    await index.compact();
  });

  /** The rows of all contents, one content at a time, with vectors from the cache. */
  async function* rows(): AsyncGenerator<IndexRow> {
    const all = contents.ids();
    for (const contentId of all) {
      onProgress({ phase: 'writing', share: written / all.length, embedded, cached });
      written += 1;
      await breath();
      const cut = recut.get(contentId);
      if (cut) {
        yield* rowsOf(cut, await vectorsOf(cut.searchable));
        continue;
      }
      const chunks = contents.chunkTexts(contentId);
      const texts = chunks.map(searchable);
      const vectors = await vectorsOf(texts);
      for (const [position, { chunkId }] of chunks.entries()) {
        const vector = vectors[position];
        if (vector) yield { chunkId, contentId, searchable: texts[position] ?? '', vector };
      }
    }
  }
  const { documents, chunks } = library.documents.counts();
  return { documents, chunks, embedded, ms: Math.round(performance.now() - started) };
}
