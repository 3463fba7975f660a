import type { FindingKind, RepairAct } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Library, WholeFinding } from '../../store';
import type { OpenedModel } from '../ingest/embed-content';

export interface Repairer {
  readonly library: Library;
  readonly limits: PipelineLimits;
  /** Null if the model is not here: then texts wait for it, and words find them. */
  model(): Promise<OpenedModel | null>;
  readonly entry: Pick<EmbeddingEntry, 'id' | 'dimension'>;
  /** Starts an ingest of files whose text is lost; returns its id. */
  readAgain(paths: readonly string[]): Promise<string>;
  /** Whether a person has asked: otherwise stored files that no document knows stay where they are. */
  readonly isAsked: boolean;
  readonly signal: AbortSignal;
  /** How far the look before and the one after it are. */
  onLooked?(done: number, total: number): void;
}

/** Reports a step: the act, the finding that it mends, and how many parts it concerned. */
export type Say = (act: RepairAct, kind: FindingKind, count: number) => void;

/** The findings of a check, and the repairer; null: none, and each step only reports its plan. */
export interface Repair {
  readonly library: Library;
  readonly signal: AbortSignal;
  readonly findings: readonly WholeFinding[];
  readonly say: Say;
  readonly repairer: Repairer | null;
}

export const aboutOf = (findings: readonly WholeFinding[], kind: FindingKind): readonly string[] =>
  findings.find((finding) => finding.kind === kind)?.about ?? [];
