import type { ErrorReport } from '../errors';
import type { PipelineLimits } from '../limits';
import type { StageId } from '../prompt/stage-names';
import type { SuperPrompt, ViewName } from '../prompt/super-prompt';
import type { RankMove } from '../ranking';
import type { Reason, WhyUnused } from '../words/sayings';
import type { Answer, ExchangePlace } from './chat';
import type { ModelSummary } from './models';
import type { EvaluatedConfiguration, Notice, SearchFilters, SearchScope } from './search';

/** The decider of a stage: its code alone, a language model, or the deterministic default in a model's place. */
export type StageActor = 'deterministic' | 'model' | 'default';

export interface StageDecision {
  /** A chunk id, a body key or another field. */
  readonly subject: string;
  readonly decision: string;
  readonly reason: Reason;
  readonly by: StageActor;
  /** Set where a person put it in the place of what the stage decided. */
  readonly byHand?: true;
}

export interface ModelCall {
  readonly agent: string;
  readonly version: string;
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[];
  readonly raw: string;
  /** `parsed`: fit the schema; `repaired`: fit it when asked a second time; `failed`: was not used. */
  readonly outcome: 'parsed' | 'repaired' | 'failed';
  readonly reason: WhyUnused | null;
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
  readonly ms: number;
}

export type StageState = 'waiting' | 'ready' | 'running' | 'done' | 'stale' | 'failed';

export interface StageRecord {
  readonly stage: StageId;
  readonly state: StageState;
  readonly by: StageActor | null;
  readonly ms: number | null;
  readonly candidatesIn: number | null;
  readonly candidatesOut: number | null;
  readonly decisions: readonly StageDecision[];
  readonly notices: readonly Notice[];
  /** Calls of a language model, in order. They live here and not in the SuperPrompt, which holds no clock. */
  readonly calls: readonly ModelCall[];
  readonly error: ErrorReport | null;
}

/** Which exchanges a run may recall: those that were there when it began. */
export interface RecallScope {
  readonly conversationId: string | null;
  /** The question follows so many exchanges of that conversation. */
  readonly exchanges: number;
  /** The last of them; absent where there is none, and in runs from before a conversation had versions. */
  readonly after?: string;
  /** The last so many of these, which go along with the prompt anyway. */
  readonly recent: number;
  /** Exchanges of other conversations from before this moment, ISO 8601. */
  readonly before: string;
}

export interface CollectionInstructions {
  readonly collection: string;
  readonly text: string;
}

export interface LabelledQuestion {
  readonly evaluationId: string;
  readonly queryId: string;
  readonly set: string;
  readonly way: { readonly name: string; readonly configuration: EvaluatedConfiguration };
  /** Right documents, by the ids that the run's chunks have; highest gain first. */
  readonly relevant: readonly { readonly documentId: string; readonly gain: number }[];
}

/** The answer that was made of a run's prompt by `run.answer`, with that prompt: the run may have run on since. */
export interface RunAnswer extends Answer {
  readonly prompt: string;
}

export interface RunAnswers {
  /** Its own answer, otherwise that of its conversation; null for none. */
  readonly answer: Answer | null;
  /** The answer in the chat if the run has another one, otherwise that to the nearest earlier run. */
  readonly before: Answer | null;
  /** The exchange that it came from or was put into; null where none is left. */
  readonly place: ExchangePlace | null;
}

/** One journey of one prompt, with every state on the way (S16). */
export interface Run {
  readonly runId: string;
  readonly createdAt: string;
  readonly prompt: string;
  readonly parentRunId: string | null;
  readonly libraryVersion: number;
  readonly embeddingModel: string;
  readonly chatModel: string | null;
  /** The model that was to answer the prompt, whose tokens A4 counts; null for none. */
  readonly answeredBy: string | null;
  /** The cross-encoder that ReRanker used, null for none; absent before that stage. */
  readonly reranker?: string | null;
  /** sha256 of agents, prompts and prompt schema that the run began with. */
  readonly configuration: string;
  readonly collection: string | null;
  readonly scope?: SearchScope;
  readonly filters?: SearchFilters;
  /** System prompts of the collections that it looks at, as they were when it began. */
  readonly instructions?: readonly CollectionInstructions[];
  /** The chat judged the evidence as weak: the rules of the prompt say so. */
  readonly weakEvidence?: true;
  readonly asPassages?: true;
  readonly memory?: RecallScope;
  /** The labelled question that it was made of; gone once Retrieval has run again, over the user's own library. */
  readonly ofSet?: LabelledQuestion;
  /** Made here of its prompt, the last one; absent where none was. An answer in the chat names its run, and is not here. */
  readonly answer?: RunAnswer;
  readonly limits: PipelineLimits;
  readonly stages: readonly StageRecord[];
  /** The state after each stage that ran, and `raw` before the first. */
  readonly snapshots: Readonly<Partial<Record<StageId | 'raw', SuperPrompt>>>;
}

export interface RunSummary extends Pick<Run, 'runId' | 'createdAt' | 'prompt'> {
  readonly stagesDone: number;
  readonly ms: number;
}

/** A run as one JSON document (S16). */
export interface RunExport {
  readonly format: 'vitrine-run';
  readonly version: 1;
  readonly made: {
    readonly app: string;
    readonly embeddingModel: string;
    /** Models of servers: the agents' and the answer's; empty for none. */
    readonly chatModels: readonly string[];
    readonly reranker: string | null;
    readonly configuration: string;
  };
  readonly run: Run;
  readonly documents: readonly { readonly documentId: string; readonly title: string; readonly checksum: string }[];
}

/** A model that an imported run was made with and that would not take part here. */
export interface MissingModel {
  readonly job: ModelSummary['job'];
  /** Null where the run did without and this library does not. */
  readonly id: string | null;
}

/** An imported run, and what this library lacks to run it again with the same result. */
export interface RunImport {
  readonly run: Run;
  readonly missing: {
    /** Embedding model of the run, where this library uses another. */
    readonly embeddingModel: string | null;
    readonly documents: RunExport['documents'];
    /** Every model that is missing here or not in use, the embedding model too. */
    readonly models: readonly MissingModel[];
    /** Whether agents, prompts or prompt schema differ from those the run was made with. */
    readonly configuration: boolean;
    /** Version of the app that exported the run, where it is not this one; null where it is. */
    readonly app: string | null;
  };
}

export interface RunDifference {
  readonly stage: StageId | 'raw';
  /** The other state, where two of different name are compared. */
  readonly afterStage?: StageId | 'raw';
  readonly equal: boolean;
  readonly fields: readonly {
    readonly path: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
  /** The lists of chunks that differ, each with the chunks whose rank does. */
  readonly ranks: readonly RankDifference[];
}

export interface RankDifference {
  readonly view: ViewName | 'final_selection_ids';
  /** By the new rank; those that left come last. */
  readonly moves: readonly RankMove[];
}
