import { z } from 'zod';
import { defaultCollection, longestSystemPrompt, sampleCollection } from '../collection-names';
import type { ErrorReport } from '../errors';
import type { Chunk } from '../prompt/chunk';
import type { ExchangePlace } from './chat';
import type { DocumentSummary } from './documents';
import { lookingFields, type TextSpan } from './search';
import { id, name, route } from './values';

// In a file without schemas: the page's first screen needs the name, and not what checks requests.
export { defaultCollection, longestSystemPrompt, sampleCollection };

const change = z.strictObject({ add: z.array(name).max(100).optional(), remove: z.array(name).max(100).optional() });
/** Names that documents get, and that they lose; who has it already, or has it not, stays as it is. */
export type NameChange = z.output<typeof change>;
export interface Sorting {
  readonly collections?: NameChange | undefined;
  readonly tags?: NameChange | undefined;
}

/** What a model reads of a document: the best passages for the question that fit one call, or all of them. */
export const surveyReadings = ['best', 'whole'] as const;
const surveyed = {
  question: z.string().trim().min(1).max(2000),
  /** `provider:model`; the one set up where absent. */
  model: name.optional(),
  reading: z.enum(surveyReadings).optional(),
  ...lookingFields,
} as const;

const documentIds = z.array(id).min(1).max(10_000);

export const collectionRequests = {
  'collections.list': route<readonly CollectionSummary[]>()({}),
  'collections.create': route<CollectionSummary>()({ name }),
  'collections.rename': route<CollectionSummary>()({ name, to: name }),
  /** Its documents stay: in `moveTo`, and in the others that they are in. */
  'collections.remove': route<{ readonly removed: string; readonly moved: number; readonly to: string }>()({
    name,
    moveTo: name.optional(),
  }),
  /** Out of all others. Makes the collection where it is new. */
  'collections.move': route<{ readonly moved: readonly string[]; readonly to: string }>()({ documentIds, to: name }),
  'collections.sort': route<{ readonly sorted: readonly string[] }>()({
    documentIds,
    collections: change.optional(),
    tags: change.optional(),
  }),
  /** '' for none. */
  'collections.configure': route<CollectionSummary>()({
    name,
    systemPrompt: z.string().trim().max(longestSystemPrompt),
  }),

  /** A title that stays when the file is read again; '' for that of the file. */
  'library.rename': route<DocumentSummary>()({ documentId: id, title: z.string().trim().max(500) }),
  'library.chunks': route<readonly ChunkPlace[]>()({ documentId: id }),
} as const;

export const overviewRequests = {
  /** Subjects of documents: of the whole library if neither is given. */
  'overview.get': route<Overview>()(lookingFields),
  /** Changes from one version of a document to another. Errors: `document-not-found`. */
  'documents.compare': route<DocumentComparison>()({ oldId: id, newId: id }),

  /**
   * The cost of asking a language model the question of every document. `measure`: a model that was never timed on this
   * computer reads the beginning of one document now. Errors, like all routes below that ask a model: `model-missing`,
   * and the other codes of an unavailable model.
   */
  'survey.estimate': route<SurveyEstimate>()({ ...surveyed, measure: z.boolean().optional() }),
  /**
   * Starts the survey. The answer is the next exchange of the conversation, or the first of a new one. `wait`: until it
   * is there, or the survey ends in another way. Vitrine stores the model's notes on a content, to ask nothing twice.
   */
  'survey.start': route<Survey>()({ ...surveyed, conversationId: id.optional(), wait: z.boolean().optional() }),
  'survey.list': route<readonly Survey[]>()({}),
  /** Documents that were read stay so. Errors: `survey-not-found`, as of those below. */
  'survey.pause': route<Survey>()({ surveyId: id }),
  'survey.resume': route<Survey>()({ surveyId: id, wait: z.boolean().optional() }),
  /** Ends it, and forgets what the model said in it; an answer stays. */
  'survey.remove': route<{ readonly removed: string }>()({ surveyId: id }),
  'documents.tables': route<readonly TypedTableInfo[]>()({ documentId: id }),
} as const;

export interface CollectionSummary {
  readonly name: string;
  readonly isDefault: boolean;
  readonly documents: number;
  readonly chunks: number;
  readonly bytes: number;
  /** Goes into the prompt of every question that looks at this collection; '' for none. */
  readonly systemPrompt: string;
}

export type ChunkPlace = Pick<Chunk, 'id' | 'index' | 'startChar' | 'endChar' | 'pages' | 'headings' | 'tokenCount'>;

export interface OverviewTopic {
  /** Words that tell it from the others, the most telling first. */
  readonly label: readonly string[];
  readonly documentIds: readonly string[];
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

export interface ComparedPlace extends TextSpan {
  readonly page: number | null;
}

export interface ComparedPassage {
  readonly kind: 'same' | 'changed' | 'moved' | 'new' | 'gone';
  readonly old: ComparedPlace | null;
  readonly new: ComparedPlace | null;
  /** Words in the place of others, in order; an empty span where words were put in or taken out. */
  readonly edits: readonly { readonly old: TextSpan; readonly new: TextSpan }[];
}

export interface TypedColumnInfo {
  readonly name: string;
  readonly type: 'text' | 'number' | 'amount' | 'percent' | 'date' | 'duration' | 'time';
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
  readonly empty: number;
}

export interface TypedTableInfo {
  readonly page: number | null;
  /** Its range in its sheet: `Sheet1!A1:F301`; null in other documents. */
  readonly cells: string | null;
  readonly rowCount: number;
  readonly reasons: readonly ('no-header' | 'merged-header' | 'ragged-rows' | 'totals-left-out')[];
  readonly columns: readonly TypedColumnInfo[];
}

export interface DocumentComparison {
  readonly old: DocumentSummary;
  readonly new: DocumentSummary;
  /** In the order of the new document, with removed text at its old place; every word of both is in exactly one. */
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

/**
 * `waiting`: the model is unavailable, with the reason in `error`; Vitrine asks it again. `interrupted`: the program
 * ended while it ran; `survey.resume` continues it.
 */
export type SurveyState = 'running' | 'waiting' | 'paused' | 'interrupted' | 'done';

export interface Survey {
  readonly surveyId: string;
  readonly question: string;
  readonly model: string;
  readonly reading: (typeof surveyReadings)[number];
  readonly createdAt: string;
  readonly state: SurveyState;
  readonly error: ErrorReport | null;
  readonly phase: 'reading' | 'writing';
  readonly done: number;
  readonly total: number;
  /** Calls of the model since the last start or resumption: none if all notes were stored. */
  readonly calls: number;
  readonly msLeft: number | null;
  readonly answer: ExchangePlace | null;
}

export interface SurveyEstimate {
  readonly model: string;
  readonly documents: number;
  /** Documents that were read before, with the same model and question. */
  readonly kept: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** By what the model took on this computer; null where it was never timed here. */
  readonly ms: number | null;
}
