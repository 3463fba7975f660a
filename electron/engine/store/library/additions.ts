import type { EmbeddingCache } from '../catalogue/computed-results';
import type { ContentStore, Orphans } from '../catalogue/contents';
import type { DocumentStore } from '../catalogue/documents';
import { type NewContent, type NewDocument, searchableText } from '../catalogue/records';

export interface Addition {
  readonly document: NewDocument;
  readonly content?: NewContent;
}

export interface Committed extends Orphans {
  /** Documents of an expected content that another member has deleted. */
  readonly without: readonly string[];
}

export interface CommitParts {
  readonly createdAt?: string;
  /** Texts whose vectors all members want, beside those of the additions. */
  readonly texts?: readonly string[];
  /** The other changes of the catalogue; run again if another member was faster. */
  work?(): void;
  along?(committed: Committed): void;
}

export const searchableTexts = ({ indexTitle, chunks }: NewContent): string[] =>
  chunks.map((chunk) => searchableText(indexTitle, chunk));

interface Stores {
  readonly contents: ContentStore;
  readonly documents: DocumentStore;
  readonly embeddings: EmbeddingCache;
}

interface Adding {
  /** The members share this model's vectors of `texts` and of the contents. */
  readonly modelId: string;
  readonly texts: readonly string[];
  readonly createdAt: string;
}

/** Adds contents and documents; another member may have added or removed some meanwhile. Part of a transaction. */
export function addToCatalogue(
  { contents, documents, embeddings }: Stores,
  additions: readonly Addition[],
  { modelId, texts, createdAt }: Adding,
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
