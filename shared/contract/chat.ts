import { z } from 'zod';
import type { TextRange } from '../prompt/blocks';
import type { Chunk, ChunkSource } from '../prompt/chunk';
import type { WayId, WholeKind } from '../prompt/super-prompt';
import type { ColumnType } from '../value-types';
import type { Notice, SearchFilters, SearchScope, TextSpan } from './search';

/** Parameters of the model for one question (C2); the limits fill absent ones. Without a model they have no effect. */
export const answerSettings = {
  temperature: z.number().min(0).max(2).optional(),
  /** Longest answer, tokens. */
  maxTokens: z.number().int().min(1).max(100_000).optional(),
  stop: z.array(z.string().min(1).max(200)).max(4).optional(),
  seed: z.number().int().min(0).max(2_147_483_647).optional(),
  /** Window to use (`num_ctx`), tokens: at most the model's own where its server tells it. */
  contextTokens: z.number().int().min(256).max(2_097_152).optional(),
} as const;

export type AnswerSettings = z.infer<z.ZodObject<typeof answerSettings>>;

/**
 * The three things that an exchange can be: an answer, the best passages, or nothing found. `incomplete` is an answer
 * that was stopped before its end.
 */
export type Outcome = 'answered' | 'passages' | 'nothing' | 'incomplete';
/** The way in which an exchange was answered; `survey` asks a model of every document. */
export type AnswerWay = WayId | 'survey';

export type Band = 'high' | 'medium' | 'low' | 'very-low';

/** Whether the cited passage holds what the sentence says: most of its words and all of its numbers. */
export type Support = 'supported' | 'weak';

/** The author of a source: the model, or Vitrine for a sentence that the model wrote without one. */
export type CitationOrigin = 'model' | 'found';

export interface CitedSentence {
  readonly text: string;
  readonly markers: readonly number[];
  /** Absent in quoted answers, which no model wrote. */
  readonly origin?: CitationOrigin;
  readonly support: Support;
  /** Share of the sentence's content terms in the passages, 0–1. */
  readonly share: number;
  /** Numbers of the sentence that do not. */
  readonly missingNumbers: readonly string[];
  /** The answer's language differs from a cited passage's, and their words cannot be compared. */
  readonly otherLanguage?: true;
  /** It has fewer content terms than can tell anything, such as “Yes.”, and no number. */
  readonly tooShort?: true;
  /** The sentence of each cited passage that was quoted, or that shares most words with this one, if any does. */
  readonly spans: readonly (TextSpan & { readonly marker: number })[];
}

/** A passage that was chosen and then left out, since the model takes no more. */
export type DroppedPassage = Pick<Citation, 'chunkId' | 'title' | 'mime' | 'pages' | 'score'>;

export interface Citation extends ChunkSource, Pick<Chunk, 'checksum' | 'startChar' | 'endChar'> {
  readonly marker: number;
  /** The file's MIME type: decides the name of its pages (`placeName`). */
  readonly mime: string;
  /** At most 200 characters, cut at a sentence where one ends. */
  readonly snippet: string;
  /** Every sentence of the document that the answer's sentences rest on, in its order; absent where none was found. */
  readonly spans?: readonly TextSpan[];
  /** The rows of a sheet that its span covers, as a spreadsheet names them: `Sheet1!A17:F17`; absent in other documents. */
  readonly cells?: string;
  readonly score: number;
  /** Weak if a sentence that cites it is; absent if none cites it, as for the nearest passages. */
  readonly support?: Support;
  /** `found` where no marker of the model names it. Absent in quoted answers. */
  readonly origin?: CitationOrigin;
}

/** A passage as it is shown: whole, with the sentence that answers best. */
export interface ShownPassage extends Citation {
  /** Markdown: a paragraph, a list with its introduction, a row under its head. */
  readonly text: string;
  /** The best sentence in `text`; null where it is all of it, or a row. */
  readonly best: TextRange | null;
  /** The words of `text` that a reader takes for the answer; absent where none has read it, or sees none. */
  readonly words?: string;
}

