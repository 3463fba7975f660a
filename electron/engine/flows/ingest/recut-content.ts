import type { ChunkProfile } from '@shared/limits';
import type { DocumentFormat } from '../../ingest';
import type { Embedder } from '../../models';
import { type Library, type NewContent, unlessUnreadable } from '../../store';
import { makeContent } from './make-content';

/**
 * Cuts a content again from its stored text, embeds what the cache lacks, and puts both in the place of what was there,
 * as one change. Errors: `no-text`, models' codes, `disk-full`, `cancelled`.
 */
export async function recutContent(
  library: Library,
  stored: Omit<NewContent, 'chunks' | 'unembedded'>,
  profile: ChunkProfile,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  const read = { ...stored, format: stored.format as DocumentFormat };
  const made = await makeContent(
    { ...stored, read },
    { cache: library.embeddings, embedder, profileName: stored.profile, profile, signal },
  );
  await library.change(async () => {
    // It may have been deleted while its texts were embedded.
    if (!library.contents.has(stored.contentId, stored.profile)) return;
    library.replaceContents([made.content], () => undefined);
    // Where the index cannot be read, it is built anew afterwards.
    await unlessUnreadable(async () => {
      await library.index.removeContents([stored.contentId]);
      await library.index.add(made.rows);
    });
    // A search between the catalogue's commit and the index's rows has kept what it found.
    library.bumpVersion();
  }, signal);
}
