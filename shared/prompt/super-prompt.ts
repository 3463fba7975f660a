import type { Reason } from '../words/sayings';
import type { TextRange } from './blocks';
import type { CandidateScores, Chunk } from './chunk';
import { type JourneyStep, journeySteps, type StageValue } from './stage-names';

/** The canonical keys of a prompt's body. Which of them are MUST keys, and their defaults, is in config/prompt_schema.json. */
export const bodyKeys = [
  'system',
  'task',
  'audience',
  'tone',
  'depth',
  'confidence',
  'context',
  'purpose',
  'format',
  'text',
  'constraints',
  'example',
  'deterministic_rules',
  'deterministic_codes',
] as const;
export type BodyKey = (typeof bodyKeys)[number];

/** A view: an ordered list of chunk ids written by one stage. */
export type ViewName = Exclude<JourneyStep, 'prompt'>;
export const viewNames = journeySteps.filter((step) => step !== 'prompt');

export interface ConversationTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Documents that an answer cites, best first: a follow-up question is read with them. Absent for one that is not to be. */
  readonly documentIds?: readonly string[];
}

/** The source of a header or enum value, and its rung of the ladder. */
export interface PromptDecision {
  readonly subject: string;
  readonly decision: string;
  readonly reason: Reason;
}

/** Named as the model that counted tokens where there was none: they are estimated by their length. */
export const noModelCounts = 'no model';

export const verdicts = ['keep', 'drop_irrelevant', 'drop_duplicate', 'drop_conflict'] as const;
export type Verdict = (typeof verdicts)[number];

export interface FormatEnforcement {
  readonly name: string;
  readonly normalized_format_spec: string;
  readonly example_shape: string;
  readonly hard_rules: readonly string[];
  /** The JSON schema given in FORMAT, which the answer is held against; absent where none is given. */
  readonly json_schema?: Readonly<Record<string, unknown>>;
}

export interface CorrectedName {
  readonly word: string;
  /** As the documents write it. */
  readonly written: string;
}

/** The ways to answer a question, in the order in which they are asked whether it is theirs. */
export const wayIds = [
  'help',
  'facts',
  'fields',
  'census',
  'overview',
  'comparison',
  'summary',
  'calculation',
  'passages',
] as const;
export type WayId = (typeof wayIds)[number];

/** The ways that answer about documents as wholes: what a collection is about, what is in one, how several differ. */
export type WholeKind = Extract<WayId, 'overview' | 'summary' | 'comparison'>;

/** Why a question is answered in a way; each has words of its own. */
export type WayReason =
  | 'help'
  | 'files'
  | 'field'
  | 'unstated'
  | 'words'
  | 'subject'
  | 'value'
  | 'all'
  | 'place'
  | 'title'
  | 'scope'
  | 'cited'
  | 'only'
  | 'search'
  | 'table'
  | 'model'
  | 'rest'
  | 'asked';

export interface ChosenWay {
  readonly id: WayId;
  readonly by: WayReason;
  /** The words, the subject, the column or the title that it is about; empty for none. */
  readonly about: string;
  /** The meant documents; absent for all, and empty if unknown. */
  readonly documentIds?: readonly string[];
  /** How many others could be meant just as well; absent for none. */
  readonly others?: number;
  readonly byHand?: true;
}

const wholes: ReadonlySet<WayId> = new Set(['overview', 'comparison', 'summary'] satisfies WholeKind[]);

/** Tells whether a prompt asks for documents as wholes. Their passages are chosen by place and not by nearness. */
export const asksForWhole = ({ extras: { way } }: Pick<SuperPrompt, 'extras'>): boolean =>
  way !== undefined && wholes.has(way.id);

/** The best range of a chunk's text for the question, UTF-16, with its score and the score of there being no answer. */
export interface PassageReading extends TextRange {
  readonly score: number;
  readonly none: number;
}

/** Tells whether a reader sees an answer in a passage. */
export const findsAnswer = ({ score, none }: PassageReading): boolean => score > none;