/** A passage given to a model, by its place: its text is in the document and in the run. */
export type GivenPassage = Pick<
  Citation,
  'marker' | 'chunkId' | 'documentId' | 'title' | 'path' | 'mime' | 'pages' | 'headings' | 'startChar' | 'endChar'
>;

export interface TokenCounts {
  readonly prompt: number | null;
  readonly answer: number | null;
}

export interface AnswerEvidence {
  readonly passages: number;
  /** Share of the question's idf mass in the best passage, title and headings included, 0–1. */
  readonly coverage: number;
  /** Cosine of the question to the sentence that answers best; null where no meaning was read. */
  readonly nearness: number | null;
  readonly missingNumbers: readonly string[];
  /** By how much a reader’s best range beats there being no answer, logits; absent where none has read. */
  readonly reading?: number;
  /** Names, numbers and days of the question that no passage found has: they speak of something else. */
  readonly absent: readonly string[];
  /** Words of the question that no document has, nor the name of one that was found. */
  readonly unknownWords: readonly string[];
}

/** The evidence for or against an answer; `start` is the evidence before anything is known. */
export type ConfidenceInput = 'start' | 'coverage' | 'nearness' | 'missingNumbers' | 'reading';

export interface ConfidencePart {
  readonly input: ConfidenceInput;
  readonly value: number;
  readonly weight: number;
}

export interface CensusColumn {
  readonly question: string;
  readonly type: ColumnType;
  readonly many: boolean;
}

/** Result of looking at every document, for a question that asks for a number or a list of them. */
export interface Census {
  readonly asks: 'count' | 'list';
  readonly looked: number;
  readonly of: number;
  /** Documents that do not state it: their answer is unknown. */
  readonly unclear: number;
  /** In the order of the library; `marker`: of the citation, null for those that the answer does not name. */
  readonly found: readonly { readonly documentId: string; readonly title: string; readonly marker: number | null }[];
  readonly column: CensusColumn | null;
}

/** A model's notes on every document, made one by one, before the combined answer. */
export interface SurveyFacts {
  readonly read: number;
  readonly of: number;
  readonly said: number;
  /** Sentences of the model that were left out, since no passage bears them out. */
  readonly dropped: number;
}

export interface Calculation {
  readonly documentId: string;
  readonly title: string;
  readonly page: number | null;
  /** The table's range in its sheet, in a spreadsheet's notation: `Sheet1!A1:F301`; absent in other documents. */
  readonly cells?: string;
  readonly steps: readonly string[];
  readonly sql: string;
  /** The same as JSON, which can be edited and run again. */
  readonly plan: string;
  readonly rows: number;
  readonly totalsLeftOut: number;
  /** The model that proposed how (`provider:model`); absent where the question was read without one. */
  readonly proposedBy?: string;
}

export interface Whole {
  readonly kind: WholeKind;
  readonly looked: number;
  readonly of: number;
  /** Those that were meant, in order; empty where all were. */
  readonly documentIds: readonly string[];
  /** The compared documents are versions of one text, and the answer lists the changes. */
  readonly versions?: true;
}

/** A person's actions on an answer, if figures about use are kept; sent beside it, and not stored in it. */
export interface Feedback {
  readonly helpful?: boolean;
  /** How often one of its citations was opened. */
  readonly opened?: number;
}

