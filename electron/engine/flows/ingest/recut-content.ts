import type { ChunkProfile } from '@shared/limits';
import { estimateTokens } from '../../models';
import { type Library, type StoredContent, unlessUnreadable } from '../../store';
import { embedTexts } from './embed-texts';
import type { OpenedModel } from './ingest-model';
import { cutAgain, rowsOf, textToRecut, withoutVectors, wordRowsOf } from './prepare-content';

/**
 * Cuts a content again from its stored text, embeds what the cache lacks, and puts both in the place of what was there,
 * as one change: a search at any moment finds the old chunks or the new ones. Without the model (null) it is found by its
 * words and waits for its vectors. Errors: `no-text`, models' codes, `disk-full`, `cancelled`.
 */
export async function recutContent(
  library: Library,
  stored: StoredContent,
  profile: ChunkProfile,
  model: Pick<OpenedModel, 'embedder' | 'recut'> | null,
  signal: AbortSignal,
): Promise<void> {
  const text = textToRecut(stored, stored.profile, profile);
  const made = model ? await model.recut(text, signal) : withoutVectors(cutAgain(text, estimateTokens));
  const rows = model
    ? rowsOf(made, (await embedTexts(library.embeddings, model.embedder, made.searchable, signal, () => {})).vectors)
    : wordRowsOf(made, library.index.manifest?.dimension ?? 0);
  await library.change(async () => {
    // It may have been deleted while its texts were embedded.
    if (!library.contents.has(stored.contentId, stored.profile)) return;
    const before = library.contents.chunkTexts(stored.contentId).map(({ chunkId }) => chunkId);
    const now = new Set(rows.map(({ chunkId }) => chunkId));
    const gone = before.filter((chunkId) => !now.has(chunkId));
    // Rows that no chunk stands for are found by nobody: so the new ones come first, and the old ones go last.
    // Where the index cannot be read, it is built anew afterwards.
    await unlessUnreadable(() => library.index.put(rows));
    library.commit([], undefined, () => library.contents.replace(made.content));
    if (gone.length === 0) return;
    await unlessUnreadable(() => library.index.removeChunks(gone));
    // A search before the old rows were gone has kept scores that they had a part in.
    library.bumpVersion();
  }, signal);
}
