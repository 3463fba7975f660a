import type { ContentStore, Orphans } from '../catalogue/contents';
import type { DocumentStore } from '../catalogue/documents';
import type { EmbeddingCache } from '../catalogue/embedding-cache';
import { type NewContent, type NewDocument, searchableText } from '../catalogue/records';

export interface Addition {
  readonly document: NewDocument;
  /** Absent where the content is already in the library. */
  readonly content?: NewContent;
}

/** What a commit leaves to be done, and what it could not do. */
export interface Committed extends Orphans {
  /** Documents of a content that was to be there, and that another member has deleted meanwhile. */
  readonly without: readonly string[];
}

export interface CommitParts {
  readonly createdAt?: string;
  /** Of which all members want the vectors, beside those of the additions. */
  readonly texts?: readonly string[];
  /** What else of the catalogue belongs to it; run again where another member was faster. */
  work?(): void;
  /** What of this desk's own catalogue belongs to it. */
  along?(committed: Committed): void;
}

/** What of a content is embedded. */
export const searchableTexts = ({ indexTitle, chunks }: NewContent): string[] =>
  chunks.map((chunk) => searchableText(indexTitle, chunk));

interface Stores {
  readonly contents: ContentStore;
  readonly documents: DocumentStore;
  readonly embeddings: EmbeddingCache;
}

/**
 * Adds them to a catalogue that other members may have changed since they were made: they may have brought a content
 * themselves, or have taken it away. Part of a transaction.
 *
 * @param modelId of whose vectors the members share those of `texts` and of the contents
 * @param dropOrphans called when the documents are there
 */
export function addToCatalogue(
  { contents, documents, embeddings }: Stores,
  additions: readonly Addition[],
  modelId: string,
  texts: readonly string[],
  createdAt: string,
  dropOrphans: () => Orphans,
): Committed {
  const coming = additions.flatMap(({ content }) => content ?? []);
  const fresh = coming.filter(({ contentId, profile }) => !contents.has(contentId, profile));
  const there = coming.filter((content) => !fresh.includes(content));
  embeddings.share(modelId, [...texts, ...fresh.flatMap(searchableTexts)]);
  contents.add(fresh, createdAt);
  const stands = ({ document: { contentId } }: Addition) => contentId === null || contents.isThere(contentId);
  for (const { document } of additions.filter(stands)) documents.putDocument(document, createdAt);
  const orphans = dropOrphans();
  const spare = there.filter(({ contentId, storedPath }) => contents.storedPath(contentId) !== storedPath);
  return {
    ...orphans,
    storedPaths: [...orphans.storedPaths, ...spare.map(({ storedPath }) => storedPath)],
    without: additions.filter((addition) => !stands(addition)).map(({ document }) => document.documentId),
  };
}
