import type { IngestReport } from '@shared/contract';

interface Waiter {
  done(report: IngestReport): void;
  failed(error: unknown): void;
}

/** Those who wait for jobs of the queue, and the requests that the events of a job belong to. */
export class IngestWaiters {
  private readonly waiters = new Map<string, Waiter[]>();
  private readonly requestIds = new Map<string, string>();

  /** From now on the job's events belong to this request. */
  begin(jobId: string, requestId: string): void {
    this.requestIds.set(jobId, requestId);
  }

  /** The request that the job belongs to; without one, the job itself. */
  requestId(jobId: string): string {
    return this.requestIds.get(jobId) ?? jobId;
  }

  /** Resolves with what became of the job; rejects with the error that stopped it. */
  wait(jobId: string): Promise<IngestReport> {
    return new Promise((done, failed) => {
      this.waiters.set(jobId, [...(this.waiters.get(jobId) ?? []), { done, failed }]);
    });
  }

  done(jobId: string, report: IngestReport): void {
    for (const { done } of this.waiters.get(jobId) ?? []) done(report);
    this.forget(jobId);
  }

  failed(jobId: string, error: unknown): void {
    for (const { failed } of this.waiters.get(jobId) ?? []) failed(error);
    this.forget(jobId);
  }

  /** Tells all who wait what became of their jobs, or why that cannot be told. */
  end(reportOf: (jobId: string) => IngestReport): void {
    for (const jobId of [...this.waiters.keys()]) {
      try {
        this.done(jobId, reportOf(jobId));
      } catch (error) {
        this.failed(jobId, error);
      }
    }
  }

  private forget(jobId: string): void {
    this.waiters.delete(jobId);
    this.requestIds.delete(jobId);
  }
}
