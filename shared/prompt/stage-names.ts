interface StageEntry {
  /** The value that it leaves in `SuperPrompt.stage`; null keeps the one before. */
  readonly leaves: string | null;
  /** The list of a chunk's journey that it decides: a column of the candidates and of the ribbon. */
  readonly decides: string | null;
  /** The limits that it reads first, by the beginning of their keys; any other limit begins with Retrieval. */
  readonly limits: readonly string[];
}

/** The stages in their order (seeds: pipeline §2). Their names and keys in the interface are in the words. */
export const stageTable = {
  A0_PreProcessing: { leaves: 'preprocessed', decides: null, limits: [] },
  A2_PromptShaper: { leaves: 'a2', decides: null, limits: [] },
  Retrieval: { leaves: 'retrieval', decides: 'retrieval', limits: ['N0', 'N1', 'retrieval'] },
  ReRanker: { leaves: 'reranked', decides: 'reranked', limits: ['N2', 'rerank'] },
  A3_NLI_Gate: { leaves: 'a3', decides: 'a3', limits: ['gate'] },
  A4_Condenser: { leaves: 'a4', decides: 'a4', limits: ['N3', 'condense', 'build'] },
  A5_Format_Enforcer: { leaves: 'a5', decides: null, limits: [] },
  Prompt_Builder: { leaves: null, decides: 'prompt', limits: ['N4'] },
} as const satisfies Readonly<Record<string, StageEntry>>;

type Table = typeof stageTable;
export type StageId = keyof Table;
export const stageIds = Object.keys(stageTable) as [StageId, ...StageId[]];

/** The panes of the room: a stage each, and the answer behind them. Their keys are their numbers. */
export type StagePane = StageId | 'answer';
export const stagePanes: readonly StagePane[] = [...stageIds, 'answer'];

export type StageValue = 'raw' | NonNullable<Table[StageId]['leaves']>;
export const stageValues: readonly [StageValue, ...StageValue[]] = [
  'raw',
  ...stageIds.flatMap((id) => stageTable[id].leaves ?? []),
];

/** The lists that a chunk goes through; `prompt` is the selection of the built prompt. */
export type JourneyStep = NonNullable<Table[StageId]['decides']>;
export const journeySteps: readonly JourneyStep[] = stageIds.flatMap((id) => stageTable[id].decides ?? []);

/** The stage that decides who is in each list. */
export const deciders = Object.fromEntries(stageIds.map((id) => [stageTable[id].decides, id])) as Readonly<
  Record<JourneyStep, StageId>
>;
