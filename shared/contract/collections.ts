import { z } from 'zod';
import { defaultCollection, longestSystemPrompt, sampleCollection } from '../collection-names';
import type { Chunk } from '../prompt/chunk';
import type { DocumentSummary } from './documents';
import { lookingAt, type TextSpan } from './search';
import { id, name } from './values';

// In a file without schemas: the page's first screen needs the name, and not what checks requests.
export { defaultCollection, longestSystemPrompt, sampleCollection };

const change = z.strictObject({ add: z.array(name).max(100).optional(), remove: z.array(name).max(100).optional() });
/** Names that documents get, and that they lose; who has it already, or has it not, stays as it is. */
export type NameChange = z.output<typeof change>;
/** Collections and tags that documents get and lose. */
export interface Sorting {
  readonly collections?: NameChange | undefined;
  readonly tags?: NameChange | undefined;
}

const documentIds = z.array(id).min(1).max(10_000);

export const collectionRequests = {
  'collections.list': z.strictObject({}),
  'collections.create': z.strictObject({ name }),
  'collections.rename': z.strictObject({ name, to: name }),
  /** Its documents stay: in `moveTo`, and in the others that they are in. */
  'collections.remove': z.strictObject({ name, moveTo: name.optional() }),
  /** Out of all others. Makes the collection where it is new. */
  'collections.move': z.strictObject({ documentIds, to: name }),
  /** Makes collections that are new. */
  'collections.sort': z.strictObject({ documentIds, collections: change.optional(), tags: change.optional() }),
  /** '' for none. */
  'collections.configure': z.strictObject({ name, systemPrompt: z.string().trim().max(longestSystemPrompt) }),

  /** A title that stays when the file is read again; '' for that of the file. */
  'library.rename': z.strictObject({ documentId: id, title: z.string().trim().max(500) }),
  'library.chunks': z.strictObject({ documentId: id }),

  /** What documents are about: of the whole library where neither is given. */
  'overview.get': z.strictObject(lookingAt),
  /** What has changed from one version of a document to another. Errors: `document-not-found`. */
  'documents.compare': z.strictObject({ oldId: id, newId: id }),
  /** The tables of a document as they are calculated with. */
  'documents.tables': z.strictObject({ documentId: id }),
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

/** Documents that speak of the same. */
export interface OverviewTopic {
  /** Words that tell it from the others, the most telling first. */
  readonly label: readonly string[];
  /** The most typical first. */
  readonly documentIds: readonly string[];
  /** From its most typical documents, with their places. */
  readonly sentences: readonly (TextSpan & {
    readonly documentId: string;
    readonly title: string;
    readonly text: string;
  })[];
}

export interface Overview {
  /** The largest first; every document with vectors is in exactly one. */
  readonly topics: readonly OverviewTopic[];
  /** Near to each other where the documents are alike; −1 to 1. `topic`: its place in the list. */
  readonly places: readonly {
    readonly documentId: string;
    readonly title: string;
    readonly topic: number;
    readonly x: number;
    readonly y: number;
  }[];
  /** Documents that are in no topic: without text, or not embedded yet. */
  readonly withoutVectors: number;
}

/** Where a passage stands in one of two documents. */
export interface ComparedPlace extends TextSpan {
  /** 1-based; null in a document without pages. */
  readonly page: number | null;
}

export interface ComparedPassage {
  readonly kind: 'same' | 'changed' | 'moved' | 'new' | 'gone';
  /** Null of what is new. */
  readonly old: ComparedPlace | null;
  /** Null of what is gone. */
  readonly new: ComparedPlace | null;
  /** Words in the place of others, in order; an empty span where words were put in or taken out. */
  readonly edits: readonly { readonly old: TextSpan; readonly new: TextSpan }[];
}

/** What the cells of a column were read as; `mixed` and the others say why one is text. */
export interface TypedColumnInfo {
  /** As the header has it; empty where there is none. */
  readonly name: string;
  readonly type: 'text' | 'number' | 'amount' | 'percent' | 'date' | 'duration' | 'time';
  /** A unit or a currency's code. */
  readonly unit: string | null;
  /** Why it is text although cells of it look like values; null where nothing does. */
  readonly reason:
    | 'mixed'
    | 'mixed-units'
    | 'mixed-number-styles'
    | 'ambiguous-numbers'
    | 'ambiguous-dates'
    | 'too-long'
    | 'merged-header'
    | null;
  /** Rows whose cell is empty. */
  readonly empty: number;
}

export interface TypedTableInfo {
  /** Page or sheet, 1-based; null in a document without. */
  readonly page: number | null;
  /** Where it stands in its sheet: `Sheet1!A1:F301`; null in other documents. */
  readonly cells: string | null;
  /** Without its header. */
  readonly rowCount: number;
  /** What is to be known of how it was read. */
  readonly reasons: readonly ('no-header' | 'merged-header' | 'ragged-rows' | 'totals-left-out')[];
  readonly columns: readonly TypedColumnInfo[];
}

export interface DocumentComparison {
  readonly old: DocumentSummary;
  readonly new: DocumentSummary;
  /** In the order of the new document, what is gone where it stood; every word of both is in exactly one. */
  readonly passages: readonly ComparedPassage[];
  /** Numbers and dates first. `passage`: its place in the list. */
  readonly differences: readonly {
    readonly kind: 'number' | 'date' | 'text';
    readonly old: TextSpan | null;
    readonly new: TextSpan | null;
    readonly passage: number;
  }[];
  readonly texts: { readonly old: string; readonly new: string };
}

export interface CollectionResults {
  'collections.list': readonly CollectionSummary[];
  'collections.create': CollectionSummary;
  'collections.rename': CollectionSummary;
  'collections.remove': { readonly removed: string; readonly moved: number; readonly to: string };
  'collections.move': { readonly moved: readonly string[]; readonly to: string };
  'collections.sort': { readonly sorted: readonly string[] };
  'collections.configure': CollectionSummary;
  'library.rename': DocumentSummary;
  /** In order. */
  'library.chunks': readonly ChunkPlace[];
  'overview.get': Overview;
  'documents.compare': DocumentComparison;
  'documents.tables': readonly TypedTableInfo[];
}
