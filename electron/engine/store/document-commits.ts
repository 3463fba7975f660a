import type { ChunkIndex } from './chunk-index';
import type { ContentStore, Orphans } from './contents';
import type { SqlDatabase } from './database';
import type { DocumentStore } from './documents';
import type { EmbeddingCache } from './embedding-cache';
import type { RecognitionStore } from './recognitions';
import type { NewContent, NewDocument } from './records';
import { unlessUnreadable } from './unless-unreadable';
import type { UploadStore } from './uploads';

export interface Addition {
  readonly document: NewDocument;
  /** Absent where the content is already in the library. */
  readonly content?: NewContent;
}

interface Stores {
  readonly documents: DocumentStore;
  readonly contents: ContentStore;
  readonly embeddings: EmbeddingCache;
  readonly recognitions: RecognitionStore;
  readonly uploads: UploadStore;
  readonly index: ChunkIndex;
}

/**
 * How documents come and go: by one commit of the catalogue, and what that leaves without an owner goes from index and
 * disk after it.
 */
export class DocumentCommits {
  /** @param bumpVersion tells that what can be found has changed */
  constructor(
    private readonly stores: Stores,
    private readonly database: SqlDatabase,
    private readonly bumpVersion: () => void,
  ) {}

  /** Makes the additions visible; `along` is part of the commit. Returns what to let go of. */
  add(additions: readonly Addition[], createdAt: string, along: () => void): Orphans {
    const { contents, documents } = this.stores;
    return this.database.transaction(() => {
      along();
      contents.add(
        additions.flatMap(({ content }) => content ?? []),
        createdAt,
      );
      for (const { document } of additions) documents.putDocument(document, createdAt);
      return this.dropOrphans();
    });
  }

  /**
   * Removes documents: invisible with the commit, gone from disk when this resolves. Returns the ids of those that were
   * there.
   */
  async remove(documentIds: readonly string[]): Promise<string[]> {
    const { documents, uploads, index } = this.stores;
    const { paths, removed, orphans } = this.database.transaction(() => ({
      paths: documents.pathsOf(documentIds),
      removed: documents.removeDocuments(documentIds),
      orphans: this.dropOrphans(),
    }));
    await uploads.removeIncoming(paths);
    await this.release(orphans);
    if (orphans.contentIds.length > 0) await unlessUnreadable(() => index.compact());
    return removed;
  }

  /** Lets go of what a commit orphaned, on disk; readers never see any of it. */
  async release(orphans: Orphans): Promise<void> {
    const { uploads, index } = this.stores;
    for (const stored of orphans.storedPaths) await uploads.remove(stored);
    if (orphans.contentIds.length === 0) return;
    await unlessUnreadable(() => index.removeContents(orphans.contentIds));
    // Rows that nobody finds any more have taken the places of others in a search since the commit.
    this.bumpVersion();
  }

  /** Part of a transaction. */
  private dropOrphans(): Orphans {
    const { contents, embeddings, recognitions } = this.stores;
    const orphans = contents.removeOrphans();
    embeddings.forget(orphans.texts);
    recognitions.forget(orphans.checksums);
    this.bumpVersion();
    return orphans;
  }
}
