import { z } from 'zod';
import { defaultCollection, longestSystemPrompt, sampleCollection } from '../collection-names';
import type { Chunk } from '../prompt/chunk';
import { id, name } from './values';

// In a file without schemas: the page's first screen needs the name, and not what checks requests.
export { defaultCollection, longestSystemPrompt, sampleCollection };

export const collectionRequests = {
  'collections.list': z.strictObject({}),
  'collections.create': z.strictObject({ name }),
  'collections.rename': z.strictObject({ name, to: name }),
  /** Its documents stay: they move to `moveTo`, or to the default collection. */
  'collections.remove': z.strictObject({ name, moveTo: name.optional() }),
  /** Makes the collection where it is new. */
  'collections.move': z.strictObject({ documentIds: z.array(id).min(1).max(10_000), to: name }),
  /** '' for none. */
  'collections.configure': z.strictObject({ name, systemPrompt: z.string().trim().max(longestSystemPrompt) }),

  'library.chunks': z.strictObject({ documentId: id }),
} as const;

export interface CollectionSummary {
  readonly name: string;
  /** Whether it is the one that is always there. */
  readonly isDefault: boolean;
  readonly documents: number;
  readonly chunks: number;
  /** Bytes of the documents. */
  readonly bytes: number;
  /** Goes into the prompt of every question that looks at this collection; '' for none. */
  readonly systemPrompt: string;
}

/** A chunk's place in its document, to be drawn there. */
export type ChunkPlace = Pick<Chunk, 'id' | 'index' | 'startChar' | 'endChar' | 'pages' | 'headings' | 'tokenCount'>;

export interface CollectionResults {
  'collections.list': readonly CollectionSummary[];
  'collections.create': CollectionSummary;
  'collections.rename': CollectionSummary;
  'collections.remove': { readonly removed: string; readonly moved: number; readonly to: string };
  'collections.move': { readonly moved: readonly string[]; readonly to: string };
  'collections.configure': CollectionSummary;
  /** In order. */
  'library.chunks': readonly ChunkPlace[];
}
