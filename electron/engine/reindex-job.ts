import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { embedTexts } from './embed-texts';
import { makeContent } from './make-content';
import type { QueryEmbedder } from './retrieval';
import { type IndexRow, type Library, type NewContent, searchableText } from './store';

export interface ReindexReport {
  readonly documents: number;
  readonly chunks: number;
  readonly embedded: number;
  readonly ms: number;
}

const rowsPerAdd = 1000;

/**
 * Builds the index anew from the catalogue, for another model, another chunk profile, or because it was damaged:
 * nothing is parsed again, and only what the cache lacks is embedded (I13). The old index answers until the new one
 * takes its place. Errors: `library-locked`, `bad-request`, models' codes, `cancelled` (the old index stays).
 */
export async function reindex(
  library: Library,
  model: QueryEmbedder,
  limits: PipelineLimits,
  profileName: string,
  signal: AbortSignal,
): Promise<ReindexReport> {
  library.assertWritable();
  const started = performance.now();
  const profile = limits.ingest.profiles[profileName];
  if (!profile) throw new VitrineError('bad-request', `There is no chunk profile ${profileName}.`, 'See the limits.');
  const rows: IndexRow[] = [];
  const rechunked: NewContent[] = [];
  let embedded = 0;
  for (const contentId of library.contents.ids()) {
    signal.throwIfAborted();
    const stored = library.contents.get(contentId);
    if (!stored) continue;
    if (stored.profile !== profileName) {
      const format = stored.format as 'txt' | 'md' | 'pdf';
      const made = await makeContent(
        { ...stored, read: { ...stored, format } },
        { cache: library.embeddings, embedder: model.embedder, profileName, profile, signal },
      );
      embedded += made.embedded;
      rechunked.push(made.content);
      rows.push(...made.rows);
      continue;
    }
    const chunks = library.contents.chunkTexts(contentId);
    const texts = chunks.map((chunk) => searchableText(chunk.title, chunk.headings, chunk.text));
    const result = await embedTexts(library.embeddings, model.embedder, texts, signal, () => {});
    embedded += result.embedded;
    chunks.forEach((chunk, position) => {
      const vector = result.vectors[position];
      if (vector) rows.push({ chunkId: chunk.chunkId, contentId, searchable: texts[position] ?? '', vector });
    });
  }
  const remembered = await embedTexts(
    library.embeddings,
    model.embedder,
    library.memory.searchables(),
    signal,
    () => {},
  );
  embedded += remembered.embedded;
  await library.change(async () => {
    // Documents may have been deleted while the texts were embedded.
    const still = new Set(library.contents.ids());
    await library.index.rebuild(
      { modelId: model.entry.id, dimension: model.entry.dimension, profile: profileName },
      rows.filter((row) => still.has(row.contentId)),
      rowsPerAdd,
      (switchOver) =>
        library.replaceContents(
          rechunked.filter((content) => still.has(content.contentId)),
          switchOver,
        ),
    );
    await library.index.compact();
  });
  const { documents, chunks } = library.documents.counts();
  return { documents, chunks, embedded, ms: Math.round(performance.now() - started) };
}
