import type {
  CollectionInstructions,
  ModelCall,
  Notice,
  SearchTimings,
  StageActor,
  StageDecision,
} from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { AgentDefinitions } from '@shared/prompt/agent-config';
import type { PromptSchema, SystemPromptConfig } from '@shared/prompt/prompt-schema';
import type { StageId } from '@shared/prompt/stage-names';
import type { ChosenWay, FieldPath, PromptExtras, SuperPrompt } from '@shared/prompt/super-prompt';
import { asReason, notice, reasoned, unused, type WhyUnused } from '@shared/words/sayings';
import type { AgentRunner } from '../agents';
import type { Embedder, NliModel, Reader, Reranker, TokenCounter } from '../models';
import type { FollowUpThread, Retrieved } from '../retrieval';

/** A run's configuration, read from config/ at its start and stored with it. */
export interface StageConfig {
  readonly limits: PipelineLimits;
  readonly schema: PromptSchema;
  readonly agents: AgentDefinitions;
  readonly system: SystemPromptConfig;
}

export interface Calculated {
  /** Null where passages answer. */
  readonly calculation: NonNullable<PromptExtras['calculation']> | null;
  /** Set where a model was asked how to calculate, as no reading was sure. */
  readonly asked?: {
    readonly model: string;
    readonly documentId: string;
    readonly calls: readonly ModelCall[];
    /** Its proposal, in words of the language of the question; null if it was refused. */
    readonly steps: string | null;
    readonly refused: WhyUnused | null;
  };
}

/** The basis of an answer, as the chosen way finds it. */
export interface Evidence {
  readonly found: Retrieved;
  /** Words added to a follow-up question's search; absent without a search. */
  readonly thread?: FollowUpThread | null;
  /** Absent where the way calculates nothing. */
  readonly calculated?: Calculated | null;
}

/** A stage's tools from the rest of the engine. Nothing here has state that a stage could leave behind. */
export interface StageServices {
  /** Chooses the way to answer; null where nothing is asked of the library. Absent where there is no library. */
  way?(prompt: SuperPrompt, signal?: AbortSignal): Promise<ChosenWay | null>;
  /** Finds what the chosen way rests on, passages where none is chosen. Errors: `index-unavailable`, `cancelled`. */
  evidence(prompt: SuperPrompt, signal?: AbortSignal): Promise<Evidence>;
  /** The cross-encoder in use, or null where none is installed. */
  readonly reranker: Reranker | null;
  /** The reader that the limits name; null or absent where they name none. */
  readonly reader?: Reader | null;
  /** The NLI model that the limits name; null or absent where they name none. */
  readonly nli?: NliModel | null;
  /** The library's embedding model, for A0's semantic mode; null or absent where it cannot be opened. */
  readonly embedder?: Pick<Embedder, 'id' | 'embed'> | null;
  /** Language model agents, or null where no model is to be used: then every stage has its deterministic default. */
  readonly agent: AgentRunner | null;
  /** Counts by the tokenizer of the model that will answer; by the embedding model's where none will. Never rejects. */
  tokenCounter(): Promise<TokenCounter>;
  /** System prompts of the collections that the run looks at; absent for none. */
  readonly instructions?: readonly CollectionInstructions[];
  /** The evidence is weak: a rule of the prompt says so. */
  readonly weakEvidence?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface StageResult {
  readonly prompt: SuperPrompt;
  readonly by: StageActor;
  readonly decisions: readonly StageDecision[];
  readonly notices: readonly Notice[];
  /** Calls of a language model, in order; absent where none was made. */
  readonly calls?: readonly ModelCall[];
  /** Chunks in and out, for stages that deal with chunks. */
  readonly candidatesIn?: number;
  readonly candidatesOut?: number;
  readonly searchTimings?: SearchTimings;
}

/**
 * The contract of a stage:
 * - `run` is a function of its arguments alone. The SuperPrompt that it gets is deep-frozen; it returns a new one.
 * - It changes fields in `writes` only; the controller compares before and after, and any other change is an
 *   `invariant-breach` that names stage and field. `stage` and `history_of_stages` are advanced by the controller.
 * - It says what it decided and why in `decisions`, and what it could not do in `notices`.
 * - It throws VitrineError only; the controller adds the stage to whatever comes.
 */
export interface Stage {
  readonly id: StageId;
  readonly writes: readonly FieldPath[];
  run(prompt: SuperPrompt, services: StageServices, config: StageConfig): Promise<StageResult>;
}

export function chunksById(prompt: SuperPrompt): ReadonlyMap<string, SuperPrompt['base_context_chunks'][number]> {
  return new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
}

/** A stage's notice without a deciding model: that none is chosen, or why the chosen one was not used. */
export function defaultNotice(stage: StageId, agent: AgentRunner | null, reason: WhyUnused | null): Notice {
  const [name = stage] = stage.split('_');
  const why = agent ? { ...asReason(reason ?? unused('no-answer')), model: agent.model } : {};
  return notice('default-used', { ...why, stage: name });
}

/** The same in the log of decisions; nothing where no model was to be used. */
export function notUsed(agent: AgentRunner | null, reason: WhyUnused | null): StageDecision[] {
  if (agent === null || reason === null) return [];
  const why = reasoned('model-not-used', asReason(reason));
  return [{ subject: agent.model, decision: 'not used', reason: why, by: 'default' }];
}

/** The first `length` characters, never half a surrogate pair. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${/[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** The first `most` items in lists of at most `size`. */
export function batchesOf<T>(items: readonly T[], size: number, most: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < Math.min(items.length, most); start += size) {
    batches.push(items.slice(start, Math.min(start + size, most)));
  }
  return batches;
}
