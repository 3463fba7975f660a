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
