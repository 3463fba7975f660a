import type { ChunkIndex } from './chunk-index';
import type { ContentStore } from './contents';
import { unlessUnreadable } from './unless-unreadable';
import type { UploadStore } from './uploads';

/** Rows of the index that the catalogue does not know, and chunks that the index lacks. Errors: `index-unavailable`. */
export async function compareIndex(
  contents: ContentStore,
  index: ChunkIndex,
): Promise<{ strayRows: string[]; missingRows: string[] }> {
  const known = contents.chunkIds();
  const indexed = new Set(await index.chunkIds());
  return {
    strayRows: [...indexed].filter((id) => !known.has(id)),
    missingRows: [...known].filter((id) => !indexed.has(id)),
  };
}

/** Takes rows and tables out of the index and files out of the uploads that the catalogue does not know. */
export async function takeOutUnknown(contents: ContentStore, uploads: UploadStore, index: ChunkIndex): Promise<void> {
  await uploads.removeStrays(new Set(contents.ids().map((contentId) => contents.storedPath(contentId))));
  await unlessUnreadable(async () => {
    await index.removeChunks((await compareIndex(contents, index)).strayRows);
    await index.removeStrayTables();
    await index.compact();
  });
}
