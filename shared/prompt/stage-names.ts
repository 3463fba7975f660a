/** The eight stages in their order, and the value each leaves in `SuperPrompt.stage` (seeds: pipeline §2). */
export const stageIds = [
  'A0_PreProcessing',
  'A2_PromptShaper',
  'Retrieval',
  'ReRanker',
  'A3_NLI_Gate',
  'A4_Condenser',
  'A5_Format_Enforcer',
  'Prompt_Builder',
] as const;
export type StageId = (typeof stageIds)[number];

export const stageValues = ['raw', 'preprocessed', 'a2', 'retrieval', 'reranked', 'a3', 'a4', 'a5'] as const;
export type StageValue = (typeof stageValues)[number];

/** The value of `stage` before and after each stage. Prompt_Builder leaves it at `a5`. */
export const stageTransitions: Readonly<Record<StageId, { readonly from: StageValue; readonly to: StageValue }>> = {
  A0_PreProcessing: { from: 'raw', to: 'preprocessed' },
  A2_PromptShaper: { from: 'preprocessed', to: 'a2' },
  Retrieval: { from: 'a2', to: 'retrieval' },
  ReRanker: { from: 'retrieval', to: 'reranked' },
  A3_NLI_Gate: { from: 'reranked', to: 'a3' },
  A4_Condenser: { from: 'a3', to: 'a4' },
  A5_Format_Enforcer: { from: 'a4', to: 'a5' },
  Prompt_Builder: { from: 'a5', to: 'a5' },
};
