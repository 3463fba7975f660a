import type { EngineEvent } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { Library, Turns } from '../../store';
import type { IngestModel } from './ingest-model';
import type { Recognition } from './recognise-file';

export interface IngestQueueParts {
  readonly library: Library;
  readonly model: IngestModel;
  readonly recognition: Recognition;
  /** Ingests and reindexes, one after the other. */
  readonly turns: Turns;
  limits(): Promise<PipelineLimits>;
  emit(event: EngineEvent): void;
  /** So many chunks went into the index in so many milliseconds. */
  written(chunks: number, ms: number): void;
  /** What a job that nobody waits for has to say. */
  log(jobId: string, what: string, facts: object): void;
}
