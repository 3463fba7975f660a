/**
 * stages: the steps between a question and the prompt that is sent, one file each, and the contract they keep
 * (stage.ts). A stage is a function of its arguments; it keeps no state and never reaches past its services.
 */
import type { StageId } from '@shared/prompt/stage-names';
import { a0PreProcessing, wayDecision } from './a0-preprocessing';
import { a2PromptShaper } from './a2-prompt-shaper';
import { a3NliGate } from './a3-nli-gate';
import { a4Condenser } from './a4-condenser';
import { a5FormatEnforcer } from './a5-format-enforcer';
import { promptBuilder } from './prompt-builder';
import { reRanker } from './reranker';
import { retrieval } from './retrieval';
import type { Stage } from './stage';

export { type QueryWeights, queryWeights, termsHeld } from './condenser/sentence-evidence';
export { formBreach, wantedForm } from './format/answer-schema';
export { denies } from './gate/contradictions';
export { foldedCopies } from './gate/verdicts';
export { rerankFound } from './reranker';
export { queryFound } from './retrieval';
export type { Calculated, Evidence, Stage, StageConfig, StageResult, StageServices } from './stage';

export { wayDecision };

export const stages: Readonly<Record<StageId, Stage>> = {
  A0_PreProcessing: a0PreProcessing,
  A2_PromptShaper: a2PromptShaper,
  Retrieval: retrieval,
  ReRanker: reRanker,
  A3_NLI_Gate: a3NliGate,
  A4_Condenser: a4Condenser,
  A5_Format_Enforcer: a5FormatEnforcer,
  Prompt_Builder: promptBuilder,
};