export interface Answer extends Feedback {
  /** Versions of this exchange, in order, itself included; sent beside it, absent if it has none. */
  readonly versions?: readonly string[];
  readonly messageId: string;
  readonly requestId?: string;
  readonly conversationId: string;
  readonly question: string;
  /**
   * Markdown with `[Citation N]` markers; every marker has its entry in `citations`. Empty unless the outcome is
   * `answered` or `incomplete`.
   */
  readonly answer: string;
  /** Positions in `answer` of the markers that Vitrine has added, characters; absent if there are none. */
  readonly foundMarkers?: readonly number[];
  readonly outcome: Outcome;
  readonly quoted: boolean;
  readonly citations: readonly Citation[];
  /** Numbers of the model's other passages; absent if it cites all, and without a model. Not in the log. */
  readonly given?: readonly GivenPassage[];
  readonly cited: readonly CitedSentence[];
  /** Its form is JSON or code, which may hold nothing unrequested: no source either. */
  readonly strictForm?: true;
  readonly dropped?: readonly DroppedPassage[];
  readonly whole?: Whole;
  readonly census?: Census;
  readonly survey?: SurveyFacts;
  readonly calculation?: Calculation;
  /** A follow-up question in its searched form, with its reference; absent for a complete question. */
  readonly searchedFor?: string;
  readonly alone?: true;
  readonly selectedText?: string;
  /** The probability that it is right by what the passages hold, 0–1; 0 where it rests on none. */
  readonly confidence: number;
  readonly band: Band;
  readonly basis?: AnswerEvidence;
  /** The same as it was weighed: the logistic function of its sum is what the passages are trusted with; absent without any. */
  readonly weighed?: readonly ConfidencePart[];
  readonly timings: {
    readonly total: number;
    readonly stages: Readonly<Record<string, number>>;
    readonly answer: number;
    readonly firstToken?: number;
  };
  readonly chunksRetrieved?: number;
  readonly notices: readonly Notice[];
  readonly suggestions: readonly string[];
  /** The way that answered; null for a model that was asked without the documents. */
  readonly way: AnswerWay | null;
  /** What a model wrote and the passages do not bear out; never part of `answer`. */
  readonly unbacked?: string;
  /**
   * The passages that answer best, each of another place: shown for `passages`, folded for `nothing` and beside a quoted
   * answer; absent where none was found. The first `shownPassages` are unfolded.
   */
  readonly passages?: readonly ShownPassage[];
  readonly runId: string | null;
  readonly scope?: SearchScope;
  readonly filters?: SearchFilters;
  readonly model: string | null;
  readonly tokens?: TokenCounts;
  readonly createdAt: string;
}

/** The size of a question before it is asked: the tokens sent without any passage, counted as for an answer (C2). */
export interface QuestionMeasure {
  readonly mostCharacters: number;
  /** Null where no model would write the answer, or the model cannot be had. */
  readonly prompt: {
    readonly model: string;
    readonly exact: boolean;
    readonly window: number;
    /** Tokens of everything but passages: `question` and `conversation` are parts of it, the rest is ours. */
    readonly tokens: number;
    readonly question: number;
    readonly conversation: number;
    readonly answer: number;
    /** Tokens left for passages within the window and the budget of a prompt; 0 for none. */
    readonly passages: number;
  } | null;
}

export interface ConversationSummary {
  readonly conversationId: string;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messages: number;
  readonly branchOf?: string;
  readonly pinned?: true;
  /** The folder it is in, by name: a folder is there for as long as it holds a conversation. */
  readonly folder?: string;
  /** In a search: where the words were found. */
  readonly match?: string;
  /** The exchange where that is, which may be a version that is not shown. */
  readonly messageId?: string;
}

export type ExchangePlace = Pick<Answer, 'conversationId' | 'messageId'>;

/** A file that a request made, for its host to save. */
export interface ExportedFile {
  readonly fileName: string;
  readonly mime: string;
  readonly content: string;
  readonly encoding?: 'base64';
}

export interface QaLogEntry extends Answer {
  readonly requestId: string;
}

/** A line of the log that cannot be read; it can be deleted by its id like any other. */
export type DamagedLogLine = Pick<Answer, 'messageId' | 'createdAt'>;

export interface LogPage {
  readonly entries: readonly QaLogEntry[];
  /** Damaged lines that were passed over on this page, newest first. */
  readonly damaged: readonly DamagedLogLine[];
  readonly more: boolean;
}
