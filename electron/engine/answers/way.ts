import type { AnswerSettings, Citation, GivenPassage, Notice, Run } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { TaskAgent } from '@shared/prompt/agent-config';
import type { ChosenWay, ConversationTurn, WayId } from '@shared/prompt/super-prompt';
import type { AgentRunner } from '../agents';
import type { Draft, Reselect } from '../chat';
import type { Uses } from '../engine-context';
import type { ChatModel } from '../models';
import type { FollowUpThread, Retrieved } from '../retrieval';
import type { Evidence } from '../stages';
import type { Scope, StoredDocument } from '../store';

/**
 * A way to answer a question. The smallest example is `facts`: “How many documents are there?” is its question by its form,
 * it rests on the documents of the scope, and its answer counts them.
 */
export interface Way {
  readonly id: WayId;
  /** Returns what the question asks of this way; null where it asks something else. Errors: `cancelled`. */
  asks(asked: Asked): Promise<WayMatch | null>;
  /** The same for a person who wants this way; absent where the question has to ask for it all the same. */
  takes?(asked: Asked): Promise<WayMatch | null>;
  /** Returns the passages and values that the answer rests on. Errors: `index-unavailable`, `cancelled`. */
  evidence(asked: Asked, way: ChosenWay): Promise<Evidence>;
  /**
   * Returns the answer to a finished run; null leaves the question to passages. Errors: `cancelled`; `model-missing`
   * where the documents are left out and no model has answered.
   */
  answer(drafting: Drafting, way: ChosenWay): Promise<Draft | null>;
}

export type WayMatch = Omit<ChosenWay, 'id' | 'byHand'>;

/** The parts of the engine that ways use. */
export type AnswerParts = Uses<'library' | 'retriever' | 'activeModel'>;

/** A question with the library that it is asked of. */
export interface Asked {
  readonly question: string;
  readonly scope: Scope;
  readonly conversation: readonly ConversationTurn[];
  readonly limits: PipelineLimits;
  readonly signal: AbortSignal | undefined;
  readonly parts: AnswerParts;
  /** Returns the documents that can be read, of the scope as the question narrows it. */
  documents(): readonly StoredDocument[];
  /** Searches; a query is searched for once a request. Errors: `index-unavailable`, `cancelled`. */
  search(): Promise<Searched>;
  /** A model may propose how to calculate. */
  readonly mayPropose: boolean;
  proposer(): Promise<Proposer | null>;
}

export interface Searched {
  readonly found: Retrieved;
  /** The words and documents that a follow-up question refers to; null for any other question. */
  readonly thread: FollowUpThread | null;
}

export interface Proposer {
  readonly runner: AgentRunner;
  readonly agent: TaskAgent;
}

/** A finished run that is answered. */
export interface Drafting {
  readonly run: Run;
  readonly limits: PipelineLimits;
  readonly signal: AbortSignal;
  readonly parts: AnswerParts;
  readonly settings: AnswerSettings;
  /** A model is to answer although no passage was looked for. */
  readonly withoutDocuments: boolean;
  /** A person has worked on the prompt: nothing is added or taken out, and a decision by hand is enough to answer from. */
  readonly asItStands: boolean;
  /** The model to ask, or null for quoted answers. */
  model(notices: Notice[]): Promise<ChatModel | null>;
  readonly reselect: Reselect;
  /** The run with the rule for weak evidence in its prompt. */
  withWeakEvidence(run: Run, signal: AbortSignal): Promise<Run>;
  readonly shown: Shown;
}

/** Shows an answer while it is made. */
export interface Shown {
  /** The passages that a model is about to be given. */
  passages(passages: readonly GivenPassage[]): void;
  token(token: string): void;
  /** A passage that a model has cited, while it writes on. */
  citation(citation: Citation): void;
  /** How many documents were looked at. */
  looked(looked: number, of: number): void;
}