/** Facts that stages leave for each other and that are not part of the body. All optional: absent until their stage ran. */
export interface PromptExtras {
  /** The user's own words under a meta key, before A2 clamps them to an enum. */
  readonly stated?: Readonly<Partial<Record<BodyKey, string>>>;
  readonly unknown_attributes?: Readonly<Record<string, string>>;
  readonly semantic_used?: boolean;
  readonly normalized_map?: Readonly<Record<string, string>>;
  readonly decisions?: readonly PromptDecision[];
  /** The question asks a table to be calculated with; absent where passages answer. */
  readonly calculation?: {
    readonly documentId: string;
    /** Place of the table in its document, from 0. */
    readonly table: number;
    /** The table whose rows are joined to its own; absent where it is calculated over alone. */
    readonly joined?: { readonly documentId: string; readonly table: number };
    /** In the algebra of `calculation`, checked before it is run. */
    readonly plan: unknown;
    /** The same as JSON that a person reads and edits: columns by their names. */
    readonly text: string;
    readonly sql: string;
    readonly confidence: number;
    readonly byHand?: true;
    /** The model that proposed the plan (`provider:model`), where no grammar was sure of one. */
    readonly proposedBy?: string;
  };
  /** How the question is answered; absent where nothing was asked of a library. */
  readonly way?: ChosenWay;
  readonly a2_decisions?: readonly PromptDecision[];
  /** The query of Retrieval: the whole and its pieces. */
  readonly query?: {
    readonly whole: string;
    /** ISO 639-3 code of what it is written in, or `und`. */
    readonly language: string;
    readonly pieces: readonly string[];
    readonly out_of_scope: boolean;
    /** Set where nothing was searched, since the user wants an answer without the documents. */
    readonly without_documents?: true;
    /** Misspelt names, which models read as the documents write them; absent where there are none. */
    readonly names?: readonly CorrectedName[];
    /** Acronyms of the query, or of its words, as the documents spell them out; absent where there are none. */
    readonly acronyms?: readonly { readonly short: string; readonly long: string }[];
    readonly unknown_words?: readonly string[];
    /** The chunk of an earlier exchange that the question was read with; absent for a complete question. */
    readonly follow_up_of?: string;
    /** Questions that the library could answer instead; absent where there are none. */
    readonly suggestions?: readonly string[];
    /** The reference of a follow-up question, which was searched with it; absent for a complete question. */
    readonly thread?: { readonly carried: readonly string[]; readonly documentIds: readonly string[] };
  };
  /** Chunks of earlier exchanges that go into the prompt beside the documents; absent where there are none. */
  readonly recalled?: readonly string[];
  /** Scores by chunk id, for the chunks of `base_context_chunks`. */
  readonly retrieval_scores?: Readonly<Record<string, CandidateScores>>;
  /** The text that the cross-encoder read; absent if it is the typed question, or no model read it. */
  readonly rerank_query?: string;
  readonly rerank_relevance?: Readonly<Record<string, number>>;
  readonly rerank_distribution?: { readonly min: number; readonly max: number; readonly mean: number };
  /** The readings of the best passages by a reader, by chunk id; absent where none has read. */
  readonly reading?: { readonly model: string; readonly passages: Readonly<Record<string, PassageReading>> };
  readonly verdicts?: Readonly<
    Record<string, { readonly verdict: Verdict; readonly reason: Reason; readonly byHand?: true }>
  >;
  readonly format_enforcer?: FormatEnforcement;
  readonly token_count?: {
    /** Whose tokens: the model that answers, or the embedding model where none does. */
    readonly model: string;
    /** Whether they were counted by the model's own tokenizer; false for an estimate. */
    readonly exact: boolean;
    /** Tokens of the selected passages, and the most that they may have. */
    readonly passages: number;
    readonly room: number;
    /** Tokens of everything else, the condensed context as long as it may be. */
    readonly rest: number;
  };
  /** Chunks that did not fit the answering model's budget, lowest relevance first (C2). */
  readonly dropped_for_budget?: readonly string[];
}

/**
 * The one carrier of state through the stages (S1). JSON-serialisable; it holds no clock and no randomness. Two runs of
 * the same prompt, library and configuration are therefore equal byte for byte in canonical JSON.
 */
export interface SuperPrompt {
  readonly stage: StageValue;
  /** Append-only: every stage adds the value it left. */
  readonly history_of_stages: readonly string[];
  readonly raw: string;
  readonly body: Readonly<Partial<Record<BodyKey, string>>>;
  readonly extras: PromptExtras;
  readonly base_context_chunks: readonly Chunk[];
  readonly views_by_stage: Readonly<Partial<Record<ViewName, readonly string[]>>>;
  readonly final_selection_ids: readonly string[];
  readonly recentConversation: readonly ConversationTurn[];
  readonly System_MD: string;
  readonly Prompt_MD: string;
  readonly S_CTX_MD: string;
  readonly Attachments_MD: string;
  readonly prompt_ready: string;
}

export function emptySuperPrompt(raw: string, recentConversation: readonly ConversationTurn[] = []): SuperPrompt {
  return {
    stage: 'raw',
    history_of_stages: [],
    raw,
    body: {},
    extras: {},
    base_context_chunks: [],
    views_by_stage: {},
    final_selection_ids: [],
    recentConversation,
    System_MD: '',
    Prompt_MD: '',
    S_CTX_MD: '',
    Attachments_MD: '',
    prompt_ready: '',
  };
}

/** Fields of the SuperPrompt as paths that a stage may read or write: a top-level key, `body.x`, `extras.x` or `views_by_stage.x`. */
export type FieldPath =
  | keyof SuperPrompt
  | `body.${BodyKey}`
  | `extras.${keyof PromptExtras & string}`
  | `views_by_stage.${ViewName}`;
