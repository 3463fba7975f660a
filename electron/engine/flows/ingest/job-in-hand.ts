import type { IngestJobState } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import type { NewIngestJob } from '../../store';
import type { IngestJob } from './ingest-job';

/** What becomes of the job that runs when its work is told to end. */
export type Wanted = Extract<IngestJobState, 'paused' | 'cancelled' | 'waiting' | 'interrupted'>;

/** The job that the queue works on, or whose end it has yet to write down. */
export interface JobInHand {
  readonly jobId: string;
  readonly stopper: AbortController;
  wanted: Wanted;
  job: IngestJob | null;
  /** What its work has thrown; null where it came to its end. */
  trouble: unknown;
  /** Whether its model was removed under it: it goes on without, and what it brings waits for its vectors. */
  modelWent: boolean;
  /** Whether what it took is in the catalogue. */
  counted: boolean;
  /** Whether it waits for another try: what was in its way may pass. */
  again: boolean;
}

export const inHand = (jobId: string): JobInHand => ({
  jobId,
  stopper: new AbortController(),
  wanted: 'interrupted',
  job: null,
  trouble: null,
  modelWent: false,
  counted: false,
  again: false,
});

export const stopped = new VitrineError('cancelled', 'Stopped on request.', 'Start it again when you want it.');

/** Whether a catalogue that refused may take it a little later, as where another process was writing. */
export const mayPass = (error: unknown): boolean => !['library-damaged', 'disk-full'].includes(reportOf(error).code);

/** Whether another process was writing when the catalogue was needed. */
export const isHeld = (error: unknown): boolean => reportOf(error).code === 'library-locked';

export function sameWork(one: NewIngestJob, other: NewIngestJob): boolean {
  const facts = ({ paths, collection, profile }: NewIngestJob) => JSON.stringify([paths, collection, profile]);
  return facts(one) === facts(other);
}
