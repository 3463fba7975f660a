import type { Band, FileStatus, IngestPhase, StageActor, StageState } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import type { Verdict, ViewName } from '@shared/super-prompt';

// What the engine's closed vocabularies are called in English; the type sees to it that none is forgotten.

export const stages: Record<StageId, { readonly name: string; readonly short: string; readonly verb: string }> = {
  A0_PreProcessing: { name: 'Pre-Processing', short: 'A0', verb: 'maps' },
  A2_PromptShaper: { name: 'Prompt Shaper', short: 'A2', verb: 'shapes' },
  Retrieval: { name: 'Retrieval', short: 'Find', verb: 'finds' },
  ReRanker: { name: 'ReRanker', short: 'Rank', verb: 'ranks' },
  A3_NLI_Gate: { name: 'NLI Gate', short: 'A3', verb: 'judges' },
  A4_Condenser: { name: 'Condenser', short: 'A4', verb: 'condenses' },
  A5_Format_Enforcer: { name: 'Format Enforcer', short: 'A5', verb: 'fixes the form' },
  Prompt_Builder: { name: 'Prompt Builder', short: 'Build', verb: 'builds' },
};

export const stageStates: Record<StageState, string> = {
  waiting: 'waiting',
  ready: 'ready',
  running: 'running',
  done: 'done',
  stale: 'out of date',
  failed: 'failed',
};

export const actors: Record<StageActor, { readonly short: string; readonly long: string }> = {
  deterministic: { short: 'rules', long: 'Done by rules alone.' },
  model: { short: 'model', long: 'A language model decided.' },
  default: { short: 'default', long: 'No language model: the deterministic default decided.' },
};

export const verdicts: Record<Verdict, string> = {
  keep: 'kept',
  drop_irrelevant: 'not relevant',
  drop_duplicate: 'duplicate',
  drop_conflict: 'conflict',
};

export const bands: Record<Band, string> = {
  high: 'Well supported',
  medium: 'Supported, with gaps',
  low: 'Weakly supported',
  'very-low': 'Barely supported',
};

export const phases: Record<IngestPhase, string> = {
  waiting: 'Waiting',
  reading: 'Reading',
  chunking: 'Cutting into chunks',
  embedding: 'Embedding',
  writing: 'Writing the index',
  compacting: 'Tidying the index',
  done: 'Done',
};

export const fileStatuses: Record<FileStatus, string> = {
  indexed: 'added',
  unchanged: 'unchanged',
  replaced: 'replaced',
  duplicate: 'same content as another file',
  failed: 'not added',
};

export const views: Record<ViewName | 'prompt', string> = {
  retrieval: 'Find',
  reranked: 'Rank',
  a3: 'A3',
  a4: 'A4',
  prompt: 'Prompt',
};
