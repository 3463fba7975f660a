import type { ChunkProfile } from '@shared/limits';
import { estimateTokens } from '../../models';
import { type Library, type NewContent, unlessUnreadable } from '../../store';
import { embedTexts } from './embed-texts';
import type { OpenedModel } from './ingest-model';
import { cutAgain, rowsOf, textToRecut, withoutVectors, wordRowsOf } from './prepare-content';

/**
 * Cuts a content again from its stored text, embeds what the cache lacks, and puts both in the place of what was there,
 * as one change. Without the model (null) it is found by its words and waits for its vectors. Errors: `no-text`, models'
 * codes, `disk-full`, `cancelled`.
 */
export async function recutContent(
  library: Library,
  stored: Omit<NewContent, 'chunks' | 'unembedded'>,
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
    library.replaceContents([made.content], () => undefined);
    // Where the index cannot be read, it is built anew afterwards.
    await unlessUnreadable(async () => {
      await library.index.removeContents([stored.contentId]);
      await library.index.add(rows);
    });
    // A search between the catalogue's commit and the index's rows has kept what it found.
    library.bumpVersion();
  }, signal);
}
